//! The archive with the program that has MLIR inside: what is in it, and that it works
//! where there is no MLIR, no LLVM and no source of pdll.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use crate::{
    built::{ROOT, files, run, scratch, target_folder},
    effort,
};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

const PROGRAM: &str = "pdll-opt-static";

#[test]
#[expect(clippy::print_stderr, reason = "it says why it tests less")]
fn the_program_works_where_no_mlir_is_installed() {
    if !effort::is_full() {
        // Building the program takes a minute.
        return;
    }
    let archive = archive();
    check_name(&archive);
    // Not in the target folder, which may be in the folder of the sources.
    let outside = tempfile::tempdir().expect("there is room for files");
    run(Command::new("tar")
        .arg("-xf")
        .arg(&archive)
        .arg("-C")
        .arg(outside.path()));
    let mut entries = fs::read_dir(outside.path()).expect("the folder is ours");
    let prefix = entries.next().expect("the archive is not empty");
    let prefix = prefix.expect("the folder is ours").path();
    assert!(entries.next().is_none(), "one folder holds everything");
    check_contents(&prefix);
    let script = outside.path().join("smoke-test.sh");
    fs::copy(Path::new(ROOT).join("tools/smoke-test.sh"), &script).expect("the folder is ours");
    let Some(mut command) = without_mlir() else {
        eprintln!("skipped: this process may not make a mount namespace");
        return;
    };
    command.arg(&script).arg("--mlir-inside").arg(&prefix);
    let report = run(command.current_dir(outside.path()));
    assert!(report.ends_with(" works\n"), "{report}");
    assert!(!report.contains("skipped"), "{report}");
}

/// `cargo binstall` looks for the archive under the name that `Cargo.toml` has.
fn check_name(archive: &Path) {
    let name = archive.file_name().expect("it is a file").to_string_lossy();
    let target = name
        .strip_prefix(concat!("pdll-", env!("CARGO_PKG_VERSION"), "-"))
        .and_then(|rest| rest.strip_suffix(".tar.gz"))
        .expect("the name has a version and a target");
    assert_eq!(target.split('-').count(), 4, "{target} is as Rust says it");
    let manifest = include_str!("../../Cargo.toml");
    for (key, end) in [("pkg-url", &*name), ("bin-dir", "bin/pdll-opt")] {
        let start = format!("{key} = \"");
        let mut lines = manifest.lines();
        let value = lines.find_map(|line| line.strip_prefix(&start));
        let value = value.expect("the manifest has it").trim_end_matches('"');
        let value = value
            .replace("{ version }", env!("CARGO_PKG_VERSION"))
            .replace("{ target }", target);
        assert!(value.ends_with(end), "{value}");
    }
}

fn check_contents(prefix: &Path) {
    let all = files(prefix);
    for file in [
        "bin/pdll-opt",
        "include/pdll/Native.h",
        "lib/cmake/Pdll/PdllConfig.cmake",
        "lib/libpdll.so",
        "lib/pdll/mlir-pdll",
        "share/doc/pdll/LICENSE",
        "share/doc/pdll/README.md",
        "share/doc/pdll/examples/demo.pdll",
        "share/pdll/editors/neovim/lua/pdll.lua",
        "share/pdll/include/mlir/Dialect/Linalg/IR/LinalgStructuredOps.td",
        "share/pdll/include/mlir/IR/OpBase.td",
        "share/pdll/include/mlir/Transforms/DialectConversion.pdll",
        "share/pdll/include/pdll/std.pdll",
    ] {
        assert!(all.contains(Path::new(file)), "there is no {file}");
    }
    assert!(!all.contains(Path::new("bin/pdll-opt-full")));
}

/// Builds the program, unless it is built already. The environment is ours, because cargo
/// builds everything again for another one.
fn build() {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .current_dir(ROOT)
        .args(["build", "--release", "--locked", "--quiet"])
        .args(["--package", "pdll-static"])
        .status();
    assert!(status.expect("cargo can be run").success());
}

/// Makes the archive.
fn archive() -> PathBuf {
    build();
    let target = target_folder("static-target");
    let built = Path::new(env!("CARGO_BIN_EXE_pdll-opt")).with_file_name(PROGRAM);
    fs::copy(&built, target.join("release").join(PROGRAM)).expect("cargo has built it");
    let folder = scratch();
    run(Command::new("cmake")
        .arg("-S")
        .arg(Path::new(ROOT).join("cmake"))
        .arg("-B")
        .arg(folder.path())
        .arg(format!("-DPDLL_TARGET_DIR={}", target.display()))
        .args(["-DPDLL_STATIC=ON", "--install-prefix", "/usr"]));
    run(Command::new("cpack").current_dir(folder.path()));
    let made = target.join("dist");
    let mut archives = files(&made).into_iter();
    let archive = archives.find(|file| file.extension().is_some_and(|it| it == "gz"));
    made.join(archive.expect("cpack makes an archive"))
}

/// Hides LLVM, MLIR and the folders of the sources and of cargo, and runs what follows.
const HIDE: &str = r#"
set -eu
for library in "$2"/libLLVM*.so* "$2"/libMLIR*.so* /usr/lib/*/libLLVM*.so* /usr/lib/*/libMLIR*.so*; do
  if [ -e "$library" ]; then mount --bind /dev/null "$library"; fi
done
for folder in "$1" "$3" "$4"; do
  if [ -d "$folder" ]; then mount -t tmpfs none "$folder"; fi
done
shift 4
exec sh "$@"
"#;

/// How root makes a mount namespace, and how others do.
const NAMESPACES: [&[&str]; 2] = [&["--mount"], &["--map-root-user", "--mount"]];

/// A command that runs a script where nothing of MLIR can be found. `None` if this process
/// may not hide files from its children.
pub(crate) fn without_mlir() -> Option<Command> {
    let command = |namespace: &[&str], script| {
        let mut command = Command::new("unshare");
        command.args(namespace).args(["sh", "-c", script, "sh"]);
        command
    };
    let works = |namespace: &&&[&str]| {
        let output = command(namespace, "mount -t tmpfs none /mnt").output();
        output.is_ok_and(|output| output.status.success())
    };
    let mut hidden = command(NAMESPACES.iter().find(works)?, HIDE);
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent()?;
    hidden
        .args([
            env!("PDLL_LLVM_PREFIX"),
            env!("PDLL_LLVM_LIBRARY_DIR"),
            ROOT,
        ])
        .arg(target);
    Some(hidden)
}
