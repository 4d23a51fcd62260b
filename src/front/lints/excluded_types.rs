//! `never-matches`: a type must satisfy predicates that hold for types of different names,
//! and a `.td` file defines one of them.
//!
//! A type has one name, such as `llvm.ptr` or `builtin.integer`. Only predicates for which
//! these names are certain count: the types that `.td` files define, and predicates of the
//! library that name builtin types. An interface such as `FloatType`, and a constraint that
//! a `.td` file makes of others, may hold for types of any name.
//!
//! `src/back/check/contradictions.rs` compares the predicates of the library with each
//! other.

use super::{Judge, graph::Graph, invalid_operation::known_type};
use crate::{
    base::diagnostic::{Diagnostic, Diagnostics},
    contract::{LIBRARY_PREFIX, SAME, TYPE_PREDICATES, predicate_of},
    hir::{Call, CallKind, Node, NodeId, NodeKind, Pattern},
    ods::{Ods, TypeDef},
};
use std::collections::BTreeMap;

/// Adds the warning about a pattern.
pub(super) fn check(
    pattern: &Pattern,
    ods: &Ods,
    host: &mut dyn Judge,
    diagnostics: &mut Diagnostics,
) {
    let matched = &pattern.nodes[..pattern.rewrite_start];
    let ids = || (0..pattern.rewrite_start).map(|index| NodeId(index as u32));
    let demands = || ids().filter_map(|id| demand(ods, matched, id));
    if !demands().any(|(_, demand)| demand.def.is_some()) {
        return;
    }
    let classes = Classes::of(pattern);
    let mut known: BTreeMap<NodeId, Vec<Demand<'_>>> = BTreeMap::new();
    for (subject, demand) in demands() {
        let subject = known_type(subject, pattern).unwrap_or(subject);
        let others = known.entry(classes.of_node(subject)).or_default();
        if let Some(other) = others.iter().find(|other| other.excludes(&demand)) {
            diagnostics.push(warning(pattern, other, &demand));
            return;
        }
        others.push(demand);
    }
    for id in ids() {
        let node = &matched[id.index()];
        let NodeKind::TypeLiteral(literal) = node.kind else {
            continue;
        };
        let demands = known.get(&classes.of_node(id));
        let mut excluding = demands.into_iter().flatten().filter(|demand| {
            let constraint = demand.def.and_then(|def| ods.constraint(&def.name));
            constraint.is_some_and(|one| host.satisfies(literal, one) == Some(false))
        });
        if let Some(demand) = excluding.next() {
            diagnostics.push(warning_of_literal(pattern, node, demand));
            return;
        }
    }
}

/// What a predicate demands of a type.
struct Demand<'m> {
    /// The name of the predicate.
    predicate: &'m str,
    /// The names of the types for which it holds.
    types: Vec<&'m str>,
    /// The definition of the type, if a `.td` file has it.
    def: Option<&'m TypeDef>,
    /// The call.
    node: &'m Node,
}

impl Demand<'_> {
    fn excludes(&self, other: &Demand<'_>) -> bool {
        (self.def.is_some() || other.def.is_some())
            && !self.types.iter().any(|name| other.types.contains(name))
    }
}

/// What a node demands, and of which node.
fn demand<'m>(ods: &'m Ods, matched: &'m [Node], id: NodeId) -> Option<(NodeId, Demand<'m>)> {
    let node = &matched[id.index()];
    // A predicate is about its first argument, or about the type that it evaluates.
    let (call, subject) = match &node.kind {
        NodeKind::Call(call) if !evaluates(call) => (call, *call.arguments.first()?),
        NodeKind::CallResult { call, index: 0, .. } => match &matched[call.index()].kind {
            NodeKind::Call(call) if evaluates(call) => (call, id),
            _ => return None,
        },
        _ => return None,
    };
    if call.kind != CallKind::Constraint {
        return None;
    }
    let def = def(ods, call);
    let (predicate, types) = match def {
        Some(def) => (def.name.as_str(), vec![def.type_name.as_str()]),
        None => {
            let name = library_predicate(&call.function)?;
            (name, builtin_names(name)?.to_vec())
        }
    };
    let demand = Demand {
        predicate,
        types,
        def,
        node,
    };
    Some((subject, demand))
}

