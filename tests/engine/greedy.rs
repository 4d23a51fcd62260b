//! The greedy driver against MLIR's, with the same patterns on random programs.
//!
//! Every operation that a pattern creates carries the number of visits and rewrites
//! before it. So a visit too many, a visit too few, or two visits in another order
//! change the printed program, even if the operations in it are the same.
//!
//! Without native functions, the driver leaves out matches that would fail again.
//! Patterns of that kind are compared as well: one that is left out wrongly leaves an
//! operation in the program that MLIR's driver rewrites. Locations are not compared
//! then: those that MLIR fuses depend on what else matches in part.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

pub(crate) mod program;

use crate::{
    effort, precompiled,
    support::{
        process::{Ending, Run, llvm_tool, plugin, run, scratch},
        random::{Random, command, numbers, seed},
        workers::parallel,
    },
};
use std::{
    fs,
    iter::zip,
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Functions in a program.
const FUNCTIONS: usize = 40;

/// What separates the programs of a file.
const SEPARATOR: &str = "// -----\n";

/// Options that both drivers have.
const OPTIONS: [&str; 14] = [
    "",
    "top-down=false",
    "fold=false",
    "cse-constants=false",
    "fold=false cse-constants=false",
    "region-simplify=disabled",
    "region-simplify=disabled top-down=false",
    "region-simplify=aggressive",
    "max-iterations=1",
    "max-iterations=2 top-down=false",
    "max-iterations=5 max-num-rewrites=7",
    "max-iterations=1 max-num-rewrites=30",
    "strictness=existing",
    "strictness=existing-and-new",
];

/// What the runs of the drivers need.
struct Peers {
    /// Has MLIR's driver and the native functions.
    library: PathBuf,
    folder: PathBuf,
    /// They show the order of visits.
    turns: Patterns,
    /// They call no functions.
    structure: Patterns,
}

/// The same patterns for both drivers.
struct Patterns {
    source: PathBuf,
    pdl: PathBuf,
    /// The programs for them, which take turns.
    shapes: &'static [Shape],
    /// Flags of mlir-opt that show what must be the same.
    flags: &'static [&'static str],
}

/// The shape of a random program.
#[derive(Clone, Copy)]
enum Shape {
    Any,
    Towers,
}

impl Shape {
    fn program(self, seed: u64, number: u64) -> String {
        let random = &mut Random::new(seed, number);
        match self {
            Shape::Any => program::generate(random, FUNCTIONS),
            Shape::Towers => program::generate_towers(random, FUNCTIONS),
        }
    }
}

#[test]
fn results_are_those_of_mlir() {
    let peers = Peers::get();
    peers.compare(&peers.turns, "turns");
}

#[test]
fn results_without_functions_are_those_of_mlir() {
    let peers = Peers::get();
    peers.compare(&peers.structure, "structure");
}

/// If the programs could not tell one order of visits from another, the
/// comparison would show nothing.
#[test]
fn programs_show_the_order_of_visits() {
    let peers = Peers::get();
    let seed = seed();
    for number in 0..3 {
        let program = Shape::Any.program(seed, number);
        let input = peers.write(&format!("order-{number}"), &program);
        let result = |options| peers.mlir(&peers.turns, &input, options);
        let default = result("");
        // With `existing-and-new`, nothing that these patterns reach is left out.
        let others = OPTIONS[1..].iter();
        for options in others.filter(|options| !options.ends_with("existing-and-new")) {
            assert_ne!(result(options), default, "{options}");
        }
    }
}

