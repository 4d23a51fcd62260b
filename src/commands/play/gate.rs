//! Which requests are answered: those that know the secret in the address of the page, and
//! come from that page or from no page at all.

use super::{
    because, live,
    routes::{self, Playground, Reply},
};
use rustix::rand::{GetRandomFlags, getrandom};
use std::{
    fmt::Write as _,
    io::{self, Read, Write},
    net::{TcpListener, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};
use tungstenite::handshake::derive_accept_key;

pub(super) struct Gate {
    listener: TcpListener,
    port: u16,
    secret: String,
    /// How many connections there are.
    open: AtomicUsize,
}

/// What a request asks for. All requests are of the method GET, and have no body.
struct Question {
    /// Below the secret.
    path: String,
    /// The key of a request to speak as WebSockets do.
    key: Option<String>,
}

/// The size of a request, in bytes.
const MAX_REQUEST: usize = 16 << 10;
const MAX_HEADERS: usize = 64;
const MAX_CONNECTIONS: usize = 256;

/// How long a browser may take for a request, and to take an answer.
const PATIENCE: Duration = Duration::from_secs(10);

impl Gate {
    /// Waits for requests from this machine.
    ///
    /// # Errors
    ///
    /// Why it cannot.
    pub(super) fn open(port: u16) -> Result<Self, String> {
        let what = match port {
            0 => "cannot serve a page on this machine".to_owned(),
            port => format!("cannot serve a page at port {port} of this machine"),
        };
        let listener = TcpListener::bind(("127.0.0.1", port)).map_err(because(&what))?;
        Ok(Gate {
            port: listener.local_addr().map_err(because(&what))?.port(),
            listener,
            secret: secret().map_err(because("cannot make up a secret address"))?,
            open: AtomicUsize::new(0),
        })
    }

    /// The address of the page, perhaps with what it shows.
    pub(super) fn address(&self, contents: Option<&str>) -> String {
        let contents = contents.map(|contents| format!("#{contents}"));
        let contents = contents.unwrap_or_default();
        format!("http://127.0.0.1:{}/{}/{contents}", self.port, self.secret)
    }

    /// Answers requests, as long as the process lives.
    pub(super) fn serve(self, playground: &Arc<Playground>) {
        let gate = Arc::new(self);
        loop {
            let Ok((stream, _)) = gate.listener.accept() else {
                // There may be too many open files for a while.
                thread::sleep(Duration::from_millis(100));
                continue;
            };
            if gate.open.fetch_add(1, Ordering::Relaxed) >= MAX_CONNECTIONS {
                gate.open.fetch_sub(1, Ordering::Relaxed);
                continue;
            }
            let (own, playground) = (gate.clone(), playground.clone());
            let answer = move || {
                // Whoever has asked may be gone.
                let _ = own.answer(stream, &playground);
                own.open.fetch_sub(1, Ordering::Relaxed);
            };
            if thread::Builder::new().spawn(answer).is_err() {
                gate.open.fetch_sub(1, Ordering::Relaxed);
            }
        }
    }

    fn answer(&self, mut stream: TcpStream, playground: &Playground) -> io::Result<()> {
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let reply = match read_head(&mut stream)?.map(|head| self.admit(&head)) {
            Ok(Ok(Question { path, key: None })) => routes::answer(playground, &path),
            Ok(Ok(Question {
                path,
                key: Some(key),
            })) if path == "live" => {
                let accepted = derive_accept_key(key.as_bytes());
                write!(
                    stream,
                    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\
                     Connection: Upgrade\r\nSec-WebSocket-Accept: {accepted}\r\n\r\n"
                )?;
                // A page that is silent may still be there.
                stream.set_read_timeout(None)?;
                return live::serve(stream, playground);
            }
            Ok(Ok(_)) => Reply::refusal(404),
            Ok(Err(status)) | Err(status) => Reply::refusal(status),
        };
        write(&mut stream, &reply)
    }

    /// Returns what a request asks for, or the status by which it is refused.
    fn admit(&self, head: &[u8]) -> Result<Question, u16> {
        let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
        let mut request = httparse::Request::new(&mut headers);
        let is_whole = request.parse(head).is_ok_and(|parsed| parsed.is_complete());
        let (Some(method), Some(path), true) = (request.method, request.path, is_whole) else {
            return Err(400);
        };
        let header = |name: &str| {
            let mut all = request.headers.iter();
            let found = all.find(|header| header.name.eq_ignore_ascii_case(name))?;
            std::str::from_utf8(found.value).ok()
        };
        let own = ["127.0.0.1", "localhost"].map(|host| format!("{host}:{}", self.port));
        // A name of somebody else's may lead to this machine, too.
        if !own.iter().any(|own| header("Host") == Some(own)) {
            return Err(403);
        }
        let origins = own.map(|own| format!("http://{own}"));
        if header("Origin").is_some_and(|from| !origins.iter().any(|own| own == from)) {
            return Err(403);
        }
        let path = path.strip_prefix('/');
        let path = path.and_then(|path| path.strip_prefix(&*self.secret));
        let path = path
            .and_then(|path| path.strip_prefix('/'))
            .ok_or(404_u16)?;
        if method != "GET" {
            return Err(405);
        }
        let upgrades = header("Upgrade").is_some_and(|to| to.eq_ignore_ascii_case("websocket"));
        let key = header("Sec-WebSocket-Key").filter(|_| upgrades);
        Ok(Question {
            path: path.to_owned(),
            key: key.map(str::to_owned),
        })
    }
}

/// Reads a request up to its end, or returns the status by which it is refused.
fn read_head(stream: &mut TcpStream) -> io::Result<Result<Vec<u8>, u16>> {
    let mut head = Vec::new();
    let mut block = [0; 2048];
    while !head.windows(4).any(|end| end == b"\r\n\r\n") {
        if head.len() > MAX_REQUEST {
            return Ok(Err(431));
        }
        match stream.read(&mut block)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            count => head.extend_from_slice(&block[..count]),
        }
    }
    Ok(Ok(head))
}

fn write(stream: &mut TcpStream, reply: &Reply) -> io::Result<()> {
    let Reply {
        status,
        kind,
        policy,
        body,
    } = reply;
    // The address has the secret, so that it must not go to others.
    let head = format!(
        "HTTP/1.1 {status} \r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
         Content-Security-Policy: {policy}\r\nReferrer-Policy: no-referrer\r\n\
         Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(&[head.as_bytes(), body].concat())
}

/// 128 random bits.
fn secret() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom(&mut bytes[..], GetRandomFlags::empty())?;
    let mut text = String::new();
    for byte in bytes {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    Ok(text)
}
