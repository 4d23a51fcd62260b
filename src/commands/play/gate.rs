//! Which requests are answered: those that know the secret in the address of the page, and
//! come from that page or from no page at all.

use super::{
    because,
    routes::{self, Playground, Reply},
};
use rustix::rand::{GetRandomFlags, getrandom};
use std::{fmt::Write as _, io::Read as _, net::TcpListener, sync::Arc, thread};
use tiny_http::{Header, Method, Request, Response, Server, StatusCode};

pub(super) struct Gate {
    server: Server,
    port: u16,
    secret: String,
}

/// What a request asks for.
pub(super) struct Question {
    pub(super) is_post: bool,
    /// Below the secret.
    pub(super) path: String,
    /// What follows the `?`.
    pub(super) query: String,
    pub(super) body: String,
}

/// The size of what a page may send at once, in bytes.
const MAX_BODY: u64 = 16 << 20;

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
        let port = listener.local_addr().map_err(because(&what))?.port();
        let server =
            Server::from_listener(listener, None).map_err(|error| format!("{what}: {error}"))?;
        Ok(Gate {
            server,
            port,
            secret: secret().map_err(because("cannot make up a secret address"))?,
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
        // Without the listener, nothing can be served anymore.
        while let Ok(request) = gate.server.recv() {
            let (gate, playground) = (gate.clone(), playground.clone());
            thread::spawn(move || gate.answer(request, &playground));
        }
    }

    fn answer(&self, mut request: Request, playground: &Playground) {
        let reply = match self.admit(&mut request) {
            Ok(question) => routes::answer(playground, &question),
            Err(status) => Reply::refusal(status),
        };
        let mut response =
            Response::from_data(reply.body).with_status_code(StatusCode(reply.status));
        let headers = [
            ("Content-Type", reply.kind),
            ("Content-Security-Policy", reply.policy),
            // The address has the secret.
            ("Referrer-Policy", "no-referrer"),
            ("Cache-Control", "no-store"),
            ("X-Content-Type-Options", "nosniff"),
        ];
        for (name, value) in headers {
            response.add_header(Header::from_bytes(name, value).expect("it is ASCII"));
        }
        // Whoever has asked may be gone.
        let _ = request.respond(response);
    }

    /// Returns what a request asks for, or the status by which it is refused.
    fn admit(&self, request: &mut Request) -> Result<Question, u16> {
        let own = ["127.0.0.1", "localhost"].map(|host| format!("{host}:{}", self.port));
        // A name of somebody else's may lead to this machine, too.
        let host = header(request, "Host").unwrap_or_default();
        if !own.iter().any(|own| own == host) {
            return Err(403);
        }
        let origins = own.map(|own| format!("http://{own}"));
        if header(request, "Origin").is_some_and(|from| !origins.iter().any(|own| own == from)) {
            return Err(403);
        }
        let (path, query) = request.url().split_once('?').unwrap_or((request.url(), ""));
        let path = path
            .strip_prefix('/')
            .and_then(|path| path.strip_prefix(&*self.secret));
        let path = path
            .and_then(|path| path.strip_prefix('/'))
            .ok_or(404_u16)?;
        let is_post = match request.method() {
            Method::Get => false,
            Method::Post => true,
            _ => return Err(405),
        };
        let (path, query) = (path.to_owned(), query.to_owned());
        let mut body = String::new();
        let mut reader = request.as_reader().take(MAX_BODY + 1);
        reader.read_to_string(&mut body).map_err(|_| 400_u16)?;
        if body.len() as u64 > MAX_BODY {
            return Err(413);
        }
        Ok(Question {
            is_post,
            path,
            query,
            body,
        })
    }
}

fn header<'r>(request: &'r Request, name: &'static str) -> Option<&'r str> {
    let mut headers = request.headers().iter();
    let found = headers.find(|header| header.field.equiv(name))?;
    Some(found.value.as_str())
}

/// 128 random bits.
fn secret() -> std::io::Result<String> {
    let mut bytes = [0; 16];
    getrandom(&mut bytes[..], GetRandomFlags::empty())?;
    let mut text = String::new();
    for byte in bytes {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    Ok(text)
}
