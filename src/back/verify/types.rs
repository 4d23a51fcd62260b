//! For which types a pattern is looked at.
//!
//! MLIR says which types fit: each matched operation is made at the types, and its verifier
//! asked. So a pattern is looked at for just those types for which programs can have its
//! operations.

use super::{
    attributes,
    definitions::CAST,
    run::{self, Stopped},
    subject::{Subject, Unsupported},
};
use crate::{
    back::graph::pattern::{Node, NodeId, Operation},
    mlir::{
        diagnostics::Catcher,
        ffi::{
            entity::element_type,
            known_operations::{DialectLoading, Facts, NumResults, may_infer_types},
        },
    },
};
use melior::{
    Context,
    ir::{
        Attribute, Block, BlockLike, Identifier, Location, OperationRef, Type, TypeLike,
        operation::{OperationBuilder, OperationLike},
        r#type::{IntegerType, RankedTensorType},
    },
};
use pdll_verify::{
    meanings::{self, AttributeKind, Reading},
    term::Format,
    value,
};
use rustc_hash::FxHashMap;

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
    let (found, refused) = search(subject, &few, &unlimited, has_definitions)?;
    if found.is_empty() {
        return Ok((found, refused));
    }
    let widths = widths(&found, &named);
    let many = candidates(context, &widths, &named);
    let (mut all, refused) = search(subject, &many, &Limits::learn(&found), false)?;
    let (of_elements, _) = search(subject, &with_lanes(context), &unlimited, has_definitions)?;
    let has_lanes = |one: &Assignment<'c>| one.all().any(has_lanes);
    all.extend(of_elements.into_iter().filter(has_lanes));
    Ok((all, refused))
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

/// What a few types have shown about operands.
struct Limits<'c> {
    /// By the index of the node: an earlier one that always has the same type.
    same: Vec<Option<usize>>,
    /// The types that it can have that are no integers, and whether it can have those.
    others: Vec<Option<(Vec<Type<'c>>, bool)>>,
}

impl<'c> Limits<'c> {
    fn none(count: usize) -> Self {
        Limits {
            same: vec![None; count],
            others: vec![None; count],
        }
    }

    fn learn(found: &[Assignment<'c>]) -> Self {
        let count = found[0].types.len();
        let mut limits = Limits::none(count);
        for node in 0..count {
            let of = |index: usize| found.iter().map(move |one| one.types[index]);
            if of(node).any(|ty| ty.is_none()) {
                continue;
            }
            limits.same[node] = (0..node).find(|earlier| of(*earlier).eq(of(node)));
            let mut others: Vec<Type<'c>> = Vec::new();
            let mut is_integer = false;
            for ty in of(node).flatten() {
                is_integer |= integer_width(ty).is_some();
                if integer_width(ty).is_none() && !others.contains(&ty) {
                    others.push(ty);
                }
            }
            let are_all_one = of(node).all(|ty| ty == of(node).next().flatten());
            if let (true, Some(Some(only))) = (are_all_one, of(node).next()) {
                (others, is_integer) = (vec![only], false);
            }
            limits.others[node] = Some((others, is_integer));
        }
        limits
    }

    /// Whether an operand may have a type.
    fn allow(&self, node: NodeId, ty: Type<'c>) -> bool {
        match &self.others[node.index()] {
            None => true,
            Some((others, is_integer)) => {
                others.contains(&ty) || (*is_integer && integer_width(ty).is_some())
            }
        }
    }
}

/// The types that the pattern names.
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

fn search<'c>(
    subject: &Subject<'_, 'c>,
    candidates: &[Type<'c>],
    limits: &Limits<'c>,
    must_match: bool,
) -> Result<(Vec<Assignment<'c>>, Option<String>), Unsupported> {
    let nodes: Vec<_> = subject.pattern.nodes.matched().map(|(id, _)| id).collect();
    let mut search = Search {
        subject,
        candidates,
        limits,
        made: FxHashMap::default(),
        nodes,
        current: Assignment::empty(subject.pattern.nodes.len()),
        found: Vec::new(),
        num_attempts: 0,
        refused: None,
        must_match,
    };
    search.extend(0)?;
    Ok((search.found, search.refused))
}

/// An operation, and the addresses of the types of its operands and results that are known.
type Asked = (NodeId, Vec<Option<usize>>);

struct Search<'s, 'p, 'c> {
    subject: &'s Subject<'p, 'c>,
    candidates: &'s [Type<'c>],
    limits: &'s Limits<'c>,
    /// What was found for operations, by their nodes and the types that were known.
    made: FxHashMap<Asked, Vec<Vec<Type<'c>>>>,
    nodes: Vec<NodeId>,
    current: Assignment<'c>,
    found: Vec<Assignment<'c>>,
    num_attempts: usize,
    refused: Option<String>,
    /// Whether types at which the pattern does not match are left out.
    must_match: bool,
}

