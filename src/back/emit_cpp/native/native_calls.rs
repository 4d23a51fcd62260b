//! Calls of native functions.

use super::{members::literal, routine::Routine, scope::small};
use crate::{
    back::emit_cpp::support::Part,
    back::graph::pattern::{Call, Node, NodeId, is_range},
    back::lower::disjunction,
    front::contract,
};
use std::collections::BTreeSet;

/// A C++ function of the header, for a native function that the pattern file defines.
pub(super) struct Defined {
    pub(super) function: String,
    pub(super) has_results: bool,
}

/// A call as C++.
pub(super) struct CallText {
    /// An expression for its `LogicalResult`.
    pub(super) expression: String,
    /// The variable with its results, if it has some.
    pub(super) results: Option<String>,
}

/// Writes what a call needs before it, and returns the call.
pub(super) fn call(routine: &mut Routine<'_, '_, '_, '_>, call: &Call) -> CallText {
    routine.scope.need(Part::Calls);
    let name = routine.scope.pool.text(call.name);
    let is_constraint = is_constraint(routine, call);
    let defined = routine
        .defined_functions
        .get(&(is_constraint, name.to_owned()));
    match defined {
        Some(Defined {
            function,
            has_results,
        }) => {
            let results = has_results.then(|| declare_results(routine, call, name));
            let arguments = arguments(routine, call, results.as_deref());
            CallText {
                expression: format!("pdll_support::call({function}{arguments})"),
                results,
            }
        }
        None => {
            let function = match own_function(name) {
                Some(function) => {
                    routine.scope.need(Part::Guards);
                    function.to_owned()
                }
                None => looked_up(routine, call, is_constraint, name),
            };
            let results = declare_results(routine, call, name);
            let arguments = listed_arguments(routine, call);
            CallText {
                expression: format!("{function}(rewriter, {results}, {{{arguments}}})"),
                results: Some(results),
            }
        }
    }
}

/// Constraints are called in the match.
fn is_constraint(routine: &Routine<'_, '_, '_, '_>, call: &Call) -> bool {
    let mut constraints = routine.pattern.constraints.iter();
    constraints.any(|one| std::ptr::eq(one, call))
}

fn declare_results(routine: &mut Routine<'_, '_, '_, '_>, call: &Call, name: &str) -> String {
    let name = name.rsplit('.').next().unwrap_or_default();
    let name = routine.scope.names.take(&format!("{}Results", small(name)));
    let count = call.results.len();
    routine
        .scope
        .line(&format!("pdll_support::Results {name}({count});"));
    name
}

/// The arguments of a C++ function, after its name.
fn arguments(routine: &mut Routine<'_, '_, '_, '_>, call: &Call, results: Option<&str>) -> String {
    let mut text = ", rewriter".to_owned();
    for argument in results
        .map(str::to_owned)
        .into_iter()
        .chain(each_argument(routine, call))
    {
        text.push_str(", ");
        text.push_str(&argument);
    }
    text
}

/// The arguments as a list of `PDLValue`.
fn listed_arguments(routine: &mut Routine<'_, '_, '_, '_>, call: &Call) -> String {
    let all = each_argument(routine, call);
    let texts: Vec<_> = std::iter::zip(&call.arguments, all)
        .map(
            |(node, text)| match is_range(routine.pattern.nodes.kind(*node)) {
                true => format!("&{text}"),
                false => text,
            },
        )
        .collect();
    texts.join(", ")
}

fn each_argument(routine: &mut Routine<'_, '_, '_, '_>, call: &Call) -> Vec<String> {
    let arguments = call.arguments.iter();
    arguments.map(|node| argument(routine, *node)).collect()
}

/// A variable or member for an argument. A constant list of types becomes a range.
fn argument(routine: &mut Routine<'_, '_, '_, '_>, node: NodeId) -> String {
    let text = routine.value(node);
    if !matches!(routine.pattern.nodes[node], Node::Types { value: Some(_) }) {
        return text;
    }
    let range = routine.scope.names.take("typesRange");
    routine
        .scope
        .line(&format!("::mlir::TypeRange {range}({text});"));
    range
}

/// The support's function for one that pdll adds to patterns.
fn own_function(name: &str) -> Option<&'static str> {
    match name {
        contract::TYPE_OF => Some("pdll_support::getTypeOf"),
        contract::TYPES_OF => Some("pdll_support::getTypesOf"),
        contract::SEGMENT_SIZES => Some("pdll_support::getSegmentSizes"),
        contract::BOUND_TYPES => Some("pdll_support::getBoundTypes"),
        _ => None,
    }
}

/// A member for a function of the library, or for one that the program registers.
fn looked_up(
    routine: &mut Routine<'_, '_, '_, '_>,
    call: &Call,
    is_constraint: bool,
    name: &str,
) -> String {
    if !name.starts_with(contract::LIBRARY_PREFIX) {
        return routine.scope.members.registered(is_constraint, name);
    }
    let value = join(routine, call, name).unwrap_or_else(|| {
        routine.scope.members.support.require_library(name);
        let dialects = dialects(routine, call, name);
        format!(
            "pdll_support::findFunction(context, {is_constraint}, {}, {{{dialects}}})",
            literal(name)
        )
    });
    let members = &mut routine.scope.members;
    members.object("::mlir::PDLConstraintFunction", &value)
}

/// The expression for a disjunction that calls constraints which are not of the library.
fn join(routine: &mut Routine<'_, '_, '_, '_>, call: &Call, name: &str) -> Option<String> {
    let Node::Attribute {
        value: Some(program),
        ..
    } = &routine.pattern.nodes[*call.arguments.first()?]
    else {
        return None;
    };
    let mut joined = BTreeSet::new();
    if name == contract::ANY_OF {
        let constant = &routine.scope.pool.constants()[program.0 as usize];
        disjunction::add_functions(constant.attribute, &mut joined);
    }
    joined.retain(|name| !name.starts_with(contract::LIBRARY_PREFIX));
    if joined.is_empty() {
        return None;
    }
    let constraints: Vec<_> = joined
        .iter()
        .map(|name| format!("{{{}, {}}}", literal(name), joinable(routine, name)))
        .collect();
    routine.scope.need(Part::Join);
    Some(format!(
        "pdll_support::joinConstraints(context, {{{}}})",
        constraints.join(", ")
    ))
}

/// The expression for a constraint that takes arguments of any kind.
fn joinable(routine: &mut Routine<'_, '_, '_, '_>, name: &str) -> String {
    match routine.defined_functions.get(&(true, name.to_owned())) {
        Some(defined) => {
            routine.scope.need(Part::Erased);
            format!("pdll_support::erase({})", defined.function)
        }
        None => {
            routine.scope.need(Part::Registered);
            format!("pdll_support::findConstraint(loader, {})", literal(name))
        }
    }
}

/// Dialects of the operations that a function of the library names or creates.
fn dialects(routine: &Routine<'_, '_, '_, '_>, call: &Call, name: &str) -> String {
    let mut dialects = Vec::new();
    if name.ends_with("MaterializeConstant") {
        dialects.push(literal("arith"));
    }
    for node in &call.arguments {
        if let Node::Attribute {
            value: Some(value), ..
        } = &routine.pattern.nodes[*node]
        {
            let attribute = routine.scope.pool.constants()[value.0 as usize].attribute;
            let text = attribute.to_string();
            let name = text.strip_prefix('"').and_then(|text| text.split_once('.'));
            dialects.extend(name.map(|(dialect, _)| literal(dialect)));
        }
    }
    dialects.join(", ")
}
