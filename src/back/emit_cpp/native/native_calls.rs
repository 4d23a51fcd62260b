//! Calls of native functions.

use super::{members::literal, routine::Routine, scope::Scope, scope::small};
use crate::{
    back::emit_cpp::module::{Key, without_number},
    back::emit_cpp::support::Support,
    back::graph::pattern::{Call, Node, NodeId, is_range},
    back::lower::disjunction,
    front::contract,
};
use std::collections::{BTreeMap, BTreeSet};

/// The native functions that patterns may call.
pub(super) struct Natives<'a> {
    /// The C++ functions of those that the pattern file defines, and whether they
    /// have results.
    pub(super) defined: &'a BTreeMap<Key, Defined>,
    /// What those of pdll need.
    pub(super) support: &'a mut Support,
}

/// A C++ function of the header.
pub(super) struct Defined {
    pub(super) function: String,
    /// The function with arguments of any kind.
    pub(super) call: String,
    pub(super) has_results: bool,
}

/// A call as C++.
pub(super) struct CallText {
    /// An expression for its `LogicalResult`.
    pub(super) expression: String,
    /// The variable with its results, if it has some.
    pub(super) results: Option<String>,
}

/// Whether C++ patterns can call a function.
pub(super) fn is_known(defined: &BTreeMap<Key, Defined>, (is_constraint, name): &Key) -> bool {
    let plain = without_number(name);
    let is_defined = |name: &str| defined.contains_key(&(*is_constraint, name.to_owned()));
    is_defined(name)
        || is_defined(plain)
        || plain.starts_with(contract::LIBRARY_PREFIX)
        || plain.starts_with(contract::RESERVED_PREFIX)
}

/// Writes what a call needs before it, and returns the call.
pub(super) fn call(routine: &mut Routine<'_, '_, '_, '_>, call: &Call) -> CallText {
    let name = routine.scope.pool.text(call.name);
    let plain = without_number(name);
    let is_constraint = is_constraint(routine, call);
    let find = |name: &str| {
        routine
            .natives
            .defined
            .get(&(is_constraint, name.to_owned()))
    };
    let defined = find(name).or_else(|| find(plain));
    match defined {
        Some(Defined {
            function,
            has_results,
            ..
        }) => {
            let function = function.clone();
            let results = has_results.then(|| declare_results(routine, call, plain));
            let arguments = arguments(routine, call, results.as_deref());
            CallText {
                expression: format!("pdll_support::call({function}{arguments})"),
                results,
            }
        }
        None => {
            let function = own_function(routine, call, is_constraint, plain);
            let results = declare_results(routine, call, plain);
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
    let range = routine.scope.names.take(&format!("{text}Range"));
    routine
        .scope
        .line(&format!("::mlir::TypeRange {range}({text});"));
    range
}

/// The expression for a function of pdll.
fn own_function(
    routine: &mut Routine<'_, '_, '_, '_>,
    call: &Call,
    is_constraint: bool,
    name: &str,
) -> String {
    let is_library = name.starts_with(contract::LIBRARY_PREFIX)
        && ![
            contract::SEGMENT_SIZES,
            contract::BOUND_TYPES,
            contract::TYPE_OF,
            contract::TYPES_OF,
        ]
        .contains(&name);
    if !is_library {
        let function = routine.natives.support.function(is_constraint, name);
        return function.expect("the name is one of pdll's");
    }
    let value = join(routine, call, name).unwrap_or_else(|| {
        let dialects = dialects(routine, call, name);
        format!(
            "pdll_support::findFunction(context, {is_constraint}, {}, {{{dialects}}})",
            literal(name)
        )
    });
    let plain = small(name.rsplit('.').next().unwrap_or_default());
    let Scope { members, names, .. } = &mut routine.scope;
    members.other(names, "::mlir::PDLConstraintFunction", &plain, value)
}

/// The expression for a disjunction that calls constraints of the file.
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
    let Natives { defined, support } = &mut routine.natives;
    let own = joined.iter().filter_map(|name| {
        let defined = defined.get(&(true, name.clone()))?;
        Some((name.as_str(), defined.call.as_str()))
    });
    let own: Vec<_> = own.collect();
    (!own.is_empty()).then(|| support.join("context", own.into_iter()))
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