impl<'c> Search<'_, '_, 'c> {
    /// Finds the types of the nodes from one on. The depth is the number of nodes, which
    /// the checks limit.
    fn extend(&mut self, index: usize) -> Result<(), Unsupported> {
        if self.found.len() >= MAX_ASSIGNMENTS || self.num_attempts >= MAX_ATTEMPTS {
            return Ok(());
        }
        let Some(id) = self.nodes.get(index).copied() else {
            let run = |types| run::run(self.subject, types, 64, Reading::ALL, &[]);
            if !self.must_match || !matches!(run(&self.current), Err(Stopped::DoesNotMatch)) {
                self.found.push(self.current.clone());
            }
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
            Node::Result { .. } | Node::Results(_) => {
                let result = self.subject.result(id);
                let result = result.ok_or_else(|| Unsupported(RANGES.to_owned()))?;
                if let Some(ty) = self.current.results[result.0.index()].get(result.1) {
                    self.current.types[id.index()] = Some(*ty);
                    self.extend(index + 1)?;
                }
            }
            Node::Type { value: None }
            | Node::Types { value: None }
            | Node::Attribute { .. }
            | Node::Operands { types: None }
            | Node::Returned { .. } => {
                self.extend(index + 1)?;
            }
            _ => return Err(Unsupported(RANGES.to_owned())),
        }
        self.current.types[id.index()] = before;
        Ok(())
    }

