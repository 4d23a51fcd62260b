//! Our compiler against the oracle.

use super::{
    differences::{At, DIFFERENCES, Difference, Kind},
    forms::{self, Known},
    oracle::{self, Complaint, Guess, INPUT, Verdict},
    ours::{self, Compiled, Input},
    pdl,
    workers::parallel,
};
use melior::Context;
use pdll::internals::source::Disk;
use std::{fmt::Write, iter::zip};

/// How strictly an input that both reject is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Strictness {
    /// One of our errors is on the line of the oracle's.
    Lines,
    /// Only that there is an error.
    Outcome,
}

/// What the two compilers make of an input.
#[derive(Debug)]
pub(crate) struct Compared {
    pub(crate) theirs: Verdict,
    pub(crate) ours: Compiled,
    /// What [`judge`] says of the two.
    pub(crate) judgement: Result<Vec<&'static str>, String>,
}

/// Compiles inputs by both compilers, and compares. The results are in the order
/// of the inputs.
pub(crate) fn compare_all(inputs: &[Input<'_>], strictness: Strictness) -> Vec<Compared> {
    let compile = |(): &mut (), input: &Input<'_>| {
        let context = ours::context();
        ours::compile(&context, &Disk, *input, ours::all_dialects())
    };
    let ours = parallel(inputs, || (), compile);
    let guesses = ours.iter().map(|compiled| match compiled.module {
        Some(_) => Guess::Accepts,
        None => Guess::Rejects,
    });
    let questions: Vec<_> = zip(inputs.iter().copied(), guesses).collect();
    let theirs = oracle::ask_all(&questions);
    let cases: Vec<_> = zip(inputs, zip(&theirs, &ours)).collect();
    let judgements = parallel(&cases, ours::context_with_dialects, |context, case| {
        let (input, (theirs, ours)) = case;
        judge(context, input.text, theirs, ours, strictness)
    });
    drop(cases);
    zip(zip(theirs, ours), judgements)
        .map(|((theirs, ours), judgement)| Compared {
            theirs,
            ours,
            judgement,
        })
        .collect()
}

/// Compares; returns the names of the listed differences that excuse what is
/// not the same.
///
/// # Errors
///
/// A report, when there is a difference that is not listed.
fn judge(
    context: &Context,
    text: &[u8],
    theirs: &Verdict,
    ours: &Compiled,
    strictness: Strictness,
) -> Result<Vec<&'static str>, String> {
    match (theirs, &ours.module) {
        (Verdict::Fails, _) => Ok(Vec::new()),
        (Verdict::Accepts(theirs), Some(module)) => same_module(context, theirs, module, ours),
        (Verdict::Accepts(_), None) => only_we_reject(&ours.errors, strictness),
        (Verdict::Rejects(error), Some(_)) => only_we_accept(text, error),
        (Verdict::Rejects(error), None) if strictness == Strictness::Lines => {
            same_line(text, error, &ours.errors)
        }
        (Verdict::Rejects(_), None) => Ok(Vec::new()),
    }
}

fn excuse(applies: impl Fn(&Kind) -> bool) -> Option<&'static str> {
    let applies = |difference: &&Difference| applies(&difference.kind);
    DIFFERENCES.iter().find(applies).map(|one| one.name)
}

/// Every one of our errors needs an excuse. In damaged text one is enough:
/// others may follow from it.
fn only_we_reject(ours: &[Complaint], strictness: Strictness) -> Result<Vec<&'static str>, String> {
    let excuse_of = |error: &Complaint| {
        excuse(|kind| matches!(kind, Kind::OnlyWeReject(text) if error.message.contains(text)))
    };
    let excuses: Vec<_> = ours.iter().filter_map(excuse_of).collect();
    let enough = match strictness {
        Strictness::Lines => excuses.len() == ours.len(),
        Strictness::Outcome => !excuses.is_empty(),
    };
    match enough {
        true => Ok(excuses),
        false => Err(format!(
            "the oracle accepts this, we reject it:\n{}",
            list(ours)
        )),
    }
}

fn only_we_accept(text: &[u8], theirs: &Complaint) -> Result<Vec<&'static str>, String> {
    accepted(text, theirs)
        .map(|name| vec![name])
        .ok_or_else(|| {
            let theirs = std::slice::from_ref(theirs);
            format!("we accept this, the oracle rejects it:\n{}", list(theirs))
        })
}

/// The difference by which only the oracle has that error.
fn accepted(text: &[u8], theirs: &Complaint) -> Option<&'static str> {
    excuse(|kind| {
        matches!(kind, Kind::OnlyWeAccept { theirs: message, at }
            if theirs.message.contains(message) && is_at(text, theirs, at))
    })
}

fn is_at(text: &[u8], error: &Complaint, at: &At) -> bool {
    match at {
        At::Anywhere => true,
        At::Text(texts) => texts.iter().any(|at| rest(text, error).starts_with(at)),
        At::NameDeclaredBelow => names_function_below(rest(text, error)),
        At::IncludedFile => error
            .place
            .as_ref()
            .is_some_and(|place| place.file != INPUT),
    }
}

