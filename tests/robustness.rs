//! Damaged pattern files: whatever the text, the compiler ends, does not panic,
//! and either gives a module and no error, or no module and an error. What the
//! oracle rejects is rejected.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

mod effort;
mod support;

use melior::Context;
use pdll::internals::{
    diagnostic::Diagnostics,
    lower::DialectAccess,
    source::{Disk, Loader, Memory, SourceMap},
    syntax,
};
use std::{
    any::Any,
    fs,
    iter::zip,
    os::unix::fs::FileExt,
    panic::{self, AssertUnwindSafe},
    path::{Path, PathBuf},
    process,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};
use support::{
    compare::{Strictness, compare_all},
    corpus,
    generator::program::{damage, generate_program},
    mutate::{Damage, Tokens, random_bytes, random_tokens},
    ours,
    ours::{Compiled, Input},
    process::scratch,
    random::{Random, seed},
    say,
    workers::parallel,
};

/// Seconds that one input may take.
const DEADLINE: u64 = 20;

/// Since when which input is being compiled.
type Current = Mutex<Option<(Instant, Vec<u8>)>>;

/// Compiles inputs one after the other, in one context. A thread of its own
/// watches that each of them ends.
struct Compiler {
    context: Context,
    loader: Memory,
    current: Arc<Current>,
    record: Record,
}

impl Compiler {
    fn new(folder: &Path) -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let current: Arc<Current> = Arc::default();
        let watched = Arc::clone(&current);
        thread::spawn(move || watch(&watched));
        Compiler {
            context: ours::context(),
            loader: Memory::default(),
            current,
            record: Record::new(&folder.join(format!("{number}.pdll"))),
        }
    }

    /// What is wrong with what the compiler makes of a text, in words.
    fn check(&self, text: &[u8]) -> Option<String> {
        self.check_with(&self.loader, text, &[])
    }

    /// The same for a text that includes files.
    fn check_with(
        &self,
        loader: &dyn Loader,
        text: &[u8],
        include_dirs: &[PathBuf],
    ) -> Option<String> {
        self.record.keep(text);
        self.set_current(Some((Instant::now(), text.to_vec())));
        let input = Input {
            path: Path::new("input.pdll"),
            text,
            include_dirs,
        };
        let compiled = panic::catch_unwind(AssertUnwindSafe(|| {
            ours::compile(&self.context, loader, input, DialectAccess::Done)
        }));
        self.set_current(None);
        let problem = match compiled {
            Err(panic) => format!("panic: {}", panic_message(&*panic)),
            Ok(Compiled { module, errors, .. }) => match (module, errors.len()) {
                (Some(_), 0) | (None, 1..) => return None,
                (Some(_), count) => format!("a module, and {count} errors"),
                (None, _) => "no module, and no error".to_owned(),
            },
        };
        let text = String::from_utf8_lossy(text);
        Some(format!("{problem}\n--- for ---\n{text}\n-----------"))
    }

    fn set_current(&self, current: Option<(Instant, Vec<u8>)>) {
        *self
            .current
            .lock()
            .expect("the watching thread never panics") = current;
    }
}

/// A file with the input being compiled, for a crash that nothing can report.
struct Record(fs::File);

impl Record {
    fn new(path: &Path) -> Self {
        Self(fs::File::create(path).expect("the folder for temporary files is writable"))
    }

    /// Writes an input after a line with its length. What a longer one left after
    /// it stays: making a file shorter is slower than compiling most inputs.
    fn keep(&self, text: &[u8]) {
        let text = [format!("{}\n", text.len()).as_bytes(), text].concat();
        let kept = self.0.write_all_at(&text, 0);
        kept.expect("the folder for temporary files is writable");
    }
}

fn panic_message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("of unknown kind")
}

/// Ends the process when an input takes too long; a thread cannot be ended.
fn watch(current: &Current) {
    loop {
        thread::sleep(Duration::from_millis(500));
        let Ok(current) = current.lock() else { return };
        if let Some((start, text)) = &*current
            && start.elapsed() > Duration::from_secs(DEADLINE)
        {
            let text = String::from_utf8_lossy(text);
            say(&format!("not done after {DEADLINE} s:\n{text}"));
            process::exit(101);
        }
    }
}

