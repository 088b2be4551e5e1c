//! Memory stays flat over many turns and over many connections: 500 of them by default, 10,000 in `./dev soak`.

#![cfg(all(feature = "testing", target_os = "linux"))]

mod common;

use axonium::testing::GatewayConfig;
use axonium::{Client, ResponseRequest};
use common::{Served, config, over_websocket, response_request, served};

const TURNS: usize = 500;
/// The gateway, in this process too, remembers requests and a ledger. So often it is made to forget them.
const RESET_EVERY: usize = 100;
const MOST_GROWTH: usize = 16 * 1024 * 1024;
const PAGE: usize = 4096;

#[tokio::test]
async fn over_many_turns_on_one_connection() {
    let served = served(GatewayConfig::default());
    let client = Client::new(config(&served)).unwrap();
    let connection = client.response_connection().await.unwrap();
    let opened = served.gateway.connections();
    let mut watch = Watch::default();
    for turn in 0..turns() {
        let response = connection.response(&response_request()).await.unwrap();
        assert_eq!((response.output_text(), response.meta.attempts), ("one two three", 1));
        if (turn + 1).is_multiple_of(RESET_EVERY) {
            assert!(served.gateway.connections() <= opened, "the connection was opened again");
        }
        watch.after(turn, &served);
    }
    watch.assert_flat();
}

#[tokio::test]
async fn over_many_connections() {
    let served = served(GatewayConfig::default());
    let client = Client::new(config(&served)).unwrap();
    let mut watch = Watch::default();
    for turn in 0..turns() {
        one_connection(&client, &over_websocket()).await;
        watch.after(turn, &served);
    }
    watch.assert_flat();
}

fn turns() -> usize {
    std::env::var("AXONIUM_SOAK").ok().map_or(TURNS, |turns| turns.parse().unwrap())
}

async fn one_connection(client: &Client, request: &ResponseRequest) {
    let mut stream = client.response_stream(request).await.unwrap();
    assert_eq!(stream.final_response().await.unwrap().output_text(), "one two three");
}

/// Resident memory after the first resets, and at the end.
#[derive(Default)]
struct Watch {
    settled: usize,
    last: usize,
}

impl Watch {
    fn after(&mut self, turn: usize, served: &Served) {
        if !(turn + 1).is_multiple_of(RESET_EVERY) {
            return;
        }
        served.gateway.reset();
        let pages = std::fs::read_to_string("/proc/self/statm").unwrap();
        self.last = pages.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap() * PAGE;
        if turn < 2 * RESET_EVERY {
            self.settled = self.last;
        }
    }

    fn assert_flat(&self) {
        let grown = self.last.saturating_sub(self.settled);
        println!("{} bytes resident at the end, {grown} more than once it had settled", self.last);
        assert!(grown < MOST_GROWTH, "{} bytes after {}, {grown} more", self.last, self.settled);
    }
}
