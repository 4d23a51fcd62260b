//! Compares C++ headers for MLIR's interpreter with those of mlir-pdll.

use crate::{
    measure::{Tools, command, line, run},
    peers,
    programs::{self, Shape},
};
use std::{
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

/// Prints the time to compile a program with the patterns, and the time that the
/// program takes to add them.
pub(crate) fn run_group(tools: &Tools) {
    println!("headers: pdll-opt | mlir-pdll");
    for count in [1, 100, 1000] {
        let patterns = tools.input(
            &format!("header{count}.pdll"),
            &programs::patterns(Shape::OwnRoots, count),
        );
        let [ours, theirs] = [&tools.pdll_opt, &tools.mlir_pdll].map(|tool| {
            let name = tool.file_name().unwrap_or_default().to_string_lossy();
            let header = tools.input_folder().join(format!("{name}{count}.h.inc"));
            let (input, output) = (patterns.to_string_lossy(), header.to_string_lossy());
            let mut arguments = vec!["-x=cpp", &input, "-o", &output];
            if *tool == tools.pdll_opt {
                arguments.splice(..1, ["compile", "-x", "cpp", "--matcher=interpreter"]);
            }
            run(&mut command(tool, arguments));
            build(&header)
        });
        line(
            &format!("{count} patterns: compiling the program"),
            ours.built,
            theirs.built,
        );
        // The programs alternate, so that other processes slow down both.
        let pairs: Vec<_> = (0..5).map(|_| (ours.time(), theirs.time())).collect();
        let (ours, theirs): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
        let shortest = |times: Vec<Duration>| times.into_iter().min().unwrap_or_default();
        line(
            &format!("{count} patterns: populateGeneratedPDLLPatterns"),
            shortest(ours),
            shortest(theirs),
        );
    }
}

/// A program that adds the patterns of a header.
struct Program {
    path: PathBuf,
    built: Duration,
}

impl Program {
    /// Returns the time that the program takes to add the patterns.
    fn time(&self) -> Duration {
        let output = Command::new(&self.path).output();
        let output = output.expect("the program was just built");
        let text = String::from_utf8_lossy(&output.stdout);
        Duration::from_nanos(text.trim().parse().expect("it prints a number"))
    }
}

fn build(header: &Path) -> Program {
    let path = header.with_extension("program");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/headers/Populate.cpp");
    let library_dir = Path::new(env!("PDLL_LLVM_PREFIX")).join("lib");
    let mut compiler = peers::compiler();
    compiler
        .arg("-fno-rtti")
        .arg(format!("-DHEADER=\"{}\"", header.display()))
        .arg(source)
        .arg("-o")
        .arg(&path)
        .arg("-L")
        .arg(&library_dir)
        .arg(format!("-Wl,-rpath,{}", library_dir.display()))
        .args(["-lMLIR", "-lLLVM"]);
    Program {
        built: run(&mut compiler),
        path,
    }
}
