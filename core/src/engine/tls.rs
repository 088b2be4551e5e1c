//! Which servers are trusted: the operating system's store, the public roots, and a caller's own bundle.

use std::sync::Arc;

use rustls::crypto::ring;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};

use super::settings::configuration;
use crate::api::error::ErrorDetails;

/// A TLS configuration that always verifies. A machine without a certificate store still has the public roots.
pub(super) fn client_config(ca_bundle: Option<&str>) -> Result<ClientConfig, Box<ErrorDetails>> {
    let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    // `SSL_CERT_FILE` and `SSL_CERT_DIR` are honoured here. Certificates that cannot be read are skipped, as OpenSSL does.
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if let Some(path) = ca_bundle {
        add_bundle(&mut roots, path)?;
    }
    Ok(ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| configuration("tls", error))?
        .with_root_certificates(roots)
        .with_no_client_auth())
}

/// `config` for a client that speaks HTTP/2 only, HTTP/1.1 only, or (unset) whichever the server prefers.
pub(super) fn speaking(config: &ClientConfig, http2: Option<bool>) -> ClientConfig {
    let mut config = config.clone();
    // A prepared configuration is taken as it is: without these the protocol would not be negotiated.
    let protocols: &[&[u8]] = match http2 {
        Some(true) => &[b"h2"],
        Some(false) => &[b"http/1.1"],
        None => &[b"h2", b"http/1.1"],
    };
    config.alpn_protocols = protocols.iter().map(|protocol| protocol.to_vec()).collect();
    config
}

fn add_bundle(roots: &mut RootCertStore, path: &str) -> Result<(), Box<ErrorDetails>> {
    let refuse = |why: String| {
        configuration("ca_bundle", format!("{path}: {why}; name a readable PEM file (AXONIUM_CA_BUNDLE)"))
    };
    let certificates = CertificateDer::pem_file_iter(path).map_err(|error| refuse(error.to_string()))?;
    let mut found = false;
    for certificate in certificates {
        let certificate = certificate.map_err(|error| refuse(error.to_string()))?;
        roots.add(certificate).map_err(|error| refuse(error.to_string()))?;
        found = true;
    }
    if found { Ok(()) } else { Err(refuse("holds no certificate".to_owned())) }
}
