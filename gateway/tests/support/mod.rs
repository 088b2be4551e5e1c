//! A client that shows what is on the wire: one connection a request, nothing repeated, nothing hidden.
#![allow(dead_code, unreachable_pub, reason = "each test program uses its part")]

pub mod websocket;

use std::io;

use axonium_gateway::{Gateway, GatewayConfig, Step};
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

pub type Result<T = (), E = Box<dyn std::error::Error>> = std::result::Result<T, E>;

pub const CHAT: &str = "/v1/chat/completions";
pub const RESPONSES: &str = "/v1/responses";

/// What came back before the connection ended, and how it ended.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    /// The body without its chunk framing.
    pub body: Vec<u8>,
    /// Whether the body was as long as its framing promised.
    pub whole: bool,
    pub end: End,
}

#[derive(Debug, PartialEq, Eq, Clone, Copy)]
pub enum End {
    Closed,
    Reset,
}

impl Reply {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("no JSON ({error}): {}", self.text()))
    }

    /// The last segment of the problem's type.
    pub fn problem(&self) -> String {
        assert_eq!(self.header("content-type"), Some("application/problem+json"), "{}", self.text());
        let kind = self.json()["type"].as_str().map(str::to_owned).unwrap_or_default();
        kind.rsplit('/').next().map(str::to_owned).unwrap_or_default()
    }

    pub fn content(&self) -> String {
        self.json()["choices"][0]["message"]["content"].as_str().map(str::to_owned).unwrap_or_default()
    }

    /// The text of a response's first message.
    pub fn output_text(&self) -> String {
        let output = self.json()["output"].as_array().cloned().unwrap_or_default();
        let message = output.into_iter().find(|item| item["type"] == "message").unwrap_or_default();
        message["content"][0]["text"].as_str().map(str::to_owned).unwrap_or_default()
    }

    /// The events of a stream of a response, whose names say what their data says.
    pub fn named_events(&self) -> Vec<Value> {
        let read = |event: &str| {
            let (name, data) = event.strip_prefix("event: ")?.split_once("\ndata: ")?;
            let data: Value = serde_json::from_str(data).ok()?;
            assert_eq!(data["type"], name);
            Some(data)
        };
        self.text().split("\n\n").filter_map(read).collect()
    }

    /// The data of each event.
    pub fn events(&self) -> Vec<String> {
        self.text().split("\n\n").filter_map(|event| event.strip_prefix("data: ")).map(str::to_owned).collect()
    }
}

pub fn start(config: Value) -> Result<Gateway> {
    Ok(Gateway::start(serde_json::from_value::<GatewayConfig>(config)?)?)
}

/// A gateway whose script is the steps, the last one repeating.
pub fn scripted(steps: Value) -> Result<Gateway> {
    let gateway = start(json!({}))?;
    gateway.script_repeating(serde_json::from_value::<Vec<Step>>(steps)?)?;
    Ok(gateway)
}

pub fn say(text: &str) -> Value {
    json!({"model": "qwen3-0.6b", "messages": [{"role": "user", "content": text}]})
}

pub fn say_streamed(text: &str) -> Value {
    let mut request = say(text);
    request["stream"] = true.into();
    request
}

pub fn name(event: &Value) -> &str {
    event["type"].as_str().unwrap_or_default()
}

pub fn names(events: &[Value]) -> Vec<&str> {
    events.iter().map(name).collect()
}

pub fn ask(text: &str) -> Value {
    json!({"model": "qwen3-0.6b", "input": text})
}

/// A request with some members more.
pub fn with(mut request: Value, more: Value) -> Value {
    if let Value::Object(more) = more {
        for (name, value) in more {
            request[name] = value;
        }
    }
    request
}

pub async fn get(gateway: &Gateway, path: &str, headers: &[(&str, &str)]) -> Result<Reply> {
    send(gateway, "GET", path, headers, "").await
}

pub async fn post(gateway: &Gateway, path: &str, headers: &[(&str, &str)], body: &Value) -> Result<Reply> {
    send(gateway, "POST", path, headers, &body.to_string()).await
}

/// A chat call with a bearer.
pub async fn chat(gateway: &Gateway, headers: &[(&str, &str)], body: &Value) -> Result<Reply> {
    let headers = [&[("authorization", "Bearer k")], headers].concat();
    post(gateway, CHAT, &headers, body).await
}

