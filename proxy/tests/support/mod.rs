//! A proxy in front of embedded gateways, and a client that shows what is on the wire.
#![allow(dead_code, unreachable_pub, reason = "each test program uses its part")]

use axonium_gateway::{Clock, Gateway, GatewayConfig, Step};
use axonium_proxy::{Proxy, ProxyConfig, Route};
use bytes::Bytes;
use http::{HeaderMap, Method, Request, StatusCode};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

pub type Result<T = (), E = Box<dyn std::error::Error>> = std::result::Result<T, E>;

pub const CHAT: &str = "/v1/chat/completions";
pub const RESPONSES: &str = "/v1/responses";

/// A gateway, and a proxy on its clock with one route to it.
pub struct Proxied {
    pub gateway: Gateway,
    pub proxy: Proxy,
}

impl Proxied {
    pub async fn start(config: Value) -> Result<Self> {
        let gateway = gateway(config, Clock::simulated())?;
        let proxy = proxy(vec![route("one", &gateway.url())], gateway.clock()).await?;
        Ok(Self { gateway, proxy })
    }

    /// The same with a script, whose last step repeats.
    pub async fn scripted(steps: Value) -> Result<Self> {
        let proxied = Self::start(json!({})).await?;
        proxied.gateway.script_repeating(serde_json::from_value::<Vec<Step>>(steps)?)?;
        Ok(proxied)
    }

    pub async fn post(&self, path: &str, body: &Value) -> Result<Reply> {
        post(&self.proxy, path, &[], body.to_string()).await
    }
}

pub fn gateway(config: Value, clock: Clock) -> Result<Gateway> {
    Ok(Gateway::start_with_clock(serde_json::from_value::<GatewayConfig>(config)?, clock)?)
}

pub async fn proxy(routes: Vec<Route>, clock: Clock) -> Result<Proxy> {
    Ok(Proxy::start(config(routes, clock)).await?)
}

pub fn config(routes: Vec<Route>, clock: Clock) -> ProxyConfig {
    ProxyConfig { listen: "127.0.0.1:0".into(), clock: Some(clock), ..ProxyConfig::new(routes) }
}

/// A route that passes credentials on.
pub fn route(name: &str, url: &str) -> Route {
    Route { name: name.into(), url: url.into(), ..Route::default() }
}

/// Two gateways on one clock, and a proxy with a route to each.
pub struct Pair {
    pub first: Gateway,
    pub second: Gateway,
    pub proxy: Proxy,
}

impl Pair {
    /// The first gateway answers by `steps`, whose last repeats; the second as a gateway does.
    pub async fn scripted(steps: Value) -> Result<Self> {
        let clock = Clock::simulated();
        let (first, second) = (gateway(json!({}), clock.clone())?, gateway(json!({}), clock.clone())?);
        first.script_repeating(serde_json::from_value::<Vec<Step>>(steps)?)?;
        let routes = vec![route("first", &first.url()), route("second", &second.url())];
        Ok(Self { proxy: proxy(routes, clock).await?, first, second })
    }

    /// How many requests each of them got.
    pub fn requests(&self) -> (usize, usize) {
        (self.first.requests().len(), self.second.requests().len())
    }
}

pub fn say(text: &str) -> Value {
    json!({"model": "qwen3-0.6b", "messages": [{"role": "user", "content": text}]})
}

pub fn say_streamed(text: &str) -> Value {
    let mut request = say(text);
    request["stream"] = true.into();
    request
}

pub fn respond(text: &str) -> Value {
    json!({"model": "qwen3-0.6b", "input": text})
}

pub fn respond_streamed(text: &str) -> Value {
    json!({"model": "qwen3-0.6b", "input": text, "stream": true})
}