    fn operand(&mut self, index: usize, id: NodeId, ty: Option<NodeId>) -> Result<(), Unsupported> {
        if let Some(known) = ty.and_then(|ty| self.current.types[ty.index()]) {
            self.current.types[id.index()] = Some(known);
            return self.extend(index + 1);
        }
        let same = self.limits.same[id.index()];
        let same = same.and_then(|earlier| self.current.types[earlier]);
        for candidate in self.candidates {
            if same.is_some_and(|same| same != *candidate) || !self.limits.allow(id, *candidate) {
                continue;
            }
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
        let operands: Vec<_> = self
            .subject
            .operands(operation)
            .iter()
            .map(|operand| self.current.types[operand.index()])
            .collect::<Option<_>>()
            .ok_or_else(|| Unsupported(RANGES_OF_VALUES.to_owned()))?;
        let num_results = match operation.results.entries.len() {
            0 => self.subject.num_used_results(id),
            length => length,
        };
        let mut results = vec![None; num_results];
        for (result, node) in results.iter_mut().zip(&operation.results.entries) {
            let same = self.limits.same[node.index()];
            let same = same.and_then(|earlier| self.current.types[earlier]);
            *result = self.current.types[node.index()].or(same);
        }
        let known = operands
            .iter()
            .copied()
            .map(Some)
            .chain(results.iter().copied());
        let known = known
            .map(|ty| ty.map(|ty| ty.to_raw().ptr.addr()))
            .collect();
        let key = (id, known);
        let fits = match self.made.get(&key) {
            Some(fits) => fits.clone(),
            None => {
                let fits = self.fitting(name, operation, &operands, &results);
                self.made.insert(key, fits.clone());
                fits
            }
        };
        let has_range = operation
            .results
            .entries
            .iter()
            .any(|node| self.subject.is_range(*node));
        for types in fits {
            if has_range && types.len() != 1 {
                return Err(Unsupported(format!("it takes all results of `{name}`")));
            }
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

    /// The result types that an operation can have, of which some may be known.
    fn fitting(
        &mut self,
        name: &str,
        operation: &Operation,
        operands: &[Type<'c>],
        results: &[Option<Type<'c>>],
    ) -> Vec<Vec<Type<'c>>> {
        let mut attempt = Made {
            subject: self.subject,
            name,
            operands,
            attributes: &operation.attributes,
            types: &self.current.types,
        };
        self.num_attempts += 1;
        match attempt.make(None) {
            Ok(types) if types.len() >= results.len() => return vec![types],
            Ok(_) => return Vec::new(),
            // The definition may say nothing about result types.
            Err(reason) => self.refused = Some(reason),
        }
        let mut open = vec![Vec::new()];
        for known in results {
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
        let mut fits = Vec::new();
        for types in open {
            self.num_attempts += 1;
            match attempt.make(Some(&types)) {
                Ok(_) => fits.push(types),
                Err(reason) => self.refused = Some(reason),
            }
        }
        fits
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
        let subject = self.subject;
        let defined = match subject.meanings.define(self.name) && self.name != CAST {
            true => subject.meanings.types_of(self.name, self.operands, results),
            false => Ok(results.map(<[_]>::to_vec)),
        };
        let results = defined?;
        let results = results.as_deref();
        let attributes = self.sample_attributes(results);
        if let Some(results) = results
            && !self.fits(&attributes, results)
        {
            return Err(format!("`{}` does not exist at these types", self.name));
        }
        make(
            context,
            self.name,
            self.operands,
            &attributes,
            results,
            |made| {
                let results = made.results();
                results
                    .map(|result| melior::ir::ValueLike::r#type(&result))
                    .collect()
            },
        )
    }

    /// Looks at the operation, which has these results if they are given. `None` if there is
    /// no such operation.
    pub(super) fn with<T>(
        &self,
        results: Option<&[Type<'c>]>,
        look: impl FnOnce(OperationRef<'c, '_>) -> T,
    ) -> Option<T> {
        let context = self.subject.context;
        let attributes = self.sample_attributes(results);
        make(
            context,
            self.name,
            self.operands,
            &attributes,
            results,
            look,
        )
        .ok()
    }

    /// Whether the rule for the types of the operation holds, if it has one.
    fn fits(&self, attributes: &[(Identifier<'c>, Attribute<'c>)], results: &[Type<'c>]) -> bool {
        let meaning = meanings::find(self.name);
        let Some((meaning, fits)) = meaning.and_then(|meaning| Some((meaning, meaning.fits?)))
        else {
            return true;
        };
        let of_values = meaning.attributes.iter().filter_map(|(name, kind)| {
            let (_, attribute) = attributes
                .iter()
                .find(|(own, _)| own.as_string_ref().as_str() == Ok(*name))?;
            matches!(kind, AttributeKind::Value).then_some(*attribute)
        });
        let mut types = of_values.map(attributes::number_type);
        let [known_operands, known_results] = [self.operands, results]
            .map(|types| -> Vec<_> { types.iter().map(|ty| known(*ty, 64)).collect() });
        types.all(|ty| ty == results.first().copied()) && fits(&known_operands, &known_results)
    }

    /// An attribute of each kind that the operation must have.
    fn sample_attributes(
        &self,
        results: Option<&[Type<'c>]>,
    ) -> Vec<(Identifier<'c>, Attribute<'c>)> {
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
            let given = self
                .attributes
                .iter()
                .find(|(own, _)| self.subject.pool.text(*own) == *name);
            let typed = given.and_then(|(_, node)| self.types[node.index()]);
            let sample = match kind {
                AttributeKind::Choice { .. } => Some(attributes::number(context, 64, 0)),
                AttributeKind::Number { width } => Some(attributes::number(context, *width, 0)),
                AttributeKind::Value => {
                    let ty = typed.or_else(|| results?.first().copied());
                    ty.and_then(|ty| attributes::zero(context, ty))
                }
                AttributeKind::Flags { .. } | AttributeKind::Unit | AttributeKind::Absent => None,
            };
            attributes.extend(sample.map(|sample| (*name, sample)));
        }
        let named = attributes.into_iter();
        named
            .map(|(name, attribute)| (Identifier::new(context, name), attribute))
            .collect()
    }
}

/// Whether MLIR's verifier would crash: that of `arith.select` (22.1) asks values for their
/// shape if the condition has one.
fn breaks_verifier(name: &str, operands: &[Type<'_>]) -> bool {
    match operands {
        [condition, values @ ..] if name == "arith.select" => {
            has_lanes(*condition) && !values.iter().all(|ty| has_lanes(*ty))
        }
        _ => false,
    }
}

/// Makes an operation on any values, has it verified, looks at it, and forgets it.
fn make<'c, T>(
    context: &'c Context,
    name: &str,
    operands: &[Type<'c>],
    attributes: &[(Identifier<'c>, Attribute<'c>)],
    results: Option<&[Type<'c>]>,
    look: impl FnOnce(OperationRef<'c, '_>) -> T,
) -> Result<T, String> {
    if breaks_verifier(name, operands) {
        return Err(format!(
            "`{name}` needs values with as many elements as its condition"
        ));
    }
    let location = Location::unknown(context);
    let arguments: Vec<_> = operands.iter().map(|ty| (*ty, location)).collect();
    let block = Block::new(&arguments);
    let values: Vec<_> = (0..operands.len())
        .map(|index| {
            block
                .argument(index)
                .expect("each operand has an argument")
                .into()
        })
        .collect();
    let known = Facts::find(context, name, DialectLoading::OnDemand).registered();
    if let (None, Some(known)) = (results, known)
        && !may_infer_types(location, name, attributes, &values)
    {
        // The verifier says what is wrong with its operands or attributes.
        let num_results = usize::from(known.results == NumResults::One);
        let results = vec![Type::none(context); num_results];
        make(context, name, operands, attributes, Some(&results), ignore)?;
        return Err(format!("`{name}` cannot infer its result types"));
    }
    let catcher = Catcher::of_this_thread(context);
    let builder = OperationBuilder::new(name, location)
        .add_operands(&values)
        .add_attributes(attributes);
    let built = match results {
        Some(results) => builder.add_results(results).build(),
        None => builder.enable_result_type_inference().build(),
    };
    let made = built
        .ok()
        .map(|operation| block.append_operation(operation));
    let made = made.filter(|operation| operation.verify()).map(look);
    made.ok_or_else(|| {
        catcher
            .first_message()
            .unwrap_or_else(|| format!("`{name}` cannot be made"))
    })
}

fn ignore(_: OperationRef<'_, '_>) {}
