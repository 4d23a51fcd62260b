//! What `pdll-opt verify` says of random patterns on small integers, against trying all
//! inputs.
//!
//! | module | subject |
//! |---|---|
//! | `operations` | the operations, and their names in dialects |
//! | `expression` | rules as data |
//! | `templates` | rules that are right, or nearly so |
//! | `generate` | random patterns |
//! | `text` | patterns as PDLL, and the programs that they match |
//! | `evaluate` | what operations compute |
//! | `judge` | whether a pattern is right |

mod evaluate;
mod expression;
mod generate;
mod judge;
mod operations;
mod templates;
mod text;

use crate::{
    effort,
    support::{
        process::{Ending, Run, run, scratch},
        random::{Random, command, numbers, seed},
        say,
        workers::parallel,
    },
};
use generate::Case;
use judge::Judgement;
use melior::{Context, dialect::DialectRegistry};
use std::{collections::BTreeMap, fmt::Write, fs, path::Path};

/// Patterns that are decided by one run of the command.
const CHUNK: usize = 40;

/// What tells the random numbers of this test from those of others.
const STREAM: u64 = 39 << 32;

/// What the command says, in short.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Said {
    Proven,
    /// How an open point must be read for that.
    Wrong(Option<String>),
    Undecided(String),
}

/// How many there were.
#[derive(Default)]
struct Totals {
    counts: BTreeMap<&'static str, usize>,
    reasons: BTreeMap<String, usize>,
    differences: Vec<String>,
}

#[test]
fn verdicts_are_what_trying_all_inputs_finds() {
    let (seed, folder) = (seed(), scratch("verified"));
    let numbers: Vec<_> = numbers(effort::share(FULL)).collect();
    let chunks: Vec<_> = numbers.chunks(CHUNK).collect();
    let answers = parallel(&chunks, context, |context, numbers| {
        check(context, seed, numbers, &folder)
    });
    let mut totals = Totals::default();
    for (number, answer) in answers.into_iter().flatten() {
        totals.add(seed, number, answer);
    }
    say(&format!(
        "{:?}; undecided: {:#?}",
        totals.counts, totals.reasons
    ));
    let shown: Vec<_> = totals.differences.iter().take(5).cloned().collect();
    assert!(
        shown.is_empty(),
        "{} verdicts are wrong:\n\n{}",
        totals.differences.len(),
        shown.join("\n")
    );
    let count = |what| totals.counts.get(what).copied().unwrap_or(0);
    let all = numbers.len();
    if all < 500 {
        // A few cases may all be of one kind.
        return;
    }
    assert!(count("proven") * 4 > all, "too few patterns are right");
    assert!(count("wrong") * 4 > all, "too few patterns are wrong");
    assert!(
        count("undecided") * 20 <= all,
        "too many patterns are undecided"
    );
}

/// The number of patterns with full effort.
const FULL: usize = 2000;

fn context() -> Context {
    let registry = DialectRegistry::new();
    melior::utility::register_all_dialects(&registry);
    let context = Context::new_with_registry(&registry, false);
    context.set_allow_unregistered_dialects(true);
    context
}

type Answer = (
    Case,
    String,
    Result<Judgement, String>,
    Result<Said, String>,
);

fn check(context: &Context, seed: u64, numbers: &[u64], folder: &Path) -> Vec<(u64, Answer)> {
    let cases: Vec<_> = numbers
        .iter()
        .map(|number| generate::case(&mut Random::new(seed, STREAM + number)))
        .collect();
    let mut text = "#include \"pdll/std.pdll\"\n\n".to_owned();
    for (case, number) in cases.iter().zip(numbers) {
        text.push_str(&case.pattern(&format!("P{number}")));
    }
    let path = folder.join(format!("{}.pdll", numbers[0]));
    fs::write(&path, text).expect("the folder is ours");
    let said = said(&path, "*");
    let answers = cases.into_iter().zip(numbers).map(|(case, number)| {
        let judgement = judge::judge(context, &case);
        let name = format!("P{number}");
        let verdict = match &said {
            Ok(said) => said.get(&name).cloned().ok_or("it says nothing".to_owned()),
            // One of them is too much for the command.
            Err(_) => self::said(&path, &name)
                .and_then(|said| said.get(&name).cloned().ok_or("it says nothing".to_owned())),
        };
        let text = case.pattern(&name);
        (*number, (case, text, judgement, verdict))
    });
    answers.collect()
}

/// What the command says of patterns of a file.
fn said(path: &Path, pattern: &str) -> Result<BTreeMap<String, Said>, String> {
    let arguments = [
        "verify",
        "--format=json",
        "--no-ods-cache",
        "--threads=1",
        "--pattern",
        pattern,
        &path.display().to_string(),
    ];
    let Run {
        ending,
        stdout,
        stderr,
    } = run(
        Path::new(env!("CARGO_BIN_EXE_pdll-opt")),
        arguments.map(str::to_owned),
        b"",
    );
    if !matches!(ending, Ending::Exit(0 | 1)) || stdout.is_empty() {
        return Err(format!("{}: {ending:?}: {stderr}", path.display()));
    }
    let verdicts = stdout.lines().map(|line| {
        let object: serde_json::Value = serde_json::from_str(line).map_err(|it| it.to_string())?;
        let word = |key: &str| object[key].as_str().unwrap_or_default().to_owned();
        let said = match &*word("verdict") {
            "proven" if object.get("undecided_types").is_none() => Said::Proven,
            "wrong" if object.get("invalid").is_none() => {
                Said::Wrong(object["only_if"].as_str().map(str::to_owned))
            }
            "undecided" => Said::Undecided(word("reason")),
            _ => return Err(line.to_owned()),
        };
        Ok((word("pattern"), said))
    });
    verdicts.collect()
}

impl Totals {
    fn add(&mut self, seed: u64, number: u64, (_, text, judgement, said): Answer) {
        let kind = match (&judgement, &said) {
            (Ok(Judgement::Right), Ok(Said::Proven)) => "proven",
            (Ok(Judgement::Wrong { only_if, .. }), Ok(Said::Wrong(said)))
                if *only_if == said.as_deref() =>
            {
                match only_if {
                    Some(_) => "wrong if",
                    None => "wrong",
                }
            }
            (Ok(Judgement::NeverMatches), Ok(Said::Undecided(reason)))
                if reason.starts_with("it never matches") || reason.contains("exclude") =>
            {
                "never matches"
            }
            (Ok(_), Ok(Said::Undecided(reason))) => {
                *self.reasons.entry(reason.clone()).or_default() += 1;
                "undecided"
            }
            _ => "different",
        };
        *self.counts.entry(kind).or_default() += 1;
        if kind != "different" {
            return;
        }
        let mut report = format!("{}:\n{text}", command(seed, number));
        let _ = match judgement {
            Ok(Judgement::Right) => writeln!(report, "it is right"),
            Ok(Judgement::NeverMatches) => writeln!(report, "it never matches"),
            Ok(Judgement::Wrong { how, only_if }) => {
                writeln!(report, "it is wrong, only if {only_if:?}: {how}")
            }
            Err(reason) => writeln!(report, "{reason}"),
        };
        let _ = writeln!(report, "the command says: {said:?}");
        self.differences.push(report);
    }
}
