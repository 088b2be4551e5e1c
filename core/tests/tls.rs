//! TLS: verified always, with a caller's own certificates when given.

#![cfg(feature = "testing")]

mod common;

use std::path::PathBuf;

use axonium::testing::{Gateway, GatewayConfig};
use axonium::{Client, Clock, Config, ErrorKind};
use axonium_gateway::Tls;
use common::{config_for, over_websocket, request};
use serde_json::json;
use tempfile::TempDir;

struct Secured {
    gateway: Gateway,
    folder: TempDir,
    bundle: PathBuf,
}

fn secured(handshakes_to_close: u32) -> Secured {
    let tls = Tls::self_signed().unwrap().closing_handshakes(handshakes_to_close);
    let folder = TempDir::new().unwrap();
    let bundle = folder.path().join("ca.pem");
    std::fs::write(&bundle, tls.certificate_pem()).unwrap();
    let gateway = Gateway::start_tls(GatewayConfig::default(), Clock::simulated(), tls).unwrap();
    Secured { gateway, folder, bundle }
}

fn trusting(secured: &Secured) -> Config {
    Config { ca_bundle: secured.bundle.to_str().unwrap().into(), ..config_for(&secured.gateway.url()) }
}

#[tokio::test]
async fn a_bundle_makes_a_private_authority_trusted() {
    let secured = secured(0);
    let completion = Client::new(trusting(&secured)).unwrap().chat(&request()).await.unwrap();
    assert_eq!(completion.content(), Some("one two three"));
}

#[tokio::test]
async fn the_protocol_is_negotiated() {
    let secured = secured(0);
    let http2_only = json!([{"gateway": true, "http2": true}]);
    secured.gateway.script(serde_json::from_value(http2_only.clone()).unwrap()).unwrap();
    assert!(Client::new(trusting(&secured)).unwrap().chat(&request()).await.is_ok(), "HTTP/2 is preferred");
    secured.gateway.script(serde_json::from_value(http2_only).unwrap()).unwrap();
    let http1 = Config { http2: Some(false), ..trusting(&secured) };
    let error = Client::new(http1).unwrap().chat(&request()).await.unwrap_err();
    assert_eq!(error.details().status, Some(505), "this client speaks HTTP/1.1 only");
}

#[tokio::test]
async fn a_socket_is_opened_over_tls_beside_http2() {
    let secured = secured(0);
    let client = Client::new(trusting(&secured)).unwrap();
    client.models().await.unwrap();
    let mut stream = client.response_stream(&over_websocket()).await.unwrap();
    assert_eq!(stream.final_response().await.unwrap().output_text(), "one two three");
    assert_eq!(secured.gateway.connections(), 1);
}

#[tokio::test]
async fn an_unknown_authority_is_refused_before_anything_is_sent() {
    let secured = secured(0);
    let error = Client::new(config_for(&secured.gateway.url())).unwrap().chat(&request()).await.unwrap_err();
    assert_eq!((error.kind(), error.details().sent), (ErrorKind::Connection, Some(false)), "{error}");
    assert!(error.to_string().to_lowercase().contains("certificate"), "{error}");
    assert!(secured.gateway.requests().is_empty());
}

#[tokio::test]
async fn a_broken_handshake_is_repeated() {
    let secured = secured(2);
    let completion = Client::new(trusting(&secured)).unwrap().chat(&request()).await.unwrap();
    assert_eq!(completion.meta.attempts, 3);
    assert!(completion.meta.history[..2].iter().all(|attempt| attempt.reason == Some("not-sent")));
    assert_eq!(secured.gateway.requests().len(), 1);
}

#[tokio::test]
async fn a_bundle_that_cannot_serve_is_named() {
    let secured = secured(0);
    let unreadable = secured.folder.path().join("absent.pem");
    let no_certificate = secured.folder.path().join("text.pem");
    std::fs::write(&no_certificate, "no certificate here").unwrap();
    let broken = secured.folder.path().join("broken.pem");
    std::fs::write(&broken, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n").unwrap();
    for path in [unreadable.as_path(), no_certificate.as_path(), broken.as_path(), secured.folder.path()] {
        let path = path.to_str().unwrap();
        let error = Client::new(Config { ca_bundle: path.into(), ..trusting(&secured) }).unwrap_err();
        assert_eq!((error.kind(), error.details().field.as_deref()), (ErrorKind::Configuration, Some("ca_bundle")));
        assert!(error.to_string().contains(path) && error.to_string().contains("AXONIUM_CA_BUNDLE"), "{error}");
    }
}