/// Whether a text starts with a name, and declares a function of that name.
fn names_function_below(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let name = text.split(|letter| !is_of_name(letter)).next();
    name.filter(|name| !name.is_empty()).is_some_and(|name| {
        ["Constraint", "Rewrite"]
            .iter()
            .any(|keyword| text.contains(&format!("{keyword} {name}(")))
    })
}

/// The source from the place of an error on; nothing when that is not in the
/// main file.
fn rest<'a>(text: &'a [u8], error: &Complaint) -> &'a [u8] {
    let Some(place) = error.place.as_ref().filter(|place| place.file == INPUT) else {
        return &[];
    };
    let mut lines = text.split_inclusive(|byte| *byte == b'\n');
    let line = place.line.saturating_sub(1) as usize;
    let start: usize = lines.by_ref().take(line).map(<[u8]>::len).sum();
    text.get(start + place.column.saturating_sub(1) as usize..)
        .unwrap_or_default()
}

/// The oracle stops at its first error; we go on, so that ours are elsewhere when
/// we do not take its for one.
fn same_line(
    text: &[u8],
    theirs: &Complaint,
    ours: &[Complaint],
) -> Result<Vec<&'static str>, String> {
    let line = |error: &Complaint| {
        let place = error.place.as_ref()?;
        Some((place.file.clone(), place.line))
    };
    let their_line = line(theirs);
    if their_line.is_none() || ours.iter().any(|error| line(error) == their_line) {
        return Ok(Vec::new());
    }
    let excuse = excuse(|kind| match kind {
        Kind::OtherPlace { theirs: t, ours: o } => {
            theirs.message.contains(t) && ours.iter().any(|error| error.message.contains(o))
        }
        Kind::ToldInDefinitions => {
            theirs.message.contains(".td`: ") && ours.iter().any(is_in_definitions)
        }
        _ => false,
    });
    let excuse = excuse.or_else(|| accepted(text, theirs));
    excuse.map(|name| vec![name]).ok_or_else(|| {
        let theirs = std::slice::from_ref(theirs);
        format!(
            "the errors are on different lines; the oracle's:\n{}ours:\n{}",
            list(theirs),
            list(ours)
        )
    })
}

fn is_in_definitions(error: &Complaint) -> bool {
    let place = error.place.as_ref();
    place.is_some_and(|place| place.file.ends_with(".td"))
}

fn list(errors: &[Complaint]) -> String {
    let mut text = String::new();
    for error in errors {
        let place = error.place.as_ref();
        let place = place.map_or("-".into(), |place| {
            format!("{}:{}:{}", place.file, place.line, place.column)
        });
        let _ = writeln!(text, "  {place}: {}", error.message);
    }
    text
}

fn same_module(
    context: &Context,
    theirs: &str,
    ours: &str,
    compiled: &Compiled,
) -> Result<Vec<&'static str>, String> {
    let Some(theirs) = ours::reprint(context, theirs) else {
        return Err("the oracle's module cannot be read back".into());
    };
    if ours::reprint(context, ours).as_deref() != Some(ours) {
        return Err(format!("our module is another when read back:\n{ours}"));
    }
    if theirs == ours {
        return Ok(Vec::new());
    }
    let (Some(theirs), Some(ours)) = (pdl::parse(&theirs), pdl::parse(ours)) else {
        return Err("a module is not written as expected".into());
    };
    if theirs.len() != ours.len() || ours.len() != compiled.declared.len() {
        return Err("the modules have different numbers of patterns".into());
    }
    let mut excuses = Vec::new();
    for (index, (theirs, ours)) in zip(&theirs, &ours).enumerate() {
        let known = Known {
            declared: compiled.declared[index],
            sources: &compiled.sources,
        };
        let forms = forms::differences(theirs, ours, known).map_err(|(theirs, ours)| {
            let diff = diff(&theirs, &ours);
            format!("the modules differ in pattern {index} (- oracle, + ours):\n{diff}")
        })?;
        for form in forms {
            let name = excuse(|kind| matches!(kind, Kind::Module(listed) if *listed == form));
            excuses.push(name.ok_or_else(|| format!("{form:?} is not listed"))?);
        }
    }
    Ok(excuses)
}

/// The lines that differ, with some around them.
fn diff(theirs: &str, ours: &str) -> String {
    let (theirs, ours): (Vec<_>, Vec<_>) = (theirs.lines().collect(), ours.lines().collect());
    let same_start = theirs.iter().zip(&ours).take_while(|(a, b)| a == b).count();
    let same_end = theirs[same_start..]
        .iter()
        .rev()
        .zip(ours[same_start..].iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    let mut text = String::new();
    for line in &theirs[same_start.saturating_sub(3)..same_start] {
        let _ = writeln!(text, "  {line}");
    }
    for line in &theirs[same_start..theirs.len() - same_end] {
        let _ = writeln!(text, "- {line}");
    }
    for line in &ours[same_start..ours.len() - same_end] {
        let _ = writeln!(text, "+ {line}");
    }
    text
}