fn check_all(user: &str, texts: usize, text: impl Fn(usize) -> Vec<u8> + Sync) {
    const BLOCK: usize = 256;
    let folder = scratch(&format!("robustness-{user}"));
    let blocks: Vec<_> = (0..texts).step_by(BLOCK).collect();
    let problems = parallel(
        &blocks,
        || Compiler::new(&folder),
        |compiler, start| {
            let block = *start..(start + BLOCK).min(texts);
            block
                .filter_map(|index| compiler.check(&text(index)))
                .collect::<Vec<_>>()
        },
    )
    .concat();
    assert!(
        problems.is_empty(),
        "{} of {texts} inputs have a problem\n\n{}",
        problems.len(),
        problems[..problems.len().min(20)].join("\n")
    );
}

/// Every way in which a part of the corpus is damaged.
fn damages<'t>(
    tokens: &'t [Tokens<'_>],
    random: &mut Random,
    swaps: usize,
) -> Vec<(usize, &'t Tokens<'t>, Damage)> {
    let mut all = Vec::new();
    for (index, tokens) in tokens.iter().enumerate() {
        let damages = tokens.damages(random, swaps);
        all.extend(damages.into_iter().map(|damage| (index, tokens, damage)));
    }
    all
}

#[test]
fn damaged_files() {
    /// So that the test does not get slower with every file.
    const MOST: usize = 300_000;
    let seed = seed();
    let mut random = Random::new(seed, 1);
    // Each damaged file that includes definitions would start TableGen in a
    // process of its own; those are sampled in the comparison below.
    let mut chunks = corpus::chunks("robustness");
    chunks.retain(|chunk| !chunk.text.windows(4).any(|text| text == b".td\""));
    let tokens: Vec<_> = chunks
        .iter()
        .map(|chunk| Tokens::new(&chunk.text))
        .collect();
    let mut damages = damages(&tokens, &mut random, effort::share(4).max(4));
    say(&format!("{} damaged files", damages.len()));
    while damages.len() > effort::share(MOST) {
        damages.swap_remove(random.below(damages.len()));
    }
    check_all("files", damages.len(), |index| {
        let (_, tokens, damage) = damages[index];
        tokens.apply(damage)
    });
}

#[test]
fn random_texts() {
    let seed = seed();
    check_all("texts", effort::share(8000), |index| {
        let mut random = Random::new(seed, 1_000_000 + index as u64);
        match index % 2 {
            0 => random_tokens(&mut random),
            _ => random_bytes(&mut random),
        }
    });
}

/// The text up to the error is read once, and the rest is skipped once. If the
/// time were quadratic, each of these texts would take many minutes.
#[test]
fn nesting_that_is_too_deep_takes_linear_time() {
    const SIZE: usize = 1_000_000;
    for part in [
        "(",
        "op<t.b>(",
        "op<t.b> {",
        "op<t.b> { a = ",
        "C(",
        "rewrite x with {",
        ".0",
    ] {
        let text = format!("Pattern {{ let x = {}", part.repeat(SIZE));
        let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
        let file = sources.add("a.pdll", text, None);
        let start = Instant::now();
        syntax::parse(&sources, file, &mut diagnostics);
        assert!(diagnostics.has_errors());
        let time = start.elapsed();
        assert!(time < Duration::from_secs(60), "`{part}`: {time:?}");
    }
}

/// Programs of the whole language with several mistakes.
#[test]
fn damaged_programs() {
    let seed = seed();
    check_all("programs", effort::share(8000), |index| {
        let mut random = Random::new(seed, 0xDA0_0000 + index as u64);
        let program = generate_program(seed, 1_000_000 + index);
        let mut text = program.included.unwrap_or_default() + &program.main;
        for _ in 0..1 + random.below(4) {
            text = damage(&text, &mut random);
        }
        text.into_bytes()
    });
}

