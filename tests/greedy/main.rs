//! The greedy driver against MLIR's, with the same patterns on random programs.
//!
//! Every operation that a pattern creates carries the number of visits and rewrites
//! before it. So a visit too many, a visit too few, or two visits in another order
//! change the printed program, even if the operations in it are the same. Locations
//! are compared, too.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#[path = "../effort/mod.rs"]
mod effort;
#[path = "../precompiled/mod.rs"]
mod precompiled;
mod program;
#[path = "../support/mod.rs"]
mod support;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
};
use support::{
    process::{Ending, Run, llvm_tool, plugin, run, scratch},
    random::{Random, seed},
    workers::parallel,
};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Functions in a program.
const FUNCTIONS: usize = 40;

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
    /// The patterns as pdl.
    pdl: PathBuf,
    folder: PathBuf,
}

#[test]
fn results_are_those_of_mlir() {
    let peers = Peers::get();
    let seed = seed();
    let programs: Vec<u64> = (0..effort::share(50) as u64).collect();
    let differences = parallel(
        &programs,
        || (),
        |(), &number| {
            let input = peers.write_program("same", seed, number);
            let differs =
                |options: &&&str| peers.ours(&input, options) != peers.mlir(&input, options);
            OPTIONS
                .iter()
                .find(differs)
                .map(|options| format!("{options:?} with {} of seed {seed}", input.display()))
        },
    );
    let differences: Vec<_> = differences.into_iter().flatten().collect();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// If the programs could not tell one order of visits from another, the
/// comparison would show nothing.
#[test]
fn programs_show_the_order_of_visits() {
    let peers = Peers::get();
    let seed = seed();
    for number in 0..3 {
        let input = peers.write_program("order", seed, number);
        let default = peers.mlir(&input, "");
        // With `existing-and-new`, nothing that these patterns reach is left out.
        let others = OPTIONS[1..].iter();
        for options in others.filter(|options| !options.ends_with("existing-and-new")) {
            assert_ne!(peers.mlir(&input, options), default, "{options}");
        }
    }
}

impl Peers {
    /// Both tests share them.
    fn get() -> &'static Self {
        static PEERS: OnceLock<Peers> = OnceLock::new();
        PEERS.get_or_init(Self::build)
    }

    fn build() -> Self {
        let folder = scratch("greedy");
        let library = folder.join("libpeer.so");
        let source = Path::new(ROOT).join("tests/greedy/Peer.cpp");
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
        let pdl = folder.join("patterns.mlir");
        let compiler = Path::new(env!("CARGO_BIN_EXE_pdll-opt"));
        let compiled = run(
            compiler,
            ["compile", &patterns(), "-o", &pdl.display().to_string()],
            b"",
        );
        assert_eq!(compiled.ending, Ending::Exit(0), "{}", compiled.stderr);
        Peers {
            library,
            pdl,
            folder,
        }
    }

    fn write_program(&self, test: &str, seed: u64, number: u64) -> PathBuf {
        let text = program::generate(&mut Random::new(seed, number), FUNCTIONS);
        let path = self.folder.join(format!("{test}-{number}.mlir"));
        fs::write(&path, text).expect("the folder is ours");
        path
    }

    fn ours(&self, input: &Path, options: &str) -> String {
        let natives = self.library.display();
        let patterns = patterns();
        let pass = format!("apply-pdll{{patterns={patterns} natives={natives} {options}}}");
        apply(&plugin(), &pass, input)
    }

    fn mlir(&self, input: &Path, options: &str) -> String {
        let pass = format!("apply-with-mlir{{pdl={} {options}}}", self.pdl.display());
        apply(&self.library, &pass, input)
    }
}

fn patterns() -> String {
    format!("{ROOT}/tests/greedy/patterns.pdll")
}

/// Applies a pass from a plugin to a program, and returns the result.
fn apply(plugin: &Path, pass: &str, input: &Path) -> String {
    let arguments = [
        format!("--load-pass-plugin={}", plugin.display()),
        format!("--pass-pipeline=builtin.module({pass})"),
        "--allow-unregistered-dialect".to_owned(),
        "--mlir-disable-threading".to_owned(),
        "--mlir-print-debuginfo".to_owned(),
        input.display().to_string(),
    ];
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