/// The type that a constraint is about, if a `.td` file defines it.
fn def<'m>(ods: &'m Ods, call: &Call) -> Option<&'m TypeDef> {
    if call.function.starts_with(TYPE_PREDICATES) {
        let class = library_predicate(&call.function)?;
        return ods.type_defs().find(|def| def.qualified_class() == class);
    }
    let def = ods.type_def(&call.function)?;
    // A definition may have another condition than its class. A class that pdll does not
    // know is checked by its name.
    let condition = &ods.constraint(&call.function)?.condition;
    let check = format!("::llvm::isa<{}>($_self", def.class);
    let is_class = condition.trim_matches(['(', ')', ' ']) == check;
    (def.builds_known_type().is_none() || is_class).then_some(def)
}

const EVALUATE: &str = "_evaluate";

fn evaluates(call: &Call) -> bool {
    call.function.ends_with(EVALUATE)
}

/// The name of the predicate of the library, or the class of a type, that a function
/// belongs to.
fn library_predicate(function: &str) -> Option<&str> {
    let name = function.strip_prefix(LIBRARY_PREFIX)?;
    let predicate = predicate_of(function);
    (predicate != name).then_some(predicate)
}

/// The names of the types for which a predicate of the library holds, if these are
/// certain.
fn builtin_names(predicate: &str) -> Option<&'static [&'static str]> {
    Some(match predicate {
        "IntegerType" | "SignedIntegerType" | "UnsignedIntegerType" | "AnyIntegerType" => {
            &["builtin.integer"]
        }
        "IntOrIndex" => &["builtin.integer", "builtin.index"],
        "ComplexType" => &["builtin.complex"],
        "VectorType" | "FixedVectorType" | "ScalableVectorType" => &["builtin.vector"],
        "RankedTensorType" => &["builtin.tensor"],
        "UnrankedTensorType" => &["builtin.unranked_tensor"],
        "TensorType" => &["builtin.tensor", "builtin.unranked_tensor"],
        "MemRefType" => &["builtin.memref"],
        "UnrankedMemRefType" => &["builtin.unranked_memref"],
        "BaseMemRefType" => &["builtin.memref", "builtin.unranked_memref"],
        "FunctionType" => &["builtin.function"],
        "TupleType" => &["builtin.tuple"],
        "OpaqueType" => &["builtin.opaque"],
        _ => return None,
    })
}

/// Which nodes of a match are one type.
struct Classes {
    /// For each node another one of its class, or itself.
    parents: Vec<NodeId>,
}

impl Classes {
    fn of(pattern: &Pattern) -> Self {
        let graph = Graph::of_match(pattern);
        let ids = (0..pattern.rewrite_start).map(|index| graph.first(NodeId(index as u32)));
        let mut classes = Classes {
            parents: ids.collect(),
        };
        for node in &pattern.nodes[..pattern.rewrite_start] {
            if let NodeKind::Call(call) = &node.kind
                && call.kind == CallKind::Constraint
                && call.function == SAME
                && let [one, other] = call.arguments[..]
            {
                let [one, other] = [one, other].map(|id| classes.of_node(id));
                classes.parents[one.max(other).index()] = one.min(other);
            }
        }
        classes
    }

    fn of_node(&self, mut id: NodeId) -> NodeId {
        while self.parents[id.index()] != id {
            id = self.parents[id.index()];
        }
        id
    }
}

fn warning(pattern: &Pattern, first: &Demand<'_>, second: &Demand<'_>) -> Diagnostic {
    let message = format!(
        "the pattern never matches: no type is both `{}` and `{}`",
        first.predicate, second.predicate
    );
    let note = format!("`{}` is required here", first.predicate);
    let warning = Diagnostic::warning(super::never_matches::NAME, second.node.span, message);
    let warning = pattern.with_callers(warning, second.node);
    pattern.with_callers(warning.note(first.node.span, note), first.node)
}

fn warning_of_literal(pattern: &Pattern, literal: &Node, demand: &Demand<'_>) -> Diagnostic {
    let message = format!(
        "the pattern never matches: this type is not `{}`",
        demand.predicate
    );
    let note = format!("`{}` is required here", demand.predicate);
    let warning = Diagnostic::warning(super::never_matches::NAME, literal.span, message);
    let warning = pattern.with_callers(warning, literal);
    pattern.with_callers(warning.note(demand.node.span, note), demand.node)
}
