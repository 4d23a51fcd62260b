//! Operations of match sections that are not as their dialects want them. The frontend
//! warns if `.td` files say so; this needs none, and also serves patterns in the dialect
//! `pdl`.

use super::{
    dialects::{self, Dialects},
    registered::{constant, unfit_constants, wrong_num_operands},
    report::Report,
};
use crate::{
    back::graph::{
        Graph, Place,
        pattern::{Call, Operation, Pattern},
    },
    base::diagnostic::{Severity, count},
    front::contract::{LIBRARY_PREFIX, NEVER_MATCHES},
    mlir::ffi::known_operations::{Facts, accepts_attributes},
};
use melior::ir::attribute::StringAttribute;

/// Warns about a pattern, which is the one of that index.
pub(super) fn check(
    graph: &Graph<'_, '_>,
    index: usize,
    dialects: &mut Dialects<'_>,
    report: &Report<'_, '_, '_>,
) {
    let pattern = &graph.patterns()[index];
    for (node, operation) in pattern.nodes.matched_operations() {
        let Some(name) = operation.name else {
            continue;
        };
        let name = graph.pool().text(name);
        let place = Place::Node(node);
        let text = match dialects.facts(name) {
            Facts::Registered(known) => {
                match wrong_num_operands(&pattern.nodes, operation, known) {
                    Some(expected) => Some(format!(
                        "nothing matches `{name}`: it has {}, not {}",
                        count(expected, "operand"),
                        operation.operands.entries.len()
                    )),
                    None => {
                        check_attributes(graph, pattern, (name, operation), || {
                            report.remark(index, place, format!("nothing matches `{name}`: "))
                        });
                        None
                    }
                }
            }
            _ => unknown(name, dialects),
        };
        if let Some(text) = text {
            report.never_matches(index, place, text);
        }
    }
    for (number, call) in pattern.constraints.iter().enumerate() {
        if let Some(name) = named_operation(graph, pattern, call).filter(|_| !call.is_negated)
            && let Some(text) = unknown(name.value(), dialects)
        {
            report.never_matches(index, Place::Constraint(number), text);
        }
    }
}

/// Warns if an attribute that is a constant is none that the operation can have.
fn check_attributes<'c>(
    graph: &Graph<'_, 'c>,
    pattern: &Pattern,
    (name, operation): (&str, &Operation),
    message: impl Fn() -> super::Remark<'c>,
) {
    if let Some(constants) = unfit_constants(graph, &pattern.nodes, (name, operation)) {
        accepts_attributes(
            graph.context(),
            name,
            &constants,
            Severity::Warning,
            NEVER_MATCHES,
            &message(),
        );
    }
}

/// Why there are no operations of that name, if there are none.
fn unknown(name: &str, dialects: &mut Dialects<'_>) -> Option<String> {
    let dialect = dialects::dialect(name);
    if let Facts::Missing = dialects.facts(name) {
        let mut text =
            format!("nothing matches `{name}`: the dialect `{dialect}` has no such operation");
        if let Some(meant) = dialects.suggestion(name) {
            text += &format!("; did you mean `{meant}`?");
        }
        return Some(text);
    }
    let near = dialects.in_near_dialect(name)?;
    Some(format!(
        "nothing matches `{name}`, unless a dialect `{dialect}` is registered; did you mean `{near}`?"
    ))
}

/// The name of the operations that a constraint of the library is about.
fn named_operation<'c>(
    graph: &Graph<'_, 'c>,
    pattern: &Pattern,
    call: &Call,
) -> Option<StringAttribute<'c>> {
    let function = graph.pool().text(call.name).strip_prefix(LIBRARY_PREFIX)?;
    let ([_, name], "HasParent" | "HasAncestor" | "UsedOnlyByOpsNamed") =
        (&call.arguments[..], function)
    else {
        return None;
    };
    StringAttribute::try_from(constant(graph, &pattern.nodes, *name)?).ok()
}
