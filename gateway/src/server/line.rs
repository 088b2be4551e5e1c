//! One connection's socket, with a handle by which an answer can end it.

use std::io;
use std::pin::Pin;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, Ordering};
use std::task::{Context, Poll, Waker, ready};

use std::sync::Arc;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

// Zero, the default, is a connection that goes on.
const CLOSE: u8 = 1;
const RESET: u8 = 2;
const CLOSE_AT_NEXT_READ: u8 = 3;

/// The handle. What was written before an end was asked for is sent first.
#[derive(Debug, Default)]
pub(crate) struct Line {
    wish: AtomicU8,
    connection: Mutex<Option<Waker>>,
}

impl Line {
    /// Ends the connection once everything written so far is with the operating system.
    pub(crate) fn close(&self) {
        self.ask(CLOSE);
    }

    /// The same, by a TCP reset.
    pub(crate) fn reset(&self) {
        self.ask(RESET);
    }

    /// Ends the connection when its client next sends something, unread.
    pub(crate) fn close_at_next_read(&self) {
        self.ask(CLOSE_AT_NEXT_READ);
    }

    /// Notes whom to wake when an end is asked for: the task that owns the socket.
    pub(crate) fn watch(&self, connection: &Waker) {
        let mut watcher = self.connection.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if !watcher.as_ref().is_some_and(|known| known.will_wake(connection)) {
            *watcher = Some(connection.clone());
        }
    }

    fn ask(&self, wish: u8) {
        self.wish.store(wish, Ordering::Release);
        let watcher = self.connection.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take();
        if let Some(connection) = watcher {
            connection.wake();
        }
    }

    fn wish(&self) -> u8 {
        self.wish.load(Ordering::Acquire)
    }
}

/// The socket that obeys it.
#[derive(Debug)]
pub(crate) struct Socket {
    tcp: TcpStream,
    line: Arc<Line>,
}

impl Socket {
    pub(crate) fn new(tcp: TcpStream) -> (Self, Arc<Line>) {
        let line = Arc::new(Line::default());
        (Self { tcp, line: line.clone() }, line)
    }
}

/// An error makes whoever serves the connection drop the socket, and that closes it.
fn ended() -> io::Error {
    io::Error::new(io::ErrorKind::BrokenPipe, "the script closes this connection")
}

impl AsyncRead for Socket {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.line.wish() == CLOSE_AT_NEXT_READ {
            ready!(self.tcp.poll_read_ready(context))?;
            return Poll::Ready(Err(ended()));
        }
        Pin::new(&mut self.tcp).poll_read(context, buffer)
    }
}

impl AsyncWrite for Socket {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.tcp).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.tcp).poll_flush(context))?;
        match self.line.wish() {
            CLOSE => Poll::Ready(Err(ended())),
            RESET => {
                self.tcp.set_zero_linger()?;
                Poll::Ready(Err(ended()))
            }
            _ => Poll::Ready(Ok(())),
        }
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.tcp).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffers: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.tcp).poll_write_vectored(context, buffers)
    }

    fn is_write_vectored(&self) -> bool {
        self.tcp.is_write_vectored()
    }
}
