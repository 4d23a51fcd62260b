//! For which types a pattern is looked at.
//!
//! MLIR says which types fit: each matched operation is made at the types, and its verifier
//! asked. So a pattern is looked at for just those types for which programs can have its
//! operations.

use super::{
    attributes,
    subject::{Subject, Unsupported},
};
use crate::{
    back::graph::pattern::{Node, NodeId, Operation},
    mlir::diagnostics::Catcher,
};
use melior::{
    Context,
    ir::{
        Attribute, Block, BlockLike, Identifier, Location, Type, TypeLike,
        operation::{OperationBuilder, OperationLike},
        r#type::IntegerType,
    },
};
use pdll_verify::{
    meanings::{self, AttributeKind},
    term::Format,
    value,
};

/// More assignments than this are not looked at.
const MAX_ASSIGNMENTS: usize = 400;
/// More operations than this are not made to find them.
const MAX_ATTEMPTS: usize = 40_000;

/// The types of the nodes of a pattern.
#[derive(Debug, Clone)]
pub(super) struct Assignment<'c> {
    /// Of values, and of nodes that are types, by the index of the node.
    pub(super) types: Vec<Option<Type<'c>>>,
    /// Of the results of operations, by the index of the node.
    pub(super) results: Vec<Vec<Type<'c>>>,
}

/// What the verifier knows of a type. An `index` has so many bits.
pub(super) fn known(ty: Type<'_>, index_width: u32) -> value::Type {
    if ty.is_index() {
        return value::Type::Index(index_width);
    }
    if ty.is_f16() {
        return value::Type::Float(Format::F16);
    }
    if ty.is_bf16() {
        return value::Type::Float(Format::BF16);
    }
    if ty.is_f32() {
        return value::Type::Float(Format::F32);
    }
    if ty.is_f64() {
        return value::Type::Float(Format::F64);
    }
    match IntegerType::try_from(ty) {
        Ok(integer) if integer.is_signless() && (1..=64).contains(&integer.width()) => {
            value::Type::Integer(integer.width())
        }
        _ => value::Type::Opaque,
    }
}

/// All assignments of types that are tried and fit, and what MLIR says of the last one that
/// does not.
pub(super) fn assignments<'c>(
    subject: &Subject<'_, 'c>,
) -> Result<(Vec<Assignment<'c>>, Option<String>), Unsupported> {
    let context = subject.context;
    let mut named = named_types(subject);
    let few = candidates(context, &[1, 2, 3, 8], &named);
    let found = search(subject, &few)?.0;
    let width = |ty: &Type<'c>| match IntegerType::try_from(*ty) {
        Ok(integer) => Some(integer.width()),
        Err(_) => None,
    };
    let degree = |assignment: &Assignment<'c>| {
        let all = assignment.types.iter().flatten().chain(assignment.results.iter().flatten());
        let mut widths: Vec<_> = all.filter(|ty| !named.contains(ty)).filter_map(width).collect();
        widths.sort_unstable();
        widths.dedup();
        widths.len()
    };
    let degree = found.iter().map(degree).max().unwrap_or(3);
    let mut widths: Vec<u32> = match degree {
        0 | 1 => (1..=64).collect(),
        2 => [1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64].into(),
        _ => [1, 2, 3, 4, 8, 9, 16, 32, 64].into(),
    };
    for width in named.iter().filter_map(width) {
        widths.extend([width - 1, width, width + 1, 2 * width]);
    }
    widths.retain(|width| (1..=64).contains(width));
    widths.sort_unstable();
    widths.dedup();
    named.retain(|ty| !ty.is_index() && known(*ty, 64) == value::Type::Opaque);
    search(subject, &candidates(context, &widths, &named))
}

/// The types that the pattern names.
fn named_types<'c>(subject: &Subject<'_, 'c>) -> Vec<Type<'c>> {
    let mut named = Vec::new();
    for (_, node) in subject.pattern.nodes.matched() {
        if let Node::Type { value: Some(value) } = node
            && let Some(ty) = subject.type_constant(*value)
            && !named.contains(&ty)
        {
            named.push(ty);
        }
    }
    named
}

