//! The result, as data.

use super::history::Fate;
use crate::base::source::Span;

/// How patterns compare with the operations of a program.
#[derive(Debug)]
pub(crate) struct Report {
    /// In the order in which the patterns were compiled.
    pub(crate) patterns: Vec<PatternReport>,
    /// The number of operations that were looked at.
    pub(crate) num_operations: usize,
}

/// How one pattern compares with the operations that could match.
#[derive(Debug)]
pub(crate) struct PatternReport {
    /// Which one of the patterns it is.
    pub(crate) index: usize,
    pub(crate) name: String,
    pub(crate) labels: Vec<String>,
    pub(crate) span: Option<Span>,
    pub(crate) benefit: u16,
    /// The name of its root, unless any operation may be that.
    pub(crate) root: Option<String>,
    /// In the order in which they are judged.
    pub(crate) conditions: Vec<Condition>,
    pub(crate) num_candidates: usize,
    pub(crate) num_matches: usize,
    /// The operations that match, by their addresses.
    pub(crate) matched: Vec<usize>,
    /// What became of the operations that match, by the number of them; nothing is known
    /// without a run.
    pub(crate) fates: Vec<(Fate, usize)>,
    /// How many others the pattern rewrites, after something has changed them.
    pub(crate) num_later: usize,
    /// The first operations that match.
    pub(crate) matches: Vec<Explanation>,
    /// The nearest misses; the nearest one comes first.
    pub(crate) groups: Vec<Group>,
    pub(crate) left_out: Misses,
    /// Only if there are no candidates.
    pub(crate) absence: Option<Absence>,
    /// Whether it is right, if the user wants to know that.
    pub(crate) proof: Option<Proof>,
}

/// What is known about whether a pattern is right.
#[derive(Debug)]
pub(crate) struct Proof {
    /// In one line.
    pub(crate) sentence: String,
    /// In full, which begins with that line.
    pub(crate) details: String,
    /// The same for programs.
    pub(crate) json: serde_json::Value,
}

/// The number of misses that are not among the groups.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Misses {
    pub(crate) groups: usize,
    pub(crate) operations: usize,
}

/// No operation has the name of the root.
#[derive(Debug)]
pub(crate) struct Absence {
    /// Names that the program has, and that may have been meant.
    pub(crate) closest: Vec<String>,
}

/// What a pattern demands.
#[derive(Debug)]
pub(crate) struct Condition {
    pub(crate) kind: &'static str,
    /// What must have the property.
    pub(crate) subject: String,
    /// All of it.
    pub(crate) sentence: String,
    pub(crate) expected: String,
    pub(crate) span: Option<Span>,
    /// The calls that lead there, innermost first.
    pub(crate) callers: Vec<Span>,
    /// The condition that must hold before there is a subject.
    pub(crate) parent: Option<usize>,
    /// The number of candidates for which it holds or fails.
    pub(crate) judged: usize,
    pub(crate) holds: usize,
    /// The number of candidates for which it holds, with all conditions before it.
    pub(crate) survivors: usize,
    /// The number of candidates for which it is the first one that does not hold.
    pub(crate) fails_first: usize,
    /// What these candidates have, the most frequent first, and how often.
    pub(crate) found: Vec<(String, usize)>,
}

/// Candidates that fail in the same conditions.
#[derive(Debug)]
pub(crate) struct Group {
    /// The indices of these conditions.
    pub(crate) fails: Vec<usize>,
    pub(crate) count: usize,
    /// How much of the pattern holds, from 0 to 1.
    pub(crate) score: f64,
    /// The first one.
    pub(crate) example: Explanation,
    /// The place of the second one.
    pub(crate) next: Option<Span>,
}

/// How one pattern compares with one operation.
#[derive(Debug)]
pub(crate) struct Explanation {
    pub(crate) operation: String,
    pub(crate) span: Option<Span>,
    pub(crate) verdict: Verdict,
    /// Those of all conditions, in their order.
    pub(crate) judgements: Vec<Judgement>,
    pub(crate) bindings: Vec<Binding>,
    pub(crate) hints: Vec<Hint>,
    /// Nothing without a run.
    pub(crate) fate: Option<Fate>,
}

/// What would make a pattern match. It has been tried.
#[derive(Debug)]
pub(crate) struct Hint {
    pub(crate) kind: &'static str,
    pub(crate) message: String,
    /// How to change the pattern.
    pub(crate) edit: Option<Edit>,
}

#[derive(Debug)]
pub(crate) struct Edit {
    pub(crate) span: Span,
    pub(crate) replacement: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    Matches,
    Fails,
    /// A constraint could not be evaluated. A run would fail.
    Breaks,
    /// A value has more users than are tried. A run would fail.
    TooManyUsers,
}

/// How a condition compares with one operation.
#[derive(Debug)]
pub(crate) enum Judgement {
    Holds,
    Fails(Failure),
    /// There is no subject, or a constraint is not called, because these conditions
    /// fail.
    Unknown(Vec<usize>),
}

#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) expected: String,
    pub(crate) found: String,
    pub(crate) reason: Option<Reason>,
    /// The parts of the condition that fail, as C++, if it has parts.
    pub(crate) parts: Vec<String>,
    /// Where that is in the program, from the root inwards; the last one is what
    /// fails.
    pub(crate) labels: Vec<Label>,
}

/// Why a native constraint does not hold.
#[derive(Debug)]
pub(crate) enum Reason {
    /// The function of a user says so.
    Said(String),
    /// A clause about a function of the library.
    Known(String),
}

/// A place in the program, and what to say about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Label {
    pub(crate) span: Span,
    pub(crate) text: String,
}

/// What a variable of the pattern stands for.
#[derive(Debug)]
pub(crate) struct Binding {
    pub(crate) name: String,
    pub(crate) span: Option<Span>,
}
