//! The forms in which one rule matches.
//!
//! `either` says that two operands may change places. And an operand that an
//! operation with several results defines may be any of these results: a rule does
//! not say which. A form settles all of that; each becomes a pattern.

use super::{
    Analysis,
    shape::{Source, SourceArgument},
};
use crate::ods::{Arity, Operation};

/// The numbers of the choices of one form, in the order in which they are made.
#[derive(Debug, Clone, Default)]
pub(super) struct Choice {
    numbers: Vec<usize>,
    made: usize,
}

impl Choice {
    /// The next choice.
    pub(super) fn next(&mut self) -> usize {
        self.made += 1;
        self.numbers[self.made - 1]
    }
}

/// A rule in more forms than these is probably a mistake, and takes long to match.
const MAX_FORMS: usize = 64;

impl Analysis<'_> {
    /// All forms of a rule. Operands stand in the order in which they are written
    /// in the first one.
    pub(super) fn choices(&mut self, source: &Source<'_>) -> Option<Vec<Choice>> {
        let mut possibilities = Vec::new();
        collect(source, &mut possibilities);
        let mut forms = vec![Vec::new()];
        for possible in possibilities {
            if forms.len() * possible > MAX_FORMS {
                self.error(format!(
                    "this rule stands for more than {MAX_FORMS} patterns, one for each order of operands"
                ));
                return None;
            }
            let extended = forms.iter().flat_map(|form: &Vec<usize>| {
                (0..possible).map(move |number| form.iter().copied().chain([number]).collect())
            });
            forms = extended.collect();
        }
        let choice = |numbers| Choice { numbers, made: 0 };
        Some(forms.into_iter().map(choice).collect())
    }
}

/// How many results of an operation may be an operand that it defines.
fn results(definition: &Operation) -> usize {
    let are_single = definition
        .results
        .iter()
        .all(|group| group.arity == Arity::Single);
    // The place of a result after a range is not known.
    if are_single {
        definition.results.len()
    } else {
        1
    }
}

/// Adds the number of possibilities of each choice, in the order in which `matching`
/// makes them.
fn collect(source: &Source<'_>, possibilities: &mut Vec<usize>) {
    possibilities.extend(source.eithers.iter().map(|_| 2));
    for argument in &source.arguments {
        collect_of_argument(argument, possibilities);
    }
}

fn collect_of_argument(argument: &SourceArgument<'_>, possibilities: &mut Vec<usize>) {
    match argument {
        SourceArgument::Leaf(_) | SourceArgument::Native(_) => {}
        SourceArgument::Operation(source) => {
            possibilities.push(results(source.definition));
            collect(source, possibilities);
        }
        SourceArgument::Variadic { elements, .. } => {
            for element in elements {
                collect_of_argument(element, possibilities);
            }
        }
    }
}
