//! Running other programs, with a deadline.

use std::{
    env,
    ffi::OsStr,
    io::Write,
    os::unix::process::ExitStatusExt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// How a program ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Exit(i32),
    /// By a signal, or by a trap that LLVM turned into one.
    Crash,
    /// Not before the deadline.
    Hang,
}

/// What a program did.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) ending: Ending,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Seconds after which a program is taken to hang.
const DEADLINE: &str = "60";

/// Runs a program; `timeout` of coreutils ends it when it hangs.
pub(crate) fn run(
    program: &Path,
    arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
    input: &[u8],
) -> Run {
    run_in(Path::new("."), program, arguments, input)
}

/// Runs a program in a folder.
pub(crate) fn run_in(
    folder: &Path,
    program: &Path,
    arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
    input: &[u8],
) -> Run {
    let mut child = Command::new("timeout")
        .current_dir(folder)
        .args(["-k", "1", DEADLINE])
        .arg(program)
        .args(arguments)
        // A stack trace of a crash takes seconds to symbolize.
        .env("LLVM_DISABLE_SYMBOLIZATION", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("`timeout` is installed");
    if let Some(mut stdin) = child.stdin.take() {
        // A program may end before it has read everything.
        let _ = stdin.write_all(input);
    }
    let output = child.wait_with_output().expect("a child can be waited for");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let ending = match (output.status.code(), output.status.signal()) {
        (Some(124), _) => Ending::Hang,
        (Some(code), _) if code < 126 && !stderr.contains("PLEASE submit a bug report") => {
            Ending::Exit(code)
        }
        _ => Ending::Crash,
    };
    Run {
        ending,
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr,
    }
}

/// A program of the LLVM that we are built with.
pub(crate) fn llvm_tool(name: &str) -> PathBuf {
    llvm().join("bin").join(name)
}

/// Where the LLVM that we are built with has MLIR's `.td` files. Our compiler
/// finds them by itself, the oracle does not.
pub(crate) fn llvm_includes() -> PathBuf {
    llvm().join("include")
}

fn llvm() -> PathBuf {
    env!("PDLL_LLVM_PREFIX").into()
}

/// The plugin that was built with this test.
pub(crate) fn plugin() -> PathBuf {
    let target = Path::new(env!("CARGO_BIN_EXE_pdll-opt"))
        .parent()
        .expect("a binary is in a folder");
    let places = [target.join("deps/libpdll.so"), target.join("libpdll.so")];
    let newest = places.into_iter().max_by_key(|path| {
        path.metadata()
            .and_then(|metadata| metadata.modified())
            .ok()
    });
    newest.expect("there are places to look in")
}

/// A folder for the files of a test, empty at first.
pub(crate) fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the folder for temporary files is writable");
    folder
}