/// A definition file with a word or line gone, doubled, or another one of the
/// same file. TableGen need not survive it, but we do.
#[test]
fn damaged_definitions() {
    let seed = seed();
    let folder = scratch("robustness-definitions");
    let include_dirs = [folder.clone()];
    let numbers: Vec<_> = (0..effort::share(300)).collect();
    let problems = parallel(
        &numbers,
        || Compiler::new(&folder),
        |compiler, number| {
            let mut random = Random::new(seed, 0x0D5_0000 + *number as u64);
            let definitions = include_str!("support/includes/operations.td");
            let definitions = damage_definitions(definitions, &mut random);
            fs::write(folder.join(format!("{number}.td")), &definitions)
                .expect("the folder for temporary files is writable");
            // The number of another program, so that some have the operations.
            let programs = (0..).map(|next| generate_program(seed, number * 100 + next));
            let program = programs
                .filter(|program| program.has_definitions && program.included.is_none())
                .map(|program| program.main)
                .next()?;
            let text = format!("#include \"{number}.td\"\n{program}");
            let problem = compiler.check_with(&Disk, text.as_bytes(), &include_dirs)?;
            Some(format!("{problem}\n--- with ---\n{definitions}"))
        },
    );
    let problems: Vec<_> = problems.into_iter().flatten().collect();
    assert!(
        problems.is_empty(),
        "PDLL_TEST_SEED={seed}: {} of {} have a problem\n\n{}",
        problems.len(),
        numbers.len(),
        problems[..problems.len().min(20)].join("\n")
    );
}

fn damage_definitions(text: &str, random: &mut Random) -> String {
    let by_line = random.chance(30);
    let mut parts: Vec<&str> = match by_line {
        true => text.split_inclusive('\n').collect(),
        false => text
            .split_inclusive([' ', '\n', '(', '<', ',', ':'])
            .collect(),
    };
    for _ in 0..1 + random.below(2) {
        let part = random.below(parts.len());
        match random.below(5) {
            0 => parts.truncate(part.max(1)),
            1 => drop(parts.remove(part)),
            2 => parts.insert(part, parts[part]),
            // Most of those that end alike are of one kind.
            _ => {
                let end = parts[part].chars().last();
                let alike = parts.iter().filter(|other| other.chars().last() == end);
                let alike: Vec<&str> = alike.copied().collect();
                parts[part] = *random.pick::<&str>(&alike);
            }
        }
    }
    parts.concat()
}

/// A sample goes to the oracle too: both accept it and give the same module,
/// or both reject it, or the difference is a listed one.
#[test]
fn damaged_files_are_accepted_as_by_the_oracle() {
    let seed = seed();
    let mut random = Random::new(seed, 2);
    let chunks = corpus::chunks("robustness-oracle");
    let tokens: Vec<_> = chunks
        .iter()
        .map(|chunk| Tokens::new(&chunk.text))
        .collect();
    let damages = damages(&tokens, &mut random, 4);
    // Cuts are most of the damages, and the least interesting.
    let (cuts, others): (Vec<_>, Vec<_>) = damages
        .into_iter()
        .partition(|(.., damage)| matches!(damage, Damage::Cut(_)));
    let sample: Vec<_> = (0..effort::share(1500))
        .map(|_| match random.chance(15) {
            true => *random.pick(&cuts),
            false => *random.pick(&others),
        })
        .collect();
    let texts: Vec<_> = sample
        .iter()
        .map(|(_, tokens, damage)| tokens.apply(*damage))
        .collect();
    let inputs: Vec<_> = zip(&sample, &texts)
        .map(|((index, ..), text)| Input {
            text,
            ..chunks[*index].input()
        })
        .collect();
    let compared = zip(
        zip(&sample, &texts),
        compare_all(&inputs, Strictness::Outcome),
    );
    let reports: Vec<_> = compared
        .filter_map(|(((index, _, damage), text), compared)| {
            let report = compared.judgement.err()?;
            let text = String::from_utf8_lossy(text);
            let origin = &chunks[*index].origin;
            Some(format!(
                "{origin}, {damage:?}: {report}--- for ---\n{text}\n-----------"
            ))
        })
        .collect();
    assert!(
        reports.is_empty(),
        "PDLL_TEST_SEED={seed}: {} of {} differ\n\n{}",
        reports.len(),
        sample.len(),
        reports.join("\n")
    );
}
