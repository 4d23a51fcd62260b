//! Runs of `pdll-opt apply` in one process, and with file names of all kinds.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use clap::Parser;
use pdll::internals::driver::{
    Stdin, apply,
    options::{Command, Options},
};
use std::{fs, path::Path};
use tempfile::TempDir;

const PROGRAM: &str = "\"t.a\"() : () -> ()\n\"t.a\"() : () -> ()\n";

/// A pattern that replaces `t.a` by the operation `name`.
fn pattern(name: &str) -> String {
    format!("Pattern => replace op<t.a> with op<{name}>;\n")
}

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("there is room for files");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("the folder is ours");
    }
    folder
}

/// The names of the operations that `apply` leaves, or its messages.
fn apply(folder: &Path, arguments: &[&str]) -> String {
    let input = folder.join("in.mlir").display().to_string();
    let options = ["pdll-opt", "apply", "--allow-unregistered-dialect", &input];
    let options = Options::try_parse_from(options.iter().chain(arguments));
    let Command::Apply(options) = options.expect("the options are valid").command else {
        panic!("the command is `apply`");
    };
    let outcome = apply::run(&options, &Stdin::default());
    let output = String::from_utf8_lossy(&outcome.output).into_owned();
    let names = output.split('"').filter(|name| name.starts_with("t."));
    outcome.messages + &names.collect::<Vec<_>>().join(" ")
}

#[test]
fn each_run_has_its_own_options() {
    let folder = folder(&[
        ("in.mlir", PROGRAM),
        ("b.pdll", &pattern("t.b")),
        ("c.pdll", &pattern("t.c")),
    ]);
    let file = |name| folder.path().join(name).display().to_string();
    let (b, c) = (file("b.pdll"), file("c.pdll"));
    let run = |arguments: &[&str]| apply(folder.path(), arguments);

    let limited = ["--patterns", &b, "--driver=walk", "--max-num-rewrites=1"];
    assert_eq!(run(&limited), "t.b t.a");
    assert_eq!(run(&["--patterns", &c]), "t.c t.c");
    assert_eq!(run(&limited), "t.b t.a");
}

/// The flags are defaults: a list that the pipeline sets is another list, not a
/// longer one.
#[test]
fn options_of_the_pipeline_win() {
    let folder = folder(&[
        ("in.mlir", PROGRAM),
        ("b.pdll", &pattern("t.b")),
        ("c.pdll", &pattern("t.c")),
    ]);
    let file = |name| folder.path().join(name).display().to_string();
    let run = |options: &str| {
        let pipeline = format!("--pass-pipeline=builtin.module(apply-pdll{options})");
        apply(
            folder.path(),
            &[
                "--patterns",
                &file("b.pdll"),
                "--driver=walk",
                "--max-num-rewrites=1",
                "--enable-patterns=b",
                &pipeline,
            ],
        )
    };
    assert_eq!(run(""), "t.b t.a");
    assert_eq!(run("{max-num-rewrites=2}"), "t.b t.b");
    assert_eq!(
        run(&format!(
            "{{patterns={} enable-patterns=c}}",
            file("c.pdll")
        )),
        "t.c t.a"
    );
    assert_eq!(
        run("{max-num-rewrites=2},apply-pdll{enable-patterns=c}"),
        "error: enable-patterns: no pattern has the name or label `c`\n"
    );
}

#[test]
fn files_may_have_any_name() {
    for name in [
        "a pattern.pdll",
        " blanks .pdll ",
        "a,b.pdll",
        "it's.pdll",
        "say \"b\".pdll",
        "it's \"b\" a.pdll",
        "a{b.pdll",
        "a}b,(c[.pdll",
        "{a}.pdll",
        "patterns=a.pdll",
        "--driver.pdll",
        "a\\,b.pdll",
        "ä.pdll",
    ] {
        let include = "#include \"included.pdll\"\n";
        let folder = folder(&[("in.mlir", PROGRAM), (name, include)]);
        let included = folder.path().join(format!("{name}.d"));
        fs::create_dir(&included).expect("the folder is ours");
        fs::write(included.join("included.pdll"), pattern("t.b")).expect("the folder is ours");
        let path = folder.path().join(name).display().to_string();
        let report = folder.path().join(format!("{name}.json"));
        let output = apply(
            folder.path(),
            &[
                "--patterns",
                &quote(&path),
                "-I",
                &included.display().to_string(),
                "--report",
                &report.display().to_string(),
            ],
        );
        assert_eq!(output, "t.b t.b", "{name}");
        assert!(report.exists(), "{name}");
    }
}

/// The path as an element of a list.
fn quote(path: &str) -> String {
    if path.contains(',') {
        format!("\"{path}\"")
    } else {
        path.to_owned()
    }
}
