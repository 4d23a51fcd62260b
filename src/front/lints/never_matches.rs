//! `never-matches`: no operation satisfies all that the match section demands.

use super::graph::{Graph, Key, operation};
use crate::{
    base::diagnostic::{Diagnostic, Diagnostics, count},
    hir::{CallKind, Node, NodeId, NodeKind, Pattern, Type},
};

pub(super) const NAME: &str = "never-matches";

/// Adds the warnings about a pattern.
pub(super) fn check(pattern: &Pattern, diagnostics: &mut Diagnostics) {
    let matcher = &pattern.nodes[..pattern.rewrite_start];
    let mut has_negation = false;
    for node in matcher {
        match &node.kind {
            NodeKind::Operation(data) => {
                let missing = data.operands.iter().find_map(|operand| {
                    missing_result(matcher, *operand).map(|count| (*operand, count))
                });
                if let Some((operand, count)) = missing {
                    diagnostics.push(missing_warning(pattern, operand, count));
                }
            }
            NodeKind::Call(call) => has_negation |= call.kind == CallKind::NegatedConstraint,
            _ => {}
        }
    }
    if has_negation {
        contradictions(pattern, diagnostics);
    }
}

/// The number of results of the operation whose result a node is, if there is no
/// such result.
fn missing_result(matcher: &[Node], id: NodeId) -> Option<usize> {
    let (of, needed) = match matcher[id.index()].kind {
        NodeKind::Result { operation, index } => (operation, index as usize + 1),
        NodeKind::Results { operation } => (operation, 1),
        _ => return None,
    };
    let types = operation(matcher, of)?.result_types.as_deref()?;
    let is_single = |ty: &NodeId| matcher[ty.index()].kind.ty() == Some(Type::Type);
    (types.len() < needed && types.iter().all(is_single)).then_some(types.len())
}

fn missing_warning(pattern: &Pattern, operand: NodeId, results: usize) -> Diagnostic {
    let node = &pattern.nodes[operand.index()];
    let message = "the pattern never matches: this operand is a result that does not exist";
    let mut diagnostic = pattern.with_callers(Diagnostic::warning(NAME, node.span, message), node);
    if let Some(of) = node.kind.inputs().first() {
        let of = &pattern.nodes[of.index()];
        let results = match results {
            0 => "no results".to_owned(),
            _ => count(results, "result"),
        };
        let note = format!("the operation is matched here, with {results}");
        diagnostic = pattern.with_callers(diagnostic.note(of.span, note), of);
    }
    diagnostic.help("add the result to the operation's list of result types")
}

/// Constraints that must hold and must not hold.
fn contradictions(pattern: &Pattern, diagnostics: &mut Diagnostics) {
    let graph = Graph::of_match(pattern);
    for (index, node) in pattern.nodes[..pattern.rewrite_start].iter().enumerate() {
        let is_first = graph.first(NodeId(index as u32)).index() == index;
        let Some(Key::Constraint(function, is_negated, arguments)) =
            Key::of(&node.kind, |input| Some(graph.first(input))).filter(|_| is_first)
        else {
            continue;
        };
        let opposite = graph.find(&Key::Constraint(function, !is_negated, arguments));
        let Some(opposite) = opposite.filter(|opposite| opposite.index() < index) else {
            continue;
        };
        let other = &pattern.nodes[opposite.index()];
        let message = "the pattern never matches: this constraint must hold and must not hold";
        let diagnostic = Diagnostic::warning(NAME, node.span, message);
        let diagnostic = pattern
            .with_callers(diagnostic, node)
            .note(other.span, "the opposite is required here");
        diagnostics.push(pattern.with_callers(diagnostic, other));
    }
}
