//! The program as its users have it: started, asked over the wire, ended.
#![allow(dead_code, unreachable_pub, reason = "each test program uses its part")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Output, Stdio};

pub type Result<T = (), E = Box<dyn std::error::Error>> = std::result::Result<T, E>;

pub fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_axonium-gateway"));
    command.args(arguments);
    command
}

/// Asserts that the arguments are refused with exit code 2 and a text that names each of `named`.
pub fn assert_refused(arguments: &[&str], named: &[&str]) -> Result {
    let mut child = program(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let mut line = String::new();
    BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut line)?;
    if !line.is_empty() {
        // It was not refused, and would serve for ever.
        child.kill()?;
    }
    let Output { status, stderr, .. } = child.wait_with_output()?;
    assert_eq!(status.code(), Some(2), "{arguments:?} {line}");
    let said = String::from_utf8(stderr)?;
    for name in named {
        assert!(said.contains(name), "{arguments:?} does not say {name:?}: {said}");
    }
    Ok(())
}

/// A server that is ended by its test, whatever becomes of it.
pub struct Server {
    pub child: Child,
    pub address: String,
}

impl Server {
    /// Starts a command and reads where it listens.
    pub fn start(arguments: &[&str]) -> Result<Self> {
        Self::of(program(arguments).stdout(Stdio::piped()).spawn()?)
    }

    /// The same of a command that runs already.
    pub fn of(mut child: Child) -> Result<Self> {
        let mut line = String::new();
        BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut line)?;
        let address = line.trim().rsplit("http://").next().unwrap_or_default().to_owned();
        Ok(Self { child, address })
    }

    /// The whole answer, as it is on the wire.
    pub fn get(&self, path: &str) -> Result<String> {
        let mut tcp = TcpStream::connect(&self.address)?;
        write!(tcp, "GET {path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer k\r\nconnection: close\r\n\r\n")?;
        let mut answer = String::new();
        tcp.read_to_string(&mut answer)?;
        Ok(answer)
    }

    #[cfg(unix)]
    pub fn signal(&self, signal: &str) -> Result {
        assert!(Command::new("kill").args([signal, &self.child.id().to_string()]).status()?.success());
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
