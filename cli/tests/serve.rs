//! `axonium-gateway serve`.

mod common;

#[cfg(unix)]
use std::net::TcpStream;

use common::{Result, Server, assert_refused, program};

fn start(arguments: &[&str]) -> Result<Server> {
    Server::start(&[&["serve", "--port", "0"], arguments].concat())
}

#[test]
#[cfg(unix)]
fn it_serves_until_it_is_told_to_end() -> Result {
    for signal in ["-TERM", "-INT"] {
        let mut server = start(&[])?;
        assert!(server.get("/v1/models")?.starts_with("HTTP/1.1 200 OK\r\n"));
        server.signal(signal)?;
        assert!(server.child.wait()?.success(), "{signal}");
        assert!(TcpStream::connect(&server.address).is_err());
    }
    Ok(())
}

#[test]
fn it_reads_its_configuration_from_a_file() -> Result {
    let file = std::env::temp_dir().join(format!("axonium-gateway-{}.json", std::process::id()));
    std::fs::write(&file, r#"{"models": [{"id": "from-the-file"}]}"#)?;
    let server = start(&["--config", &file.to_string_lossy(), "--clock", "virtual"]);
    let models = server.and_then(|server| server.get("/v1/models"));
    std::fs::remove_file(&file)?;
    assert!(models?.contains("from-the-file"));
    Ok(())
}

#[test]
fn arguments_that_make_no_sense_are_refused_by_name() -> Result {
    assert_refused(&["serve", "--clock", "sun"], &["--clock", "sun"])?;
    assert_refused(&["serve", "--colour"], &["--colour"])?;
    assert_refused(&["serve", "loudly"], &["loudly"])?;
    assert_refused(&["serve", "--config", "/nowhere.json"], &["/nowhere.json"])?;
    let help = program(&["serve", "--help"]).output()?;
    assert!(help.status.success() && String::from_utf8(help.stdout)?.contains("--port"));
    Ok(())
}
