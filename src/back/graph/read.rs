//! From `pdl.pattern` operations to graphs.

use super::{
    build::{Defined, Fallible, GraphBuilder, Head, Marks, WrittenCall, is_part},
    pattern::{Groups, Lengths, Node, NodeId, Operation, Results},
    pool::{ConstantId, NameId},
};
use crate::{
    front::contract::{
        BOUNDED_RECURSION, EQUAL_OPERAND_RANGES, EQUAL_RESULT_RANGES, EXACT, INDEX, LABELS, LAST,
        NO_RESULTS, NUM_ARGUMENTS, NUM_BLOCKS, NUM_REGIONS, OPERAND_SEGMENTS, RESULT_GROUPS,
        RESULT_SEGMENTS, SINGLE_OPERAND_RANGES, SINGLE_RESULT_RANGES,
    },
    mlir::ffi::{
        diagnostics::Remark,
        ir::{PdlTypes, location_attribute, pdl_types},
        program::{ConstantKind, Kind, List},
    },
};
use melior::{
    Context,
    ir::{
        BlockLike, Identifier, Module, OperationRef, RegionLike, Type, TypeLike, Value, ValueLike,
        attribute::{
            ArrayAttribute, BoolAttribute, DenseI32ArrayAttribute, IntegerAttribute,
            StringAttribute,
        },
        operation::OperationLike,
    },
};
use rustc_hash::FxHashMap;
use std::iter::{self, zip};

/// Reads the patterns of a module, whose operations verify. Other operations of the
/// module are left out.
///
/// # Errors
///
/// What no pattern can have, although MLIR allows it.
pub(super) fn read<'c>(
    context: &'c Context,
    module: &Module<'c>,
) -> Result<GraphBuilder<'c>, Vec<Remark<'c>>> {
    let names = PdlNames::new(context);
    let mut ids = FxHashMap::default();
    let mut builder = GraphBuilder::default();
    let mut faults = Vec::new();
    for pattern in operations(module.body().first_operation()) {
        if names.get(pattern) == Some(PdlName::Pattern) {
            ids.clear();
            let reader = Reader {
                names: &names,
                builder: &mut builder,
                ids: &mut ids,
            };
            faults.extend(reader.pattern(pattern).err());
        }
    }
    match faults.is_empty() {
        true => Ok(builder),
        false => Err(faults),
    }
}

/// A part of a pattern, or why it cannot be read.
type Read<'c, T> = Result<T, Remark<'c>>;

/// Says where a text belongs.
fn at<'c>(operation: OperationRef<'c, '_>) -> impl FnOnce(String) -> Remark<'c> {
    let location = operation.location();
    move |text| Remark { location, text }
}

/// The operations of a block from one on.
fn operations<'c, 'a>(
    first: Option<OperationRef<'c, 'a>>,
) -> impl Iterator<Item = OperationRef<'c, 'a>> {
    iter::successors(first, OperationLike::next_in_block)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PdlName {
    Attribute,
    Constraint,
    Erase,
    NativeRewrite,
    Operand,
    Operands,
    Operation,
    Pattern,
    Range,
    Replace,
    Result,
    Results,
    Rewrite,
    Type,
    Types,
}

/// The names of the dialect's operations and types. They are compared as
/// pointers: there are many more operations than names.
struct PdlNames<'c> {
    names: FxHashMap<usize, PdlName>,
    types: PdlTypes<'c>,
}

impl<'c> PdlNames<'c> {
    fn new(context: &'c Context) -> Self {
        let names = [
            ("pdl.attribute", PdlName::Attribute),
            ("pdl.apply_native_constraint", PdlName::Constraint),
            ("pdl.erase", PdlName::Erase),
            ("pdl.apply_native_rewrite", PdlName::NativeRewrite),
            ("pdl.operand", PdlName::Operand),
            ("pdl.operands", PdlName::Operands),
            ("pdl.operation", PdlName::Operation),
            ("pdl.pattern", PdlName::Pattern),
            ("pdl.range", PdlName::Range),
            ("pdl.replace", PdlName::Replace),
            ("pdl.result", PdlName::Result),
            ("pdl.results", PdlName::Results),
            ("pdl.rewrite", PdlName::Rewrite),
            ("pdl.type", PdlName::Type),
            ("pdl.types", PdlName::Types),
        ];
        PdlNames {
            names: names
                .into_iter()
                .map(|(text, name)| (Identifier::new(context, text).to_raw().ptr.addr(), name))
                .collect(),
            types: pdl_types(context),
        }
    }

