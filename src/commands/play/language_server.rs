//! The language server of a page. A browser cannot wait for messages as an editor does: it
//! asks for those that have come, again and again.

use super::lock;
use lsp_server::Message;
use std::{
    io::{self, BufReader},
    mem,
    process::{Child, ChildStdin, Command},
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread,
    time::Duration,
};

pub(super) struct LanguageServer {
    process: Mutex<Child>,
    input: Mutex<ChildStdin>,
    heard: Arc<(Mutex<Heard>, Condvar)>,
}

/// Messages that the page has not asked for yet.
#[derive(Default)]
struct Heard {
    messages: Vec<Message>,
    is_over: bool,
}

/// How long a page waits for a message before it asks again.
const PATIENCE: Duration = Duration::from_secs(20);

impl LanguageServer {
    /// Starts the server. The command has pipes for its input and its output.
    ///
    /// # Errors
    ///
    /// The system's reason why it cannot be started.
    pub(super) fn start(mut command: Command) -> io::Result<Self> {
        let mut process = command.spawn()?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(io::Error::other("the language server has no pipes"));
        };
        let heard = Arc::new((Mutex::default(), Condvar::new()));
        let shared: Arc<(Mutex<Heard>, Condvar)> = heard.clone();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            let (heard, has_news) = &*shared;
            while let Ok(Some(message)) = Message::read(&mut output) {
                lock(heard).messages.push(message);
                has_news.notify_all();
            }
            lock(heard).is_over = true;
            has_news.notify_all();
        });
        Ok(LanguageServer {
            process: Mutex::new(process),
            input: Mutex::new(input),
            heard,
        })
    }

    /// Passes a message on.
    ///
    /// # Errors
    ///
    /// It is no message, or the server is gone.
    pub(super) fn say(&self, message: &str) -> io::Result<()> {
        let message: Message = serde_json::from_str(message)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        message.write(&mut *lock(&self.input))
    }

    /// Waits for messages. There may be none, but after the end of the server, there is no
    /// list either.
    pub(super) fn listen(&self) -> Option<Vec<Message>> {
        let (heard, has_news) = &*self.heard;
        let is_quiet = |heard: &mut Heard| heard.messages.is_empty() && !heard.is_over;
        let waited = has_news.wait_timeout_while(lock(heard), PATIENCE, is_quiet);
        let (mut heard, _) = waited.unwrap_or_else(PoisonError::into_inner);
        if heard.messages.is_empty() && heard.is_over {
            return None;
        }
        Some(mem::take(&mut heard.messages))
    }

    /// Ends the server. It writes no files, so nothing is half done then.
    pub(super) fn end(&self) {
        let mut process = lock(&self.process);
        // It may have ended by itself.
        let _ = process.kill();
        let _ = process.wait();
    }
}
