//! Operations of the `pdl` dialect as IR.

use super::{
    op::{Constant, Mark, Op, Parts, Place, Target, mark_of_layout, marks_of_pattern},
    places::{Located, Places},
};
use crate::{
    base::source::SourceMap,
    front::hir::{self, CallKind},
    mlir::ffi::ir::{self, PdlTypes},
};
use melior::{
    Context,
    ir::{
        Attribute, Block, BlockLike, BlockRef, Identifier, Location, Module, Operation,
        OperationRef, Region, RegionLike, Type, Value,
        attribute::{
            ArrayAttribute, BoolAttribute, DenseI32ArrayAttribute, IntegerAttribute,
            StringAttribute, TypeAttribute,
        },
        operation::{OperationBuilder, OperationLike, OperationMutLike},
        r#type::IntegerType,
    },
};

/// Appends operations to a module.
pub(super) struct Builder<'c, 'a, 's> {
    shared: Shared<'c>,
    places: Places<'c, 's>,
    /// The open blocks, the innermost one last.
    blocks: Vec<BlockRef<'c, 'a>>,
}

impl<'c, 'a, 's> Builder<'c, 'a, 's> {
    pub(super) fn new(
        context: &'c Context,
        sources: &'s SourceMap,
        located: Located,
        module: &'a Module<'c>,
    ) -> Self {
        Builder {
            shared: Shared::new(context),
            places: Places::new(context, sources, located),
            blocks: vec![module.body()],
        }
    }
}

impl<'c, 'a> Target<'c> for Builder<'c, 'a, '_> {
    type Operation = OperationRef<'c, 'a>;
    type Value = Value<'c, 'a>;

    fn append(&mut self, place: Place<'_>, op: &Op<'_, 'c, Value<'c, 'a>>) -> OperationRef<'c, 'a> {
        let operation = self.shared.operation(self.places.location(place, op), op);
        let block = self
            .blocks
            .last()
            .expect("the body of the module stays open");
        block.append_operation(operation)
    }

    fn open(&mut self, place: Place<'_>, op: &Op<'_, 'c, Value<'c, 'a>>) {
        let region = self.append(place, op).region(0);
        let block = region.ok().and_then(|region| region.first_block());
        self.blocks
            .push(block.expect("patterns and rewrites are made with a block"));
    }

    fn close(&mut self) {
        self.blocks.pop();
    }

    /// melior would print the operation into an error if it were asked for a result that
    /// does not exist.
    fn result(&self, operation: OperationRef<'c, 'a>, index: usize) -> Option<Value<'c, 'a>> {
        if index >= operation.result_count() {
            return None;
        }
        operation.result(index).ok().map(Value::from)
    }
}

/// The types and names that operations share.
struct Shared<'c> {
    context: &'c Context,
    types: PdlTypes<'c>,
    i16: Type<'c>,
    i32: Type<'c>,
    attribute_value_names: Identifier<'c>,
    benefit: Identifier<'c>,
    constant_type: Identifier<'c>,
    constant_types: Identifier<'c>,
    index: Identifier<'c>,
    is_negated: Identifier<'c>,
    name: Identifier<'c>,
    operand_segment_sizes: Identifier<'c>,
}

impl<'c> Shared<'c> {
    fn new(context: &'c Context) -> Self {
        let name = |name| Identifier::new(context, name);
        Shared {
            context,
            types: ir::pdl_types(context),
            i16: IntegerType::new(context, 16).into(),
            i32: IntegerType::new(context, 32).into(),
            attribute_value_names: name("attributeValueNames"),
            benefit: name("benefit"),
            constant_type: name("constantType"),
            constant_types: name("constantTypes"),
            index: name("index"),
            is_negated: name("isNegated"),
            name: name("name"),
            operand_segment_sizes: name("operandSegmentSizes"),
        }
    }

