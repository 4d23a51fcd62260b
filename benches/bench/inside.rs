//! Measures the program and the Python package that have MLIR inside.

use crate::{
    measure::{Tools, command, compare, line, milliseconds, run as finish},
    startup::{small_files, with_plugin},
};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Prints the times to start, and to apply a pattern to a small file.
pub(crate) fn run(tools: &Tools) {
    println!("inside: pdll-opt-static | what loads MLIR's libraries");
    let inside = tools.pdll_opt.with_file_name("pdll-opt-static");
    assert!(inside.exists(), "`make static` builds {}", inside.display());
    let (patterns, input) = small_files(tools);
    for name in ["pdll-opt", "pdll-opt-full"] {
        let other = tools.pdll_opt.with_file_name(name);
        for (what, arguments) in [
            ("starting", &["--version"][..]),
            ("one pattern", &["apply", "--patterns", &patterns, &input]),
        ] {
            let [mut ours, mut theirs] =
                [&inside, &other].map(|program| command(program, arguments.iter().copied()));
            let (ours, theirs) = compare(41, &mut ours, &mut theirs);
            line(&format!("{what}, against {name}"), ours, theirs);
        }
    }
    let (ours, theirs) = compare(
        41,
        &mut command(&inside, ["apply", "--patterns", &patterns, &input]),
        &mut with_plugin(tools, &patterns, &input),
    );
    line("one pattern, against mlir-opt", ours, theirs);
    python(tools, &patterns, &input);
}

/// The same in Python, where only the first run starts anything.
fn python(tools: &Tools, patterns: &str, input: &str) {
    let site = unpack_wheel(tools);
    let (with, without) = compare(
        41,
        &mut script(&site, "import mlir_pdll"),
        &mut script(&site, ""),
    );
    line("python, with the import | without", with, without);
    let compile = format!(
        "import mlir_pdll\n\
         patterns = mlir_pdll.compile({patterns:?})\n\
         program = open({input:?}).read()\n"
    );
    let apply = format!("{compile}for _ in range(100): patterns.apply(program)\n");
    let (with, without) = compare(11, &mut script(&site, &apply), &mut script(&site, &compile));
    line(
        "python, 100 times one pattern | only compiled",
        with,
        without,
    );
    println!(
        "    an `apply` takes {:.2} ms",
        (milliseconds(with) - milliseconds(without)) / 100.0
    );
}

fn script(site: &Path, code: &str) -> Command {
    let mut command = command(&interpreter(), ["-c", code]);
    command.env("PYTHONPATH", site);
    command
}

fn interpreter() -> PathBuf {
    env::var_os("PYTHON").map_or_else(|| "/usr/bin/python3".into(), PathBuf::from)
}

/// Returns a folder with what an installation copies.
fn unpack_wheel(tools: &Tools) -> PathBuf {
    let release = tools.pdll_opt.parent().expect("a file is in a folder");
    let dist = release.with_file_name("dist");
    let start = concat!("mlir_pdll-", env!("CARGO_PKG_VERSION"), "-");
    let files = fs::read_dir(&dist).into_iter().flatten().flatten();
    let mut wheels = files.filter(|file| file.file_name().to_string_lossy().starts_with(start));
    let wheel = wheels.next().map(|file| file.path());
    let wheel = wheel.unwrap_or_else(|| panic!("`make wheel` makes one in {}", dist.display()));
    let site = tools.input_folder().join("site");
    let (wheel, target) = (wheel.to_string_lossy(), site.to_string_lossy());
    finish(&mut command(
        &interpreter(),
        ["-m", "zipfile", "-e", &*wheel, &*target],
    ));
    site
}
