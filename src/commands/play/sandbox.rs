//! The commands that run for a page, and what they may do.

use super::{because, lock, named::Document, settings};
use crate::{
    base::{cache, source::open},
    commands::options::Setup,
    editor::process::{Ended, Process},
    front::builtin_files::own_file,
    mlir::ffi::ods::definitions_dir,
};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::{
    env,
    ffi::OsString,
    fs::{self, Permissions},
    io,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};
use tempfile::TempDir;

/// What a run may take, so that patterns without an end do not keep the machine busy.
const TIME_LIMIT: Duration = Duration::from_secs(10);
/// As above, if C++ may have to be compiled first.
const COMPILING_LIMIT: Duration = Duration::from_secs(120);
const MEMORY_LIMIT: u64 = 4 << 30;
const FILE_LIMIT: u64 = 64 << 20;
/// As above, for precompiled headers.
const COMPILING_FILE_LIMIT: u64 = 1 << 30;

/// Runs commands of ours, which open files below some folders only.
pub(super) struct Sandbox {
    /// What the command line says of each run.
    setup: Setup,
    program: PathBuf,
    /// Holds the files of all runs. It is gone when the playground ends.
    folder: Mutex<Option<TempDir>>,
    fence: OsString,
    /// What the command line says that the page may change.
    pub(super) options: String,
}

impl Sandbox {
    /// Limits this process as well.
    ///
    /// # Errors
    ///
    /// What the system refuses.
    pub(super) fn open(setup: &Setup) -> Result<Self, String> {
        let mut setup = setup.clone();
        let here = env::current_dir().map_err(because("cannot find the current folder"))?;
        setup.pass.resolve(&here);
        // Nobody else reads the texts of the page.
        let folder = tempfile::Builder::new()
            .prefix("pdll-play-")
            .permissions(Permissions::from_mode(0o700))
            .tempdir()
            .map_err(because("cannot make a folder for files"))?;
        let options = settings::take_options(&mut setup);
        let program = env::current_exe().map_err(because("cannot find `pdll-opt`"))?;
        let fence = env::join_paths(readable(&setup, folder.path()))
            .map_err(|_| "the name of a folder of `-I` must not contain a `:` here".to_owned())?;
        limit(Resource::As, MEMORY_LIMIT);
        let most = match may_compile(&setup) {
            true => COMPILING_FILE_LIMIT,
            false => FILE_LIMIT,
        };
        limit(Resource::Fsize, most);
        Ok(Sandbox {
            setup,
            program,
            folder: Mutex::new(Some(folder)),
            fence,
            options,
        })
    }

    /// A folder with documents, for a run with options of a page.
    ///
    /// # Errors
    ///
    /// Why the options are wrong, or the folder cannot be made.
    pub(super) fn desk(&self, documents: &[Document], options: &str) -> Result<Desk, String> {
        let setup = settings::with_options(&self.setup, options)?;
        let parent = lock(&self.folder);
        let parent = parent.as_ref().ok_or("the playground ends")?;
        let folder = TempDir::new_in(parent).map_err(because("cannot make a folder for files"))?;
        for document in documents {
            fs::write(folder.path().join(&document.name), &document.text)
                .map_err(because("cannot write a file for the run"))?;
        }
        Ok(Desk {
            names: documents.iter().map(|one| one.name.clone()).collect(),
            words: settings::words(&setup),
            limit: match may_compile(&self.setup) {
                true => COMPILING_LIMIT,
                false => TIME_LIMIT,
            },
            folder,
        })
    }

    /// `pdll-opt` with a command, which reads nothing from outside.
    pub(super) fn command(&self, name: &str) -> Command {
        let mut command = Command::new(&self.program);
        command.arg(name).env(FENCE, &self.fence);
        command.stdin(Stdio::null());
        command
    }

    /// The language server.
    pub(super) fn language_server(&self) -> Command {
        let mut command = self.command("lsp");
        command.args(settings::words_for_server(&self.setup));
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        command
    }

    /// Removes all files of runs.
    pub(super) fn close(&self) {
        drop(lock(&self.folder).take());
    }
}

/// The variable that has the folders below which files may be opened, for all processes that
/// a command starts.
const FENCE: &str = "PDLL_ONLY_OPEN_BELOW";

/// Keeps this process within the folders that whoever has started it allows, if it was
/// started in a sandbox.
pub(in crate::commands) fn respect_fence() {
    if let Some(folders) = env::var_os(FENCE) {
        open::fence(env::split_paths(&folders));
    }
}

