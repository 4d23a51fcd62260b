//! What users say that operations mean: patterns that put known operations in their place.
//!
//! A pattern that matches one operation by its name, and replaces it, defines it. Values of
//! a type of the user's are the numbers that `builtin.unrealized_conversion_cast` makes of
//! them; a definition of that operation says which ones are the same.

use super::{
    described::Described,
    functions::{self, Function},
    subject::Subject,
    types::known,
};
use crate::{
    back::graph::{
        Checked, Locations,
        pattern::{Node, NodeId, Nodes, Operation, Pattern, Statement},
        pool::Pool,
    },
    front::hir::Native,
    mlir::ffi::pattern_set::Natives,
};
use melior::{
    Context,
    ir::{Location, Type, r#type::IntegerType},
};
use pdll_verify::value;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// The operation by which values of types of the user's become numbers, and back.
pub(super) const CAST: &str = "builtin.unrealized_conversion_cast";

/// All definitions.
#[derive(Default)]
pub(crate) struct Definitions<'p, 'c> {
    files: Vec<File<'p, 'c>>,
    /// By the name of the operation: the file and the index of the pattern.
    by_name: FxHashMap<String, Vec<(usize, usize)>>,
    /// The native functions, each with the file and the index of the pattern.
    functions: Vec<(&'p Function, usize, usize)>,
    /// How many bits the values of types have.
    widths: Vec<(Type<'c>, u32)>,
}

/// A function, and the pattern that defines it.
pub(super) struct Defined<'d, 'c> {
    pub(super) function: &'d Function,
    pub(super) subject: Subject<'d, 'c>,
}

/// A pattern that is no definition.
pub(crate) enum Problem<'p, 'c> {
    /// It stands there, and defines no operation.
    NoDefinition(Location<'c>),
    /// It is one of a function, but asks for operations.
    AsksForOperations(&'p Function),
}

struct File<'p, 'c> {
    graph: &'p Checked<'p, 'c>,
    locations: Vec<Locations<'c>>,
    natives: FxHashMap<&'p str, &'p Native>,
}

impl<'p, 'c> Definitions<'p, 'c> {
    /// Adds what a file defines, and the functions of that number.
    ///
    /// # Errors
    ///
    /// Returns the patterns that define nothing.
    pub(crate) fn add(
        &mut self,
        graph: &'p Checked<'p, 'c>,
        natives: impl Iterator<Item = &'p Native>,
        functions: &'p [Function],
    ) -> Result<(), Vec<Problem<'p, 'c>>> {
        let locations = graph.locations();
        let (file, mut wrong) = (self.files.len(), Vec::new());
        for (index, pattern) in graph.patterns().iter().enumerate() {
            if let Some(function) = function(graph.pool(), pattern, functions) {
                match is_alone(pattern) {
                    true => self.functions.push((function, file, index)),
                    false => wrong.push(Problem::AsksForOperations(function)),
                }
                continue;
            }
            let Some(name) = defined(graph.pool(), pattern) else {
                wrong.push(Problem::NoDefinition(locations[index].pattern));
                continue;
            };
            self.by_name.entry(name).or_default().push((file, index));
            self.widths.extend(widths(graph.pool(), pattern));
        }
        let natives = natives.map(|native| (native.name.as_str(), native));
        self.files.push(File {
            graph,
            locations,
            natives: natives.collect(),
        });
        match wrong.is_empty() {
            true => Ok(()),
            false => Err(wrong),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.by_name.is_empty()
    }

    /// Whether something defines the operations of a name.
    pub(super) fn define(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// The definitions of an operation that is met in `around`, those of the greatest benefit
    /// first.
    pub(super) fn of<'d>(
        &'d self,
        name: &str,
        around: &Subject<'d, 'c>,
    ) -> impl Iterator<Item = Subject<'d, 'c>> {
        let (context, library, described) = (around.context, around.library, around.described);
        let mut all: Vec<_> = self.by_name.get(name).cloned().unwrap_or_default();
        let benefit =
            |(file, index): &(usize, usize)| self.files[*file].graph.patterns()[*index].benefit;
        all.sort_by_key(|one| Reverse(benefit(one)));
        all.into_iter()
            .map(move |(file, index)| self.subject((file, index), context, library, described))
    }

    /// The definition of a native function that is called in `around`.
    pub(super) fn function<'d>(
        &'d self,
        name: &str,
        around: &Subject<'d, 'c>,
    ) -> Option<Defined<'d, 'c>> {
        let mut all = self.functions.iter();
        let (function, file, index) = all.find(|(function, ..)| function.name == name)?;
        Some(Defined {
            function,
            subject: self.subject(
                (*file, *index),
                around.context,
                around.library,
                around.described,
            ),
        })
    }

    fn subject<'d>(
        &'d self,
        (file, index): (usize, usize),
        context: &'c Context,
        library: &'d Natives,
        described: &'d Described<'d>,
    ) -> Subject<'d, 'c> {
        let file = &self.files[file];
        Subject {
            context,
            pattern: &file.graph.patterns()[index],
            pool: file.graph.pool(),
            locations: &file.locations[index],
            definitions: &file.natives,
            library,
            described,
            meanings: self,
        }
    }

    /// How many bits values of a type have, if definitions say so.
    pub(super) fn width(&self, ty: Type<'_>) -> Option<u32> {
        let mut all = self.widths.iter();
        all.find_map(|(own, width)| (*own == ty).then_some(*width))
    }

    /// The types of which definitions say that.
    pub(super) fn types(&self) -> impl Iterator<Item = Type<'c>> {
        self.widths.iter().map(|(ty, _)| *ty)
    }

    /// The result types that the operations of a name have for these operands, as far as
    /// their definitions say so.
    ///
    /// # Errors
    ///
    /// Fails if no definition is for these types.
    pub(super) fn types_of(
        &self,
        name: &str,
        operands: &[Type<'c>],
        results: Option<&[Type<'c>]>,
    ) -> Result<Option<Vec<Type<'c>>>, String> {
        let all = self.by_name.get(name).into_iter().flatten();
        let mut fitting = all.filter_map(|(file, index)| {
            let graph = self.files[*file].graph;
            fit(graph.pool(), &graph.patterns()[*index], operands, results)
        });
        let found = fitting.next();
        found.ok_or_else(|| format!("no definition of `{name}` is for these types"))
    }
}

/// The name of the operation that a pattern defines.
fn defined(pool: &Pool<'_>, pattern: &Pattern) -> Option<String> {
    let nodes = &pattern.nodes;
    let is_replaced = pattern.rewrite.iter().any(|statement| match statement {
        Statement::ReplaceByOperation { operation, .. }
        | Statement::ReplaceByValues { operation, .. } => *operation == pattern.root,
        _ => false,
    });
    let name = nodes.operation(pattern.root).name?;
    (is_replaced && is_alone(pattern)).then(|| pool.text(name).to_owned())
}

/// Whether a pattern matches one operation.
fn is_alone(pattern: &Pattern) -> bool {
    pattern.nodes.matched_operations().count() == 1
}

/// The function that a pattern defines.
fn function<'p>(
    pool: &Pool<'_>,
    pattern: &Pattern,
    functions: &'p [Function],
) -> Option<&'p Function> {
    let name = pattern.nodes.operation(pattern.root).name?;
    let number = pool.text(name).strip_prefix(functions::ROOT)?;
    functions.get(number.parse::<usize>().ok()?)
}

/// The operands that a pattern says an operation has; nothing if it has any.
pub(super) fn stated_operands<'o>(nodes: &Nodes, operation: &'o Operation) -> Option<&'o [NodeId]> {
    match &operation.operands.entries[..] {
        [only] if matches!(nodes[*only], Node::Operands { types: None }) => None,
        operands => Some(operands),
    }
}