    fn get(&self, operation: OperationRef<'_, '_>) -> Option<PdlName> {
        let name = operation.name().to_raw().ptr.addr();
        self.names.get(&name).copied()
    }

    fn kind(&self, value: Value<'c, '_>) -> Kind {
        let ty = value.r#type().to_raw().ptr;
        let types = &self.types;
        let is = |other: Type<'c>| ty == other.to_raw().ptr;
        if is(types.value) {
            Kind::PdllValue
        } else if is(types.attribute) {
            Kind::PdllAttribute
        } else if is(types.ty) {
            Kind::PdllType
        } else if is(types.operation) {
            Kind::PdllOperation
        } else if is(types.value_range) {
            Kind::PdllValueRange
        } else {
            Kind::PdllTypeRange
        }
    }
}

/// Reads one pattern.
struct Reader<'r, 'c> {
    names: &'r PdlNames<'c>,
    builder: &'r mut GraphBuilder<'c>,
    /// The nodes by the address of the value.
    ids: &'r mut FxHashMap<usize, NodeId>,
}

impl<'c> Reader<'_, 'c> {
    fn pattern(mut self, pattern: OperationRef<'c, '_>) -> Read<'c, ()> {
        self.builder.begin();
        let mut root = None;
        for operation in body(pattern) {
            if self.names.get(operation) == Some(PdlName::Rewrite) {
                root = self.rewrite(operation)?;
            } else {
                self.part(operation)?;
            }
        }
        let benefit = integer(pattern, "benefit").unwrap_or_default();
        let name = string(pattern, "sym_name");
        let head = Head {
            name: name.map_or_else(String::new, |name| name.value().to_owned()),
            location: self.location(pattern),
            benefit: u16::try_from(benefit).unwrap_or_default(),
            labels: labels(pattern),
            has_bounded_recursion: pattern.has_attribute(BOUNDED_RECURSION),
        };
        self.builder.end(head, root).map_err(at(pattern))
    }

    /// Reads the rewrite, and returns the root if it names one.
    fn rewrite(&mut self, rewrite: OperationRef<'c, '_>) -> Read<'c, Option<NodeId>> {
        self.builder.begin_rewrite();
        let arguments = self.operands(rewrite)?;
        let root = arguments.first().copied();
        let Some(name) = string(rewrite, "name") else {
            for operation in body(rewrite) {
                self.part(operation)?;
            }
            return Ok(root);
        };
        let call = WrittenCall {
            name: name.value(),
            arguments,
            results: Vec::new(),
            is_negated: false,
            marks: Marks::default(),
            location: self.location(rewrite),
        };
        self.builder.call(call).map_err(at(rewrite))?;
        // The arguments of the function need not begin with the root.
        Ok(root.filter(|_| segment(rewrite, 0) == Some(1)))
    }

    /// Reads an operation of the match section or of the rewrite.
    fn part(&mut self, operation: OperationRef<'c, '_>) -> Read<'c, ()> {
        let operands = self.operands(operation)?;
        let defined = match self.names.get(operation) {
            Some(PdlName::Operation) => self.operation(operation, operands),
            Some(PdlName::Constraint | PdlName::NativeRewrite) => self.call(operation, operands),
            Some(PdlName::Erase) => self.builder.erase(operands[0]),
            Some(PdlName::Replace) => {
                let mut by = operands;
                let replaced = by.remove(0);
                self.builder.replace(replaced, by)
            }
            _ => self.value(operation, operands),
        };
        let defined = defined.map_err(at(operation))?;
        for (result, node) in zip(operation.results(), defined.all()) {
            self.ids.insert(result.to_raw().ptr.addr(), node);
        }
        Ok(())
    }

    fn operation(
        &mut self,
        operation: OperationRef<'c, '_>,
        parts: Vec<NodeId>,
    ) -> Fallible<Defined> {
        let name = operation.attribute("opName").ok();
        let name = name.map(|name| self.builder.pool().name_of(name));
        let mut operands = Groups::default();
        let mut attributes = Vec::new();
        let mut results = Groups::default();
        for id in parts {
            match self.builder.kind(id) {
                Kind::PdllValue | Kind::PdllValueRange => operands.entries.push(id),
                Kind::PdllAttribute => attributes.push(id),
                _ => results.entries.push(id),
            }
        }
        // Most operations have no attribute but those of the dialect.
        let has_marks = operation.discardable_attribute_count() != 0;
        if has_marks {
            operands.lengths = lengths(operation, List::PdllOperands);
            results.lengths = lengths(operation, List::PdllResults);
        }
        let names = self.attribute_names(operation);
        self.builder.operation(Operation {
            name,
            operands,
            attributes: zip(names, attributes).collect(),
            results,
            num_regions: match has_marks {
                true => number(operation, NUM_REGIONS),
                false => None,
            },
            inside: None,
            is_last: has_marks && operation.has_attribute(LAST),
            regions: Vec::new(),
            has_no_results: has_marks && operation.has_attribute(NO_RESULTS),
        })
    }

    fn attribute_names(&mut self, operation: OperationRef<'c, '_>) -> Vec<NameId> {
        let Ok(names) = operation.attribute("attributeValueNames") else {
            return Vec::new();
        };
        let names = ArrayAttribute::try_from(names).expect("the verifier has seen the names");
        let name = |index| names.element(index).expect("it is one of them");
        let pool = self.builder.pool();
        (0..names.len())
            .map(|index| pool.name_of(name(index)))
            .collect()
    }

    fn call(&mut self, call: OperationRef<'c, '_>, arguments: Vec<NodeId>) -> Fallible<Defined> {
        let is_negated = call
            .attribute("isNegated")
            .ok()
            .and_then(|attribute| BoolAttribute::try_from(attribute).ok())
            .is_some_and(|attribute| attribute.value());
        let name = string(call, "name").expect("a call has a name");
        let results = call.results();
        let written = WrittenCall {
            name: name.value(),
            arguments,
            results: results
                .map(|result| self.names.kind(result.into()))
                .collect(),
            is_negated,
            marks: marks(call),
            location: self.location(call),
        };
        self.builder.call(written)
    }

    /// Reads an operation with one result, which is neither an operation nor returned.
    fn value(
        &mut self,
        operation: OperationRef<'c, '_>,
        operands: Vec<NodeId>,
    ) -> Fallible<Defined> {
        let operands = self.builder.without_bodies(operands)?;
        let first = operands.first().copied();
        let node = match self.names.get(operation) {
            Some(PdlName::Operand) => Node::Operand { ty: first },
            Some(PdlName::Operands) => Node::Operands { types: first },
            Some(PdlName::Attribute) => Node::Attribute {
                value: self.constant(operation, "value", ConstantKind::PdllConstantIsAttribute),
                ty: first,
            },
            Some(PdlName::Type) => Node::Type {
                value: self.constant(operation, "constantType", ConstantKind::PdllConstantIsType),
            },
            Some(PdlName::Types) => Node::Types {
                value: self.constant(
                    operation,
                    "constantTypes",
                    ConstantKind::PdllConstantIsTypes,
                ),
            },
            Some(PdlName::Result) => Node::Result {
                operation: operands[0],
                index: index(operation).expect("a result has an index"),
                location: self.location(operation),
            },
            Some(PdlName::Results) => Node::Results(Results {
                operation: operands[0],
                index: index(operation),
                kind: self.kind_of_result(operation),
                groups: string(operation, RESULT_GROUPS).map(|text| result_groups(text.value())),
                location: self.location(operation),
            }),
            Some(PdlName::Range) => Node::Range {
                kind: self.kind_of_result(operation),
                parts: operands,
            },
            _ => return Err("a pattern cannot contain this operation".to_owned()),
        };
        Ok(self.builder.define(node))
    }

    fn kind_of_result(&self, operation: OperationRef<'c, '_>) -> Kind {
        let result = operation.result(0).expect("it has a result");
        self.names.kind(result.into())
    }

    /// What the operands of an operation are, regions and blocks among them.
    fn operands(&self, operation: OperationRef<'c, '_>) -> Read<'c, Vec<NodeId>> {
        let id = |value: Value<'c, '_>| self.ids.get(&value.to_raw().ptr.addr()).copied();
        let operands: Option<_> = operation.operands().map(id).collect();
        operands.ok_or_else(|| {
            at(operation)("this uses a value that no operation of the pattern defines".to_owned())
        })
    }

    fn constant(
        &mut self,
        operation: OperationRef<'c, '_>,
        name: &str,
        kind: ConstantKind,
    ) -> Option<ConstantId> {
        let attribute = operation.attribute(name).ok()?;
        Some(self.builder.pool().constant(attribute, kind))
    }

    fn location(&mut self, operation: OperationRef<'c, '_>) -> ConstantId {
        let attribute = location_attribute(operation.location());
        let kind = ConstantKind::PdllConstantIsAttribute;
        self.builder.pool().constant(attribute, kind)
    }
}

