//! What mlir-tblgen makes of `.td` files, as a library.

use crate::{
    precompiled,
    support::process::{Ending, Run, llvm_includes, llvm_tool, run},
};
use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    process::Command,
};

/// Runs mlir-tblgen. It looks in MLIR's folder first, and then in `folders`.
///
/// # Errors
///
/// What it says.
pub(crate) fn generate(
    options: &str,
    folders: &[PathBuf],
    input: &Path,
    output: &Path,
) -> Result<(), String> {
    let mut arguments: Vec<OsString> = options.split(' ').map(Into::into).collect();
    for folder in [llvm_includes()].iter().chain(folders) {
        arguments.extend(["-I".into(), folder.into()]);
    }
    arguments.extend([input.into(), "-o".into(), output.into()]);
    match run(&llvm_tool("mlir-tblgen"), arguments, b"") {
        Run {
            ending: Ending::Exit(0),
            ..
        } => Ok(()),
        Run { stderr, .. } => Err(stderr),
    }
}

/// Compiles a plugin, with headers in `folders`, and with `archives`.
pub(crate) fn compile(source: &Path, folders: &[PathBuf], archives: &[PathBuf], library: &Path) {
    let mut command = Command::new("c++");
    command
        .args(precompiled::OPTIONS)
        .arg("-include")
        .arg(precompiled::header())
        .args(["-w", "-shared", "-isystem", env!("PDLL_LLVM_INCLUDE_DIR")]);
    for folder in folders {
        command.arg("-I").arg(folder);
    }
    command.arg(source).args(archives);
    let output = command.arg("-o").arg(library).output();
    let output = output.expect("there is a C++ compiler");
    let errors = String::from_utf8_lossy(&output.stderr);
    let source = source.display();
    assert!(
        output.status.success(),
        "{source} does not compile:\n{errors}"
    );
}