impl Peers {
    /// The tests share them.
    fn get() -> &'static Self {
        static PEERS: OnceLock<Peers> = OnceLock::new();
        PEERS.get_or_init(Self::build)
    }

    fn build() -> Self {
        let folder = scratch("greedy");
        let library = folder.join("libpeer.so");
        let source = Path::new(ROOT).join("tests/engine/greedy/Peer.cpp");
        let status = Command::new("c++")
            .args(precompiled::OPTIONS)
            .arg("-include")
            .arg(precompiled::header())
            .args(["-shared", "-isystem", env!("PDLL_LLVM_INCLUDE_DIR"), "-I"])
            .arg(Path::new(ROOT).join("cpp-shim/include"))
            .arg(source)
            .arg("-o")
            .arg(&library)
            .status()
            .expect("there is a C++ compiler");
        assert!(status.success(), "the peer must compile");
        Peers {
            turns: Patterns {
                shapes: &[Shape::Any],
                flags: &["--mlir-print-debuginfo"],
                ..Patterns::compile("turns", &folder)
            },
            structure: Patterns {
                shapes: &[Shape::Any, Shape::Towers],
                ..Patterns::compile("structure", &folder)
            },
            library,
            folder,
        }
    }

    /// Compares the results of both drivers on random programs. One process takes all
    /// programs, because its start takes longer than what it does with one of them.
    fn compare(&self, patterns: &Patterns, test: &str) {
        let seed = seed();
        let numbers: Vec<u64> = numbers(effort::share(50)).collect();
        let programs = numbers.iter().map(|&number| {
            let shape = patterns.shapes[number as usize % patterns.shapes.len()];
            shape.program(seed, number)
        });
        let programs: Vec<_> = programs.collect();
        let input = self.write(&format!("{test}-programs"), &programs.join(SEPARATOR));
        let differences = parallel(
            &OPTIONS,
            || (),
            |(), options| {
                let ours = self.ours(patterns, &input, options);
                let theirs = self.mlir(patterns, &input, options);
                let results = zip(ours.split(SEPARATOR), theirs.split(SEPARATOR));
                assert_eq!(results.clone().count(), numbers.len(), "{options:?}");
                // In later programs, the numbers of visits may differ for the same reason.
                let mut numbered = zip(&numbers, results);
                numbered
                    .find(|(_, (ours, theirs))| ours != theirs)
                    .map(|(number, _)| {
                        let command = command(seed, *number);
                        format!("{command}: {options:?} with {}", input.display())
                    })
            },
        );
        let differences: Vec<_> = differences.into_iter().flatten().collect();
        assert!(differences.is_empty(), "{}", differences.join("\n"));
    }

    /// Writes a file with programs.
    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.join(format!("{name}.mlir"));
        fs::write(&path, text).expect("the folder is ours");
        path
    }

    fn ours(&self, patterns: &Patterns, input: &Path, options: &str) -> String {
        let natives = self.library.display();
        let source = patterns.source.display();
        let pass = format!("apply-pdll{{patterns={source} natives={natives} {options}}}");
        apply(&plugin(), &pass, input, patterns.flags)
    }

    fn mlir(&self, patterns: &Patterns, input: &Path, options: &str) -> String {
        let pdl = patterns.pdl.display();
        let pass = format!("apply-with-mlir{{pdl={pdl} {options}}}");
        apply(&self.library, &pass, input, patterns.flags)
    }
}

impl Patterns {
    fn compile(name: &str, folder: &Path) -> Self {
        let source = Path::new(ROOT).join(format!("tests/engine/greedy/{name}.pdll"));
        let pdl = folder.join(format!("{name}.mlir"));
        let compiled = run(
            Path::new(env!("CARGO_BIN_EXE_pdll-opt")),
            [
                "compile",
                &source.display().to_string(),
                "-o",
                &pdl.display().to_string(),
            ],
            b"",
        );
        assert_eq!(compiled.ending, Ending::Exit(0), "{}", compiled.stderr);
        Patterns {
            source,
            pdl,
            shapes: &[],
            flags: &[],
        }
    }
}

/// Applies a pass from a plugin to the programs of a file, and returns the results.
fn apply(plugin: &Path, pass: &str, input: &Path, flags: &[&str]) -> String {
    let arguments = [
        format!("--load-pass-plugin={}", plugin.display()),
        format!("--pass-pipeline=builtin.module({pass})"),
        "--split-input-file".to_owned(),
        "--allow-unregistered-dialect".to_owned(),
        "--mlir-disable-threading".to_owned(),
        input.display().to_string(),
    ];
    let flags = flags.iter().map(|flag| (*flag).to_owned());
    let arguments = arguments.into_iter().chain(flags);
    let Run {
        ending,
        stdout,
        stderr,
    } = run(&llvm_tool("mlir-opt"), arguments, b"");
    assert_eq!(
        ending,
        Ending::Exit(0),
        "{pass} on {}: {stderr}",
        input.display()
    );
    stdout
}
