//! The pattern files of another project, as MLIR's own tests, through our
//! compiler and through the oracle. They are not part of this repository: the
//! variable `PDLL_UPSTREAM_TESTS` names a folder that has them.
//!
//! Include directories and `-split-input-file` are taken from a file's first
//! `RUN:` line for mlir-pdll. Files without one are compiled as a whole, with
//! their own folder and with the folders that the file `include-dirs`, if there
//! is one, lists one a line, relative to the folder of the tests.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use crate::support::{
    compare::{Strictness, compare_all},
    corpus::{self, Chunk},
    oracle::{self, Verdict},
    workers::parallel,
};
use std::{
    collections::BTreeMap,
    env, fmt, fs,
    io::{self, Write},
    iter::zip,
    path::{Path, PathBuf},
};

const FOLDER: &str = "PDLL_UPSTREAM_TESTS";

#[test]
#[ignore = "needs pattern files that are not part of this repository"]
fn upstream_tests_are_compiled_as_the_oracle_does() {
    let folder = env::var_os(FOLDER).map(PathBuf::from);
    let folder = folder.expect("PDLL_UPSTREAM_TESTS names a folder of tests");
    let chunks = chunks(&folder);
    assert!(!chunks.is_empty(), "{} has .pdll files", folder.display());
    let outcomes = outcomes(&chunks);
    let totals = Totals::of(&outcomes);
    tell(&totals.to_string());
    let reports: Vec<_> = outcomes.iter().filter_map(Outcome::report).collect();
    assert!(
        reports.is_empty(),
        "{} of {} differ\n\n{}\n{totals}",
        reports.len(),
        chunks.len(),
        reports.join("\n")
    );
}

/// Prints a line that is shown for tests that pass, too.
fn tell(text: &str) {
    // Nobody reads it when there is no standard error.
    let _ = writeln!(io::stderr(), "{text}");
}

/// What became of a chunk.
#[derive(Debug)]
struct Outcome {
    name: String,
    theirs: Verdict,
    /// Whether the oracle's parser accepts it; what it rejects after parsing
    /// depends on the module.
    parses: bool,
    judgement: Result<Vec<&'static str>, String>,
}

impl Outcome {
    fn report(&self) -> Option<String> {
        let report = self.judgement.as_ref().err()?;
        Some(format!("{}: {report}", self.name))
    }
}

fn outcomes(chunks: &[Chunk]) -> Vec<Outcome> {
    let inputs: Vec<_> = chunks.iter().map(Chunk::input).collect();
    let compared = compare_all(&inputs, Strictness::Lines);
    let parses = parallel(
        chunks,
        || (),
        |(), chunk| oracle::parses(&chunk.text, &chunk.include_dirs),
    );
    zip(chunks, zip(compared, parses))
        .map(|(chunk, (compared, parses))| Outcome {
            name: chunk.name(),
            theirs: compared.theirs,
            judgement: compared.judgement,
            parses,
        })
        .collect()
}

/// How many chunks went how.
#[derive(Debug, Default)]
struct Totals {
    chunks: usize,
    same_module: usize,
    same_line: usize,
    not_judged: usize,
    differ: usize,
    excused: BTreeMap<&'static str, usize>,
    only_parsed: Vec<String>,
}

impl Totals {
    fn of(outcomes: &[Outcome]) -> Self {
        let mut totals = Self {
            chunks: outcomes.len(),
            ..Self::default()
        };
        for outcome in outcomes {
            match (&outcome.judgement, &outcome.theirs) {
                (Err(_), _) => totals.differ += 1,
                (Ok(_), Verdict::Fails) => totals.not_judged += 1,
                (Ok(names), _) if !names.is_empty() => totals.excuse(names),
                (Ok(_), Verdict::Accepts(_)) => totals.same_module += 1,
                (Ok(_), Verdict::Rejects(_)) => totals.same_line += 1,
            }
            if outcome.parses && matches!(outcome.theirs, Verdict::Rejects(_)) {
                totals.only_parsed.push(outcome.name.clone());
            }
        }
        totals
    }

    fn excuse(&mut self, names: &[&'static str]) {
        let mut names = names.to_vec();
        names.sort_unstable();
        names.dedup();
        for name in names {
            *self.excused.entry(name).or_default() += 1;
        }
    }

    /// The chunks with listed differences; one may have several of them.
    fn with_differences(&self) -> usize {
        self.chunks - self.same_module - self.same_line - self.not_judged - self.differ
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "{} parts of upstream's files:", self.chunks)?;
        writeln!(out, "{:6} give the same module", self.same_module)?;
        writeln!(out, "{:6} are rejected at the same line", self.same_line)?;
        writeln!(
            out,
            "{:6} have listed differences:",
            self.with_differences()
        )?;
        for (name, count) in &self.excused {
            writeln!(out, "       {count:6} {name}")?;
        }
        writeln!(out, "{:6} crash the oracle", self.not_judged)?;
        writeln!(out, "{:6} differ", self.differ)?;
        writeln!(out, "The oracle parses and then rejects:")?;
        for name in &self.only_parsed {
            writeln!(out, "       {name}")?;
        }
        Ok(())
    }
}

fn chunks(folder: &Path) -> Vec<Chunk> {
    let listed = fs::read_to_string(folder.join("include-dirs")).unwrap_or_default();
    let listed: Vec<_> = listed.lines().map(|line| folder.join(line)).collect();
    let mut chunks = Vec::new();
    for file in corpus::files(folder) {
        if file.extension().is_some_and(|end| end == "pdll") {
            chunks.extend(chunks_of_file(folder, &file, &listed));
        }
    }
    chunks
}

fn chunks_of_file(folder: &Path, file: &Path, listed: &[PathBuf]) -> Vec<Chunk> {
    let text = fs::read(file).expect("the tests are readable");
    let origin = file.strip_prefix(folder).unwrap_or(file);
    let own_folder = file.parent().unwrap_or(folder);
    let run = run_line(&text);
    let include_dirs = match &run {
        Some(run) => include_dirs(run, own_folder),
        None => [&[own_folder.to_owned()], listed].concat(),
    };
    let chunk = Chunk {
        origin: origin.display().to_string(),
        first_line: 0,
        path: file.to_owned(),
        text,
        include_dirs,
    };
    match run.is_some_and(|run| run.contains("-split-input-file")) {
        true => chunk.cut(),
        false => vec![chunk],
    }
}

/// The first line that runs mlir-pdll.
fn run_line(text: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(text);
    let mut commands = text.lines().filter(|line| line.contains("RUN:"));
    Some(commands.find(|line| line.contains("mlir-pdll"))?.to_owned())
}

/// The arguments of `-I`; `%S` is the folder of the file.
fn include_dirs(run: &str, folder: &Path) -> Vec<PathBuf> {
    let words: Vec<_> = run.split_whitespace().collect();
    let arguments = words.windows(2).filter(|pair| pair[0] == "-I");
    arguments
        .map(|pair| pair[1].replace("%S", &folder.display().to_string()).into())
        .collect()
}
