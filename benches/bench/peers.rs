//! The plugin that applies the same patterns without pdll, and measures time.

use crate::measure::Tools;
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    time::Duration,
};

const SOURCES: [&str; 7] = [
    "Plugin.cpp",
    "Peer.cpp",
    "Bare.cpp",
    "Conversion.cpp",
    "Regions.cpp",
    "Compare.cpp",
    "Peers.h",
];

/// Compiles the plugin if it is not newer than its sources.
pub(crate) fn build() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/peers");
    let plugin = Path::new(env!("CARGO_TARGET_TMPDIR")).join("libpdll-peers.so");
    let written = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
    let built = written(&plugin);
    let sources = SOURCES.map(|name| folder.join(name));
    if built.is_some() && sources.iter().all(|source| written(source) < built) {
        return plugin;
    }
    let mut command = compiler();
    let status = command
        .args(["-shared", "-fPIC", "-fno-rtti", "-fno-exceptions"])
        .arg("-o")
        .arg(&plugin)
        .args(
            sources
                .iter()
                .filter(|source| source.extension() != Some("h".as_ref())),
        )
        .status()
        .expect("there is a C++ compiler");
    assert!(status.success(), "{command:?} failed");
    plugin
}

/// Returns the C++ compiler with the include folder of MLIR.
pub(crate) fn compiler() -> Command {
    // CXX may consist of several words, such as `ccache g++`.
    let compiler = env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
    let mut words = compiler.split_whitespace();
    let mut command = Command::new(words.next().expect("CXX is not empty"));
    command
        .args(words)
        .args(["-std=c++17", "-O2", "-isystem"])
        .arg(env!("PDLL_LLVM_INCLUDE_DIR"));
    if env!("PDLL_LLVM_ASSERTIONS").is_empty() {
        command.arg("-DNDEBUG");
    }
    command
}

/// The pipelines to compare, and how to measure them.
pub(crate) struct Comparison<'a> {
    /// The program. Each pipeline runs on a copy of it.
    pub(crate) input: &'a Path,
    pub(crate) pipelines: &'a [String],
    pub(crate) runs: usize,
    /// Additional options of `bench-compare`.
    pub(crate) options: &'a str,
    /// Flags for mlir-opt.
    pub(crate) flags: &'a [&'a str],
}

impl<'a> Comparison<'a> {
    /// Measures on one thread.
    pub(crate) fn new(input: &'a Path, pipelines: &'a [String], runs: usize) -> Self {
        Comparison {
            input,
            pipelines,
            runs,
            options: "",
            flags: &["--mlir-disable-threading"],
        }
    }
}

/// The measurement of one pipeline.
#[derive(Clone, Copy)]
pub(crate) struct Measured {
    /// The time of the fastest run; other programs can only slow a run down.
    pub(crate) time: Duration,
    /// Is true if the result equals that of the first pipeline.
    pub(crate) is_same: bool,
}

/// Runs the pipelines alternately in one mlir-opt.
pub(crate) fn compare(tools: &Tools, comparison: &Comparison<'_>) -> Vec<Measured> {
    let pipelines = tools.input("pipelines.txt", &comparison.pipelines.join("\n"));
    let mut command = Command::new(&tools.mlir_opt);
    command
        .arg(format!("--load-pass-plugin={}", tools.plugin.display()))
        .arg(format!("--load-pass-plugin={}", tools.peers.display()))
        .args(["--allow-unregistered-dialect", "--verify-each=false"])
        .args(comparison.flags)
        .arg(format!(
            "--pass-pipeline=builtin.module(bench-compare{{pipelines={} runs={} {}}})",
            pipelines.display(),
            comparison.runs,
            comparison.options,
        ))
        .arg(comparison.input)
        .args(["-o", "/dev/null"]);
    let output = command.output().expect("mlir-opt is installed");
    assert!(output.status.success(), "{command:?} failed: {output:?}");
    read(&output, comparison.pipelines.len())
}

/// Parses the output of `bench-compare`.
fn read(output: &Output, count: usize) -> Vec<Measured> {
    let text = String::from_utf8_lossy(&output.stdout);
    let mut all = vec![
        Measured {
            time: Duration::MAX,
            is_same: true,
        };
        count
    ];
    for line in text.lines() {
        let mut words = line.split(' ');
        let mut word = || words.next().expect("a line has three words");
        let index: usize = word().parse().expect("the first is a number");
        let nanoseconds = word().parse().expect("the second is a number");
        let measured = &mut all[index];
        measured.time = measured.time.min(Duration::from_nanos(nanoseconds));
        measured.is_same &= word() == "same";
    }
    assert!(
        all.iter().all(|measured| measured.time < Duration::MAX),
        "a pipeline did not run: {text}"
    );
    all
}