fn candidates<'c>(context: &'c Context, widths: &[u32], named: &[Type<'c>]) -> Vec<Type<'c>> {
    let integers = widths.iter().map(|width| IntegerType::new(context, *width).into());
    let mut all: Vec<Type<'c>> = integers.collect();
    all.push(Type::index(context));
    all.extend([
        Type::float16(context),
        Type::bfloat16(context),
        Type::float32(context),
        Type::float64(context),
    ]);
    for ty in named {
        if !all.contains(ty) {
            all.push(*ty);
        }
    }
    all
}

fn search<'c>(
    subject: &Subject<'_, 'c>,
    candidates: &[Type<'c>],
) -> Result<(Vec<Assignment<'c>>, Option<String>), Unsupported> {
    let nodes: Vec<_> = subject.pattern.nodes.matched().map(|(id, _)| id).collect();
    let mut search = Search {
        subject,
        candidates,
        nodes,
        current: Assignment {
            types: vec![None; subject.pattern.nodes.len()],
            results: vec![Vec::new(); subject.pattern.nodes.len()],
        },
        found: Vec::new(),
        num_attempts: 0,
        refused: None,
    };
    search.extend(0)?;
    Ok((search.found, search.refused))
}

struct Search<'s, 'p, 'c> {
    subject: &'s Subject<'p, 'c>,
    candidates: &'s [Type<'c>],
    nodes: Vec<NodeId>,
    current: Assignment<'c>,
    found: Vec<Assignment<'c>>,
    num_attempts: usize,
    refused: Option<String>,
}

impl<'c> Search<'_, '_, 'c> {
    /// Finds the types of the nodes from one on. The depth is the number of nodes, which
    /// the checks limit.
    fn extend(&mut self, index: usize) -> Result<(), Unsupported> {
        if self.found.len() >= MAX_ASSIGNMENTS || self.num_attempts >= MAX_ATTEMPTS {
            return Ok(());
        }
        let Some(id) = self.nodes.get(index).copied() else {
            self.found.push(self.current.clone());
            return Ok(());
        };
        let before = self.current.types[id.index()];
        match &self.subject.pattern.nodes[id] {
            Node::Type { value: Some(value) } => {
                self.current.types[id.index()] = self.subject.type_constant(*value);
                self.extend(index + 1)?;
            }
            Node::Operand { ty } => self.operand(index, id, *ty)?,
            Node::Operation(operation) => self.operation(index, id, operation)?,
            Node::Result { operation, index: result, .. } => {
                let types = &self.current.results[operation.index()];
                if let Some(ty) = types.get(*result as usize) {
                    self.current.types[id.index()] = Some(*ty);
                    self.extend(index + 1)?;
                }
            }
            Node::Type { value: None } | Node::Attribute { .. } | Node::Returned { .. } => {
                self.extend(index + 1)?;
            }
            _ => return Err(Unsupported("it has ranges, regions or blocks".to_owned())),
        }
        self.current.types[id.index()] = before;
        Ok(())
    }

    fn operand(&mut self, index: usize, id: NodeId, ty: Option<NodeId>) -> Result<(), Unsupported> {
        if let Some(known) = ty.and_then(|ty| self.current.types[ty.index()]) {
            self.current.types[id.index()] = Some(known);
            return self.extend(index + 1);
        }
        for candidate in self.candidates {
            self.current.types[id.index()] = Some(*candidate);
            if let Some(ty) = ty {
                self.current.types[ty.index()] = Some(*candidate);
            }
            self.extend(index + 1)?;
        }
        if let Some(ty) = ty {
            self.current.types[ty.index()] = None;
        }
        Ok(())
    }

    fn operation(
        &mut self,
        index: usize,
        id: NodeId,
        operation: &Operation,
    ) -> Result<(), Unsupported> {
        let name = self.subject.name(operation)?;
        let operands: Vec<_> = operation
            .operands
            .entries
            .iter()
            .map(|operand| self.current.types[operand.index()])
            .collect::<Option<_>>()
            .ok_or_else(|| Unsupported("it has ranges of values".to_owned()))?;
        let num_results = match operation.results.entries.len() {
            0 => self.subject.num_used_results(id),
            length => length,
        };
        let mut results = vec![None; num_results];
        for (result, node) in results.iter_mut().zip(&operation.results.entries) {
            *result = self.current.types[node.index()];
        }
        let mut attempt = Made {
            subject: self.subject,
            name,
            operands: &operands,
            attributes: &operation.attributes,
            types: &self.current.types,
        };
        let inferred = attempt.make(None);
        self.num_attempts += 1;
        let mut fits = Vec::new();
        match inferred {
            Ok(types) if types.len() >= num_results => fits.push(types),
            Ok(_) => {}
            Err(reason) => {
                // The definition may say nothing about result types.
                self.refused = Some(reason);
                let mut open = vec![Vec::new()];
                for known in &results {
                    let choices = match known {
                        Some(ty) => std::slice::from_ref(ty),
                        None => self.candidates,
                    };
                    open = open
                        .iter()
                        .flat_map(|types: &Vec<Type<'c>>| {
                            choices.iter().map(|ty| [&types[..], &[*ty]].concat())
                        })
                        .collect();
                }
                for types in open {
                    self.num_attempts += 1;
                    match attempt.make(Some(&types)) {
                        Ok(_) => fits.push(types),
                        Err(reason) => self.refused = Some(reason),
                    }
                }
            }
        }
        for types in fits {
            let mut agrees = true;
            let mut bound = Vec::new();
            for (node, ty) in operation.results.entries.iter().zip(&types) {
                match self.current.types[node.index()] {
                    Some(known) => agrees &= known == *ty,
                    None => {
                        self.current.types[node.index()] = Some(*ty);
                        bound.push(*node);
                    }
                }
            }
            if agrees {
                self.current.results[id.index()] = types;
                self.extend(index + 1)?;
            }
            for node in bound {
                self.current.types[node.index()] = None;
            }
        }
        Ok(())
    }
}