/// The result types of an operation with these operands if a pattern matches it, as far as it
/// says so.
fn fit<'c>(
    pool: &Pool<'c>,
    pattern: &Pattern,
    operands: &[Type<'c>],
    results: Option<&[Type<'c>]>,
) -> Option<Option<Vec<Type<'c>>>> {
    let nodes = &pattern.nodes;
    let root = nodes.operation(pattern.root);
    let mut known: FxHashMap<NodeId, Type<'c>> = FxHashMap::default();
    let mut unify = |node: NodeId, ty: Type<'c>| {
        let own = constant(pool, nodes, node).or_else(|| known.get(&node).copied());
        known.insert(node, own.unwrap_or(ty));
        own.is_none_or(|own| own == ty)
    };
    let own = stated_operands(nodes, root);
    if own.is_some_and(|own| own.len() != operands.len()) {
        return None;
    }
    for (operand, ty) in own.unwrap_or_default().iter().zip(operands) {
        let Node::Operand { ty: own } = &nodes[*operand] else {
            return None;
        };
        if own.is_some_and(|own| !unify(own, *ty)) {
            return None;
        }
    }
    let stated = &root.results.entries;
    if let Some(results) = results {
        let fits = stated.is_empty() || stated.len() == results.len();
        let mut pairs = stated.iter().zip(results);
        let fits = fits && pairs.all(|(node, ty)| unify(*node, *ty));
        return fits.then(|| Some(results.to_vec()));
    }
    let of = |node: &NodeId| constant(pool, nodes, *node).or_else(|| known.get(node).copied());
    let types: Option<Vec<_>> = stated.iter().map(of).collect();
    Some(types.filter(|types| !types.is_empty()))
}

