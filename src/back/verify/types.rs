//! For which types a pattern is looked at.
//!
//! MLIR says which types fit: each matched operation is made at the types, and its verifier
//! asked. So a pattern is looked at for just those types for which programs can have its
//! operations.

mod made;
mod search;

pub(super) use made::Made;

use super::{
    attributes,
    subject::{Subject, Unsupported},
};
use crate::{back::graph::pattern::Node, mlir::ffi::entity::element_type};
use melior::{
    Context,
    ir::{
        Type, TypeLike,
        r#type::{IntegerType, RankedTensorType},
    },
};
use pdll_verify::{term::Format, value};
use search::{Limits, search};

/// The types of the nodes of a pattern.
#[derive(Debug, Clone)]
pub(super) struct Assignment<'c> {
    /// Of values, and of nodes that are types, by the index of the node.
    pub(super) types: Vec<Option<Type<'c>>>,
    /// Of the results of operations, by the index of the node.
    pub(super) results: Vec<Vec<Type<'c>>>,
}

pub(super) const RANGES_OF_VALUES: &str =
    "it has ranges of values; `op<name>()` says that an operation has no operands";
pub(super) const RANGES: &str = "it has ranges, regions or blocks";

/// What the verifier knows of a type, or of the elements of a vector or tensor. An `index`
/// has so many bits.
pub(super) fn known(ty: Type<'_>, index_width: u32) -> value::Type {
    let ty = element(ty).unwrap_or(ty);
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

/// What has elements of which one stands for all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lanes {
    OfVector,
    OfTensor,
}

/// Whether a type has elements of which one stands for all.
pub(super) fn has_lanes(ty: Type<'_>) -> bool {
    lanes(ty).is_some()
}

pub(super) fn lanes(ty: Type<'_>) -> Option<Lanes> {
    match (ty.is_vector(), ty.is_ranked_tensor()) {
        (true, _) => Some(Lanes::OfVector),
        (_, true) => Some(Lanes::OfTensor),
        _ => None,
    }
}

/// The type of the elements of a vector or tensor.
pub(super) fn element(ty: Type<'_>) -> Option<Type<'_>> {
    lanes(ty).and_then(|_| element_type(ty))
}

/// All assignments of types that are tried and fit, and what MLIR says of the last one that
/// does not.
///
/// A few types show first how many widths vary, and which values always have the same type,
/// so that not all combinations of many types are tried.
pub(super) fn assignments<'c>(
    subject: &Subject<'_, 'c>,
) -> Result<(Vec<Assignment<'c>>, Option<String>), Unsupported> {
    let context = subject.context;
    let named = named_types(subject);
    let few = candidates(context, &[1, 2, 3, 8], &named);
    let unlimited = Limits::none(subject.pattern.nodes.len());
    // MLIR knows nothing of operations that are defined, but their definitions do.
    let has_definitions = !subject.meanings.is_empty();
    let (found, mut refused) = search(subject, &few, &unlimited, has_definitions)?;
    let mut all = Vec::new();
    if !found.is_empty() {
        let widths = widths(&found, &named);
        let many = candidates(context, &widths, &named);
        (all, refused) = search(subject, &many, &Limits::learn(&found), false)?;
    }
    let mut lanes = with_lanes(context);
    let of_splats = types_of_splats(subject);
    lanes.extend(of_splats.filter(|ty| !with_lanes(context).contains(ty)));
    let (of_elements, _) = search(subject, &lanes, &unlimited, has_definitions)?;
    let has_lanes = |one: &Assignment<'c>| one.all().any(has_lanes);
    all.extend(of_elements.into_iter().filter(has_lanes));
    Ok((all, refused))
}

/// The types of the splats that the pattern mentions.
fn types_of_splats<'c>(subject: &Subject<'_, 'c>) -> impl Iterator<Item = Type<'c>> {
    let nodes = subject.pattern.nodes.matched();
    let types = nodes.filter_map(|(_, node)| type_of_number(subject, node));
    types.filter(|ty| has_lanes(*ty))
}

/// The types of the numbers that matched operations have as attributes.
fn types_of_numbers<'c>(subject: &Subject<'_, 'c>) -> impl Iterator<Item = Type<'c>> {
    let nodes = &subject.pattern.nodes;
    let attributes = nodes
        .matched_operations()
        .flat_map(|(_, operation)| &operation.attributes);
    let types = attributes.filter_map(|(_, node)| type_of_number(subject, &nodes[*node]));
    types.filter(|ty| !has_lanes(*ty))
}

fn type_of_number<'c>(subject: &Subject<'_, 'c>, node: &Node) -> Option<Type<'c>> {
    match node {
        Node::Attribute {
            value: Some(value), ..
        } => attributes::number_type(subject.attribute_constant(*value)),
        _ => None,
    }
}

