//! Compiling texts whose compilation may panic, or never end.

use crate::support::{
    ours::{self, Compiled, Input},
    random::panic_message,
    say,
};
use melior::Context;
use pdll::internals::{
    lower::DialectAccess,
    source::{Loader, Memory},
};
use std::{
    fs,
    os::unix::fs::FileExt,
    panic::{self, AssertUnwindSafe},
    path::{Path, PathBuf},
    process,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// Seconds that one input may take.
const DEADLINE: u64 = 20;

/// Compiles inputs one after the other, in one context. A thread of its own
/// watches that each of them ends.
pub(crate) struct Compiler {
    pub(crate) context: Context,
    loader: Memory,
    current: Arc<Current>,
    record: Record,
}

/// Since when which input is being compiled.
type Current = Mutex<Option<(Instant, Vec<u8>)>>;

impl Compiler {
    pub(crate) fn new(context: Context, folder: &Path) -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let current: Arc<Current> = Arc::default();
        let watched = Arc::clone(&current);
        thread::spawn(move || watch(&watched));
        Compiler {
            context,
            loader: Memory::default(),
            current,
            record: Record::new(&folder.join(format!("{number}.pdll"))),
        }
    }

    /// What is wrong with what the compiler makes of a text, in words.
    pub(crate) fn check(&self, text: &[u8]) -> Option<String> {
        self.check_with(&self.loader, text, &[])
    }

    /// The same for a text that includes files.
    pub(crate) fn check_with(
        &self,
        loader: &dyn Loader,
        text: &[u8],
        include_dirs: &[PathBuf],
    ) -> Option<String> {
        let input = Input {
            path: Path::new("input.pdll"),
            text,
            include_dirs,
        };
        self.check_run(text, || {
            let Compiled { module, errors, .. } =
                ours::compile(&self.context, loader, input, DialectAccess::Done);
            match (module, errors.len()) {
                (Some(_), 0) | (None, 1..) => None,
                (Some(_), count) => Some(format!("a module, and {count} errors")),
                (None, _) => Some("no module, and no error".to_owned()),
            }
        })
    }

    /// What is wrong with a run for a text, in words: what it returns, or its panic.
    pub(crate) fn check_run(
        &self,
        text: &[u8],
        run: impl FnOnce() -> Option<String>,
    ) -> Option<String> {
        self.record.keep(text);
        self.set_current(Some((Instant::now(), text.to_vec())));
        let found = panic::catch_unwind(AssertUnwindSafe(run));
        self.set_current(None);
        let problem =
            found.unwrap_or_else(|panic| Some(format!("panic: {}", panic_message(&*panic))))?;
        let text = String::from_utf8_lossy(text);
        Some(format!("{problem}\n--- for ---\n{text}\n-----------"))
    }

    fn set_current(&self, current: Option<(Instant, Vec<u8>)>) {
        *self
            .current
            .lock()
            .expect("the watching thread never panics") = current;
    }
}

/// A file with the input being compiled, for a crash that nothing can report.
struct Record(fs::File);

impl Record {
    fn new(path: &Path) -> Self {
        Self(fs::File::create(path).expect("the folder for temporary files is writable"))
    }

    /// Writes an input after a line with its length. What a longer one left after
    /// it stays: making a file shorter is slower than compiling most inputs.
    fn keep(&self, text: &[u8]) {
        let text = [format!("{}\n", text.len()).as_bytes(), text].concat();
        let kept = self.0.write_all_at(&text, 0);
        kept.expect("the folder for temporary files is writable");
    }
}

/// Ends the process when an input takes too long; a thread cannot be ended.
fn watch(current: &Current) {
    loop {
        thread::sleep(Duration::from_millis(500));
        let Ok(current) = current.lock() else { return };
        if let Some((start, text)) = &*current
            && start.elapsed() > Duration::from_secs(DEADLINE)
        {
            let text = String::from_utf8_lossy(text);
            say(&format!("not done after {DEADLINE} s:\n{text}"));
            process::exit(101);
        }
    }
}
