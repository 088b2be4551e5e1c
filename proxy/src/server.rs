//! Listening, connections and their limits, and the end of it all.

use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinHandle;

use crate::config::{ConfigError, ProxyConfig};
use crate::endpoints::{self, Service};

/// How long to wait when no descriptor is free: others must close first.
const NO_DESCRIPTOR: Duration = Duration::from_millis(10);

/// A running proxy. Dropping it ends it with its connections and calls.
#[derive(Debug)]
pub struct Proxy {
    address: SocketAddr,
    places: Arc<Semaphore>,
    max_connections: u32,
    phase: watch::Sender<Phase>,
    accepting: JoinHandle<()>,
}

/// Why a proxy was not started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// A setting cannot work.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {cause}")]
    Listen {
        /// The address as it was given.
        address: String,
        /// What the system says.
        cause: io::Error,
    },
}

/// What connections may do. Each phase comes after those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    /// Take requests.
    Serving,
    /// Finish what is running.
    Draining,
    /// End now.
    Over,
}

impl Proxy {
    /// Listens and serves. Must be called inside a tokio runtime.
    ///
    /// # Errors
    /// [`StartError`] names the setting that cannot work, or the address that cannot be listened on.
    pub async fn start(config: ProxyConfig) -> Result<Self, StartError> {
        let (listen, header_timeout, max_connections) =
            (config.listen.clone(), config.header_timeout, config.max_connections);
        let limits = [
            ("max-connections", max_connections == 0),
            ("max-body-bytes", config.max_body_bytes == 0),
            ("header-seconds", header_timeout.is_zero()),
        ];
        if let Some((field, _)) = limits.into_iter().find(|(_, is_zero)| *is_zero) {
            return Err(ConfigError::new(field, "must be above 0; leave it out for the default").into());
        }
        let service = endpoints::service(config)?;
        let refused = |cause| StartError::Listen { address: listen.clone(), cause };
        let listener = TcpListener::bind(&listen).await.map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        let places = Arc::new(Semaphore::new(max_connections as usize));
        let (phase, phases) = watch::channel(Phase::Serving);
        let server = Server { service, header_timeout, places: Arc::clone(&places), phases };
        let accepting = tokio::spawn(server.accept(listener));
        Ok(Self { address, places, max_connections, phase, accepting })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Takes no further connection and no further request, lets running calls end, and after `patience` cuts those that
    /// have not. True if all of them ended by themselves.
    pub async fn drain(self, patience: Duration) -> bool {
        self.phase.send_replace(Phase::Draining);
        // All places are free once nothing is served any more.
        let all = self.places.acquire_many(self.max_connections);
        tokio::time::timeout(patience, all).await.is_ok()
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.phase.send_replace(Phase::Over);
        self.accepting.abort();
    }
}

/// A connection's place among those served at once. It is given back when nobody holds it any more.
#[derive(Clone)]
pub(crate) struct Place {
    _permit: Arc<OwnedSemaphorePermit>,
    phases: watch::Receiver<Phase>,
}

impl Place {
    /// Waits until nothing new is to be begun.
    pub(crate) async fn draining(&mut self) {
        reached(&mut self.phases, Phase::Draining).await;
    }

    /// Waits until everything is to end.
    pub(crate) async fn over(&mut self) {
        reached(&mut self.phases, Phase::Over).await;
    }
}

async fn reached(phases: &mut watch::Receiver<Phase>, wanted: Phase) {
    // A proxy that is gone is one that is over.
    drop(phases.wait_for(|phase| *phase >= wanted).await);
}

struct Server {
    service: Service,
    header_timeout: Duration,
    places: Arc<Semaphore>,
    phases: watch::Receiver<Phase>,
}

impl Server {
    async fn accept(mut self, listener: TcpListener) {
        loop {
            let mut phases = self.phases.clone();
            let accepted = tokio::select! {
                accepted = self.next_connection(&listener) => accepted,
                () = reached(&mut phases, Phase::Draining) => return,
            };
            match accepted {
                Ok((tcp, place)) => drop(tokio::spawn(self.serve(tcp, place))),
                Err(_) => tokio::time::sleep(NO_DESCRIPTOR).await,
            }
        }
    }

    /// Without a free place nothing is accepted: clients wait where the system keeps them.
    async fn next_connection(&mut self, listener: &TcpListener) -> io::Result<(TcpStream, Place)> {
        let permit = Arc::clone(&self.places).acquire_owned().await.map_err(io::Error::other)?;
        let (tcp, _) = listener.accept().await?;
        // Events are to be seen when they come.
        tcp.set_nodelay(true)?;
        Ok((tcp, Place { _permit: Arc::new(permit), phases: self.phases.clone() }))
    }

    /// Serves one connection to its end.
    fn serve(&self, tcp: TcpStream, mut place: Place) -> impl Future<Output = ()> + Send + use<> {
        let (service, held) = (self.service.clone(), place.clone());
        let service = service_fn(move |request: Request<Incoming>| {
            let mut request = request.map(Body::new);
            // A WebSocket goes on after its connection was handed over.
            request.extensions_mut().insert(held.clone());
            service.call(request)
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(self.header_timeout)
            .serve_connection(TokioIo::new(tcp), service)
            .with_upgrades();
        async move {
            let mut connection = pin!(connection);
            // How a connection ends concerns its client only.
            tokio::select! {
                _ = connection.as_mut() => return,
                () = place.draining() => connection.as_mut().graceful_shutdown(),
            }
            tokio::select! {
                _ = connection => {}
                () = place.over() => {}
            }
        }
    }
}
