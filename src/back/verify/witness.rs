//! The programs for which a pattern is wrong: what it matches, and what it makes of that.

use super::{
    attributes::{self, Attr},
    run::{Applied, Computation, Replaced},
    subject::Subject,
    types::{self, Assignment},
};
use crate::{back::graph::pattern::NodeId, mlir::ffi::ir::load_dialect};
use melior::{
    Context,
    ir::{
        Attribute, Block, BlockLike, Identifier, Location, Module, Region, RegionLike, Type, Value,
        ValueLike,
        attribute::{StringAttribute, TypeAttribute},
        operation::{OperationBuilder, OperationLike},
        r#type::FunctionType,
    },
};
use pdll_verify::{
    evaluate::{Assignment as Values, Evaluator},
    meanings::AttributeKind,
    term::{Constant, Term},
    value,
};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// A function before and after a pattern is applied to it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Programs {
    pub(crate) before: String,
    pub(crate) after: String,
}

/// The programs for some values of the variables, unless MLIR has no constants of the types.
pub(super) fn programs(
    subject: &Subject<'_, '_>,
    assignment: &Assignment<'_>,
    computation: &Computation<'_>,
    values: &Values,
) -> Option<Programs> {
    let used = used(computation, values);
    let replaced = used.iter().map(|index| &computation.replaced[*index]);
    let new: Vec<_> = replaced.map(|one| one.new).collect();
    let builder = Builder::new(subject, assignment, computation, values);
    Some(Programs {
        before: matched_program(subject, assignment, computation, values)?,
        after: builder.function(
            &computation.materialized,
            &[&needed(subject, computation, &new), &computation.created],
            &new,
        )?,
    })
}

/// The program that a pattern matches, for some values of the variables, unless MLIR has no
/// constants of the types. It returns what is replaced.
pub(super) fn matched_program(
    subject: &Subject<'_, '_>,
    assignment: &Assignment<'_>,
    computation: &Computation<'_>,
    values: &Values,
) -> Option<String> {
    let used = used(computation, values).into_iter();
    let old: Vec<_> = used.map(|index| computation.replaced[index].old).collect();
    let builder = Builder::new(subject, assignment, computation, values);
    builder.function(&[], &[&computation.matched], &old)
}

/// The replaced values that something uses, by their indices.
pub(super) fn used(computation: &Computation<'_>, values: &Values) -> Vec<usize> {
    let is_used = |index: &usize| {
        let is_unused = computation.replaced[*index].is_unused;
        is_unused.is_none_or(|term| {
            let mut evaluator = Evaluator::new(&computation.terms, &[term]);
            evaluator.run(values);
            !evaluator.value(term).is_true()
        })
    };
    (0..computation.replaced.len()).filter(is_used).collect()
}

/// The matched operations whose results are still used.
fn needed<'c>(
    subject: &Subject<'_, 'c>,
    computation: &Computation<'c>,
    returned: &[Replaced],
) -> Vec<Applied<'c>> {
    let nodes = &subject.pattern.nodes;
    let mut open: Vec<_> = computation
        .created
        .iter()
        .map(|created| created.node)
        .collect();
    let owner = |node: NodeId| subject.result(node).map(|(operation, _)| operation);
    for value in returned {
        open.extend(match value {
            Replaced::Node(node) => owner(*node),
            Replaced::Result(operation, _) => Some(*operation),
        });
    }
    let mut used = rustc_hash::FxHashSet::default();
    while let Some(operation) = open.pop() {
        if used.insert(operation) {
            let operands = subject.operands(nodes.operation(operation));
            open.extend(operands.iter().filter_map(|operand| owner(*operand)));
        }
    }
    let matched = computation.matched.iter();
    let needed = matched.filter(|applied| used.contains(&applied.node));
    needed.cloned().collect()
}

