//! The system's C++ compiler.

use crate::{
    base::source::io_reason,
    mlir::ffi::{ods::installed_include_dir, plugins::is_mlir_from_clang},
};
use rustix::{
    fs::{MemfdFlags, memfd_create},
    process::{Pid, Signal, kill_process_group},
};
use std::{
    env,
    ffi::OsString,
    fs::{self, File},
    io::{self, IsTerminal, Read, Seek, Write},
    os::unix::{fs::MetadataExt, process::CommandExt},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

/// A C++ compiler, and what identifies it.
pub(super) struct Compiler {
    words: Vec<String>,
    /// A text that differs between compilers and between their versions.
    pub(super) identity: String,
    timeout: Duration,
}

/// The compilers that would be tried, by their names, the first one first.
///
/// # Errors
///
/// A message, if there is no compiler.
pub(crate) fn installed_compilers() -> Result<Vec<String>, String> {
    let compilers = Compiler::find_all()?.into_iter();
    Ok(compilers.map(|one| one.words.join(" ")).collect())
}

/// The reason why there is no result.
#[derive(Debug)]
pub(super) enum Failure {
    /// The compiler rejected the code with these messages.
    Refused(String),
    /// The compiler could not run to its end.
    Broken(String),
    /// The compiler spells the names of types differently from the one that built
    /// MLIR, so that its code would not find traits and element types.
    Disagrees,
}

impl Failure {
    /// Turns an error into a failure to do something with a file: `action` is
    /// what, such as `write`.
    pub(super) fn cannot(action: &str, path: &Path) -> impl FnOnce(io::Error) -> Failure {
        move |error| {
            let path = path.display();
            Failure::Broken(format!("cannot {action} `{path}`: {}", io_reason(&error)))
        }
    }
}

/// The options of every call. There is no run-time type information, because
/// MLIR is built without; a column is a byte; a missing `return` is an error.
const FLAGS: [&str; 10] = [
    "-std=c++17",
    "-fPIC",
    "-fno-rtti",
    "-fno-exceptions",
    "-fvisibility=hidden",
    "-O2",
    "-fdiagnostics-color=never",
    "-fmax-errors=20",
    "-ftabstop=1",
    "-Werror=return-type",
];

/// What `embedded/NativeCode.h` lets the compiler say if it names types differently
/// from MLIR.
pub(super) const OTHER_NAMES: &str = "pdll: MLIR has other names of types";

/// The version of MLIR, and of the clang that most likely built it.
const LLVM_MAJOR: &str = env!("PDLL_LLVM_MAJOR");

/// Variables that add folders of headers, which may hide others.
const FOLDER_VARIABLES: [&str; 3] = ["CPATH", "CPLUS_INCLUDE_PATH", "GCC_EXEC_PREFIX"];

/// Longer than any code takes to compile.
const TIMEOUT: Duration = Duration::from_secs(300);

/// How long a user waits without wondering why.
const MOMENT: Duration = Duration::from_secs(1);

impl Compiler {
    /// Does something with the compiler in `$CXX`, with its options, or else with the
    /// first that is installed and names types as MLIR does. The most likely one
    /// comes first.
    ///
    /// # Errors
    ///
    /// The first failure that is not about names.
    pub(super) fn with_agreeing<T>(
        mut action: impl FnMut(&Compiler) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let compilers = Compiler::find_all().map_err(Failure::Broken)?;
        for compiler in &compilers {
            match action(compiler) {
                Err(Failure::Disagrees) => {}
                done => return done,
            }
        }
        let names: Vec<_> = compilers.iter().map(|one| one.words[0].as_str()).collect();
        let wanted = match is_mlir_from_clang() {
            true => format!("clang-{LLVM_MAJOR}"),
            false => "g++".to_owned(),
        };
        Err(Failure::Broken(format!(
            "`{}` spells the names of types differently from the compiler that built MLIR, so that \
             C++ code would not find traits and element types; install {wanted}, or name it in \
             $CXX",
            names.join("`, `")
        )))
    }

    /// Finds the compiler in `$CXX`, or else all that are installed.
    ///
    /// # Errors
    ///
    /// A message, if there is no compiler.
    fn find_all() -> Result<Vec<Self>, String> {
        if let Some(wanted) = env::var("CXX")
            .ok()
            .filter(|words| !words.trim().is_empty())
        {
            let words: Vec<_> = wanted.split_whitespace().map(str::to_owned).collect();
            return match program(&words[0]) {
                Some(_) => Ok(vec![Compiler::new(words)]),
                None => Err(format!(
                    "cannot find the C++ compiler `{wanted}`, which $CXX names"
                )),
            };
        }
        let clang = format!("clang++-{LLVM_MAJOR}");
        let found: Vec<_> = [&*clang, "clang++", "c++", "g++"]
            .into_iter()
            .filter(|name| program(name).is_some())
            .map(|name| Compiler::new(vec![name.to_owned()]))
            .collect();
        if found.is_empty() {
            return Err(format!(
                "cannot find a C++ compiler; install clang-{LLVM_MAJOR} or g++, or name one in $CXX"
            ));
        }
        Ok(found)
    }

    fn new(words: Vec<String>) -> Self {
        let identify = |word: &String| {
            let found = program(word);
            found.map_or(word.clone(), |(path, metadata)| {
                let (size, time) = (metadata.len(), metadata.mtime());
                format!("{} {size} {time}", path.display())
            })
        };
        let program: Vec<_> = words.iter().map(identify).collect();
        let folders = FOLDER_VARIABLES.map(env::var_os);
        let mlir = installed_include_dir().display();
        Compiler {
            identity: format!(
                "{program:?} {FLAGS:?} {folders:?} {mlir} {}",
                env!("PDLL_LLVM_VERSION")
            ),
            words,
            timeout: TIMEOUT,
        }
    }

    /// Runs the compiler with `arguments`, after those of every call. It makes
    /// the file `made`. If it takes longer than a moment, says on a terminal that
    /// pdll is making `what`.
    ///
    /// # Errors
    ///
    /// The reason, if the compiler fails, makes nothing, or takes too long.
    pub(super) fn run(
        &self,
        what: &str,
        arguments: impl IntoIterator<Item = OsString>,
        made: &Path,
    ) -> Result<(), Failure> {
        let program = Path::new(&self.words[0]);
        let to_start = || Failure::cannot("run", program);
        let mut output = memory_file().map_err(to_start())?;
        let mut command = Command::new("/bin/sh");
        command
            .args(["-c", RUN_WATCHED, "sh"])
            .args(&self.words)
            .args(FLAGS)
            .args(NDEBUG)
            .arg("-isystem")
            .arg(installed_include_dir())
            .args(arguments)
            .arg("-o")
            .arg(made)
            .env("LC_ALL", "C")
            .stdin(Stdio::piped())
            .stdout(output.try_clone().map_err(to_start())?)
            .stderr(output.try_clone().map_err(to_start())?)
            // The compiler starts processes of its own, which must end with it.
            .process_group(0);
        let child = command.spawn().map_err(to_start())?;
        let status = self.wait(what, child)?;
        if status.success() && made.exists() {
            return Ok(());
        }
        let text = read_all(&mut output).map_err(Failure::cannot("read from", program))?;
        let program = program.display();
        Err(if status.success() {
            Failure::Broken(format!("the C++ compiler `{program}` made nothing"))
        } else if text.trim().is_empty() {
            Failure::Broken(format!(
                "the C++ compiler `{program}` failed without a message"
            ))
        } else if text.contains(OTHER_NAMES) {
            Failure::Disagrees
        } else {
            Failure::Refused(text)
        })
    }

    fn wait(&self, what: &str, mut child: Child) -> Result<ExitStatus, Failure> {
        // `Child::wait` would close it too early.
        let _alive = child.stdin.take();
        let lost = || Failure::cannot("wait for", Path::new(&self.words[0]));
        let start = Instant::now();
        let mut is_announced = !io::stderr().is_terminal();
        let mut pause = Duration::from_millis(1);
        loop {
            if let Some(status) = child.try_wait().map_err(lost())? {
                return Ok(status);
            }
            if start.elapsed() > MOMENT && !is_announced {
                is_announced = true;
                // Without the note, the result is the same.
                let _ = writeln!(io::stderr(), "note: {} is making {what}", self.words[0]);
            }
            if start.elapsed() > self.timeout {
                if let Some(group) = Pid::from_raw(child.id() as i32) {
                    // The compiler may have ended just now.
                    let _ = kill_process_group(group, Signal::KILL);
                }
                child.wait().map_err(lost())?;
                let seconds = self.timeout.as_secs();
                return Err(Failure::Broken(format!(
                    "the C++ compiler has not finished after {seconds} s"
                )));
            }
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(20));
        }
    }
}

