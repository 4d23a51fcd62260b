//! Native functions that users define.
//!
//! A definition comes as a pattern. Its root is an operation with the arguments, and the
//! operation that replaces it has the results: values as operands, attributes by the numbers
//! of the slots, and types as result types.

use super::definitions::stated_operands;
use crate::{
    back::graph::{
        Checked,
        pattern::{Call, Node, NodeId, Operation, Pattern, Statement},
        pool::Pool,
    },
    front::contract::LIBRARY_PREFIX,
    mlir::ffi::program::Kind,
};
use std::fmt;

/// How the name of the root of such a pattern starts. The number of the function follows.
pub(crate) const ROOT: &str = "pdll.define.f";
/// The operation that has the results.
pub(crate) const RETURNED: &str = "pdll.returned";

/// What a function takes and returns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Signature {
    pub(crate) is_constraint: bool,
    pub(crate) parameters: Vec<Kind>,
    pub(crate) results: Vec<Kind>,
}

/// A function that users define.
#[derive(Debug, Clone)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) signature: Signature,
}

/// How an operation holds an argument or a result.
#[derive(Debug, Clone, Copy)]
pub(super) enum Held {
    Operand(NodeId),
    Attribute(NodeId),
    Type(NodeId),
}

/// The name of the attribute that is an argument or result.
pub(crate) fn attribute_name(slot: usize) -> String {
    format!("a{slot}")
}

/// The nodes by which an operation holds values of these kinds.
pub(super) fn held<'k>(
    pattern: &Pattern,
    pool: &Pool<'_>,
    operation: &Operation,
    kinds: &'k [Kind],
) -> impl Iterator<Item = Option<Held>> + use<'k> {
    let operands = stated_operands(&pattern.nodes, operation).unwrap_or_default();
    let mut operands = operands.to_vec().into_iter();
    let mut types = operation.results.entries.clone().into_iter();
    let attributes = operation.attributes.iter();
    let attributes: Vec<_> = attributes
        .map(|(name, node)| (pool.text(*name).to_owned(), *node))
        .collect();
    kinds
        .iter()
        .enumerate()
        .map(move |(slot, kind)| match kind {
            Kind::PdllValue => operands.next().map(Held::Operand),
            Kind::PdllType => types.next().map(Held::Type),
            _ => {
                let name = attribute_name(slot);
                let mut named = attributes.iter().filter(|(own, _)| *own == name);
                named.next().map(|(_, node)| Held::Attribute(*node))
            }
        })
}

/// Whether a definition can be used where a function is called: it may return values whose
/// constants are the attributes that the function returns.
fn fits(defined: &Signature, called: &Signature) -> bool {
    let fits = |(own, other): (&Kind, &Kind)| {
        own == other || (*own == Kind::PdllValue && *other == Kind::PdllAttribute)
    };
    defined.is_constraint == called.is_constraint
        && defined.parameters == called.parameters
        && defined.results.len() == called.results.len()
        && defined.results.iter().zip(&called.results).all(fits)
}

/// The calls of native functions by patterns, with the index of the pattern.
fn calls<'g>(graph: &'g Checked<'_, '_>) -> impl Iterator<Item = (usize, &'g str, Signature)> {
    let all = graph.patterns().iter().enumerate();
    all.flat_map(move |(index, pattern)| {
        let signature = |call: &Call, is_constraint| {
            let kinds = |nodes: &[NodeId]| -> Vec<_> {
                let kinds = nodes.iter().map(|node| pattern.nodes.kind(*node));
                kinds.collect()
            };
            Signature {
                is_constraint,
                parameters: kinds(&call.arguments),
                results: kinds(&call.results),
            }
        };
        let constraints = pattern.constraints.iter().map(|call| (call, true));
        let rewrites = pattern
            .rewrite
            .iter()
            .filter_map(|statement| match statement {
                Statement::Call(call) => Some((call, false)),
                _ => None,
            });
        let all = constraints.chain(rewrites);
        all.map(move |(call, is_constraint)| {
            let name = graph.pool().text(call.name);
            (index, name, signature(call, is_constraint))
        })
        .filter(|(_, name, _)| !name.starts_with(LIBRARY_PREFIX))
    })
}

/// The names of the native functions that patterns call.
pub(crate) fn called<'g>(graph: &'g Checked<'_, '_>) -> impl Iterator<Item = &'g str> {
    calls(graph).map(|(_, name, _)| name)
}

/// The first call that no definition of its name fits: the index of the pattern, and what is
/// wrong.
pub(crate) fn mismatch(graph: &Checked<'_, '_>, functions: &[Function]) -> Option<(usize, String)> {
    calls(graph).find_map(|(index, name, called)| {
        let function = functions.iter().find(|function| function.name == name)?;
        let defined = &function.signature;
        (!fits(defined, &called)).then(|| {
            let text = format!("`{name}` is the {called}, and defined as the {defined}");
            (index, text)
        })
    })
}

/// Whether an operation has the results of a function.
pub(super) fn is_returned(pool: &Pool<'_>, node: &Node) -> bool {
    match node {
        Node::Operation(operation) => operation
            .name
            .is_some_and(|name| pool.text(name) == RETURNED),
        _ => false,
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.is_constraint {
            true => "constraint",
            false => "rewrite",
        };
        write!(formatter, "{what} ({})", list(&self.parameters))?;
        match &self.results[..] {
            [] => Ok(()),
            [only] => write!(formatter, " -> {}", word(*only)),
            all => write!(formatter, " -> ({})", list(all)),
        }
    }
}

fn list(kinds: &[Kind]) -> String {
    let words: Vec<_> = kinds.iter().map(|kind| word(*kind)).collect();
    words.join(", ")
}

/// What PDLL calls a kind.
pub(crate) fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::PdllOperation => "Op",
        Kind::PdllValue => "Value",
        Kind::PdllValueRange => "ValueRange",
        Kind::PdllType => "Type",
        Kind::PdllTypeRange => "TypeRange",
        _ => "Attr",
    }
}