/// An operation that is made at some types to see whether MLIR accepts it.
pub(super) struct Made<'s, 'p, 'c> {
    pub(super) subject: &'s Subject<'p, 'c>,
    pub(super) name: &'s str,
    pub(super) operands: &'s [Type<'c>],
    pub(super) attributes: &'s [(crate::back::graph::pool::NameId, NodeId)],
    pub(super) types: &'s [Option<Type<'c>>],
}

impl<'c> Made<'_, '_, 'c> {
    /// The result types, which are inferred if they are not given.
    ///
    /// # Errors
    ///
    /// Fails with MLIR's words if there is no such operation.
    pub(super) fn make(&mut self, results: Option<&[Type<'c>]>) -> Result<Vec<Type<'c>>, String> {
        let context = self.subject.context;
        let attributes = self.sample_attributes(results);
        make(context, self.name, self.operands, &attributes, results)
    }

    /// An attribute of each kind that the operation must have.
    fn sample_attributes(&self, results: Option<&[Type<'c>]>) -> Vec<(Identifier<'c>, Attribute<'c>)> {
        let context = self.subject.context;
        let mut attributes: Vec<_> = self
            .attributes
            .iter()
            .filter_map(|(name, node)| {
                let constant = self.subject.pattern.nodes[*node].constant()?;
                let attribute = self.subject.attribute_constant(constant);
                Some((self.subject.pool.text(*name), attribute))
            })
            .collect();
        let needed = meanings::find(self.name).map_or(&[][..], |meaning| meaning.attributes);
        for (name, kind) in needed {
            if attributes.iter().any(|(own, _)| own == name) {
                continue;
            }
            let given = self.attributes.iter().find(|(own, _)| self.subject.pool.text(*own) == *name);
            let typed = given.and_then(|(_, node)| self.types[node.index()]);
            let sample = match kind {
                AttributeKind::Choice { .. } => Some(attributes::number(context, 64, 0)),
                AttributeKind::Value => {
                    let ty = typed.or_else(|| results?.first().copied());
                    ty.and_then(|ty| attributes::zero(context, ty))
                }
                AttributeKind::Flags { .. } | AttributeKind::Unit | AttributeKind::Absent => None,
            };
            attributes.extend(sample.map(|sample| (*name, sample)));
        }
        let named = attributes.into_iter();
        named.map(|(name, attribute)| (Identifier::new(context, name), attribute)).collect()
    }
}

/// Makes an operation on any values, has it verified, and forgets it.
fn make<'c>(
    context: &'c Context,
    name: &str,
    operands: &[Type<'c>],
    attributes: &[(Identifier<'c>, Attribute<'c>)],
    results: Option<&[Type<'c>]>,
) -> Result<Vec<Type<'c>>, String> {
    let location = Location::unknown(context);
    let arguments: Vec<_> = operands.iter().map(|ty| (*ty, location)).collect();
    let block = Block::new(&arguments);
    let values: Vec<_> = (0..operands.len())
        .map(|index| block.argument(index).expect("each operand has an argument").into())
        .collect();
    let catcher = Catcher::of_this_thread(context);
    let builder = OperationBuilder::new(name, location)
        .add_operands(&values)
        .add_attributes(attributes);
    let built = match results {
        Some(results) => builder.add_results(results).build(),
        None => builder.enable_result_type_inference().build(),
    };
    let made = built.ok().filter(|operation| operation.verify()).map(|operation| {
        let results = operation.results();
        results.map(|result| melior::ir::ValueLike::r#type(&result)).collect()
    });
    made.ok_or_else(|| catcher.first_message().unwrap_or_else(|| format!("`{name}` cannot be made")))
}