struct Builder<'b, 'p, 'c> {
    subject: &'b Subject<'p, 'c>,
    assignment: &'b Assignment<'c>,
    computation: &'b Computation<'c>,
    values: &'b Values,
    block: Block<'c>,
    /// What values of the pattern are.
    known: FxHashMap<Key, usize>,
}

/// A value of the pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    Operand(NodeId),
    Result(NodeId, usize),
}

impl<'b, 'p, 'c> Builder<'b, 'p, 'c> {
    fn new(
        subject: &'b Subject<'p, 'c>,
        assignment: &'b Assignment<'c>,
        computation: &'b Computation<'c>,
        values: &'b Values,
    ) -> Self {
        for dialect in ["func", "arith", "ub"] {
            load_dialect(subject.context, dialect);
        }
        Builder {
            subject,
            assignment,
            computation,
            values,
            block: Block::new(&[]),
            known: FxHashMap::default(),
        }
    }

    fn function(
        mut self,
        constants: &[(NodeId, Type<'c>, value::Value)],
        applied: &[&[Applied<'c>]],
        returned: &[Replaced],
    ) -> Option<String> {
        let context = self.subject.context;
        let location = Location::unknown(context);
        let mut made: Vec<Value<'c, '_>> = Vec::new();
        let block = std::mem::replace(&mut self.block, Block::new(&[]));
        let mut inputs = Vec::new();
        for (node, input) in &self.computation.inputs {
            let ty = self.assignment.types[node.index()]?;
            let is_poison = self.evaluate(input.is_poison).is_true();
            let value = if let Some(bits) = self.computation.constants.get(node) {
                let bits = self.evaluate(bits.unwrap_or(input.content));
                let value = attributes::of_constant(context, ty, bits);
                let constant = constant(context, ty, value)?;
                block.append_operation(constant).result(0).ok()?.into()
            } else if is_poison {
                let poison = OperationBuilder::new("ub.poison", location).add_results(&[ty]);
                block
                    .append_operation(poison.build().ok()?)
                    .result(0)
                    .ok()?
                    .into()
            } else {
                inputs.push(ty);
                block.add_argument(ty, location)
            };
            self.known.insert(Key::Operand(*node), made.len());
            made.push(value);
        }
        for (node, ty, known) in constants {
            let value = attributes::of_constant(context, *ty, self.evaluate(known.content));
            let constant = constant(context, *ty, value)?;
            let value = block.append_operation(constant).result(0).ok()?.into();
            self.known.insert(Key::Operand(*node), made.len());
            made.push(value);
        }
        for applied in applied.iter().copied().flatten() {
            let operation = self.subject.pattern.nodes.operation(applied.node);
            let name = self.subject.name(operation).ok()?;
            let operands: Option<Vec<_>> = self
                .subject
                .operands(operation)
                .iter()
                .map(|operand| Some(made[*self.known.get(&self.key(*operand))?]))
                .collect();
            let attributes = self.attributes(applied)?;
            let built = OperationBuilder::new(name, location)
                .add_operands(&operands?)
                .add_attributes(&attributes)
                .add_results(&applied.results)
                .build();
            let built = block.append_operation(built.ok()?);
            for (index, result) in built.results().enumerate() {
                self.known
                    .insert(Key::Result(applied.node, index), made.len());
                made.push(result.into());
            }
        }
        let results: Option<Vec<_>> = returned
            .iter()
            .map(|value| {
                let key = match value {
                    Replaced::Node(node) => self.key(*node),
                    Replaced::Result(operation, index) => Key::Result(*operation, *index),
                };
                Some(made[*self.known.get(&key)?])
            })
            .collect();
        let results = results?;
        let types: Vec<_> = results.iter().map(|value| value.r#type()).collect();
        let end = OperationBuilder::new("func.return", location).add_operands(&results);
        block.append_operation(end.build().ok()?);
        print(context, block, &inputs, &types)
    }

    fn key(&self, node: NodeId) -> Key {
        match self.subject.result(node) {
            Some((operation, index)) => Key::Result(operation, index),
            None => Key::Operand(node),
        }
    }

    fn attributes(&self, applied: &Applied<'c>) -> Option<Vec<(Identifier<'c>, Attribute<'c>)>> {
        let context = self.subject.context;
        let mut all = Vec::new();
        for (name, kind, term) in &applied.attributes {
            let mut longer = applied.longer.iter();
            let longer = longer.find(|(own, _)| own == name).map(|(_, bits)| *bits);
            let value = self.evaluate(longer.unwrap_or(*term));
            let attribute = match (kind, value) {
                (AttributeKind::Value, _) => Some(attributes::of_constant(
                    context,
                    *applied.results.first()?,
                    value,
                )),
                (AttributeKind::Choice { .. }, Constant::Bits { bits, .. }) => {
                    Some(attributes::number(context, 64, i64::try_from(bits).ok()?))
                }
                (AttributeKind::Number { width }, Constant::Bits { bits, .. }) => Some(
                    attributes::number(context, *width, i64::try_from(bits).ok()?),
                ),
                (AttributeKind::Flags { values, name, .. }, Constant::Bits { bits, .. }) => {
                    let set = values
                        .iter()
                        .enumerate()
                        .filter(|(bit, _)| bits >> bit & 1 == 1);
                    let set: Vec<_> = set.map(|(_, value)| *value).collect();
                    match set.is_empty() {
                        true => None,
                        false => Some(Attribute::parse(
                            context,
                            &format!("#{name}<{}>", set.join(", ")),
                        )?),
                    }
                }
                (AttributeKind::Unit | AttributeKind::Absent, Constant::Bool(true)) => {
                    Some(Attribute::unit(context))
                }
                _ => None,
            };
            all.extend(attribute.map(|attribute| (Identifier::new(context, name), attribute)));
        }
        for (name, attr) in &applied.others {
            let attribute = match attr {
                Attr::Known(attribute) => *attribute,
                Attr::Number { ty, bits } => {
                    attributes::of_constant(context, *ty, self.evaluate(*bits))
                }
                Attr::Case(_) | Attr::Unit(_) | Attr::Any(_) => return None,
            };
            all.push((Identifier::new(context, name), attribute));
        }
        Some(all)
    }

    fn evaluate(&self, term: Term) -> Constant {
        let mut evaluator = Evaluator::new(&self.computation.terms, &[term]);
        evaluator.run(self.values);
        evaluator.value(term)
    }
}

/// A constant of a type that attributes can state.
fn constant<'c>(
    context: &'c Context,
    ty: Type<'c>,
    value: Attribute<'c>,
) -> Option<melior::ir::Operation<'c>> {
    if types::known(ty, 64) == value::Type::Opaque {
        return None;
    }
    OperationBuilder::new("arith.constant", Location::unknown(context))
        .add_attributes(&[(Identifier::new(context, "value"), value)])
        .add_results(&[ty])
        .build()
        .ok()
}

/// The text of a function with a block.
fn print<'c>(
    context: &'c Context,
    block: Block<'c>,
    inputs: &[Type<'c>],
    results: &[Type<'c>],
) -> Option<String> {
    let location = Location::unknown(context);
    let region = Region::new();
    region.append_block(block);
    let ty = FunctionType::new(context, inputs, results);
    let attributes = [
        (
            Identifier::new(context, "sym_name"),
            StringAttribute::new(context, "f").into(),
        ),
        (
            Identifier::new(context, "function_type"),
            TypeAttribute::new(ty.into()).into(),
        ),
    ];
    let function = OperationBuilder::new("func.func", location)
        .add_attributes(&attributes)
        .add_regions([region])
        .build()
        .ok()?;
    let module = Module::new(location);
    let function = module.body().append_operation(function);
    function.verify().then(|| function.to_string())
}
