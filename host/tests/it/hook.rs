//! A machine elsewhere, which is told whose move it is.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// The time in which a notice must come.
const PATIENCE: Duration = Duration::from_secs(30);

/// The reaction of the machine to a request.
#[derive(Clone, Debug)]
pub(crate) enum Reply {
    /// It answers with these lines of a head.
    Head(String),
    /// It says nothing.
    Silence,
}

impl Reply {
    /// An answer with nothing but a status.
    pub(crate) fn status(status: u16) -> Self {
        Self::Head(format!("HTTP/1.1 {status} Whatever\r\nContent-Length: 0\r\n\r\n"))
    }
}

/// A notice that has come.
#[derive(Debug)]
pub(crate) struct Notice {
    pub(crate) head: String,
    pub(crate) body: Value,
}

/// A server with a certificate for `localhost`.
pub(crate) struct Hook {
    pub(crate) port: u16,
    notices: mpsc::UnboundedReceiver<Notice>,
    /// The replies to come; after them, all is well.
    replies: Arc<Mutex<VecDeque<Reply>>>,
    connections: Arc<Mutex<usize>>,
}

impl Hook {
    pub(crate) async fn new() -> Self {
        let read = |name: &str| std::fs::read(format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
        let chain = vec![CertificateDer::from(read("localhost.der"))];
        let key = PrivateKeyDer::try_from(read("localhost.key")).unwrap();
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(chain, key)
            .unwrap();
        let tls = TlsAcceptor::from(Arc::new(config));
        // Where the name leads first depends on the system.
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (tell, notices) = mpsc::unbounded_channel();
        let replies = Arc::new(Mutex::new(VecDeque::new()));
        let connections = Arc::new(Mutex::new(0));
        let hook = Self { port, notices, replies: Arc::clone(&replies), connections: Arc::clone(&connections) };
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                *connections.lock().unwrap() += 1;
                let (tls, tell, replies) = (tls.clone(), tell.clone(), Arc::clone(&replies));
                tokio::spawn(async move {
                    let Ok(mut stream) = tls.accept(stream).await else { return };
                    let Some(notice) = request(&mut stream).await else { return };
                    let reply = replies.lock().unwrap().pop_front().unwrap_or_else(|| Reply::status(204));
                    let _ = tell.send(notice);
                    match reply {
                        Reply::Head(head) => stream.write_all(head.as_bytes()).await.unwrap(),
                        Reply::Silence => tokio::time::sleep(PATIENCE).await,
                    }
                    let _ = stream.shutdown().await;
                });
            }
        });
        hook
    }

    /// Returns the address of the machine.
    pub(crate) fn address(&self) -> String {
        format!("https://localhost:{}/hooks/7?key=x", self.port)
    }

    /// Sets the replies to the next requests.
    pub(crate) fn reply(&self, replies: impl IntoIterator<Item = Reply>) {
        self.replies.lock().unwrap().extend(replies);
    }

    /// Waits for a notice.
    pub(crate) async fn next(&mut self) -> Notice {
        tokio::time::timeout(PATIENCE, self.notices.recv()).await.expect("no notice comes").unwrap()
    }

    /// Returns `true` if no notice comes in `time`.
    pub(crate) async fn is_quiet(&mut self, time: Duration) -> bool {
        tokio::time::timeout(time, self.notices.recv()).await.is_err()
    }

    /// Returns the number of connections so far.
    pub(crate) fn connections(&self) -> usize {
        *self.connections.lock().unwrap()
    }
}

async fn request(stream: &mut (impl tokio::io::AsyncRead + Unpin)) -> Option<Notice> {
    let mut bytes = Vec::new();
    loop {
        let mut part = [0; 1024];
        let read = stream.read(&mut part).await.ok().filter(|read| *read > 0)?;
        bytes.extend_from_slice(&part[..read]);
        let text = String::from_utf8(bytes.clone()).unwrap();
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let length =
            head.lines().find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length: ").map(str::to_owned));
        if body.len() == length.expect("a body has a length").parse::<usize>().unwrap() {
            return Some(Notice { head: head.to_owned(), body: serde_json::from_str(body).unwrap() });
        }
    }
}
