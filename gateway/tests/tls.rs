//! A gateway behind TLS.

mod support;

use std::io::ErrorKind;
use std::sync::Arc;

use axonium_gateway::{Clock, Gateway, GatewayConfig, Tls};
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use support::{RESPONSES, Result, parse, read_to_end, request};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};

async fn connect(gateway: &Gateway, trusted: Option<&str>) -> Result<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    if let Some(pem) = trusted {
        roots.add(CertificateDer::from_pem_slice(pem.as_bytes())?)?;
    }
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let url = gateway.url();
    let address = url.strip_prefix("https://").ok_or("not https")?;
    let tcp = TcpStream::connect(address).await?;
    Ok(TlsConnector::from(Arc::new(config)).connect(ServerName::try_from("127.0.0.1")?, tcp).await?)
}

#[tokio::test]
async fn it_is_served_to_those_who_trust_its_certificate() -> Result {
    let tls = Tls::self_signed()?;
    let certificate = tls.certificate_pem().to_owned();
    let gateway = Gateway::start_tls(GatewayConfig::default(), Clock::simulated(), tls)?;
    let mut stream = connect(&gateway, Some(&certificate)).await?;
    let bytes = request("GET", "/v1/models", &[("authorization", "Bearer k")], "", true);
    stream.write_all(bytes.as_bytes()).await?;
    let (answer, end) = read_to_end(&mut stream).await?;
    assert_eq!(parse(&answer, end)?.status, 200);
    assert!(connect(&gateway, None).await.is_err());
    Ok(())
}

#[tokio::test]
async fn the_first_handshakes_are_broken_off() -> Result {
    let tls = Tls::self_signed()?.closing_handshakes(2);
    let certificate = tls.certificate_pem().to_owned();
    let gateway = Gateway::start_tls(GatewayConfig::default(), Clock::simulated(), tls)?;
    for _ in 0..2 {
        assert!(connect(&gateway, Some(&certificate)).await.is_err());
    }
    connect(&gateway, Some(&certificate)).await?;
    assert!(gateway.requests().is_empty());
    Ok(())
}

#[tokio::test]
async fn a_websocket_is_served_and_reset_behind_it_too() -> Result {
    let tls = Tls::self_signed()?;
    let certificate = tls.certificate_pem().to_owned();
    let gateway = Gateway::start_tls(GatewayConfig::default(), Clock::simulated(), tls)?;
    gateway.control("script", json!([{"websocket": [{"text": "one"}]}, {"websocket": [{"reset": true}]}]))?;
    let request = format!("wss://gateway{RESPONSES}").into_client_request()?;
    let (mut socket, _) = client_async(request, connect(&gateway, Some(&certificate)).await?).await?;
    let create = Message::text(json!({"type": "response.create"}).to_string());
    socket.send(create.clone()).await?;
    assert_eq!(socket.next().await.ok_or("the end")??, Message::text("one"));
    socket.send(create).await?;
    let end = socket.next().await.ok_or("the end")?;
    assert!(matches!(&end, Err(Error::Io(error)) if error.kind() == ErrorKind::ConnectionReset), "{end:?}");
    Ok(())
}

#[test]
fn a_certificate_that_is_none_is_refused_by_name() {
    let error = Tls::from_pem("", "no key").err().map(|error| error.to_string()).unwrap_or_default();
    assert!(error.starts_with("key: "), "{error}");
}
