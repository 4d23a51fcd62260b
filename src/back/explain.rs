//! Why patterns match operations of a program, or do not.
//!
//! The reference matcher compares each operation that a pattern could match with
//! that pattern. Its tests are counted here, equal misses are grouped, and the nearest
//! ones come first. The result is plain data, which the renderers show.
//!
//! | module | subject |
//! |---|---|
//! | `report` | the result, as data |
//! | `question` | which patterns and operations are looked at |
//! | `history` | what a run of the patterns did |
//! | `census` | all operations that one pattern could match |
//! | `words` | what demands and findings are called |
//! | `places` | where parts of patterns and of programs stand |
//! | `detail` | one operation and one pattern |
//! | `reasons` | why functions of the library do not hold |
//! | `hints` | what would make a pattern match |
//! | `text`, `json` | the result for people and for programs |

mod census;
mod detail;
mod hints;
mod history;
pub(crate) mod json;
mod places;
mod question;
mod reasons;
mod report;
#[cfg(test)]
mod tests;
pub(crate) mod text;
mod words;

pub(crate) use history::{Changed, History, Matches, Rerun, Rewrite};
pub(crate) use places::{Origins, Places};
pub(crate) use question::{DEFAULT_LIMIT, Operations, Question, are_of_one_rule, matches_glob};
pub(crate) use report::{Condition, PatternReport, Proof, Report};

use crate::{
    back::reference::{self, Outcome, Reference},
    base::diagnostic::all_closest,
    mlir::ffi::entity,
};
use census::Census;
use detail::Detail;
use hints::{Miss, Trials};
pub(crate) use history::Fate;
use history::Fates;
use melior::ir::{OperationRef, operation::OperationLike};
use report::{Absence, Explanation, Group, Misses};
use rustc_hash::FxHashMap;
use std::iter::zip;
use words::Words;

/// Compares what is inside of an operation with the patterns.
pub(crate) fn explain<'a>(
    reference: &Reference<'a>,
    root: OperationRef<'a, 'a>,
    question: &Question,
    history: Option<&'a History>,
    rerun: Option<&'a dyn Rerun>,
    places: &mut Places<'_>,
) -> Report {
    let mut program = Program::new(root, question, places);
    program.fates = history.map(|history| {
        let indices = 0..reference.patterns().len();
        let benefits = indices.map(|index| {
            let words = Words::new(reference, index);
            (words.name_of_pattern(), words.pattern().benefit)
        });
        history.fates(&program.operations, benefits.collect(), rerun)
    });
    let patterns = reference.patterns().iter().enumerate();
    let asked = patterns.filter(|(_, pattern)| question.asks_about(&pattern.name, &pattern.labels));
    let indices: Vec<_> = asked.map(|(index, _)| index).collect();
    let reports = indices.into_iter();
    let reports =
        reports.filter_map(|index| explain_pattern(reference, index, &program, question, places));
    Report {
        patterns: reports.collect(),
        num_operations: program.operations.len(),
    }
}

/// The operations that each pattern matches.
#[cfg(test)]
pub(crate) fn matches<'a>(
    reference: &Reference<'a>,
    root: OperationRef<'a, 'a>,
) -> Vec<Vec<OperationRef<'a, 'a>>> {
    let mut sources = crate::base::source::SourceMap::default();
    let files = crate::base::source::Memory::default();
    let places = Places::new(&mut sources, &files, None, None);
    let question = Question::about_all();
    let program = Program::new(root, &question, &places);
    let names = reference.patterns().iter().map(|pattern| {
        let root = pattern.nodes.operation(pattern.root).name;
        root.map(|name| reference.pool().text(name))
    });
    let names = names.enumerate();
    names
        .map(|(index, name)| {
            let candidates = program.candidates(name, &question);
            Census::take(reference, index, candidates).matches
        })
        .collect()
}

/// The operations that are looked at.
struct Program<'a> {
    /// In the order of the source.
    operations: Vec<OperationRef<'a, 'a>>,
    /// The same by their names.
    by_name: FxHashMap<String, Vec<OperationRef<'a, 'a>>>,
    /// What a run did to them; nothing without one.
    fates: Option<Fates<'a>>,
    trials: Trials<'a>,
}

impl<'a> Program<'a> {
    fn new(root: OperationRef<'a, 'a>, question: &Question, places: &Places<'_>) -> Self {
        let mut operations = entity::operations_in_order(root);
        question.retain(&mut operations, places);
        // Names are unique in a context, and comparing pointers is cheap.
        let mut by_identity: FxHashMap<usize, Vec<_>> = FxHashMap::default();
        for operation in &operations {
            let name = operation.name().to_raw().ptr.addr();
            by_identity.entry(name).or_default().push(*operation);
        }
        let by_name = by_identity.into_values();
        let by_name = by_name.map(|all| (name_of(all[0]), all)).collect();
        Program {
            trials: Trials::new(root),
            fates: None,
            operations,
            by_name,
        }
    }

    /// The operations that may be the root of a pattern.
    fn candidates(&self, root: Option<&str>, question: &Question) -> &[OperationRef<'a, 'a>] {
        match root {
            // Somebody who asks for one operation and one pattern knows better.
            Some(_) if question.is_about_one_pair() => &self.operations,
            Some(root) => self.by_name.get(root).map_or(&[], Vec::as_slice),
            None => &self.operations,
        }
    }
}

/// The name of an operation.
fn name_of(operation: OperationRef<'_, '_>) -> String {
    let name = operation.name();
    name.as_string_ref().as_str().unwrap_or_default().to_owned()
}

