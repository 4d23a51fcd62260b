//! Results of earlier runs of `compile`.
//!
//! A run that reads `.td` files spends most of its time on them. Its result is kept with
//! the answers that the file system gave, and a later run of the same command has the
//! same result if it would get the same answers.

use super::{
    compile::Output,
    options::{Compile, Emit},
};
use crate::{
    base::cache::{self, Entries, Kind},
    base::source::{Answer, Disk, Recorder},
};
use blake3::{Hash, Hasher};
use serde::{Deserialize, Serialize};
use std::{
    env, fs, io,
    os::unix::{ffi::OsStrExt, fs::MetadataExt},
    path::{Path, PathBuf},
};

/// The place of the result of a command.
pub(super) struct Kept {
    entries: Entries,
    key: Hash,
}

/// A result without diagnostics.
#[derive(Serialize, Deserialize)]
struct Result {
    answers: Vec<Answer>,
    /// As in [`Output`], as are the files.
    text: String,
    files: Vec<PathBuf>,
}

static KIND: Kind = Kind {
    end: ".result",
    temporary: ".result-",
    magic: *b"PDLLRES1",
    max_bytes: 64 << 20,
};

/// The size of a result, in bytes, beyond which to keep it costs more than it saves.
const MAX_TEXT: usize = 1 << 20;

impl Kept {
    /// Returns `None` if results of that command are not kept: those that depend on more
    /// than files, and all if the user wants no cache.
    pub(super) fn of(options: &Compile) -> Option<Self> {
        let depends_on_files = options.emit == Emit::Pdl
            && options.input != Path::new("-")
            && options.load_dialect_plugin.is_empty()
            && !options.dump_ods;
        if !depends_on_files || options.common.no_ods_cache {
            return None;
        }
        Some(Kept {
            entries: Entries::new(cache::of_user()?, &KIND),
            key: key(options).ok()?,
        })
    }

    /// The result of an earlier run, if that of a run now would be the same.
    pub(super) fn load(&self) -> Option<Output> {
        let decode = |bytes: &[u8]| postcard::from_bytes(bytes).ok();
        let Result {
            answers,
            text,
            files,
        } = self.entries.load(&self.key, decode)?;
        let are_same = answers.iter().all(|answer| answer.is_of(&Disk));
        are_same.then(|| Output {
            text,
            files,
            ..Output::default()
        })
    }

    /// Keeps the result of a run that said nothing.
    pub(super) fn store(&self, recorder: &Recorder<'_>, output: &Output) {
        let Some(answers) = recorder.take_answers() else {
            return;
        };
        let is_td = |answer: &Answer| answer.path().extension().is_some_and(|end| end == "td");
        if output.text.len() > MAX_TEXT || !answers.iter().any(is_td) {
            return;
        }
        let result = Result {
            answers,
            text: output.text.clone(),
            files: output.files.clone(),
        };
        // A path that is not UTF-8 has no encoding.
        if let Ok(bytes) = postcard::to_stdvec(&result) {
            self.entries.store(&self.key, &bytes);
        }
    }
}

/// Identifies the program, the folder that it runs in, and the command without the
/// options that say where its result goes.
fn key(options: &Compile) -> io::Result<Hash> {
    let mut key = of_program()?;
    let command = Compile {
        output: None,
        dependencies: None,
        write_if_changed: false,
        ..options.clone()
    };
    key.update(format!("{command:?}").as_bytes());
    Ok(key.finalize())
}

/// Identifies the program, and the folder that it runs in.
pub(super) fn of_program() -> io::Result<Hasher> {
    let program = env::current_exe()?;
    let metadata = fs::metadata(&program)?;
    let mut key = Hasher::new();
    key.update(env!("CARGO_PKG_VERSION").as_bytes());
    for path in [&program, &env::current_dir()?] {
        let bytes = path.as_os_str().as_bytes();
        key.update(&bytes.len().to_le_bytes()).update(bytes);
    }
    for number in [
        metadata.mtime(),
        metadata.mtime_nsec(),
        metadata.size() as i64,
    ] {
        key.update(&number.to_le_bytes());
    }
    Ok(key)
}
