//! The tour of the README: its commands print what it says.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use std::{env, fs, os::unix::fs::symlink, path::Path, process::Command};

#[test]
fn the_tour_of_the_readme_is_true() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let page = fs::read_to_string(page).expect("it is there");
    let tour = page.split("## A tour").nth(1).expect("there is a tour");
    let tour = tour.split("\n## ").next().expect("it has an end");
    let pattern = blocks(tour, "pdll").remove(0);
    let program = blocks(tour, "mlir").remove(0);
    let [run, broken, unthought] = &blocks(tour, "console")[..] else {
        panic!("the tour has three commands");
    };

    check(&[("double.pdll", pattern), ("in.mlir", program)], run);
    let damaged = pattern.replace("x: Value, x", "x: Value, y");
    let damaged = damaged.replace("1 : i32", "1 : i3x");
    check(&[("double.pdll", &damaged)], broken);
    let program = program.replace("i32", "i64");
    check(
        &[("double.pdll", pattern), ("in64.mlir", &program)],
        unthought,
    );
}

/// The blocks of code in a language.
fn blocks<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    let begin = format!("```{language}\n");
    let rest = text.split(&begin).skip(1);
    rest.filter_map(|rest| rest.split("```").next()).collect()
}

/// Runs the command of a console in a folder with these files.
fn check(files: &[(&str, &str)], console: &str) {
    let folder = tempfile::tempdir().expect("there is room for files");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("the folder is ours");
    }
    let release = folder.path().join("target/release");
    fs::create_dir_all(&release).expect("the folder is ours");
    let test = env::current_exe().expect("this program is somewhere");
    symlink(
        test.with_file_name("libpdll.so"),
        release.join("libpdll.so"),
    )
    .expect("the folder is ours");

    let end = console
        .match_indices('\n')
        .find(|(place, _)| !console[..*place].ends_with('\\'));
    let (command, expected) = console.split_at(end.expect("the command ends").0 + 1);
    let command = command.strip_prefix("$ ").expect("it is a command");
    let programs = Path::new(env!("CARGO_BIN_EXE_pdll-opt")).parent();
    let programs = programs.expect("it is in a folder").display();
    let output = Command::new("sh")
        .arg("-c")
        .arg(format!("{{ {command} }} 2>&1"))
        .current_dir(folder.path())
        .env(
            "PATH",
            format!("{programs}:{}/bin:/usr/bin:/bin", env!("PDLL_LLVM_PREFIX")),
        )
        .output()
        .expect("there is a shell");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(printed.trim_end(), expected.trim_end(), "{command}");
}
