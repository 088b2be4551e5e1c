//! Listening, connections, and everything below HTTP that can go wrong on purpose.

mod connection;
mod faults;
mod line;
mod websocket;

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use std::{io, mem};

use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

use self::connection::Server;
use self::line::Socket;
use crate::routes::FullGateway;
use crate::state::State;

/// What lies between the socket and HTTP.
#[derive(Debug, Clone)]
pub(crate) enum Transport {
    Plain,
    #[cfg(feature = "tls")]
    Tls(crate::tls::Tls),
}

/// A port that is being served, or refused.
#[derive(Debug)]
pub(crate) struct Listening {
    pub(crate) address: SocketAddr,
    closing: watch::Sender<bool>,
    accepting: Accepting,
}

#[derive(Debug)]
enum Accepting {
    /// Bound, so that nobody else gets the port, and never listened on, so that every connection is refused.
    Refused(#[expect(dead_code, reason = "held for the port")] TcpSocket),
    By(JoinHandle<()>),
    Stopped,
}

impl Listening {
    /// Serves a loopback port; 0 is any free one.
    pub(crate) fn start(state: Arc<State>, transport: Transport, port: u16) -> io::Result<Self> {
        let socket = TcpSocket::new_v4()?;
        socket.set_reuseaddr(true)?;
        socket.bind((Ipv4Addr::LOCALHOST, port).into())?;
        let (closing, closes) = watch::channel(false);
        if state.config.refuse_connections {
            return Ok(Self { address: socket.local_addr()?, closing, accepting: Accepting::Refused(socket) });
        }
        let listener = socket.listen(1024)?;
        let address = listener.local_addr()?;
        let server = Server { gateway: FullGateway::new(state.clone()), state };
        Ok(Self {
            address,
            closing,
            accepting: Accepting::By(tokio::spawn(accept(listener, server, transport, closes))),
        })
    }

    /// Lets running requests finish and takes no new ones.
    pub(crate) async fn finish(&mut self) {
        // Without a connection there is nobody to tell.
        let _ = self.closing.send(true);
        if let Accepting::By(task) = mem::replace(&mut self.accepting, Accepting::Stopped) {
            let _ = task.await;
        }
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        if let Accepting::By(task) = &self.accepting {
            task.abort();
        }
    }
}

/// Connections are children of this task: they end with it.
async fn accept(listener: TcpListener, server: Server, transport: Transport, mut closes: watch::Receiver<bool>) {
    let mut connections = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = closes.wait_for(|closing| *closing) => break,
        };
        while connections.try_join_next().is_some() {}
        let Ok((tcp, _)) = accepted else {
            // No descriptor is free: others must close first.
            tokio::time::sleep(Duration::from_millis(10)).await;
            continue;
        };
        // Each write is to be seen by itself.
        let _ = tcp.set_nodelay(true);
        let (socket, line) = Socket::new(tcp);
        let (server, transport, closes) = (server.clone(), transport.clone(), closes.clone());
        connections.spawn(async move {
            match transport {
                Transport::Plain => server.serve(socket, line, closes).await,
                #[cfg(feature = "tls")]
                Transport::Tls(tls) => {
                    if let Ok(stream) = Box::pin(tls.accept(socket)).await {
                        server.serve(stream, line, closes).await;
                    }
                }
            }
        });
    }
    drop(listener);
    while connections.join_next().await.is_some() {}
}