/// Whether runs compile C++.
fn may_compile(setup: &Setup) -> bool {
    setup
        .pass
        .values("native-code")
        .contains(&"compile".to_owned())
}

/// The folders below which commands may open files.
fn readable(setup: &Setup, own: &Path) -> Vec<PathBuf> {
    let mut folders = vec![own.to_owned(), definitions_dir().to_owned()];
    folders.extend(setup.common.include_dirs.iter().cloned());
    // The library, beside an installed program.
    let prefix = own_file().and_then(|own| own.parent()?.parent());
    folders.extend(prefix.map(|prefix| prefix.join("share/pdll")));
    folders.extend(cache::of_user());
    let preludes = setup.pass.values("native-prelude").iter();
    folders.extend(preludes.map(PathBuf::from));
    let absolute = |folder| std::path::absolute(&folder).unwrap_or(folder);
    folders.into_iter().map(absolute).collect()
}

/// Processes inherit the limit.
fn limit(resource: Resource, most: u64) {
    let before = getrlimit(resource);
    let current = before.current.unwrap_or(u64::MAX).min(most);
    let limit = Rlimit {
        current: Some(current),
        ..before
    };
    // A limit that is lower than before is always allowed.
    let _ = setrlimit(resource, limit);
}

/// The files of a run, and what the command line says about it.
pub(super) struct Desk {
    folder: TempDir,
    names: Vec<String>,
    words: Vec<String>,
    limit: Duration,
}

/// How a command has ended.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Run {
    /// It was not ended from outside; whether it has succeeded, and its messages.
    Over { success: bool, messages: String },
    /// It took too long, says the sentence.
    Late(String),
    /// Another run has taken its place.
    Superseded,
}

impl Desk {
    /// Runs a command about the documents.
    ///
    /// # Errors
    ///
    /// The system's reason why it cannot be run.
    pub(super) fn run(&self, mut command: Command, process: &Arc<Process>) -> io::Result<Run> {
        command
            .args(&self.names)
            .args(&self.words)
            .current_dir(self.folder.path());
        run_within(self.limit, &mut command, process)
    }

    /// A file that a command has written, if any.
    ///
    /// # Errors
    ///
    /// Why it cannot be shown.
    pub(super) fn read(&self, name: &str) -> Result<Option<String>, String> {
        match open::read_within(&self.folder.path().join(name), MAX_OUTPUT) {
            Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(because("the output cannot be shown")(error)),
        }
    }
}

/// Runs a command, and ends it when it has taken too long.
fn run_within(limit: Duration, command: &mut Command, process: &Arc<Process>) -> io::Result<Run> {
    let is_late = Arc::new(AtomicBool::new(false));
    let (over, ended) = mpsc::channel::<()>();
    let (watched, late) = (process.clone(), is_late.clone());
    thread::Builder::new().spawn(move || {
        if ended.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
            late.store(true, Ordering::Relaxed);
            watched.end();
        }
    })?;
    let ended = process.run(command)?;
    drop(over);
    Ok(match ended {
        Ended::Early if is_late.load(Ordering::Relaxed) => Run::Late(format!(
            "the run took longer than {} seconds, and was ended",
            limit.as_secs()
        )),
        Ended::Early => Run::Superseded,
        Ended::Itself { status, errors, .. } => {
            let mut messages = String::from_utf8_lossy(&errors).into_owned();
            if status.code().is_none() {
                messages += &format!("pdll-opt has crashed ({status}); please report it\n");
            }
            Run::Over {
                success: status.success(),
                messages,
            }
        }
    })
}

/// The size of an output that a page can show, in bytes.
const MAX_OUTPUT: u64 = 16 << 20;

#[cfg(test)]
mod tests {
    use super::*;

    fn check(limit: u64, script: &str, expected: &Run) {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        let limit = Duration::from_secs(limit);
        let run = run_within(limit, &mut command, &Arc::default());
        assert_eq!(run.expect("there is a shell"), *expected, "{script}");
    }

    #[test]
    fn commands_end_by_themselves_or_are_ended() {
        let over = |success, messages: &str| Run::Over {
            success,
            messages: messages.to_owned(),
        };
        check(60, "echo yes >&2", &over(true, "yes\n"));
        check(60, "echo no >&2; exit 1", &over(false, "no\n"));
        let late = "the run took longer than 0 seconds, and was ended";
        check(0, "sleep 20", &Run::Late(late.to_owned()));
        let crash = "pdll-opt has crashed (signal: 9 (SIGKILL)); please report it\n";
        check(60, "kill -KILL $$", &over(false, crash));
    }
}
