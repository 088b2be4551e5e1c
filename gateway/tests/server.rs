//! The program.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Output, Stdio};

type Result<T = (), E = Box<dyn std::error::Error>> = std::result::Result<T, E>;

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_axonium-gateway"));
    command.args(arguments);
    command
}

/// A server that is ended by its test, whatever becomes of it.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(arguments: &[&str]) -> Result<Self> {
        let mut child = program(&[&["serve", "--port", "0"], arguments].concat()).stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut line)?;
        let address = line.trim().rsplit("http://").next().unwrap_or_default().to_owned();
        Ok(Self { child, address })
    }

    fn get(&self, path: &str) -> Result<String> {
        let mut tcp = TcpStream::connect(&self.address)?;
        write!(tcp, "GET {path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer k\r\nconnection: close\r\n\r\n")?;
        let mut answer = String::new();
        tcp.read_to_string(&mut answer)?;
        Ok(answer)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
#[cfg(unix)]
fn it_serves_until_it_is_told_to_end() -> Result {
    for signal in ["-TERM", "-INT"] {
        let mut server = Server::start(&[])?;
        assert!(server.get("/v1/models")?.starts_with("HTTP/1.1 200 OK\r\n"));
        assert!(Command::new("kill").args([signal, &server.child.id().to_string()]).status()?.success());
        assert!(server.child.wait()?.success(), "{signal}");
        assert!(TcpStream::connect(&server.address).is_err());
    }
    Ok(())
}

#[test]
fn it_reads_its_configuration_from_a_file() -> Result {
    let file = std::env::temp_dir().join(format!("axonium-gateway-{}.json", std::process::id()));
    std::fs::write(&file, r#"{"models": [{"id": "from-the-file"}]}"#)?;
    let server = Server::start(&["--config", &file.to_string_lossy(), "--clock", "virtual"]);
    let models = server.and_then(|server| server.get("/v1/models"));
    std::fs::remove_file(&file)?;
    assert!(models?.contains("from-the-file"));
    Ok(())
}

#[test]
fn arguments_that_make_no_sense_are_refused_by_name() -> Result {
    let cases: [(&[&str], &str); 5] = [
        (&[], "command is missing"),
        (&["sing"], "sing"),
        (&["serve", "--clock", "sun"], "sun"),
        (&["serve", "--colour"], "--colour"),
        (&["serve", "--config", "/nowhere.json"], "/nowhere.json"),
    ];
    for (arguments, named) in cases {
        let Output { status, stderr, .. } = program(arguments).output()?;
        assert_eq!(status.code(), Some(2), "{arguments:?}");
        assert!(String::from_utf8(stderr)?.contains(named), "{arguments:?}");
    }
    let help = program(&["--help"]).output()?;
    assert!(help.status.success() && String::from_utf8(help.stdout)?.contains("--port"));
    Ok(())
}
