//! Whether the operations that a rewrite creates can get their result types.
//!
//! Types come, in this order, from the expression; from the operation itself, if
//! it computes them; from the operation that it replaces. If none of these
//! provides the types, PDL's run time creates the operation without results and
//! returns results that do not exist.

use crate::{
    base::diagnostic::{Diagnostic, Diagnostics},
    hir::{Node, NodeId, NodeKind, Operation, Pattern},
    host::{HiddenNatives, Host, OperationKnowledge},
    ods::{Arity, Ods},
};

/// How the author of a pattern gives an operation its types.
pub(crate) const WRITE_TYPES: &str = "write them: `-> (…)`";

/// Checks the operations that a pattern creates.
pub(super) fn check(
    pattern: &Pattern,
    ods: &Ods,
    host: &mut dyn Host,
    diagnostics: &mut Diagnostics,
) {
    let Pattern {
        nodes,
        rewrite_start,
        ..
    } = pattern;
    let uses = Uses::new(pattern);
    for (index, node) in nodes.iter().enumerate().skip(*rewrite_start) {
        let (what, listed) = match &node.kind {
            NodeKind::Range { elements, .. } => ("an element of this range", &elements[..]),
            NodeKind::NewBlock { types, .. } => ("an argument of this block", &types[..]),
            _ => ("", &[][..]),
        };
        if let Some(ty) = uses.only_in_attributes(pattern, listed) {
            let problem = may_be_missing(node, what, &nodes[ty.index()]);
            diagnostics.push(pattern.with_callers(problem, node));
        }
        let NodeKind::Operation(operation) = &node.kind else {
            continue;
        };
        let name = operation.name.as_deref().unwrap_or_default();
        let types = operation.result_types.as_deref().unwrap_or_default();
        let problem = if let Some(ty) = uses.only_in_attributes(pattern, types) {
            let what = format!("a result type of `{name}`");
            may_be_missing(node, &what, &nodes[ty.index()])
        } else if uses.leaves_types_open(pattern, index, operation)
            && needs_result_types(ods, host, name)
            && !uses.replaces_earlier[index]
        {
            Diagnostic::error(
                node.span,
                format!("`{name}` does not compute its result types"),
            )
            .help(WRITE_TYPES)
        } else if host.hidden_natives() == HiddenNatives::Forbidden
            && !uses.replaces_earlier[index]
            && types.iter().any(|ty| is_of_constraint(pattern, *ty))
        {
            let message = format!("a constraint computes a result type of `{name}`");
            Diagnostic::error(node.span, message)
                .help("the dialect `pdl` allows that only if the operation replaces a matched one; compute the type in a `Rewrite`")
        } else {
            continue;
        };
        diagnostics.push(pattern.with_callers(problem, node));
    }
}

/// The error at `node` about a type that only attributes are known to have.
fn may_be_missing(node: &Node, what: &str, ty: &Node) -> Diagnostic {
    Diagnostic::error(
        node.span,
        format!(
            "{what} is bound only to the type of an attribute, and an attribute may have no type"
        ),
    )
    .note(ty.span, "the type is defined here")
    .help("bind it to the type of an operand or result of the input")
}

/// What the nodes of a pattern are used for.
struct Uses {
    /// The first node of the rewrite section that refers to each node.
    first_users: Vec<Option<usize>>,
    /// Whether an operand or result of the input has this type.
    in_input: Vec<bool>,
    /// Whether the operation takes the place of one that exists before it.
    replaces_earlier: Vec<bool>,
}

impl Uses {
    fn new(pattern: &Pattern) -> Self {
        let nodes = &pattern.nodes;
        let mut in_input = vec![false; nodes.len()];
        for node in &nodes[..pattern.rewrite_start] {
            let types = match &node.kind {
                NodeKind::Operation(operation) => operation.result_types.as_deref(),
                NodeKind::Operand { ty }
                | NodeKind::Operands { ty }
                | NodeKind::Argument { ty, .. }
                | NodeKind::Arguments { ty, .. } => Some(ty.as_slice()),
                _ => None,
            };
            for ty in types.unwrap_or_default() {
                in_input[ty.index()] = true;
            }
        }
        Uses {
            first_users: first_users(pattern),
            in_input,
            replaces_earlier: pattern.replacing_earlier(),
        }
    }

    /// Whether the operation, node `index`, must find result types by itself.
    fn leaves_types_open(&self, pattern: &Pattern, index: usize, operation: &Operation) -> bool {
        let Some(types) = operation
            .result_types
            .as_ref()
            .filter(|types| !types.is_empty())
        else {
            return true;
        };
        types.iter().any(|ty| {
            let is_known = self.first_users[ty.index()].is_some_and(|user| user < index);
            is_variable(pattern, *ty) && ty.index() >= pattern.rewrite_start && !is_known
        })
    }

    /// One of `types` that no operand or result of the input has. An attribute need
    /// not have a type, so this one may be missing.
    fn only_in_attributes(&self, pattern: &Pattern, types: &[NodeId]) -> Option<NodeId> {
        types.iter().copied().find(|ty| {
            ty.index() < pattern.rewrite_start
                && is_variable(pattern, *ty)
                && !self.in_input[ty.index()]
        })
    }
}

fn is_of_constraint(pattern: &Pattern, node: NodeId) -> bool {
    let is_matched = |call: NodeId| call.index() < pattern.rewrite_start;
    matches!(pattern.nodes[node.index()].kind, NodeKind::CallResult { call, .. } if is_matched(call))
}

fn is_variable(pattern: &Pattern, node: NodeId) -> bool {
    let kind = &pattern.nodes[node.index()].kind;
    matches!(kind, NodeKind::Type | NodeKind::Types)
}

/// Whether the operation has results, whose types it cannot compute.
fn needs_result_types(ods: &Ods, host: &mut dyn Host, name: &str) -> bool {
    match ods.operation(name) {
        Some(known) => {
            let mut results = known.results.iter();
            !known.infers_result_types && results.any(|group| group.arity == Arity::Single)
        }
        None => host.operation(name) == OperationKnowledge::NeedsResultTypes,
    }
}

/// The first node of the rewrite section that refers to each node.
pub(super) fn first_users(pattern: &Pattern) -> Vec<Option<usize>> {
    let mut first = vec![None; pattern.nodes.len()];
    for (user, node) in pattern.nodes.iter().enumerate().skip(pattern.rewrite_start) {
        node.kind.for_each_input(|input| {
            first[input.index()].get_or_insert(user);
        });
    }
    first
}
