//! TLS in front of a gateway, and handshakes that never finish.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use rcgen::{CertifiedKey, generate_simple_self_signed};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::server::TlsStream;

/// A certificate, its key, and how many handshakes are broken off before the first that works.
#[derive(Clone)]
pub struct Tls {
    acceptor: TlsAcceptor,
    certificate_pem: String,
    handshakes_to_close: Arc<AtomicU32>,
}

impl Tls {
    /// A new certificate for `localhost` and `127.0.0.1` that nobody trusts yet.
    pub fn self_signed() -> io::Result<Self> {
        let names = ["localhost", "127.0.0.1"].map(str::to_owned);
        let CertifiedKey { cert, signing_key } = generate_simple_self_signed(names).map_err(io::Error::other)?;
        Self::from_pem(&cert.pem(), &signing_key.serialize_pem())
    }

    /// A certificate chain and its key, both PEM.
    pub fn from_pem(certificates: &str, key: &str) -> io::Result<Self> {
        let chain = CertificateDer::pem_slice_iter(certificates.as_bytes()).collect::<Result<Vec<_>, _>>();
        let chain =
            chain.map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, format!("certificates: {error}")))?;
        let key = PrivateKeyDer::from_pem_slice(key.as_bytes());
        let key = key.map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, format!("key: {error}")))?;
        let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .and_then(|builder| builder.with_no_client_auth().with_single_cert(chain, key))
            .map_err(io::Error::other)?;
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        Ok(Self {
            acceptor: TlsAcceptor::from(Arc::new(config)),
            certificate_pem: certificates.to_owned(),
            handshakes_to_close: Arc::default(),
        })
    }

    /// Breaks off the first `count` handshakes: the connection is closed once the client has said hello.
    #[must_use]
    pub fn closing_handshakes(self, count: u32) -> Self {
        self.handshakes_to_close.store(count, Ordering::Relaxed);
        self
    }

    /// What a client must trust to talk to this gateway: its `ca_bundle`.
    #[must_use]
    pub fn certificate_pem(&self) -> &str {
        &self.certificate_pem
    }

    pub(crate) async fn accept<S>(&self, mut socket: S) -> io::Result<TlsStream<S>>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        let closes =
            self.handshakes_to_close.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        if closes.is_ok() {
            // Read first: closing over unread bytes would be a reset.
            let mut hello = [0; 16 * 1024];
            let _ = socket.read(&mut hello).await?;
            return Err(io::ErrorKind::ConnectionAborted.into());
        }
        self.acceptor.accept(socket).await
    }
}

impl std::fmt::Debug for Tls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tls").finish_non_exhaustive()
    }
}