    fn operation(&self, location: Location<'c>, op: &Op<'_, 'c, Value<'c, '_>>) -> Operation<'c> {
        let start = |name| OperationBuilder::new(name, location);
        let builder = match op {
            Op::Pattern(pattern) => start("pdl.pattern")
                .add_attributes(&self.of_pattern(pattern))
                .add_regions([region()]),
            Op::Rewrite { root } => start("pdl.rewrite")
                .add_operands(&[*root])
                .add_attributes(&[self.segments(&[1, 0])])
                .add_regions([region()]),
            Op::Operand { ty } => start("pdl.operand")
                .add_operands(ty.as_slice())
                .add_results(&[self.types.value]),
            Op::Operands { ty } => start("pdl.operands")
                .add_operands(ty.as_slice())
                .add_results(&[self.types.value_range]),
            Op::Attribute { ty } => start("pdl.attribute")
                .add_operands(ty.as_slice())
                .add_results(&[self.types.attribute]),
            Op::AttributeConstant(_) => start("pdl.attribute").add_results(&[self.types.attribute]),
            Op::Type(constant) => {
                let constant = constant.map(TypeAttribute::new);
                let constant = constant.map(|ty| (self.constant_type, ty.into()));
                start("pdl.type")
                    .add_attributes(constant.as_slice())
                    .add_results(&[self.types.ty])
            }
            Op::Types => start("pdl.types").add_results(&[self.types.type_range]),
            Op::NoTypes => {
                let none = ArrayAttribute::new(self.context, &[]).into();
                start("pdl.types")
                    .add_attributes(&[(self.constant_types, none)])
                    .add_results(&[self.types.type_range])
            }
            Op::Operation(parts) => start("pdl.operation")
                .add_operands(&operands_of(parts))
                .add_attributes(&self.of_operation(parts))
                .add_results(&[self.types.operation]),
            Op::Result { operation, index } => start("pdl.result")
                .add_operands(&[*operation])
                .add_attributes(&[(self.index, self.number(*index))])
                .add_results(&[self.types.value]),
            Op::Results { operation } => start("pdl.results")
                .add_operands(&[*operation])
                .add_results(&[self.types.value_range]),
            Op::ResultGroup {
                operation,
                index,
                is_range,
                layout,
            } => {
                let mut attributes = vec![(self.index, self.number(*index))];
                attributes.extend(layout.map(|layout| self.mark(&mark_of_layout(layout))));
                let ty = match is_range {
                    true => self.types.value_range,
                    false => self.types.value,
                };
                start("pdl.results")
                    .add_operands(&[*operation])
                    .add_attributes(&attributes)
                    .add_results(&[ty])
            }
            Op::Range { ty, elements } => start("pdl.range")
                .add_operands(elements)
                .add_results(&[self.ty(*ty)]),
            Op::Call {
                kind,
                function,
                arguments,
                results,
                marks,
            } => {
                let results: Vec<_> = results.iter().map(|ty| self.ty(*ty)).collect();
                start(match kind {
                    CallKind::Constraint | CallKind::NegatedConstraint => {
                        "pdl.apply_native_constraint"
                    }
                    CallKind::Rewrite => "pdl.apply_native_rewrite",
                })
                .add_operands(arguments)
                .add_attributes(&self.of_call(*kind, function, marks))
                .add_results(&results)
            }
            Op::Erase { operation } => start("pdl.erase").add_operands(&[*operation]),
            Op::ReplaceWithOperation { operation, with } => start("pdl.replace")
                .add_operands(&[*operation, *with])
                .add_attributes(&[self.segments(&[1, 1, 0])]),
            Op::ReplaceWithValues { operation, with } => start("pdl.replace")
                .add_operands(&[*operation])
                .add_operands(with)
                .add_attributes(&[self.segments(&[1, 0, with.len()])]),
        };
        let mut operation = builder
            .build()
            .expect("pdl operations are built without type inference, which alone can fail");
        if let Some((name, value)) = self.own_attribute(op) {
            operation.set_inherent_attribute(name, value);
        }
        operation
    }

    /// The attribute that few operations share. If it were given with the others, the
    /// context would keep a dictionary of them for each operation.
    fn own_attribute(
        &self,
        op: &Op<'_, 'c, Value<'c, '_>>,
    ) -> Option<(&'static str, Attribute<'c>)> {
        match op {
            Op::Pattern(pattern) => Some(("sym_name", self.string(pattern.name.as_deref()?))),
            Op::Operation(parts) => Some(("opName", self.string(parts.name?))),
            Op::AttributeConstant(value) => Some(("value", *value)),
            _ => None,
        }
    }

    fn of_pattern(&self, pattern: &hir::Pattern) -> Vec<Named<'c>> {
        let benefit = IntegerAttribute::new(self.i16, i64::from(pattern.benefit));
        let mut attributes = vec![(self.benefit, benefit.into())];
        attributes.extend(marks_of_pattern(pattern).iter().map(|mark| self.mark(mark)));
        attributes
    }