fn explain_pattern<'a>(
    reference: &Reference<'a>,
    index: usize,
    program: &Program<'a>,
    question: &Question,
    places: &mut Places<'_>,
) -> Option<PatternReport> {
    let words = Words::new(reference, index);
    let pattern = words.pattern();
    let root = pattern.nodes.operation(pattern.root).name;
    let root = root.map(|name| reference.pool().text(name).to_owned());
    let candidates = program.candidates(root.as_deref(), question);
    if candidates.is_empty() && question.selects_operations() {
        // It is not about this pattern.
        return None;
    }
    let census = Census::take(reference, index, candidates);
    let conditions = conditions(&census, &words, places);
    let name = words.name_of_pattern();
    let fate = |operation| Some(program.fates.as_ref()?.get(operation, &name));
    let still_matches: &Matches<'_, 'a> =
        &|operation, _| matches_in_copy(reference, index, operation);
    let fates_of_matches: Vec<_> = census
        .matches
        .iter()
        .map(|operation| {
            let fates = program.fates.as_ref()?;
            Some(fates.of_match(*operation, &name, still_matches))
        })
        .collect();
    let mut explain_one = |operation, fate| {
        let record = census.judge_again(reference, index, operation);
        let miss = Miss {
            reference,
            pattern: index,
            words: &words,
            root: operation,
            record: &record,
        };
        let hints = match question.wants_hints {
            true => miss.hints(&program.trials, places),
            false => Vec::new(),
        };
        let detail = Detail::new(&words, &census, &record, places);
        Explanation {
            hints,
            fate,
            ..detail.explain(operation)
        }
    };
    let matches = zip(&census.matches, &fates_of_matches).take(question.limit);
    let matches = matches
        .map(|(operation, fate)| explain_one(*operation, fate.clone()))
        .collect();
    let nearest = census.groups.iter().take(question.limit);
    let examples: Vec<_> = nearest
        .map(|tally| {
            let fates = program.fates.as_ref();
            let fate = fates.and_then(|fates| fates.of_miss(tally.first, &name, still_matches));
            explain_one(tally.first, fate)
        })
        .collect();
    let nearest = census.groups.iter().zip(examples);
    let groups = nearest.map(|(tally, example)| Group {
        fails: tally.fails.clone(),
        count: tally.count,
        score: tally.score,
        example,
        next: tally.second.and_then(|second| places.operation(second)),
    });
    let groups = groups.collect();
    let absence = match (&root, candidates.is_empty()) {
        (Some(root), true) => Some(absence(root, program)),
        _ => None,
    };
    let later = census
        .misses
        .iter()
        .filter_map(|operation| fate(*operation));
    let later = later.filter(|fate| matches!(fate, Fate::Rewritten { .. }));
    let num_later = later.count();
    let left_out = census.groups.iter().skip(question.limit);
    Some(PatternReport {
        index,
        name: name.clone(),
        labels: pattern.labels.clone(),
        span: places.pattern(reference.place(index)),
        benefit: pattern.benefit,
        root,
        conditions,
        num_candidates: candidates.len(),
        num_matches: census.matches.len(),
        matched: census.matches.iter().map(address_of).collect(),
        fates: fates(fates_of_matches.into_iter().flatten()),
        num_later,
        matches,
        groups,
        left_out: Misses {
            groups: left_out.clone().count(),
            operations: left_out.map(|tally| tally.count).sum(),
        },
        absence,
        proof: None,
    })
}

fn address_of(operation: &OperationRef<'_, '_>) -> usize {
    operation.to_raw().ptr.addr()
}

/// Whether a pattern matches an operation of another program.
fn matches_in_copy<'x>(
    reference: &Reference<'x>,
    index: usize,
    operation: OperationRef<'x, 'x>,
) -> bool {
    let trial = reference::Trial {
        max_users: census::MAX_USERS_OF_ONE,
        replacement: None,
    };
    let record = reference.judge_with(index, operation, trial);
    record.outcome == Outcome::Matches
}

fn conditions(
    census: &Census<'_>,
    words: &Words<'_, '_>,
    places: &mut Places<'_>,
) -> Vec<Condition> {
    let demands = census.demands.iter().zip(&census.counts);
    demands
        .map(|(outlined, counts)| {
            let said = words.demand(outlined.demand);
            let mut spans = places
                .of_pattern(words.place_of(outlined.demand))
                .into_iter();
            Condition {
                kind: said.kind,
                subject: said.subject,
                sentence: said.sentence,
                expected: said.expected,
                span: spans.next(),
                callers: spans.collect(),
                parent: outlined.parent,
                judged: counts.judged,
                holds: counts.holds,
                survivors: counts.survivors,
                fails_first: counts.fails_first,
                found: counts.most_found(),
            }
        })
        .collect()
}

/// How many operations have each fate. The first of equal ones stands for all.
fn fates(fates: impl Iterator<Item = Fate>) -> Vec<(Fate, usize)> {
    let mut counted: Vec<(Fate, usize)> = Vec::new();
    for fate in fates {
        match counted.iter_mut().find(|(known, _)| known.is_like(&fate)) {
            Some((_, count)) => *count += 1,
            None => counted.push((fate, 1)),
        }
    }
    counted
}

/// Why there is no operation that could match.
fn absence(root: &str, program: &Program<'_>) -> Absence {
    let mut known: Vec<_> = program.by_name.keys().map(String::as_str).collect();
    known.sort_unstable();
    let closest = all_closest(root, known.iter().copied());
    Absence {
        closest: closest.into_iter().map(str::to_owned).collect(),
    }
}
