//! `axonium-gateway proxy`.

mod common;

use std::io::{Read, Write};
#[cfg(unix)]
use std::net::TcpListener;
use std::net::TcpStream;

use common::{Result, Server, assert_refused, program};

fn start(upstream: &Server, arguments: &[&str]) -> Result<Server> {
    let route = format!("one=http://{}/v1", upstream.address);
    Server::start(&[&["proxy", "--listen", "127.0.0.1:0", "--route", &route], arguments].concat())
}

fn upstream() -> Result<Server> {
    Server::start(&["serve", "--port", "0"])
}

#[test]
#[cfg(unix)]
fn it_serves_until_it_is_told_to_end() -> Result {
    let upstream = upstream()?;
    for signal in ["-TERM", "-INT"] {
        let mut proxy = start(&upstream, &[])?;
        let models = proxy.get("/v1/models")?;
        assert!(models.starts_with("HTTP/1.1 200 OK\r\n") && models.contains("qwen3-0.6b"), "{models}");
        assert!(models.contains("x-axonium-route: one\r\n"), "{models}");
        proxy.signal(signal)?;
        assert!(proxy.child.wait()?.success(), "{signal}");
        assert!(TcpStream::connect(&proxy.address).is_err());
    }
    Ok(())
}

#[test]
fn help_names_every_option() -> Result {
    let help = program(&["proxy", "--help"]).output()?;
    assert!(help.status.success());
    let help = String::from_utf8(help.stdout)?;
    let options =
        ["--route", "--listen", "--max-body-bytes", "--max-connections", "--header-seconds", "--drain-seconds"];
    for option in options.into_iter().chain(["model=", "key_env=", "--help"]) {
        assert!(help.contains(option), "{option}");
    }
    Ok(())
}

#[test]
fn arguments_that_cannot_work_are_refused_with_the_fix() -> Result {
    let refused = |arguments: &[&str], named: &[&str]| {
        assert_refused(&[&["proxy", "--listen", "127.0.0.1:0"], arguments].concat(), named)
    };
    refused(&[], &["--route", "NAME=URL"])?;
    refused(&["--route", "http://127.0.0.1:1"], &["--route", "NAME=URL"])?;
    refused(&["--route", "=http://127.0.0.1:1"], &["--route", "NAME=URL"])?;
    refused(&["--route", "a=127.0.0.1:8020"], &["route a: url", "http://HOST:PORT"])?;
    refused(&["--route", "a=ftp://127.0.0.1"], &["route a: url", "http://HOST:PORT"])?;
    refused(&["--route", "ü=http://127.0.0.1:1"], &["route ü", "visible ASCII"])?;
    refused(&["--route", "a=http://127.0.0.1:1,key_env=AXONIUM_UNSET"], &["--route a", "AXONIUM_UNSET", "export it"])?;
    refused(&["--route", "a=http://127.0.0.1:1,model="], &["--route a", "model is empty"])?;
    refused(&["--route", "a=http://127.0.0.1:1,model=m,model=n"], &["--route a", "model is given twice"])?;
    refused(&["--route", "a=http://127.0.0.1:1,colour=red"], &["--route a", "colour=red", "model=MODEL"])?;
    refused(&["--colour", "red"], &["--colour"])?;
    let route = ["--route", "a=http://127.0.0.1:1"];
    for listen in ["8021", ":8021", "localhost", "127.0.0.1:99999"] {
        refused(&[&route[..], &["--listen", listen]].concat(), &["--listen", listen, "HOST:PORT"])?;
    }
    for limit in ["max-connections", "max-body-bytes", "header-seconds"] {
        refused(&[&route[..], &[&format!("--{limit}"), "0"]].concat(), &[limit, "above 0"])?;
    }
    refused(&[&route[..], &["--drain-seconds", "soon"]].concat(), &["soon"])
}

#[test]
fn the_body_limit_is_an_option() -> Result {
    let upstream = upstream()?;
    let proxy = start(&upstream, &["--max-body-bytes", "10"])?;
    let mut tcp = TcpStream::connect(&proxy.address)?;
    let head = "POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 11\r\n\r\n";
    write!(tcp, "{head}{}", "x".repeat(11))?;
    let mut answer = String::new();
    tcp.read_to_string(&mut answer)?;
    assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
    Ok(())
}

#[test]
#[cfg(unix)]
fn what_runs_too_long_is_cut() -> Result {
    let silent = TcpListener::bind("127.0.0.1:0")?;
    let route = format!("silent=http://{}", silent.local_addr()?);
    let mut proxy = Server::start(&["proxy", "--listen", "127.0.0.1:0", "--route", &route, "--drain-seconds", "0"])?;
    let mut tcp = TcpStream::connect(&proxy.address)?;
    write!(tcp, "GET /v1/models HTTP/1.1\r\nhost: x\r\nauthorization: Bearer k\r\n\r\n")?;
    let _running = silent.accept()?;
    proxy.signal("-TERM")?;
    assert!(proxy.child.wait()?.success());
    assert_eq!(tcp.read_to_end(&mut Vec::new()).unwrap_or(0), 0, "no answer was made up");
    Ok(())
}

#[test]
fn two_routes_of_one_name_are_refused() -> Result {
    let routes =
        ["proxy", "--listen", "127.0.0.1:0", "--route", "a=http://127.0.0.1:1", "--route", "a=http://127.0.0.1:2"];
    assert_refused(&routes, &["route a: name", "another route's name"])
}

#[test]
#[cfg(unix)]
fn an_address_that_others_can_reach_is_said_loudly() -> Result {
    use std::process::Stdio;

    let key = "a-secret-key";
    let mut command = program(&["proxy", "--listen", "0.0.0.0:0", "--route", "a=http://127.0.0.1:1,key_env=KEY"]);
    let child = command.env("KEY", key).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let mut proxy = Server::of(child)?;
    proxy.signal("-TERM")?;
    assert!(proxy.child.wait()?.success());
    let mut said = String::new();
    proxy.child.stderr.take().ok_or("no output")?.read_to_string(&mut said)?;
    assert!(said.contains("WARNING") && said.contains("0.0.0.0") && said.contains("keys of: a"), "{said}");
    assert!(!said.contains(key), "{said}");
    Ok(())
}