/// The types that a pattern casts to integers, or makes of them, and how many bits these
/// have.
fn widths<'c>(pool: &Pool<'c>, pattern: &Pattern) -> Vec<(Type<'c>, u32)> {
    let nodes = &pattern.nodes;
    let mut found = Vec::new();
    for (_, node) in nodes.matched().chain(nodes.in_rewrite()) {
        let Node::Operation(operation) = node else {
            continue;
        };
        let is_cast = operation.name.is_some_and(|name| pool.text(name) == CAST);
        let ([operand], [result]) = (
            &operation.operands.entries[..],
            &operation.results.entries[..],
        ) else {
            continue;
        };
        let types = (
            value_type(pool, nodes, *operand),
            constant(pool, nodes, *result),
        );
        if let (true, (Some(one), Some(other))) = (is_cast, types) {
            let width = |ty: Type<'_>| match known(ty, 64) {
                value::Type::Integer(width) => Some(width),
                _ => None,
            };
            let is_integer = |ty: Type<'_>| IntegerType::try_from(ty).is_ok();
            found.extend(match (width(one), width(other)) {
                (None, Some(width)) if !is_integer(one) => Some((one, width)),
                (Some(width), None) if !is_integer(other) => Some((other, width)),
                _ => None,
            });
        }
    }
    found
}

/// The type of a value that the pattern names.
fn value_type<'c>(pool: &Pool<'c>, nodes: &Nodes, value: NodeId) -> Option<Type<'c>> {
    match &nodes[value] {
        Node::Operand { ty } => constant(pool, nodes, (*ty)?),
        Node::Result {
            operation, index, ..
        } => {
            let results = &nodes.operation(*operation).results.entries;
            constant(pool, nodes, *results.get(*index as usize)?)
        }
        _ => None,
    }
}

fn constant<'c>(pool: &Pool<'c>, nodes: &Nodes, ty: NodeId) -> Option<Type<'c>> {
    let Node::Type { value: Some(value) } = &nodes[ty] else {
        return None;
    };
    super::subject::type_of(pool, *value)
}