/// A script that runs its arguments. Standard input is a pipe that closes when
/// this process ends, even if it is killed. Then the script kills its process
/// group, which consists of the compiler and all that it has started.
const RUN_WATCHED: &str =
    "exec 3<&0; { read -r _ <&3 || kill -KILL 0; } & exec \"$@\" 3<&- </dev/null";

/// A file for the output of the compiler. There is room for it even if the disk
/// is full, which is what the output may be about.
fn memory_file() -> io::Result<File> {
    Ok(memfd_create("output", MemfdFlags::CLOEXEC)?.into())
}

fn read_all(file: &mut File) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// MLIR's headers must be read as MLIR was built.
const NDEBUG: &[&str] = if env!("PDLL_LLVM_ASSERTIONS").is_empty() {
    &["-DNDEBUG"]
} else {
    &[]
};

/// Finds the program of that name as a shell does.
fn program(name: &str) -> Option<(PathBuf, fs::Metadata)> {
    let candidates: Vec<PathBuf> = if name.contains('/') {
        vec![name.into()]
    } else {
        env::split_paths(&env::var_os("PATH")?)
            .map(|folder| folder.join(name))
            .collect()
    };
    candidates.into_iter().find_map(|path| {
        let metadata = fs::metadata(&path).ok()?;
        let is_program = metadata.is_file() && metadata.mode() & 0o111 != 0;
        is_program.then(|| (path.canonicalize().unwrap_or(path), metadata))
    })
}

