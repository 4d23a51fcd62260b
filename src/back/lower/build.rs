//! One function for each operation of the `pdl` dialect that we use.

use crate::{
    front::contract::{
        BOUNDED_RECURSION, EQUAL_OPERAND_RANGES, EQUAL_RESULT_RANGES, LABELS, LAST, NUM_REGIONS,
        OPERAND_SEGMENTS, RESULT_GROUPS, RESULT_SEGMENTS, SINGLE_OPERAND_RANGES,
        SINGLE_RESULT_RANGES,
    },
    front::hir::{self, CallKind, RangeLengths},
    front::ods::{Layout, Lengths},
    mlir::ffi::ir::{self, PdlTypes},
};
use melior::{
    Context,
    ir::{
        Attribute, Block, Identifier, Location, Operation, Region, RegionLike, Type, Value,
        attribute::{
            ArrayAttribute, BoolAttribute, DenseI32ArrayAttribute, IntegerAttribute,
            StringAttribute, TypeAttribute,
        },
        operation::OperationBuilder,
        r#type::IntegerType,
    },
};

/// Builds operations; keeps the types and names that all of them share.
pub(super) struct Builder<'c> {
    context: &'c Context,
    types: PdlTypes<'c>,
    i16: Type<'c>,
    i32: Type<'c>,
    attribute_value_names: Identifier<'c>,
    benefit: Identifier<'c>,
    bounded_recursion: Identifier<'c>,
    constant_type: Identifier<'c>,
    index: Identifier<'c>,
    op_name: Identifier<'c>,
    operand_segment_sizes: Identifier<'c>,
    sym_name: Identifier<'c>,
    value: Identifier<'c>,
}

/// What a `pdl.operation` is made of.
pub(super) struct Parts<'c, 'a, 's> {
    pub(super) operands: Vec<Value<'c, 'a>>,
    /// One for each attribute.
    pub(super) attribute_names: Vec<&'s str>,
    pub(super) attributes: Vec<Value<'c, 'a>>,
    pub(super) result_types: Vec<Value<'c, 'a>>,
    /// How the ranges among the operands are told apart.
    pub(super) operand_lengths: RangeLengths,
    /// The same of results.
    pub(super) result_lengths: RangeLengths,
    /// Whether it is the last one of its block.
    pub(super) is_last: bool,
    /// How many regions it has, if a match demands it.
    pub(super) num_regions: Option<u32>,
}

impl<'c> Builder<'c> {
    pub(super) fn new(context: &'c Context) -> Self {
        let name = |name| Identifier::new(context, name);
        Builder {
            context,
            types: ir::pdl_types(context),
            i16: IntegerType::new(context, 16).into(),
            i32: IntegerType::new(context, 32).into(),
            attribute_value_names: name("attributeValueNames"),
            benefit: name("benefit"),
            bounded_recursion: name(BOUNDED_RECURSION),
            constant_type: name("constantType"),
            index: name("index"),
            op_name: name("opName"),
            operand_segment_sizes: name("operandSegmentSizes"),
            sym_name: name("sym_name"),
            value: name("value"),
        }
    }

    pub(super) fn pattern(&self, location: Location<'c>, pattern: &hir::Pattern) -> Operation<'c> {
        let mut attributes = vec![(
            self.benefit,
            IntegerAttribute::new(self.i16, i64::from(pattern.benefit)).into(),
        )];
        let name = pattern.name.as_deref();
        attributes.extend(name.map(|name| (self.sym_name, self.string(name))));
        if pattern.bounded_recursion {
            attributes.push((self.bounded_recursion, Attribute::unit(self.context)));
        }
        if !pattern.labels.is_empty() {
            let labels: Vec<_> = pattern.labels.iter().map(|one| self.string(one)).collect();
            let labels = ArrayAttribute::new(self.context, &labels).into();
            attributes.push((Identifier::new(self.context, LABELS), labels));
        }
        build(
            OperationBuilder::new("pdl.pattern", location)
                .add_attributes(&attributes)
                .add_regions([region()]),
        )
    }

    pub(super) fn rewrite(&self, location: Location<'c>, root: Value<'c, '_>) -> Operation<'c> {
        build(
            OperationBuilder::new("pdl.rewrite", location)
                .add_operands(&[root])
                .add_attributes(&[self.segments(&[1, 0])])
                .add_regions([region()]),
        )
    }

    pub(super) fn operand(
        &self,
        location: Location<'c>,
        ty: Option<Value<'c, '_>>,
    ) -> Operation<'c> {
        self.variable("pdl.operand", location, ty, self.types.value)
    }

    pub(super) fn operands(
        &self,
        location: Location<'c>,
        ty: Option<Value<'c, '_>>,
    ) -> Operation<'c> {
        self.variable("pdl.operands", location, ty, self.types.value_range)
    }

