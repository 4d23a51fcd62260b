//! Copies of `.td` files without what the installed MLIR does not accept.

use crate::{drr::generated::generate, support};
use std::{
    fs,
    ops::Range,
    path::{Path, PathBuf},
};

/// A copy of a rule file.
pub(crate) struct Fitted {
    pub(crate) path: PathBuf,
    /// The rules that the installed MLIR does not accept, by the first lines of
    /// their text.
    pub(crate) lost: Vec<String>,
}

/// More definitions than this are not taken out.
const MAX_LOST: usize = 40;

/// Copies a rule file. All its rules have names in the copy.
pub(crate) fn fit(source: &Path, folders: &[PathBuf], copy: PathBuf) -> Fitted {
    let text = fs::read_to_string(source).expect("the rules are readable");
    let mut lines: Vec<_> = text.lines().enumerate().map(named).collect();
    let mut lost = Vec::new();
    for _ in 0..MAX_LOST {
        fs::write(&copy, lines.join("\n")).expect("the folder is ours");
        let unused = copy.with_extension("unused");
        let made = ["-gen-rewriters", "-gen-op-decls"]
            .iter()
            .try_for_each(|options| generate(options, folders, &copy, &unused));
        let Err(errors) = made else {
            return Fitted { path: copy, lost };
        };
        let taken = take_out(&mut lines, line_of_error(&errors, &copy));
        support::say(&format!("{}: without {}", source.display(), taken[0]));
        if taken.iter().take(3).any(|line| is_rule(line)) {
            lost.push(taken[0].clone());
        }
    }
    panic!("{} does not fit the installed MLIR", source.display());
}

/// The line, with a name if it starts a rule without one.
fn named((number, line): (usize, &str)) -> String {
    match line.strip_prefix("def : ") {
        Some(rest) => format!("def AtLine{} : {rest}", number + 1),
        None => line.to_owned(),
    }
}

fn is_rule(line: &str) -> bool {
    line.contains("Pat<") || line.contains("Pattern<")
}

/// The number of the first line with an error.
fn line_of_error(errors: &str, file: &Path) -> usize {
    let places = errors.lines().filter(|line| line.contains(": error: "));
    let prefix = format!("{}:", file.display());
    let mut numbers = places.filter_map(|line| line.strip_prefix(&prefix)?.split(':').next());
    let number = numbers.next().and_then(|number| number.parse().ok());
    number.unwrap_or_else(|| panic!("{} has no errors of its own:\n{errors}", file.display()))
}

/// Takes out the definition around a line.
fn take_out(lines: &mut Vec<String>, number: usize) -> Vec<String> {
    let around = definition(lines, number);
    lines.drain(around).collect()
}

/// The lines of the definition around a line.
fn definition(lines: &[String], number: usize) -> Range<usize> {
    const STARTS: [&str; 7] = ["def", "class", "multiclass", "foreach", "let ", "//", "#"];
    let starts = |index: &usize| STARTS.iter().any(|start| lines[*index].starts_with(start));
    let first = (0..number).rev().find(starts);
    let after = (number..lines.len()).find(starts);
    first.expect("a rule is in a definition")..after.unwrap_or(lines.len())
}

/// Writes a copy without the rules at some lines; the others keep their lines.
pub(crate) fn without(rules: &Path, numbers: &[usize], copy: &Path) {
    let text = fs::read_to_string(rules).expect("the copy is readable");
    let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
    let around: Vec<_> = numbers
        .iter()
        .map(|number| definition(&lines, *number))
        .collect();
    for range in around {
        lines[range].fill(String::new());
    }
    fs::write(copy, lines.join("\n")).expect("the folder is ours");
}
