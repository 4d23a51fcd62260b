//! `lost-result`: MLIR's interpreter computes the result of a constraint for one pattern,
//! and another pattern reads it where it was not computed.
//!
//! MLIR's conversion of `pdl` takes calls of one constraint with the same arguments for one
//! question, and remembers a single call that answers it. It asks for the name of the root
//! before, unless more patterns ask the question. After that, patterns whose roots have
//! different names each need a call of their own.

use super::mlir_places::{PlaceId, Places};
use crate::{
    base::diagnostic::{Diagnostic, Diagnostics, LOST_RESULT},
    hir::{Call, CallKind, Node, NodeId, NodeKind, Pattern, Type},
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Adds the warnings about patterns that MLIR's interpreter runs together.
pub(super) fn check(patterns: &[Pattern], diagnostics: &mut Diagnostics) {
    let num_named = patterns.iter().filter(|p| root_name(p).is_some()).count();
    for callers in questions(patterns) {
        let asking: FxHashSet<_> = callers.iter().map(|caller| caller.index).collect();
        let is_open = |caller: &Caller<'_>| root_name(caller.pattern).is_none();
        if callers.iter().any(is_open) && num_named <= asking.len() {
            continue;
        }
        let mut readers = callers.into_iter().filter(|caller| caller.reads_result);
        let Some(first) = readers.next() else {
            continue;
        };
        let mut roots = FxHashSet::from_iter([root_name(first.pattern)]);
        for other in readers {
            if roots.insert(root_name(other.pattern)) {
                diagnostics.push(warning(&first, &other));
            }
        }
    }
}

/// A call of a constraint with results.
struct Caller<'p> {
    /// Which pattern it is in.
    index: usize,
    pattern: &'p Pattern,
    node: &'p Node,
    call: &'p Call,
    reads_result: bool,
}

/// What MLIR takes for the same question: the function, its arguments and the kinds of its
/// results.
type Question<'p> = (&'p str, Vec<PlaceId>, &'p [Type]);

/// The calls of each question, in the order of the source.
fn questions(patterns: &[Pattern]) -> Vec<Vec<Caller<'_>>> {
    let mut numbers: FxHashMap<Question<'_>, usize> = FxHashMap::default();
    let mut questions: Vec<Vec<Caller<'_>>> = Vec::new();
    let mut places = Places::default();
    for (index, pattern) in patterns.iter().enumerate() {
        let calls: Vec<_> = calls(pattern).collect();
        if calls.is_empty() {
            continue;
        }
        let placed = places.of(pattern);
        let read = calls_with_read_results(pattern);
        for (id, node, call) in calls {
            // A result of a call has no place. If it is lost, the warning is about that call.
            let arguments = call.arguments.iter().map(|node| placed[node.index()]);
            let Some(arguments) = arguments.collect() else {
                continue;
            };
            let question = (&*call.function, arguments, &*call.results);
            let number = *numbers.entry(question).or_insert(questions.len());
            if number == questions.len() {
                questions.push(Vec::new());
            }
            questions[number].push(Caller {
                index,
                pattern,
                node,
                call,
                reads_result: read.contains(&id),
            });
        }
    }
    questions
}

/// The constraints with results in the match section. None of them is negated.
fn calls(pattern: &Pattern) -> impl Iterator<Item = (NodeId, &Node, &Call)> {
    let nodes = (0..)
        .map(NodeId)
        .zip(&pattern.nodes[..pattern.rewrite_start]);
    nodes.filter_map(|(id, node)| match &node.kind {
        NodeKind::Call(call) if call.kind == CallKind::Constraint && !call.results.is_empty() => {
            Some((id, node, &**call))
        }
        _ => None,
    })
}

/// The calls to whose results anything refers.
fn calls_with_read_results(pattern: &Pattern) -> FxHashSet<NodeId> {
    let mut calls = FxHashSet::default();
    for node in &pattern.nodes {
        node.kind.for_each_input(|input| {
            if let NodeKind::CallResult { call, .. } = pattern.nodes[input.index()].kind {
                calls.insert(call);
            }
        });
    }
    calls
}

fn root_name(pattern: &Pattern) -> Option<&str> {
    match &pattern.nodes[pattern.root.index()].kind {
        NodeKind::Operation(operation) => operation.name.as_deref(),
        _ => None,
    }
}

fn warning(first: &Caller<'_>, other: &Caller<'_>) -> Diagnostic {
    let function = &other.call.function;
    let diagnostic = Diagnostic::warning(
        LOST_RESULT,
        other.node.span,
        format!(
            "MLIR's interpreter cannot run {} and {} together: it mixes up their results of \
             `{function}`",
            described(first.pattern),
            described(other.pattern),
        ),
    );
    let diagnostic = other.pattern.with_callers(diagnostic, other.node).note(
        first.node.span,
        format!("`{function}` has the same arguments here"),
    );
    first.pattern.with_callers(diagnostic, first.node).help(
        "run the patterns with `pdll-opt apply` or `apply-pdll`, make a header with \
             `pdll-opt compile -x cpp`, or let one of the patterns call the function by another \
             name",
    )
}

/// How a message calls a pattern.
fn described(pattern: &Pattern) -> String {
    match (&pattern.name, root_name(pattern)) {
        (Some(name), _) => format!("`{name}`"),
        (None, Some(root)) => format!("the pattern for `{root}`"),
        (None, None) => "the pattern for any operation".to_owned(),
    }
}
