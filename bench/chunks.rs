//! What one chunk of a stream costs on its way from the socket through the bridge.

use std::hint::black_box;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::time::{Duration, Instant};

use axonium::wire::chunk::read_chunk;
use axonium_bridge::{End, Engine};
use bytes::Bytes;
use http::HeaderMap;

const CHUNKS: u32 = 200_000;
const HEAD: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n";
const CHUNK: &str = r#"{"id":"chatcmpl-7d1f0c6e2b","object":"chat.completion.chunk","created":1764453538,"model":"qwen3-0.6b","system_fingerprint":"fp_44709d6fcb","choices":[{"index":0,"delta":{"content":" token"},"logprobs":null,"finish_reason":null}],"usage":null}"#;
const REQUEST: &[u8] = br#"{"model":"qwen3-0.6b","messages":[{"role":"user","content":"hi"}]}"#;
const LONGEST: Duration = Duration::from_mins(1);

fn main() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("a bound port has an address");
    let server = std::thread::spawn(move || serve(&listener));
    let config = format!(r#"{{"gateway_base_url":"http://{address}","api_key":"none"}}"#);
    let engine = Engine::new(config.as_bytes()).unwrap_or_else(|error| panic!("{}", String::from_utf8_lossy(&error)));

    let begun = Instant::now();
    let call =
        engine.start("chat.completions.stream", Bytes::from_static(REQUEST), b"").expect("this process's engine");
    let (mut chunks, mut pulls) = (0, 0_u32);
    let end = loop {
        let batch = engine.pull_blocking(call, usize::MAX, usize::MAX, LONGEST).expect("an open call");
        assert!(!batch.is_empty(), "the stream stands still");
        chunks += u32::try_from(batch.items.len()).unwrap_or(u32::MAX);
        pulls += 1;
        if let Some(end) = batch.end {
            break end;
        }
    };
    let took = begun.elapsed();
    assert!(matches!(end, End::Done(_)) && chunks == CHUNKS, "{chunks} chunks, {end:?}");
    report("through the bridge", took);
    println!("{pulls} pulls, {} chunks each", chunks / pulls.max(1));
    server.join().expect("the server writes to its end");

    let (headers, data) = (HeaderMap::new(), Bytes::from_static(CHUNK.as_bytes()));
    let begun = Instant::now();
    for _ in 0..CHUNKS {
        black_box(read_chunk(&headers, black_box(&data)));
    }
    report("of it, reading the chunk", begun.elapsed());
}

fn serve(listener: &TcpListener) {
    let (mut stream, _) = listener.accept().expect("the engine connects");
    // The request fits into one read.
    let _ = stream.read(&mut [0; 16 * 1024]);
    let hundred = format!("data: {CHUNK}\n\n").repeat(100);
    stream.write_all(HEAD).expect("the engine reads");
    for _ in 0..CHUNKS / 100 {
        stream.write_all(hundred.as_bytes()).expect("the engine reads");
    }
    stream.write_all(b"data: [DONE]\n\n").expect("the engine reads");
}

fn report(what: &str, took: Duration) {
    let per_chunk = took / CHUNKS;
    println!("{what}: {:.0} chunks a second, {per_chunk:?} each", f64::from(CHUNKS) / took.as_secs_f64());
}