/// A whole answer.
#[derive(Debug)]
pub struct Reply {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Reply {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("no JSON ({error}): {}", self.text()))
    }

    /// What stands behind `data: ` in each event.
    pub fn events(&self) -> Vec<String> {
        self.text().lines().filter_map(|line| line.strip_prefix("data: ")).map(str::to_owned).collect()
    }

    /// What stands behind `event: ` in each event.
    pub fn names(&self) -> Vec<String> {
        self.text().lines().filter_map(|line| line.strip_prefix("event: ")).map(str::to_owned).collect()
    }

    /// Asserts how many requests it took, and how long was waited.
    pub fn assert_took(&self, attempts: u32, waited_ms: u32) {
        let seen = (self.header("x-axonium-attempts"), self.header("x-axonium-waited-ms"));
        let (attempts, waited_ms) = (attempts.to_string(), waited_ms.to_string());
        assert_eq!(seen, (Some(attempts.as_str()), Some(waited_ms.as_str())), "{self:?}");
    }
}

/// A connection to the proxy.
pub struct Connection {
    sender: http1::SendRequest<Full<Bytes>>,
    task: JoinHandle<()>,
}

impl Connection {
    pub async fn open(proxy: &Proxy) -> Result<Self> {
        let (sender, connection) = http1::handshake(TokioIo::new(TcpStream::connect(proxy.address()).await?)).await?;
        Ok(Self { sender, task: tokio::spawn(async move { drop(connection.await) }) })
    }

    pub async fn send(
        &mut self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<Bytes>,
    ) -> Result<http::Response<Incoming>> {
        let mut request = Request::builder().method(method).uri(path).header("host", "proxy");
        if !headers.iter().any(|(name, _)| *name == "authorization") {
            request = request.header("authorization", "Bearer a-client's-key");
        }
        for (name, value) in headers.iter().filter(|(_, value)| !value.is_empty()) {
            request = request.header(*name, *value);
        }
        Ok(self.sender.send_request(request.body(Full::new(body.into()))?).await?)
    }

    /// Closes it, whatever it is in the middle of.
    pub async fn leave(self) {
        self.task.abort();
        // Cancelled is what it is to be.
        let _ = self.task.await;
    }
}

pub async fn post(proxy: &Proxy, path: &str, headers: &[(&str, &str)], body: impl Into<Bytes>) -> Result<Reply> {
    send(proxy, Method::POST, path, headers, body).await
}

pub async fn get(proxy: &Proxy, path: &str, headers: &[(&str, &str)]) -> Result<Reply> {
    send(proxy, Method::GET, path, headers, "").await
}

pub async fn send(
    proxy: &Proxy,
    method: Method,
    path: &str,
    headers: &[(&str, &str)],
    body: impl Into<Bytes>,
) -> Result<Reply> {
    let mut connection = Connection::open(proxy).await?;
    whole(connection.send(method, path, headers, body).await?).await
}

/// Reads an answer to its end.
pub async fn whole(response: http::Response<Incoming>) -> Result<Reply> {
    let (head, body) = response.into_parts();
    Ok(Reply { status: head.status, headers: head.headers, body: body.collect().await?.to_bytes() })
}

/// The next bytes of an answer that goes on.
pub async fn next(response: &mut http::Response<Incoming>) -> Result<String> {
    let frame = response.body_mut().frame().await.ok_or("the answer ended")??;
    Ok(String::from_utf8(frame.into_data().map_err(|_| "no data")?.to_vec())?)
}

/// A server of bytes: says `bytes` to its first request, and then waits until the client leaves.
pub struct Raw {
    pub url: String,
    pub left: JoinHandle<std::io::Result<()>>,
}

impl Raw {
    pub async fn start(bytes: &'static str) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let url = format!("http://{}", listener.local_addr()?);
        let left = tokio::spawn(async move {
            let (mut tcp, _) = listener.accept().await?;
            let mut buffer = vec![0; 64 * 1024];
            let mut request = Vec::new();
            // Requests here end with their JSON's brace.
            while !request.ends_with(b"}") {
                let count = tcp.read(&mut buffer).await?;
                request.extend_from_slice(buffer.get(..count).unwrap_or_default());
            }
            tcp.write_all(bytes.as_bytes()).await?;
            while tcp.read(&mut buffer).await? > 0 {}
            Ok(())
        });
        Ok(Self { url, left })
    }
}

/// Lets others work until something is so.
pub async fn until(mut so: impl FnMut() -> bool) {
    while !so() {
        tokio::task::yield_now().await;
    }
}