/// A call for a response with a bearer.
pub async fn respond(gateway: &Gateway, headers: &[(&str, &str)], body: &Value) -> Result<Reply> {
    let headers = [&[("authorization", "Bearer k")], headers].concat();
    post(gateway, RESPONSES, &headers, body).await
}

/// The same as a stream.
pub async fn respond_streamed(gateway: &Gateway, headers: &[(&str, &str)], body: &Value) -> Result<Reply> {
    respond(gateway, headers, &with(body.clone(), json!({"stream": true}))).await
}

pub async fn send(gateway: &Gateway, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Result<Reply> {
    let (bytes, end) = exchange(gateway, &request(method, path, headers, body, true)).await?;
    parse(&bytes, end)
}

/// The bytes of a request.
pub fn request(method: &str, path: &str, headers: &[(&str, &str)], body: &str, last: bool) -> String {
    let headers = headers.iter().map(|(name, value)| [name, ": ", value, "\r\n"].concat()).collect::<String>();
    let connection = if last { "connection: close\r\n" } else { "" };
    format!(
        "{method} {path} HTTP/1.1\r\nhost: gateway\r\n{connection}{headers}content-length: {}\r\n\r\n{body}",
        body.len()
    )
}

pub async fn connect(gateway: &Gateway) -> Result<TcpStream> {
    Ok(TcpStream::connect(gateway.url().trim_start_matches("http://")).await?)
}

/// Sends bytes and reads until the connection ends.
pub async fn exchange(gateway: &Gateway, bytes: &str) -> Result<(Vec<u8>, End)> {
    let mut tcp = connect(gateway).await?;
    tcp.write_all(bytes.as_bytes()).await?;
    Ok(read_to_end(&mut tcp).await?)
}

pub async fn read_to_end(tcp: &mut (impl AsyncRead + Unpin)) -> io::Result<(Vec<u8>, End)> {
    let mut bytes = Vec::new();
    match tcp.read_to_end(&mut bytes).await {
        Ok(_) => Ok((bytes, End::Closed)),
        Err(error) if error.kind() == io::ErrorKind::ConnectionReset => Ok((bytes, End::Reset)),
        Err(error) => Err(error),
    }
}

/// Reads one whole answer off a connection that stays open.
pub async fn read_answer(tcp: &mut TcpStream) -> Result<Reply> {
    let mut bytes = Vec::new();
    loop {
        let mut buffer = [0; 4096];
        let count = tcp.read(&mut buffer).await?;
        bytes.extend(buffer.get(..count).unwrap_or_default());
        if let Ok(reply) = parse(&bytes, End::Closed)
            && reply.whole
        {
            return Ok(reply);
        }
        if count == 0 {
            return Err("the connection ended before the answer did".into());
        }
    }
}

pub fn parse(bytes: &[u8], end: End) -> Result<Reply> {
    let split = bytes.windows(4).position(|window| window == b"\r\n\r\n").ok_or("no head")?;
    let head = std::str::from_utf8(&bytes[..split])?;
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1)).ok_or("no status")?.parse()?;
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_lowercase(), value.trim().to_owned()))
        .collect();
    let rest = &bytes[split + 4..];
    let value = |name: &str| headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone());
    let (body, whole) = match value("content-length") {
        Some(length) => (rest.to_vec(), rest.len() == length.parse::<usize>()?),
        None if value("transfer-encoding").as_deref() == Some("chunked") => dechunk(rest),
        None => (rest.to_vec(), true),
    };
    Ok(Reply { status, headers, body, whole, end })
}

fn dechunk(mut rest: &[u8]) -> (Vec<u8>, bool) {
    let mut body = Vec::new();
    while let Some(line) = rest.windows(2).position(|window| window == b"\r\n") {
        let size = std::str::from_utf8(&rest[..line]).ok().and_then(|size| usize::from_str_radix(size, 16).ok());
        let Some(size) = size else { break };
        if size == 0 {
            return (body, true);
        }
        let chunk = &rest[line + 2..];
        body.extend(&chunk[..size.min(chunk.len())]);
        rest = chunk.get(size + 2..).unwrap_or_default();
    }
    (body, false)
}

/// Lets the gateway work until something is so.
pub async fn until(mut so: impl FnMut() -> bool) {
    while !so() {
        tokio::task::yield_now().await;
    }
}