/// A few assignments of types that are common in programs.
pub(super) fn examples<'c>(
    subject: &Subject<'_, 'c>,
) -> Result<(Vec<Assignment<'c>>, Option<String>), Unsupported> {
    const MOST: usize = 3;
    let context = subject.context;
    let named = named_types(subject);
    let integer = |width| Type::from(IntegerType::new(context, width));
    let few = [integer(32), Type::index(context), Type::float32(context)];
    let more = [integer(1), integer(8), integer(64), Type::float64(context)];
    let unlimited = Limits::none(subject.pattern.nodes.len());
    let mut candidates: Vec<_> = named.iter().copied().chain(few).collect();
    candidates.dedup();
    let (mut found, refused) = search(subject, &candidates, &unlimited, true)?;
    if found.is_empty() {
        candidates.extend(more);
        found = search(subject, &candidates, &unlimited, true)?.0;
    }
    // Each shows a type that those before do not.
    let mut shown: Vec<Type<'c>> = Vec::new();
    found.retain(|one| {
        let is_new = one.all().any(|ty| !shown.contains(&ty));
        shown.extend(one.all());
        is_new
    });
    found.truncate(MOST);
    Ok((found, refused))
}

/// Vectors and tensors of a few types, of which one element stands for all, and the types
/// that operations on them may have, too.
fn with_lanes(context: &Context) -> Vec<Type<'_>> {
    let bit: Type<'_> = IntegerType::new(context, 1).into();
    let elements = [
        bit,
        IntegerType::new(context, 8).into(),
        Type::float16(context),
        Type::float32(context),
    ];
    let lanes = elements.into_iter().flat_map(|element| {
        let tensor = RankedTensorType::new(&[2], element, None);
        [Type::vector(&[2], element), tensor.into()]
    });
    std::iter::once(bit).chain(lanes).collect()
}

/// The widths of integers to try: all of them if they are the same everywhere, and fewer if
/// they vary or floats do; and those that the pattern names, their neighbours, and twice as
/// many.
fn widths<'c>(found: &[Assignment<'c>], named: &[Type<'c>]) -> Vec<u32> {
    let degree = |assignment: &Assignment<'c>| {
        let mut varying: Vec<Type<'c>> = Vec::new();
        for ty in assignment.all() {
            if !ty.is_index() && !named.contains(&ty) && !varying.contains(&ty) {
                varying.push(ty);
            }
        }
        varying.len()
    };
    let mut widths: Vec<u32> = match found.iter().map(degree).max() {
        Some(0 | 1) => (1..=64).collect(),
        Some(2) => [1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64].into(),
        _ => [1, 2, 3, 4, 8, 9, 16, 32, 64].into(),
    };
    for width in named.iter().copied().filter_map(integer_width) {
        widths.extend([width - 1, width, width + 1, 2 * width]);
    }
    widths.retain(|width| (1..=64).contains(width));
    widths.sort_unstable();
    widths.dedup();
    widths
}

fn integer_width(ty: Type<'_>) -> Option<u32> {
    IntegerType::try_from(ty)
        .ok()
        .map(|integer| integer.width())
}

impl<'c> Assignment<'c> {
    /// Nothing is known of so many nodes.
    pub(super) fn empty(count: usize) -> Self {
        Assignment {
            types: vec![None; count],
            results: vec![Vec::new(); count],
        }
    }

    /// All types, some of them more than once.
    pub(super) fn all(&self) -> impl Iterator<Item = Type<'c>> {
        let results = self.results.iter().flatten();
        self.types.iter().flatten().chain(results).copied()
    }
}

/// The types that the pattern or its numbers name, or the definitions of its operations.
fn named_types<'c>(subject: &Subject<'_, 'c>) -> Vec<Type<'c>> {
    let mut named: Vec<_> = subject.meanings.types().collect();
    for (_, node) in subject.pattern.nodes.matched() {
        if let Node::Type { value: Some(value) } = node
            && let Some(ty) = subject.type_constant(*value)
            && !named.contains(&ty)
        {
            named.push(ty);
        }
    }
    for ty in types_of_numbers(subject) {
        if !named.contains(&ty) {
            named.push(ty);
        }
    }
    let widths: Vec<_> = (1..=64).collect();
    let all = candidates(subject.context, &widths, &[]);
    for (_, operation) in subject.pattern.nodes.matched_operations() {
        let required = subject.name(operation).ok();
        let required = required.filter(|name| !subject.is_registered(name));
        let required = required.map(|name| subject.described.required(name, &all));
        for ty in required.into_iter().flatten() {
            if !named.contains(&ty) {
                named.push(ty);
            }
        }
    }
    named
}

fn candidates<'c>(context: &'c Context, widths: &[u32], named: &[Type<'c>]) -> Vec<Type<'c>> {
    let integers = widths
        .iter()
        .map(|width| IntegerType::new(context, *width).into());
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