#[cfg(test)]
mod tests {
    use super::{Compiler, Failure};
    use std::{fs, os::unix::fs::PermissionsExt, path::Path, time::Duration};

    fn script(folder: &Path, text: &str) -> Compiler {
        let path = folder.join("compiler");
        fs::write(&path, text).expect("the folder is ours");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("the file is ours");
        Compiler::new(vec![path.display().to_string()])
    }

    #[test]
    fn what_takes_too_long_is_ended_with_all_that_it_started() {
        let folder = tempfile::tempdir().expect("there is a folder for such");
        let mut compiler = script(
            folder.path(),
            "#!/bin/sh\n(sleep 1; touch \"${0%/*}/late\") &\nwait\n",
        );
        compiler.timeout = Duration::from_millis(50);
        let failure = compiler.run("nothing", [], &folder.path().join("made"));
        assert!(
            matches!(failure, Err(Failure::Broken(reason)) if reason.contains("not finished after"))
        );
        std::thread::sleep(Duration::from_millis(1500));
        assert!(!folder.path().join("late").exists());
    }

    #[test]
    fn complaints_are_kept() {
        let folder = tempfile::tempdir().expect("there is a folder for such");
        let compiler = script(
            folder.path(),
            "#!/bin/sh\necho no\necho never >&2\nexit 1\n",
        );
        let failure = compiler.run("nothing", [], &folder.path().join("made"));
        assert!(matches!(failure, Err(Failure::Refused(text)) if text == "no\nnever\n"));
    }

    #[test]
    fn compilers_that_say_nothing_are_named() {
        let reason = |text: &str| {
            let folder = tempfile::tempdir().expect("there is a folder for such");
            let compiler = script(folder.path(), text);
            match compiler.run("nothing", [], &folder.path().join("made")) {
                Err(Failure::Broken(reason)) => {
                    reason.replace(&folder.path().display().to_string(), "FOLDER")
                }
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(
            reason("#!/bin/sh\nexit 1\n"),
            "the C++ compiler `FOLDER/compiler` failed without a message"
        );
        assert_eq!(
            reason("#!/bin/sh\nexit 0\n"),
            "the C++ compiler `FOLDER/compiler` made nothing"
        );
    }
}
