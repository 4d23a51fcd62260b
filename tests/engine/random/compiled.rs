//! Random patterns as C++, beside the engine.
//!
//! Only programs whose rewrites succeed are compared: C++ patterns are not guarded.

use crate::{
    drr::generated,
    effort,
    random::{
        definitions,
        patterns::{generate, text::print_file},
        programs::{self, Content},
    },
    support::{
        process::{Ending, llvm_tool, plugin, run, scratch},
        random::{Random, numbers, seed},
        say,
        workers::parallel,
    },
};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// A pass for each set of patterns.
const WALK: &str = include_str!("compiled/Walk.cpp");

/// Sets in a library.
const GROUP: usize = 10;

/// Programs that a set is applied to.
const PROGRAMS: usize = 24;

/// What separates the programs of a file.
const SEPARATOR: &str = "// -----\n";

#[test]
fn patterns_in_cpp_do_what_the_engine_does() {
    let (seed, folder) = (seed(), scratch("random-compiled"));
    // A compiler takes seconds for each set. So many have all kinds of patterns, and
    // `PDLL_RANDOM_CASES` takes more.
    let all: Vec<_> = numbers(effort::share(20)).collect();
    let sets = parallel(&all, || (), |(), number| Set::new(seed, *number, &folder));
    let sets: Vec<_> = sets.into_iter().flatten().collect();
    let archive = archive();
    let groups: Vec<_> = sets.chunks(GROUP).enumerate().collect();
    let reports = parallel(
        &groups,
        || (),
        |(), (number, sets)| {
            let library = compile(sets, &archive, &folder.join(format!("walk-{number}")));
            let compared = sets.iter().map(|set| set.compare(&library));
            compared.collect::<Vec<_>>()
        },
    );
    let reports: Vec<_> = reports.into_iter().flatten().collect();
    let compared = reports.iter().filter_map(|report| report.as_ref().ok());
    let (succeed, change) = compared.fold((0, 0), |sum, (succeed, change)| {
        (sum.0 + succeed, sum.1 + change)
    });
    say(&format!(
        "{} sets of patterns as C++: {succeed} programs, of which {change} are rewritten",
        sets.len()
    ));
    let reports: Vec<_> = reports.into_iter().filter_map(Result::err).collect();
    let some = &reports[..reports.len().min(3)];
    assert!(
        reports.is_empty(),
        "{} of {} sets differ\n{}",
        reports.len(),
        sets.len(),
        some.join("\n")
    );
    assert!(change >= sets.len(), "the patterns rewrite too little");
}

/// Patterns with their header and their programs.
struct Set {
    number: u64,
    patterns: PathBuf,
    header: PathBuf,
    programs: PathBuf,
}

impl Set {
    /// Writes the files of random patterns, unless there is no header for its patterns.
    fn new(seed: u64, number: u64, folder: &Path) -> Option<Self> {
        let mut random = Random::new(seed, 0xC0DE_0000 + number);
        let patterns = generate::generate(&mut random);
        let name = |end: &str| folder.join(format!("{number}.{end}"));
        let set = Set {
            number,
            patterns: name("pdll"),
            header: name("h.inc"),
            programs: name("mlir"),
        };
        fs::write(&set.patterns, print_file(&patterns)).expect("the folder is ours");
        let programs: Vec<_> = (0..PROGRAMS)
            .map(|_| programs::generate(&mut random, Content::Anything))
            .collect();
        fs::write(&set.programs, programs.join(SEPARATOR)).expect("the folder is ours");
        let definitions = definitions::folder().display().to_string();
        let (input, output) = (set.patterns.to_string_lossy(), set.header.to_string_lossy());
        let arguments = [
            "compile",
            "-x",
            "cpp",
            "-q",
            "-I",
            &definitions,
            &input,
            "-o",
            &output,
        ];
        let pdll = Path::new(env!("CARGO_BIN_EXE_pdll-opt"));
        let written = run(pdll, arguments, b"").ending == Ending::Exit(0);
        written.then_some(set)
    }

    /// The number of programs that the engine rewrites without an error, and of those that
    /// change, if C++ does the same.
    fn compare(&self, library: &Path) -> Result<(usize, usize), String> {
        let before = self.apply(&self.programs, None, "");
        let definitions = definitions::folder();
        let apply = format!(
            "apply-pdll{{patterns={} include-dirs={} driver=walk}}",
            self.patterns.display(),
            definitions.display()
        );
        let expected = self.apply(&self.programs, Some(&plugin()), &apply);
        let text = fs::read_to_string(&self.programs).expect("it was written before");
        let sources = text.split(SEPARATOR);
        let valid: BTreeMap<_, _> = sources
            .enumerate()
            .filter(|(index, _)| !expected[*index].trim().is_empty())
            .collect();
        let programs = self.programs.with_extension("valid.mlir");
        let texts: Vec<_> = valid.values().copied().collect();
        fs::write(&programs, texts.join(SEPARATOR)).expect("the folder is ours");
        for dispatch in ["false", "true"] {
            let pass = format!("walk-{}{{dispatch={dispatch}}}", self.number);
            let actual = self.apply(&programs, Some(library), &pass);
            for (index, actual) in valid.keys().zip(&actual) {
                if expected[*index] != *actual {
                    return Err(format!(
                        "{}, dispatch={dispatch}, program {index}\n--- engine\n{}--- C++\n{actual}",
                        self.patterns.display(),
                        expected[*index],
                    ));
                }
            }
        }
        let changes = |index: &&usize| before[**index] != expected[**index];
        Ok((valid.len(), valid.keys().filter(changes).count()))
    }

    /// The programs of a file after a pass; nothing in the place of those that it fails on.
    fn apply(&self, programs: &Path, library: Option<&Path>, pass: &str) -> Vec<String> {
        let library = library.map(|library| format!("--load-pass-plugin={}", library.display()));
        let arguments = library.into_iter().chain([
            format!("--pass-pipeline=builtin.module({pass})"),
            "--split-input-file".to_owned(),
            "--allow-unregistered-dialect".to_owned(),
            "--mlir-disable-threading".to_owned(),
            programs.display().to_string(),
        ]);
        let output = run(&llvm_tool("mlir-opt"), arguments, b"");
        let ended = matches!(output.ending, Ending::Exit(0 | 1));
        assert!(ended, "{}: {pass}\n{}", programs.display(), output.stderr);
        let parts = output.stdout.split(SEPARATOR);
        parts.map(str::to_owned).collect()
    }
}

/// The library with a pass for each set, in files of that name.
fn compile(sets: &[Set], archive: &Path, name: &Path) -> PathBuf {
    let mut text = WALK.to_owned();
    for Set { number, header, .. } in sets {
        let header = header.display();
        text += &format!("namespace n{number} {{\n#include \"{header}\"\nWALK({number})\n}}\n");
    }
    text += "REGISTER(";
    for Set { number, .. } in sets {
        text += &format!("mlir::PassRegistration<n{number}::Walk>();");
    }
    let (source, library) = (name.with_extension("cpp"), name.with_extension("so"));
    fs::write(&source, text + ")\n").expect("the folder is ours");
    generated::compile(&source, &[], &[archive.to_owned()], &library);
    library
}

/// The archive with the functions of the library that headers call.
fn archive() -> PathBuf {
    let pdll = Path::new(env!("CARGO_BIN_EXE_pdll-opt"));
    let output = run(pdll, ["archive-folder"], b"");
    Path::new(output.stdout.trim()).join("libpdll_shim.a")
}