/// Whether a constraint is no call, but a part of an operation.
pub(super) fn is_part_of_body(constraint: OperationRef<'_, '_>) -> bool {
    string(constraint, "name").is_some_and(|name| is_part(name.value()))
}

/// The labels that a pattern declares.
pub(crate) fn labels(pattern: OperationRef<'_, '_>) -> Vec<String> {
    let labels = pattern.attribute(LABELS).ok();
    let Some(labels) = labels.and_then(|labels| ArrayAttribute::try_from(labels).ok()) else {
        return Vec::new();
    };
    let label = |index| {
        let label = labels.element(index).expect("it is one of them");
        Some(StringAttribute::try_from(label).ok()?.value().to_owned())
    };
    (0..labels.len()).filter_map(label).collect()
}

fn body<'c, 'a>(operation: OperationRef<'c, 'a>) -> impl Iterator<Item = OperationRef<'c, 'a>> {
    let block = operation
        .region(0)
        .ok()
        .and_then(|region| region.first_block());
    operations(block.and_then(|block| block.first_operation()))
}

fn lengths(operation: OperationRef<'_, '_>, list: List) -> Lengths {
    let [equal, single, segments] = match list {
        List::PdllOperands => [
            EQUAL_OPERAND_RANGES,
            SINGLE_OPERAND_RANGES,
            OPERAND_SEGMENTS,
        ],
        List::PdllResults => [EQUAL_RESULT_RANGES, SINGLE_RESULT_RANGES, RESULT_SEGMENTS],
    };
    Lengths {
        are_equal: operation.has_attribute(equal),
        are_single: operation.has_attribute(single),
        are_segments: operation.has_attribute(segments),
    }
}

