//! Asking the oracle about many inputs at once.
//!
//! Starting the oracle takes far longer than its work on most inputs. It can
//! split its input at a marker and compile each part by itself. But it prints no
//! module at all if any part has an error, and nothing says where the errors of
//! a part end. So inputs that are likely to be accepted go together first. If
//! one of them is not, and for all others, a second run has a part with a known
//! error after each input, and shows which of them are rejected.
//!
//! A wrong guess costs time and changes no verdict.

use super::{Verdict, arguments, ask, first_error, run};
use crate::support::{
    ours::Input,
    process::{Ending, Run},
    workers::parallel,
};
use std::{collections::BTreeMap, iter::zip, path::PathBuf};

/// Where the oracle splits its input.
const MARKER: &str = "//=====pdll";

/// What it prints between the modules of two parts.
const OUTPUT_MARKER: &str = "//=====module\n";

/// A part with an error that nothing else has.
const SEPARATOR: &str = "#include \"separator.pdll\"\n";
const SEPARATOR_ERROR: &str = "error: unable to open include file `separator.pdll`";

/// How many inputs go together.
const MOST: usize = 32;

/// What the oracle is likely to say of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Guess {
    Accepts,
    Rejects,
}

/// Asks the oracle about inputs. The answers are in their order.
pub(crate) fn ask_all(inputs: &[(Input<'_>, Guess)]) -> Vec<Verdict> {
    let mut alike: BTreeMap<(Guess, &[PathBuf]), Vec<usize>> = BTreeMap::new();
    for (index, (input, guess)) in inputs.iter().enumerate() {
        let text = String::from_utf8_lossy(input.text);
        assert!(!text.contains(MARKER), "no input has the marker:\n{text}");
        let include_dirs = match text.contains("#include") {
            true => input.include_dirs,
            false => &[],
        };
        alike.entry((*guess, include_dirs)).or_default().push(index);
    }
    let blocks: Vec<(Guess, &[usize])> = alike
        .iter()
        .flat_map(|((guess, _), indices)| indices.chunks(MOST).map(|block| (*guess, block)))
        .collect();
    let verdicts = parallel(
        &blocks,
        || (),
        |(), (guess, block)| {
            let inputs: Vec<_> = block.iter().map(|index| inputs[*index].0).collect();
            ask_block(&inputs, *guess)
        },
    );
    let indices = blocks.iter().flat_map(|(_, block)| *block);
    let mut verdicts: Vec<_> = indices.zip(verdicts.into_iter().flatten()).collect();
    verdicts.sort_by_key(|(index, _)| **index);
    verdicts.into_iter().map(|(_, verdict)| verdict).collect()
}

/// Asks about inputs that share their include directories.
fn ask_block(inputs: &[Input<'_>], guess: Guess) -> Vec<Verdict> {
    if let [input] = inputs {
        return vec![ask(input.text, input.include_dirs)];
    }
    if guess == Guess::Accepts
        && let Some(verdicts) = accepted(inputs)
    {
        return verdicts;
    }
    let rejected = rejected(inputs);
    let others: Vec<_> = zip(inputs, &rejected)
        .filter_map(|(input, rejected)| rejected.is_none().then_some(*input))
        .collect();
    let alone = |input: &Input<'_>| ask(input.text, input.include_dirs);
    if others.is_empty() {
        return rejected.into_iter().flatten().collect();
    }
    let others = accepted(&others).unwrap_or_else(|| others.iter().map(alone).collect());
    let mut others = others.into_iter();
    let verdicts = rejected.into_iter();
    verdicts
        .map(|rejected| {
            rejected.unwrap_or_else(|| others.next().expect("each input has a verdict"))
        })
        .collect()
}

/// The verdicts, if all inputs are accepted.
fn accepted(inputs: &[Input<'_>]) -> Option<Vec<Verdict>> {
    let run = compile(inputs, "");
    if run.ending != Ending::Exit(0) || first_error(&run.stderr).is_some() {
        return None;
    }
    // The first module is that of the part without patterns.
    let modules = run.stdout.split(OUTPUT_MARKER).skip(1);
    let modules: Vec<_> = modules.map(str::to_owned).map(Verdict::Accepts).collect();
    (modules.len() == inputs.len()).then_some(modules)
}

/// The verdicts on all inputs that are not accepted.
fn rejected(inputs: &[Input<'_>]) -> Vec<Option<Verdict>> {
    let separator = format!("{MARKER}\n{SEPARATOR}");
    let mut verdicts = Vec::new();
    while let Some(rest) = inputs.get(verdicts.len()..)
        && !rest.is_empty()
    {
        let run = compile(rest, &separator);
        let mut sections: Vec<_> = run.stderr.split(SEPARATOR_ERROR).collect();
        // No separator follows it.
        sections.pop();
        assert!(sections.len() <= rest.len(), "{}", run.stderr);
        verdicts.extend(
            sections
                .into_iter()
                .map(|section| first_error(section).map(Verdict::Rejects)),
        );
        // The oracle does not survive the next one.
        if let Some(input) = inputs.get(verdicts.len()) {
            verdicts.push(Some(ask(input.text, input.include_dirs)));
        }
    }
    verdicts
}

/// Compiles inputs as parts of one. A part without patterns is the first, so that
/// each input follows a marker.
fn compile(inputs: &[Input<'_>], after_each: &str) -> Run {
    let include_dirs = inputs.first().map_or(&[][..], |input| input.include_dirs);
    let mut text = b"\n".to_vec();
    for input in inputs {
        text.extend_from_slice(MARKER.as_bytes());
        text.push(b'\n');
        text.extend_from_slice(input.text);
        text.extend_from_slice(after_each.as_bytes());
    }
    let mut arguments = arguments("mlir", include_dirs);
    arguments.push(format!("--split-input-file={MARKER}").into());
    arguments.push(format!("--output-split-marker={}", OUTPUT_MARKER.trim_end()).into());
    run(arguments, &text)
}
