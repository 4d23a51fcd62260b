//! The Python wheel works where there is no MLIR, no LLVM and no source of pdll.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use crate::{
    built::{ROOT, run},
    effort,
    mlir_inside::without_mlir,
};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

#[test]
#[expect(clippy::print_stderr, reason = "it says why it tests less")]
fn the_wheel_works_where_no_mlir_is_installed() {
    if !effort::is_full() {
        // Linking the module takes a while.
        return;
    }
    let outside = tempfile::tempdir().expect("there is room for files");
    let wheel = wheel(outside.path());
    let size = fs::metadata(&wheel).expect("it was made").len();
    assert!(size < 25_000_000, "the wheel has {size} bytes");
    // A wheel is an archive of what an installation copies.
    let mut unpack = Command::new(python());
    run(unpack
        .args(["-m", "zipfile", "-e"])
        .arg(&wheel)
        .arg(outside.path().join("site")));
    for place in ["src/python/tests", "docs"] {
        let target = outside.path().join(place);
        fs::create_dir_all(target.parent().expect("it is below")).expect("the folder is ours");
        run(Command::new("cp")
            .arg("-r")
            .arg(Path::new(ROOT).join(place))
            .arg(target));
    }
    let commands = install(&wheel, outside.path());
    let script = outside.path().join("test.sh");
    fs::write(&script, TEST).expect("the folder is ours");
    let Some(mut command) = without_mlir() else {
        eprintln!("skipped: this process may not make a mount namespace");
        return;
    };
    let smoke_test = outside.path().join("smoke-test.sh");
    fs::copy(Path::new(ROOT).join("tools/smoke-test.sh"), smoke_test).expect("the folder is ours");
    let project = outside.path().join("project");
    fs::create_dir(&project).expect("the folder is ours");
    for (file, text) in [("CMakeLists.txt", PROJECT), ("double.pdll", DOUBLE)] {
        fs::write(project.join(file), text).expect("the folder is ours");
    }
    command.arg(&script).arg(python()).args(&commands);
    let report = run(command.current_dir(outside.path()));
    assert!(report.contains(" passed"), "{report}");
    assert!(!report.contains("skipped"), "{report}");
    for command in commands {
        let works = format!("{} works", command.display());
        assert!(report.contains(&works), "{report}");
    }
}

/// What `make in-place` builds.
const IN_PLACE: &str = "../assertion-mlir/target/release/lib_in_place.so";

/// Tests the package with one Python, and its command with each.
const TEST: &str = r#"
set -eu
export PYTHONDONTWRITEBYTECODE=1
unset LD_LIBRARY_PATH
PYTHONPATH=site "$1" -m pytest -q -p no:cacheprovider --ignore=src/python/tests/test_elsewhere.py \
  --ignore=src/python/tests/test_live.py src/python/tests
shift
for command; do
  sh smoke-test.sh --command "$command"
  # A project that has no MLIR still compiles headers.
  cmake -S project -B "$command-build" \
    -DCMAKE_PREFIX_PATH="$("${command%/*}/python" -m mlir_pdll --cmake-dir)"
  cmake --build "$command-build" --target Header
  grep "struct Double " "$command-build/double.h"
done
"#;

const PROJECT: &str = r#"
cmake_minimum_required(VERSION 3.20)
project(Headers LANGUAGES NONE)
find_package(Pdll 0.1 REQUIRED CONFIG)
pdll_add_header(Header double.pdll OUTPUT double.h)
"#;

const DOUBLE: &str = r#"
Pattern Double => replace op<arith.addi>(x: Value, x) -> (t: Type)
  with op<arith.muli>(x, op<arith.constant> {value = attr<"2 : i32">} -> (t)) -> (t);
"#;

/// Installs the wheel, without an index, in a new environment of each Python that it is
/// for, and returns the commands.
#[expect(clippy::print_stderr, reason = "it says what it tests")]
fn install(wheel: &Path, folder: &Path) -> Vec<PathBuf> {
    let mut commands = Vec::new();
    for python in pythons() {
        let environment = folder.join(format!("environment-{}", commands.len()));
        let mut create = Command::new(&python);
        create.args(["-m", "venv"]).arg(&environment);
        if !create.output().is_ok_and(|output| output.status.success()) {
            eprintln!("skipped: `{}` makes no environments", python.display());
            continue;
        }
        eprintln!("installs the wheel for `{}`", python.display());
        run(Command::new(environment.join("bin/python"))
            .args(["-m", "pip", "install", "--quiet", "--no-index"])
            .arg("--disable-pip-version-check")
            .arg(wheel));
        commands.push(environment.join("bin/pdll-opt"));
    }
    assert!(!commands.is_empty(), "no Python makes environments");
    commands
}

/// The Pythons of this machine that are new enough, one of each version.
fn pythons() -> Vec<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<_> = env::split_paths(&path).collect();
    let managed = env::var_os("HOME").map(|home| Path::new(&home).join(".pyenv/versions"));
    let managed = managed.and_then(|folder| fs::read_dir(folder).ok());
    for version in managed.into_iter().flatten().flatten() {
        folders.push(version.path().join("bin"));
    }
    let found = (10..20).filter_map(|minor| {
        let name = format!("python3.{minor}");
        let mut programs = folders.iter().map(|folder| folder.join(&name));
        programs.find(|program| {
            let version = Command::new(program).arg("--version").output();
            version.is_ok_and(|output| output.status.success())
        })
    });
    found.collect()
}

/// The Python that has what the tests need.
fn python() -> String {
    env::var("PYTHON").unwrap_or_else(|_| "/usr/bin/python3".to_owned())
}

fn wheel(folder: &Path) -> PathBuf {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .current_dir(ROOT)
        .args(["build", "--release", "--locked", "--quiet"])
        .args(["--package", "pdll-python", "--features", "static"])
        .status();
    assert!(status.expect("cargo can be run").success());
    let module = Path::new(env!("CARGO_BIN_EXE_pdll-opt")).with_file_name("lib_native.so");
    // If it is there, as `make wheel` does.
    let in_place = module.with_file_name(IN_PLACE);
    let dist = folder.join("dist");
    let mut pack = Command::new(Path::new(ROOT).join("tools/wheel.sh"));
    run(pack
        .env("PYTHON", python())
        .arg(module)
        .arg(env!("PDLL_LLVM_INCLUDE_DIR"))
        .arg(&dist)
        .args(Some(in_place).filter(|module| module.exists())));
    let mut made = fs::read_dir(dist).expect("the script makes it");
    let made = made.next().expect("the script makes a file");
    made.expect("the folder is ours").path()
}
