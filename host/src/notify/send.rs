//! A notice on its way: one request, over TLS, to the very machine that was looked at.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::net::{TcpStream, lookup_host};
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{self, ClientConfig, RootCertStore};

use super::Notices;
use super::address::{HookAddress, HookAddressError, is_public};

/// The reason why a notice was not delivered. Players see it: of machines that are not public it tells nothing, not even that a name
/// has no meaning.
#[derive(Debug, thiserror::Error)]
pub(super) enum SendError {
    /// The address is none.
    #[error(transparent)]
    Address(#[from] HookAddressError),
    /// The name has no address, or one that is not public.
    #[error("the name leads to no machine on the public net")]
    Nowhere,
    /// No connection was made.
    #[error("no connection can be made: {0}")]
    Connection(std::io::ErrorKind),
    /// The certificate of the other end is not trusted, or it speaks no TLS.
    #[error("no secure connection can be made: {0}")]
    Tls(std::io::Error),
    /// No answer came.
    #[error("no answer came in time")]
    Late,
    /// Something else came than an answer.
    #[error("what came was no answer of a web server")]
    Garbled,
    /// The answer leads elsewhere.
    #[error("the answer leads to another address ({}); write that one", .0.as_u16())]
    Elsewhere(StatusCode),
    /// The answer is a refusal.
    #[error("the answer was {}", .0.as_u16())]
    Refused(StatusCode),
}

/// Sends notices.
#[derive(Clone)]
pub(super) struct NoticeSender {
    tls: TlsConnector,
    patience: Duration,
    private: bool,
}

impl NoticeSender {
    /// Trusts the authorities that Mozilla trusts, and those of `notices`.
    ///
    /// # Errors
    /// An authority cannot be read.
    pub(super) fn new(notices: &Notices) -> Result<Self, rustls::Error> {
        let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        for authority in &notices.authorities {
            roots.add(CertificateDer::from(authority.as_slice()))?;
        }
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Self { tls: Arc::new(config).into(), patience: notices.patience, private: notices.private })
    }

    /// Sends `body`, a JSON text, to `address`.
    ///
    /// # Errors
    /// The reason why it was not taken.
    pub(super) async fn send(&self, address: &str, body: String) -> Result<(), SendError> {
        timeout(self.patience, self.deliver(address, body)).await.unwrap_or(Err(SendError::Late))
    }

    async fn deliver(&self, address: &str, body: String) -> Result<(), SendError> {
        let HookAddress { host, port, authority, path } = HookAddress::read(address, self.private)?;
        let found = lookup_host((host.as_str(), port)).await.map_err(|_| SendError::Nowhere)?.collect();
        let name = ServerName::try_from(host).map_err(|_| SendError::Nowhere)?;
        let stream = self.connect(found).await?;
        let stream = self.tls.connect(name, stream).await.map_err(SendError::Tls)?;
        let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(|_| SendError::Garbled)?;
        // The connection ends with the set.
        let mut driving = JoinSet::new();
        driving.spawn(connection);
        let request = Request::post(path)
            .header(header::HOST, authority)
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::USER_AGENT, concat!("battlewright/", env!("CARGO_PKG_VERSION")))
            .header(header::CONNECTION, "close")
            .body(Body::from(body))
            .map_err(|_| HookAddressError::Unreadable)?;
        let answer = sender.send_request(request).await.map_err(|_| SendError::Garbled)?;
        match answer.status() {
            status if status.is_success() => Ok(()),
            status if status.is_redirection() => Err(SendError::Elsewhere(status)),
            status => Err(SendError::Refused(status)),
        }
    }

    /// Connects to one of the addresses of a name. If one of them is not public, the name is not to be trusted.
    async fn connect(&self, found: Vec<SocketAddr>) -> Result<TcpStream, SendError> {
        let is_allowed = |address: IpAddr| self.private || is_public(address);
        if found.is_empty() || !found.iter().all(|address| is_allowed(address.ip())) {
            return Err(SendError::Nowhere);
        }
        // Not the name, which may lead elsewhere by now.
        let connected = TcpStream::connect(found.as_slice()).await;
        connected.map_err(|error| SendError::Connection(error.kind()))
    }
}
