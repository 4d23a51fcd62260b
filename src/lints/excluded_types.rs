//! `never-matches`: a type must satisfy predicates that hold for types of different names,
//! and a `.td` file defines one of them.
//!
//! A type has one name, such as `llvm.ptr` or `builtin.integer`. Only predicates for which
//! these names are certain count: the types that `.td` files define, and predicates of the
//! library that name builtin types. An interface such as `FloatType`, and a constraint that
//! a `.td` file makes of others, may hold for types of any name.
//!
//! `cpp-shim/check/Contradictions.cpp` compares the predicates of the library with each
//! other.

use super::{Judge, graph::Graph, invalid_operation::known_type};
use crate::{
    contract::{LIBRARY_PREFIX, SAME, TYPE_PREDICATES},
    diagnostic::{Diagnostic, Diagnostics},
    hir::{Call, CallKind, Module, NativeBody, Node, NodeId, NodeKind, Pattern},
    ods::{Ods, TypeDef},
};
use std::collections::BTreeMap;

/// Adds the warning about a pattern.
pub(super) fn check(
    pattern: &Pattern,
    module: &Module,
    ods: &Ods,
    host: &mut dyn Judge,
    diagnostics: &mut Diagnostics,
) {
    let matched = &pattern.nodes[..pattern.rewrite_start];
    let lookup = Lookup { module, ods };
    let demands = || {
        matched
            .iter()
            .enumerate()
            .filter_map(|(at, node)| lookup.demand(matched, at, node))
    };
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
    for (at, node) in matched.iter().enumerate() {
        let NodeKind::TypeLiteral(literal) = node.kind else {
            continue;
        };
        let demands = known.get(&classes.of_node(NodeId(at as u32)));
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

/// Finds out what calls demand.
struct Lookup<'m> {
    module: &'m Module,
    ods: &'m Ods,
}

impl<'m> Lookup<'m> {
    /// What a node demands, and of which node.
    fn demand(
        &self,
        matched: &'m [Node],
        at: usize,
        node: &'m Node,
    ) -> Option<(NodeId, Demand<'m>)> {
        let (call, subject) = match &node.kind {
            NodeKind::Call(call) => (call, *call.arguments.first()?),
            // What is evaluated is `self`.
            NodeKind::CallResult { call, index: 0, .. } => match &matched[call.index()].kind {
                NodeKind::Call(call) if call.function.ends_with(EVALUATE) => {
                    (call, NodeId(at as u32))
                }
                _ => return None,
            },
            _ => return None,
        };
        let is_evaluation =
            matches!(&node.kind, NodeKind::Call(_)) && call.function.ends_with(EVALUATE);
        if call.kind != CallKind::Constraint || is_evaluation {
            return None;
        }
        let def = self.def(call);
        let (predicate, types) = match def {
            Some(def) => (def.name.as_str(), vec![def.type_name.as_str()]),
            None => {
                let name = predicate_name(call.function.strip_prefix(LIBRARY_PREFIX)?);
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

    /// The type that a constraint is about.
    fn def(&self, call: &Call) -> Option<&'m TypeDef> {
        if call.function.starts_with(TYPE_PREDICATES) {
            let class = predicate_name(call.function.strip_prefix(LIBRARY_PREFIX)?);
            return self
                .ods
                .type_defs()
                .find(|def| def.qualified_class() == class);
        }
        let def = self.ods.type_def(&call.function)?;
        let mut natives = self.module.natives.iter();
        // A constraint of that name that the pattern file declares is another one.
        let native = natives.find(|native| native.is_constraint && native.name == call.function)?;
        let NativeBody::Predicate { condition, .. } = &native.body else {
            return None;
        };
        let is_known = def.builds_known_type().is_some();
        let check = format!("::llvm::isa<{}>($_self)", def.class);
        let condition = condition.trim_start_matches('(').trim_end();
        (!is_known || condition.starts_with(&check)).then_some(def)
    }
}

const EVALUATE: &str = "_evaluate";

/// The name of a predicate, by that of one of its functions.
fn predicate_name(function: &str) -> &str {
    let clause = ["_check", "_capture", EVALUATE];
    let name = clause
        .iter()
        .find_map(|clause| function.strip_suffix(clause));
    name.unwrap_or(function)
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
