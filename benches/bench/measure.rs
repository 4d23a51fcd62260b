//! Finds the tools and measures their time.

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

/// The programs to measure, and a folder for their inputs.
pub(crate) struct Tools {
    /// The command of pdll.
    pub(crate) pdll_opt: PathBuf,
    /// The plugin of pdll.
    pub(crate) plugin: PathBuf,
    /// MLIR's compiler for PDLL.
    pub(crate) mlir_pdll: PathBuf,
    /// MLIR's generator of C++ from `.td` files.
    pub(crate) mlir_tblgen: PathBuf,
    /// The plugin that applies the same patterns without pdll, and measures time.
    pub(crate) peers: PathBuf,
    /// The stock `mlir-opt`.
    pub(crate) mlir_opt: PathBuf,
    folder: tempfile::TempDir,
}

impl Tools {
    /// Finds the tools of this build, and of the LLVM that it was built with. The
    /// plugin `peers` is already built.
    pub(crate) fn find(peers: PathBuf) -> Self {
        let pdll_opt = PathBuf::from(env!("CARGO_BIN_EXE_pdll-opt"));
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        // An installation has a copy, too. What the linker writes is in smaller pieces
        // of memory, and takes longer to load.
        let plugin = folder.path().join("libpdll.so");
        std::fs::copy(pdll_opt.with_file_name("libpdll.so"), &plugin)
            .expect("the plugin is built, and there is room for a copy");
        let llvm = Path::new(env!("PDLL_LLVM_PREFIX")).join("bin");
        Tools {
            peers,
            plugin,
            mlir_pdll: llvm.join("mlir-pdll"),
            mlir_tblgen: llvm.join("mlir-tblgen"),
            mlir_opt: llvm.join("mlir-opt"),
            folder,
            pdll_opt,
        }
    }

    /// Writes an input file.
    pub(crate) fn input(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        std::fs::write(&path, text).expect("the temporary folder can be written to");
        path
    }

    /// Compiles a pattern file to a file of pdl.
    pub(crate) fn compiled(&self, patterns: &Path) -> PathBuf {
        let output = patterns.with_extension("pdl.mlir");
        let (patterns, text) = (patterns.to_string_lossy(), output.to_string_lossy());
        run(&mut command(
            &self.pdll_opt,
            ["compile", &patterns, "-o", &text],
        ));
        output
    }

    /// The folder of the input files.
    pub(crate) fn input_folder(&self) -> &Path {
        self.folder.path()
    }
}

/// Returns a command whose output is discarded.
pub(crate) fn command<'a>(program: &Path, arguments: impl IntoIterator<Item = &'a str>) -> Command {
    let mut command = Command::new(program);
    command
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

/// Runs two commands alternately, `runs` times each, and returns the medians.
pub(crate) fn compare(
    runs: usize,
    ours: &mut Command,
    theirs: &mut Command,
) -> (Duration, Duration) {
    // The first run of each command reads files from the disk.
    run(ours);
    run(theirs);
    let pairs: Vec<_> = (0..runs).map(|_| (run(ours), run(theirs))).collect();
    let (a, b): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
    (median(a), median(b))
}

/// Runs a command, which must succeed, and returns its time.
pub(crate) fn run(command: &mut Command) -> Duration {
    let start = Instant::now();
    let status = command.status().expect("the tools are installed");
    let time = start.elapsed();
    assert!(status.success(), "{command:?} failed");
    time
}

/// Returns the median.
pub(crate) fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// Prints a line of a table, with the times in milliseconds and their ratio.
pub(crate) fn line(what: &str, ours: Duration, theirs: Duration) {
    let (ours, theirs) = (milliseconds(ours), milliseconds(theirs));
    println!(
        "  {what:<44} {ours:>9.1} ms {theirs:>9.1} ms   ratio {:.2}",
        ours / theirs
    );
}

/// Returns a duration in milliseconds.
pub(crate) fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
