//! What the tests of installing and packaging share.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use std::{
    collections::BTreeSet,
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};
use tempfile::TempDir;

pub(crate) const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Makes a target folder of cargo's, with the programs and the library of this
/// build.
pub(crate) fn target_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    let release = folder.join("release");
    fs::create_dir_all(&release).expect("the folder is ours");
    let test = env::current_exe().expect("this program is somewhere");
    for file in [
        env!("CARGO_BIN_EXE_pdll-opt").into(),
        env!("CARGO_BIN_EXE_pdll-opt-full").into(),
        test.with_file_name("libpdll.so"),
    ] {
        let name = file.file_name().expect("it is a file");
        fs::copy(&file, release.join(name)).expect("cargo has built it");
    }
    folder
}

pub(crate) fn scratch() -> TempDir {
    TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).expect("there is room for files")
}

/// The paths of all files below a folder, relative to it.
pub(crate) fn files(folder: &Path) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).expect("the folder is there") {
            let path = entry.expect("the folder is readable").path();
            match path.is_dir() {
                true => folders.push(path),
                false => {
                    let relative = path.strip_prefix(folder).expect("it is below");
                    found.insert(relative.to_owned());
                }
            }
        }
    }
    found
}

/// Runs a command, which is to succeed. Gives what it printed.
pub(crate) fn run(command: &mut Command) -> String {
    let output = command
        .env("PDLL_CACHE_DIR", env!("CARGO_TARGET_TMPDIR"))
        .env("COMPILER_PATH", format!("{ROOT}/tests/linker"))
        // This test may run below a make of its own.
        .env_remove("MAKEFLAGS")
        .env_remove("MAKELEVEL")
        .output()
        .unwrap_or_else(|error| panic!("cannot run {command:?}: {error}"));
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{command:?}: {}\n{printed}{}",
        output.status,
        String::from_utf8_lossy(&output.stderr),
    );
    printed
}