    fn of_operation(&self, parts: &Parts<'_, Value<'c, '_>>) -> Vec<Named<'c>> {
        let attributes = parts.attributes.iter();
        let names: Vec<_> = attributes.map(|(name, _)| self.string(name)).collect();
        let names = ArrayAttribute::new(self.context, &names).into();
        let sizes = [
            parts.operands.len(),
            parts.attributes.len(),
            parts.result_types.len(),
        ];
        let mut properties = vec![(self.attribute_value_names, names), self.segments(&sizes)];
        properties.extend(parts.marks().iter().map(|mark| self.mark(mark)));
        properties
    }

    fn of_call(&self, kind: CallKind, function: &str, marks: &[Mark<'_>]) -> Vec<Named<'c>> {
        let mut attributes = vec![(self.name, self.string(function))];
        if kind != CallKind::Rewrite {
            let is_negated = kind == CallKind::NegatedConstraint;
            let is_negated = BoolAttribute::new(self.context, is_negated).into();
            attributes.push((self.is_negated, is_negated));
        }
        attributes.extend(marks.iter().map(|mark| self.mark(mark)));
        attributes
    }

    fn mark(&self, (name, constant): &Mark<'_>) -> Named<'c> {
        let value = match constant {
            Constant::Unit => Attribute::unit(self.context),
            Constant::Number(number) => self.number(*number),
            Constant::Text(text) => self.string(text),
            Constant::Texts(texts) => {
                let texts: Vec<_> = texts.iter().map(|one| self.string(one)).collect();
                ArrayAttribute::new(self.context, &texts).into()
            }
        };
        (Identifier::new(self.context, name), value)
    }

    fn number(&self, number: u32) -> Attribute<'c> {
        IntegerAttribute::new(self.i32, i64::from(number)).into()
    }

    fn ty(&self, ty: hir::Type) -> Type<'c> {
        match ty {
            hir::Type::Attribute => self.types.attribute,
            hir::Type::Operation => self.types.operation,
            hir::Type::Type => self.types.ty,
            hir::Type::TypeRange => self.types.type_range,
            hir::Type::Value => self.types.value,
            hir::Type::ValueRange => self.types.value_range,
            // The dialect has no types for them.
            hir::Type::Region | hir::Type::Block | hir::Type::Place => self.types.attribute,
        }
    }

    fn segments(&self, sizes: &[usize]) -> Named<'c> {
        let sizes: Vec<i32> = sizes.iter().map(|size| *size as i32).collect();
        (
            self.operand_segment_sizes,
            DenseI32ArrayAttribute::new(self.context, &sizes).into(),
        )
    }

    fn string(&self, text: &str) -> Attribute<'c> {
        StringAttribute::new(self.context, text).into()
    }
}

type Named<'c> = (Identifier<'c>, Attribute<'c>);

fn operands_of<V: Copy>(parts: &Parts<'_, V>) -> Vec<V> {
    let attributes = parts.attributes.iter().map(|(_, value)| value);
    let operands = parts.operands.iter().chain(attributes);
    operands.chain(&parts.result_types).copied().collect()
}

fn region<'c>() -> Region<'c> {
    let region = Region::new();
    region.append_block(Block::new(&[]));
    region
}
