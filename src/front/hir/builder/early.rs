//! Arithmetic that a rewrite writes and a match can do.
//!
//! If a sum does not fit its type, a rewrite that computes it makes the pass fail,
//! because the match is over. So calls whose arguments the match knows move to its end:
//! without a result, the pattern does not match.

use super::reorder::reorder;
use crate::{
    contract::LIBRARY_PREFIX,
    hir::{Call, CallKind, Node, NodeId, NodeKind},
};
use smol_str::{SmolStr, format_smolstr};

/// The predicates that compute with integers.
const ARITHMETIC: [&str; 5] = ["add", "div", "mul", "rem", "sub"];

/// Moves these calls out of the rewrite section, which starts at `start`. Returns where
/// it starts then.
pub(super) fn move_up(nodes: &mut Vec<Node>, start: usize) -> usize {
    let moves = moved(nodes, start);
    if moves.is_empty() {
        return start;
    }
    let mut order: Vec<_> = (0..start).collect();
    order.extend(&moves);
    order.extend((start..nodes.len()).filter(|index| moves.binary_search(index).is_err()));
    reorder(nodes, &order);
    let end = start + moves.len();
    for node in &mut nodes[start..end] {
        if let NodeKind::Call(call) = &mut node.kind
            && let Some(function) = constraint_of(call)
        {
            call.kind = CallKind::Constraint;
            call.function = function;
        }
    }
    end
}

/// The nodes that move, in their order: the calls, their results, and the literals among
/// their arguments.
fn moved(nodes: &[Node], start: usize) -> Vec<usize> {
    let mut moves = Vec::new();
    // Whether the match knows each node, or can.
    let mut is_known = vec![true; start];
    for (index, node) in nodes.iter().enumerate().skip(start) {
        let knows = |id: &NodeId| is_known[id.index()];
        let known = match &node.kind {
            NodeKind::AttributeLiteral(_) => true,
            NodeKind::Call(call) if constraint_of(call).is_some() => {
                let knows_all = call.arguments.iter().all(knows);
                if knows_all {
                    let arguments = call.arguments.iter().map(|id| id.index());
                    moves.extend(arguments.filter(|argument| *argument >= start));
                    moves.push(index);
                }
                knows_all
            }
            NodeKind::CallResult { call, .. } if call.index() >= start => {
                if knows(call) {
                    moves.push(index);
                }
                knows(call)
            }
            _ => false,
        };
        is_known.push(known);
    }
    moves.sort_unstable();
    moves.dedup();
    moves
}

/// The constraint that computes the same as a call in a rewrite, if that is arithmetic.
fn constraint_of(call: &Call) -> Option<SmolStr> {
    let name = call.function.strip_prefix(LIBRARY_PREFIX)?;
    let name = name.strip_suffix("_make")?;
    let is_arithmetic = call.kind == CallKind::Rewrite && ARITHMETIC.contains(&name);
    is_arithmetic.then(|| format_smolstr!("{LIBRARY_PREFIX}{name}_evaluate"))
}