    pub(super) fn attribute(
        &self,
        location: Location<'c>,
        ty: Option<Value<'c, '_>>,
    ) -> Operation<'c> {
        self.variable("pdl.attribute", location, ty, self.types.attribute)
    }

    pub(super) fn types(&self, location: Location<'c>) -> Operation<'c> {
        self.variable("pdl.types", location, None, self.types.type_range)
    }

    /// A range of no types.
    pub(super) fn no_types(&self, location: Location<'c>) -> Operation<'c> {
        let name = Identifier::new(self.context, "constantTypes");
        let none = ArrayAttribute::new(self.context, &[]).into();
        self.constant(
            "pdl.types",
            location,
            Some((name, none)),
            self.types.type_range,
        )
    }

    pub(super) fn ty(&self, location: Location<'c>, constant: Option<Type<'c>>) -> Operation<'c> {
        let constant = constant.map(|ty| (self.constant_type, TypeAttribute::new(ty).into()));
        self.constant("pdl.type", location, constant, self.types.ty)
    }

    pub(super) fn attribute_constant(
        &self,
        location: Location<'c>,
        value: Attribute<'c>,
    ) -> Operation<'c> {
        self.constant(
            "pdl.attribute",
            location,
            Some((self.value, value)),
            self.types.attribute,
        )
    }

    pub(super) fn unit_attribute(&self, location: Location<'c>) -> Operation<'c> {
        self.attribute_constant(location, Attribute::unit(self.context))
    }

    pub(super) fn operation(
        &self,
        location: Location<'c>,
        name: Option<&str>,
        Parts {
            operands,
            attribute_names,
            attributes,
            result_types,
            operand_lengths,
            result_lengths,
            is_last,
            num_regions,
        }: &Parts<'c, '_, '_>,
    ) -> Operation<'c> {
        let names: Vec<_> = attribute_names
            .iter()
            .map(|name| self.string(name))
            .collect();
        let sizes = [operands.len(), attributes.len(), result_types.len()];
        let mut properties = vec![
            (
                self.attribute_value_names,
                ArrayAttribute::new(self.context, &names).into(),
            ),
            self.segments(&sizes),
        ];
        properties.extend(name.map(|name| (self.op_name, self.string(name))));
        let divisions = [
            (
                operand_lengths,
                operands.len(),
                OPERAND_SEGMENTS,
                EQUAL_OPERAND_RANGES,
                SINGLE_OPERAND_RANGES,
            ),
            (
                result_lengths,
                result_types.len(),
                RESULT_SEGMENTS,
                EQUAL_RESULT_RANGES,
                SINGLE_RESULT_RANGES,
            ),
        ];
        for (lengths, count, segments, equal_ranges, single_ranges) in divisions {
            let name = match lengths {
                RangeLengths::Segments if count > 1 => segments,
                RangeLengths::Equal if count > 1 => equal_ranges,
                RangeLengths::One => single_ranges,
                _ => continue,
            };
            properties.push(self.mark(name));
        }
        properties.extend(is_last.then(|| self.mark(LAST)));
        properties.extend(num_regions.map(|number| self.number(NUM_REGIONS, number)));
        build(
            OperationBuilder::new("pdl.operation", location)
                .add_operands(&[&operands[..], attributes, result_types].concat())
                .add_attributes(&properties)
                .add_results(&[self.types.operation]),
        )
    }

    pub(super) fn result(
        &self,
        location: Location<'c>,
        operation: Value<'c, '_>,
        index: u32,
    ) -> Operation<'c> {
        build(
            OperationBuilder::new("pdl.result", location)
                .add_operands(&[operation])
                .add_attributes(&[(
                    self.index,
                    IntegerAttribute::new(self.i32, i64::from(index)).into(),
                )])
                .add_results(&[self.types.value]),
        )
    }

    pub(super) fn results(
        &self,
        location: Location<'c>,
        operation: Value<'c, '_>,
    ) -> Operation<'c> {
        build(
            OperationBuilder::new("pdl.results", location)
                .add_operands(&[operation])
                .add_results(&[self.types.value_range]),
        )
    }

    pub(super) fn result_group(
        &self,
        location: Location<'c>,
        operation: Value<'c, '_>,
        index: u32,
        is_range: bool,
        layout: Option<&Layout>,
    ) -> Operation<'c> {
        let ty = if is_range {
            self.types.value_range
        } else {
            self.types.value
        };
        let index = IntegerAttribute::new(self.i32, i64::from(index)).into();
        let mut attributes = vec![(self.index, index)];
        attributes.extend(layout.map(|Layout { groups, lengths }| {
            let text = match lengths {
                Lengths::Counted => groups.to_string(),
                Lengths::Segments => format!("segments {groups}"),
                Lengths::Equal => format!("equal {groups}"),
            };
            let name = Identifier::new(self.context, RESULT_GROUPS);
            (name, self.string(&text))
        }));
        build(
            OperationBuilder::new("pdl.results", location)
                .add_operands(&[operation])
                .add_attributes(&attributes)
                .add_results(&[ty]),
        )
    }

    pub(super) fn range(
        &self,
        location: Location<'c>,
        ty: hir::Type,
        elements: &[Value<'c, '_>],
    ) -> Operation<'c> {
        build(
            OperationBuilder::new("pdl.range", location)
                .add_operands(elements)
                .add_results(&[self.ty_of(ty)]),
        )
    }

    /// The call of a native constraint or rewrite.
    pub(super) fn call(
        &self,
        location: Location<'c>,
        call: &hir::Call,
        arguments: &[Value<'c, '_>],
    ) -> Operation<'c> {
        let name = match call.kind {
            CallKind::Constraint | CallKind::NegatedConstraint => "pdl.apply_native_constraint",
            CallKind::Rewrite => "pdl.apply_native_rewrite",
        };
        let mut attributes = vec![(
            Identifier::new(self.context, "name"),
            self.string(&call.function),
        )];
        if call.kind != CallKind::Rewrite {
            let is_negated = call.kind == CallKind::NegatedConstraint;
            attributes.push((
                Identifier::new(self.context, "isNegated"),
                BoolAttribute::new(self.context, is_negated).into(),
            ));
        }
        let results: Vec<_> = call.results.iter().map(|ty| self.ty_of(*ty)).collect();
        build(
            OperationBuilder::new(name, location)
                .add_operands(arguments)
                .add_attributes(&attributes)
                .add_results(&results),
        )
    }

    /// A part of a matched operation: the region, block or arguments that `function` finds in
    /// `operands`. `marks` say what it is like.
    pub(super) fn part(
        &self,
        location: Location<'c>,
        (function, ty): (&str, hir::Type),
        is_matched: bool,
        operands: &[Value<'c, '_>],
        marks: &[(Identifier<'c>, Attribute<'c>)],
    ) -> Operation<'c> {
        let name = Identifier::new(self.context, "name");
        let call = match is_matched {
            true => "pdl.apply_native_constraint",
            false => "pdl.apply_native_rewrite",
        };
        build(
            OperationBuilder::new(call, location)
                .add_operands(operands)
                .add_attributes(&[(name, self.string(function))])
                .add_attributes(marks)
                .add_results(&[self.ty_of(ty)]),
        )
    }

    /// An attribute that is there or not.
    pub(super) fn mark(&self, name: &str) -> (Identifier<'c>, Attribute<'c>) {
        let name = Identifier::new(self.context, name);
        (name, Attribute::unit(self.context))
    }

    /// An attribute that holds a number.
    pub(super) fn number(&self, name: &str, number: u32) -> (Identifier<'c>, Attribute<'c>) {
        let number = IntegerAttribute::new(self.i32, i64::from(number));
        (Identifier::new(self.context, name), number.into())
    }

    fn ty_of(&self, ty: hir::Type) -> Type<'c> {
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

    pub(super) fn erase(&self, location: Location<'c>, operation: Value<'c, '_>) -> Operation<'c> {
        build(OperationBuilder::new("pdl.erase", location).add_operands(&[operation]))
    }

    pub(super) fn replace_with_operation(
        &self,
        location: Location<'c>,
        operation: Value<'c, '_>,
        with: Value<'c, '_>,
    ) -> Operation<'c> {
        build(
            OperationBuilder::new("pdl.replace", location)
                .add_operands(&[operation, with])
                .add_attributes(&[self.segments(&[1, 1, 0])]),
        )
    }

    pub(super) fn replace_with_values(
        &self,
        location: Location<'c>,
        operation: Value<'c, '_>,
        with: &[Value<'c, '_>],
    ) -> Operation<'c> {
        build(
            OperationBuilder::new("pdl.replace", location)
                .add_operands(&[operation])
                .add_operands(with)
                .add_attributes(&[self.segments(&[1, 0, with.len()])]),
        )
    }

    /// An operation with an optional type as its only operand.
    fn variable(
        &self,
        name: &str,
        location: Location<'c>,
        ty: Option<Value<'c, '_>>,
        result: Type<'c>,
    ) -> Operation<'c> {
        build(
            OperationBuilder::new(name, location)
                .add_operands(ty.as_slice())
                .add_results(&[result]),
        )
    }

    /// An operation with an optional constant and no operands.
    fn constant(
        &self,
        name: &str,
        location: Location<'c>,
        constant: Option<(Identifier<'c>, Attribute<'c>)>,
        result: Type<'c>,
    ) -> Operation<'c> {
        build(
            OperationBuilder::new(name, location)
                .add_attributes(constant.as_slice())
                .add_results(&[result]),
        )
    }

    fn segments(&self, sizes: &[usize]) -> (Identifier<'c>, Attribute<'c>) {
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

fn region<'c>() -> Region<'c> {
    let region = Region::new();
    region.append_block(Block::new(&[]));
    region
}

fn build<'c>(builder: OperationBuilder<'c>) -> Operation<'c> {
    builder
        .build()
        .expect("pdl operations are built without type inference, which alone can fail")
}