/// What a call says of the part that it stands for.
fn marks(call: OperationRef<'_, '_>) -> Marks {
    if call.discardable_attribute_count() == 0 {
        return Marks::default();
    }
    Marks {
        index: number(call, INDEX).unwrap_or_default(),
        num_blocks: number(call, NUM_BLOCKS),
        num_arguments: number(call, NUM_ARGUMENTS),
        is_exact: call.has_attribute(EXACT),
    }
}

fn result_groups(text: &str) -> (Lengths, String) {
    let (division, groups) = text.rsplit_once(' ').unwrap_or(("", text));
    let lengths = Lengths {
        are_equal: division == "equal",
        are_single: false,
        are_segments: division == "segments",
    };
    (lengths, groups.to_owned())
}

fn string<'c>(operation: OperationRef<'c, '_>, name: &str) -> Option<StringAttribute<'c>> {
    StringAttribute::try_from(operation.attribute(name).ok()?).ok()
}

fn integer(operation: OperationRef<'_, '_>, name: &str) -> Option<i64> {
    let attribute = IntegerAttribute::try_from(operation.attribute(name).ok()?).ok()?;
    Some(attribute.value())
}

/// A number that is not negative.
fn number(operation: OperationRef<'_, '_>, name: &str) -> Option<u32> {
    u32::try_from(integer(operation, name)?).ok()
}

/// The index of a result, of which MLIR shows those from 2^31 on as negative.
fn index(operation: OperationRef<'_, '_>) -> Option<u32> {
    let index = integer(operation, "index")?;
    Some(i32::try_from(index).map_or(u32::MAX, i32::cast_unsigned))
}

/// The number of operands in a group of an operation of pdl.
fn segment(operation: OperationRef<'_, '_>, group: usize) -> Option<i32> {
    let sizes = operation.attribute("operandSegmentSizes").ok()?;
    DenseI32ArrayAttribute::try_from(sizes)
        .ok()?
        .element(group)
        .ok()
}
