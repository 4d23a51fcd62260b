//! From `pdl.pattern` operations to graphs.

use super::{
    bodies::Bodies,
    pattern::{
        Block, Built, Call, Groups, Lengths, Node, NodeId, Nodes, Operation, Pattern, Region,
        Results, Statement,
    },
    pool::{ConstantId, NameId, Pool},
};
use crate::{
    front::contract::{
        ARGUMENT, ARGUMENTS, BLOCK, BOUNDED_RECURSION, EQUAL_OPERAND_RANGES, EQUAL_RESULT_RANGES,
        EXACT, INDEX, LABELS, LAST, NO_RESULTS, NUM_ARGUMENTS, NUM_BLOCKS, NUM_REGIONS,
        OPERAND_SEGMENTS, PARENT, REGION, REGION_PREFIX, RESULT_GROUPS, RESULT_SEGMENTS,
        SINGLE_OPERAND_RANGES, SINGLE_RESULT_RANGES,
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
        Attribute, BlockLike, Identifier, Module, OperationRef, RegionLike, Type, TypeLike, Value,
        ValueLike,
        attribute::{
            ArrayAttribute, BoolAttribute, DenseI32ArrayAttribute, IntegerAttribute,
            StringAttribute,
        },
        operation::OperationLike,
    },
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::iter;

mod building;

/// Reads the patterns of a module, whose operations verify. Other operations of the
/// module are left out.
///
/// # Errors
///
/// What no pattern can have, although MLIR allows it.
pub(super) fn read<'c>(
    context: &'c Context,
    module: &Module<'c>,
    pool: &mut Pool<'c>,
) -> Result<Vec<Pattern>, Vec<Remark<'c>>> {
    let names = PdlNames::new(context);
    let mut ids = FxHashMap::default();
    let (mut patterns, mut faults) = (Vec::new(), Vec::new());
    for pattern in operations(module.body().first_operation()) {
        if names.get(pattern) == Some(PdlName::Pattern) {
            ids.clear();
            match Reader::new(&names, pool, &mut ids).pattern(pattern) {
                Ok(pattern) => patterns.push(pattern),
                Err(fault) => faults.push(fault),
            }
        }
    }
    match faults.is_empty() {
        true => Ok(patterns),
        false => Err(faults),
    }
}

/// A pattern or a part of one, or why it cannot be read.
type Read<'c, T> = Result<T, Remark<'c>>;

fn fault<'c, T>(operation: OperationRef<'c, '_>, text: &str) -> Read<'c, T> {
    Err(Remark {
        location: operation.location(),
        text: text.to_owned(),
    })
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
    pool: &'r mut Pool<'c>,
    /// The nodes by the address of the value.
    ids: &'r mut FxHashMap<usize, NodeId>,
    nodes: Nodes,
    constraints: Vec<Call>,
    rewrite: Vec<Statement>,
    /// Whether this is still the match section.
    is_matching: bool,
}

impl<'r, 'c> Reader<'r, 'c> {
    fn new(
        names: &'r PdlNames<'c>,
        pool: &'r mut Pool<'c>,
        ids: &'r mut FxHashMap<usize, NodeId>,
    ) -> Self {
        Reader {
            names,
            pool,
            ids,
            nodes: Nodes::default(),
            constraints: Vec::new(),
            rewrite: Vec::new(),
            is_matching: true,
        }
    }

    fn pattern(mut self, pattern: OperationRef<'c, '_>) -> Read<'c, Pattern> {
        let mut root = None;
        for operation in body(pattern) {
            if self.names.get(operation) == Some(PdlName::Rewrite) {
                root = self.rewrite(operation)?;
            } else {
                self.matched(operation)?;
            }
        }
        let Some(root) = root.or_else(|| first_root(&self.nodes)) else {
            return fault(pattern, "the pattern matches no operation");
        };
        // All patterns are read before any is used, and half of this may be spare.
        self.nodes.shrink_to_fit();
        self.rewrite.shrink_to_fit();
        let benefit = integer(pattern, "benefit").unwrap_or_default();
        let name =
            string(pattern, "sym_name").map_or_else(String::new, |name| name.value().to_owned());
        Ok(Pattern {
            name,
            location: self.location(pattern),
            benefit: u16::try_from(benefit).unwrap_or_default(),
            labels: labels(pattern),
            has_bounded_recursion: pattern.has_attribute(BOUNDED_RECURSION),
            root,
            bodies: Bodies::of(&self.nodes),
            nodes: self.nodes,
            constraints: self.constraints,
            rewrite: self.rewrite,
        })
    }

    /// Reads an operation of the match section.
    fn matched(&mut self, operation: OperationRef<'c, '_>) -> Read<'c, ()> {
        if self.names.get(operation) != Some(PdlName::Constraint) {
            self.define(operation)?;
        } else if let Some(part) = part_of_body(operation) {
            self.part(part, operation)?;
        } else {
            let call = self.call(operation)?;
            self.constraints.push(call);
        }
        Ok(())
    }

    /// Reads what is in an operation, which is written as a call.
    fn part(&mut self, part: Part, call: OperationRef<'c, '_>) -> Read<'c, NodeId> {
        let operands = self.all_operands(call)?;
        let Some(whole) = operands.first().copied() else {
            return fault(call, &format!("this is not how {} is written", part.name()));
        };
        let ty = operands.get(1).copied();
        let index = number(call, INDEX).unwrap_or_default();
        let is_type = |kind| ty.is_none_or(|ty| self.nodes.kind(ty) == kind);
        let (is_right, node) = match part {
            Part::Region => {
                let node = Node::Region(Region {
                    operation: whole,
                    index,
                    num_blocks: number(call, NUM_BLOCKS),
                });
                let is_operation = matches!(self.nodes[whole], Node::Operation(_));
                (is_operation && ty.is_none(), node)
            }
            Part::Block => {
                let node = Node::Block(Block {
                    region: whole,
                    index,
                    num_arguments: number(call, NUM_ARGUMENTS),
                    is_exact: call.has_attribute(EXACT),
                });
                let is_region = matches!(self.nodes[whole], Node::Region(_));
                (is_region && ty.is_none(), node)
            }
            Part::Argument => {
                let node = Node::Argument {
                    block: whole,
                    index,
                    ty,
                };
                (self.is_block(whole) && is_type(Kind::PdllType), node)
            }
            Part::Arguments => {
                let node = Node::Arguments {
                    block: whole,
                    first: index,
                    types: ty,
                };
                (self.is_block(whole) && is_type(Kind::PdllTypeRange), node)
            }
        };
        let result = call.result(0).ok();
        let kind = result.map(|result| self.names.kind(result.into()));
        if !is_right || call.result_count() != 1 || kind != Some(kind_of_part(&node)) {
            return fault(call, &format!("this is not how {} is written", part.name()));
        }
        Ok(self.add(call, node))
    }

    fn is_block(&self, node: NodeId) -> bool {
        match self.is_matching {
            true => matches!(self.nodes[node], Node::Block(_)),
            false => matches!(self.nodes[node], Node::Built(Built::NewBlock { .. })),
        }
    }

    /// Reads the rewrite, and returns the root if it names one.
    fn rewrite(&mut self, rewrite: OperationRef<'c, '_>) -> Read<'c, Option<NodeId>> {
        self.nodes.end_match();
        self.is_matching = false;
        let name = string(rewrite, "name");
        let arguments = self.operands(rewrite)?;
        let mut root = arguments.first().copied();
        if let Some(name) = name {
            // The arguments of the function need not begin with the root.
            root = root.filter(|_| segment(rewrite, 0) == Some(1));
            let call = Call {
                name: self.pool.name(name.value()),
                arguments,
                results: Vec::new(),
                is_negated: false,
                location: self.location(rewrite),
            };
            self.rewrite.push(Statement::Call(call));
        } else {
            for operation in body(rewrite) {
                let statement = self.statement(operation)?;
                self.rewrite.push(statement);
            }
        }
        Ok(root)
    }

    fn statement(&mut self, operation: OperationRef<'c, '_>) -> Read<'c, Statement> {
        Ok(match self.names.get(operation) {
            Some(PdlName::NativeRewrite) => match part_of_body(operation) {
                Some(part @ (Part::Argument | Part::Arguments)) => {
                    Statement::Define(self.part(part, operation)?)
                }
                _ => match self.building(operation)? {
                    Some(statement) => statement,
                    None => Statement::Call(self.call(operation)?),
                },
            },
            Some(PdlName::Erase) => Statement::Erase(self.operands(operation)?[0]),
            Some(PdlName::Replace) => {
                let mut operands = self.operands(operation)?;
                let replaced = operands.remove(0);
                let by = operands.first().copied();
                match by {
                    Some(by) if self.nodes.kind(by) == Kind::PdllOperation => {
                        Statement::ReplaceByOperation {
                            operation: replaced,
                            by,
                        }
                    }
                    _ => Statement::ReplaceByValues {
                        operation: replaced,
                        by: operands,
                    },
                }
            }
            _ => Statement::Define(self.define(operation)?),
        })
    }

    fn call(&mut self, call: OperationRef<'c, '_>) -> Read<'c, Call> {
        let arguments = self.operands(call)?;
        let results = call.results().map(|result| {
            let kind = self.names.kind(result.into());
            let id = self.nodes.push(Node::Returned { kind });
            self.ids.insert(result.to_raw().ptr.addr(), id);
            id
        });
        let results = results.collect();
        let is_negated = call
            .attribute("isNegated")
            .ok()
            .and_then(|attribute| BoolAttribute::try_from(attribute).ok())
            .is_some_and(|attribute| attribute.value());
        let name = call.attribute("name").expect("a call has a name");
        Ok(Call {
            name: self.name(name),
            arguments,
            results,
            is_negated,
            location: self.location(call),
        })
    }

    /// Reads an operation with one result.
    fn define(&mut self, operation: OperationRef<'c, '_>) -> Read<'c, NodeId> {
        let node = self.node(operation)?;
        Ok(self.add(operation, node))
    }

    fn add(&mut self, operation: OperationRef<'c, '_>, node: Node) -> NodeId {
        let id = self.nodes.push(node);
        let result = operation.result(0).expect("it defines a value");
        self.ids.insert(result.to_raw().ptr.addr(), id);
        id
    }

    fn node(&mut self, operation: OperationRef<'c, '_>) -> Read<'c, Node> {
        if self.names.get(operation) == Some(PdlName::Operation) {
            return Ok(Node::Operation(self.operation(operation)?));
        }
        let operands = self.operands(operation)?;
        let first = operands.first().copied();
        Ok(match self.names.get(operation) {
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
            Some(PdlName::Results) => Node::Results(self.results(operation, operands[0])),
            Some(PdlName::Range) => Node::Range {
                kind: self
                    .names
                    .kind(operation.result(0).expect("it is a range").into()),
                parts: operands,
            },
            _ => return fault(operation, "a pattern cannot contain this operation"),
        })
    }

    fn operation(&mut self, operation: OperationRef<'c, '_>) -> Read<'c, Operation> {
        let name = operation.attribute("opName").ok();
        let name = name.map(|name| self.name(name));
        let mut operands = Groups::default();
        let mut attributes = Vec::new();
        let mut results = Groups::default();
        for id in self.all_operands(operation)? {
            match self.nodes.kind(id) {
                Kind::PdllValue | Kind::PdllValueRange => operands.entries.push(id),
                Kind::PdllAttribute => attributes.push(id),
                _ => results.entries.push(id),
            }
        }
        if let [types] = results.entries[..]
            && self.is_empty_list(types)
        {
            results.entries.clear();
        }
        let names = self.attribute_names(operation).into_iter();
        let mut attributes: Vec<_> = names.zip(attributes).collect();
        let regions = self.take_regions(operation, &mut attributes)?;
        let inside = self.take_parent(operation, &mut attributes)?;
        // Most operations have no attribute but those of the dialect.
        let has_marks = operation.discardable_attribute_count() != 0;
        if has_marks {
            operands.lengths = lengths(operation, List::PdllOperands);
            results.lengths = lengths(operation, List::PdllResults);
        }
        let is_last = has_marks && operation.has_attribute(LAST);
        if is_last && inside.is_none() {
            return fault(operation, &format!("`{LAST}` needs a block in `{PARENT}`"));
        }
        Ok(Operation {
            name,
            operands,
            attributes,
            results,
            num_regions: match has_marks {
                true => number(operation, NUM_REGIONS),
                false => None,
            },
            inside,
            is_last,
            regions,
            has_no_results: has_marks && operation.has_attribute(NO_RESULTS),
        })
    }

    /// Whether a node of a match is a list of no types, which is how some operations say
    /// that they have no results.
    fn is_empty_list(&self, node: NodeId) -> bool {
        let Node::Types { value: Some(value) } = self.nodes[node] else {
            return false;
        };
        let types = self.pool.constants()[value.0 as usize].attribute;
        let types = ArrayAttribute::try_from(types);
        self.is_matching && types.is_ok_and(|types| types.is_empty())
    }

    /// Takes the regions of an operation from its attributes, among which they are written.
    fn take_regions(
        &self,
        operation: OperationRef<'c, '_>,
        attributes: &mut Vec<(NameId, NodeId)>,
    ) -> Read<'c, Vec<NodeId>> {
        let mut regions = Vec::new();
        let mut is_right = true;
        attributes.retain(|(name, node)| {
            let Some(index) = self.pool.text(*name).strip_prefix(REGION_PREFIX) else {
                return true;
            };
            is_right &= index.parse() == Ok(regions.len()) && self.is_given_region(*node);
            regions.push(*node);
            false
        });
        match is_right {
            true => Ok(regions),
            false => fault(
                operation,
                &format!(
                    "`{REGION_PREFIX}` and an index, in order, are the regions of an operation that is created"
                ),
            ),
        }
    }

    /// Whether an operation of the rewrite can take a node as its region.
    fn is_given_region(&self, node: NodeId) -> bool {
        let is_region = matches!(
            self.nodes[node],
            Node::Region(_)
                | Node::Built(Built::NewRegion)
                | Node::Built(Built::CopiedRegion { .. })
        );
        is_region && !self.is_matching
    }

    /// Takes the block of an operation from its attributes, among which it is written.
    fn take_parent(
        &self,
        operation: OperationRef<'c, '_>,
        attributes: &mut Vec<(NameId, NodeId)>,
    ) -> Read<'c, Option<NodeId>> {
        let is_parent = |(name, _): &(NameId, NodeId)| self.pool.text(*name) == PARENT;
        let parent = attributes.iter().position(is_parent);
        let parent = parent.map(|index| attributes.remove(index).1);
        let ids = attributes.iter().map(|(_, id)| *id);
        self.refuse_bodies(operation, ids)?;
        match parent {
            Some(parent) if !self.is_block(parent) || !self.is_matching => fault(
                operation,
                &format!("`{PARENT}` is the block of an operation that is matched"),
            ),
            parent => Ok(parent),
        }
    }

    /// Regions and blocks are no attributes, although they are written as if they were.
    fn refuse_bodies(
        &self,
        operation: OperationRef<'c, '_>,
        mut ids: impl Iterator<Item = NodeId>,
    ) -> Read<'c, ()> {
        match ids.any(|id| self.nodes[id].is_part()) {
            true => fault(operation, "this cannot use a region or block"),
            false => Ok(()),
        }
    }

    fn attribute_names(&mut self, operation: OperationRef<'c, '_>) -> Vec<NameId> {
        let Ok(names) = operation.attribute("attributeValueNames") else {
            return Vec::new();
        };
        let names = ArrayAttribute::try_from(names).expect("the verifier has seen the names");
        (0..names.len())
            .map(|index| self.name(names.element(index).expect("it is one of them")))
            .collect()
    }

    fn results(&mut self, access: OperationRef<'c, '_>, operation: NodeId) -> Results {
        let groups = string(access, RESULT_GROUPS).map(|text| {
            let text = text.value();
            let (division, groups) = text.rsplit_once(' ').unwrap_or(("", text));
            let lengths = Lengths {
                are_equal: division == "equal",
                are_single: false,
                are_segments: division == "segments",
            };
            (lengths, groups.to_owned())
        });
        Results {
            operation,
            index: index(access),
            kind: self
                .names
                .kind(access.result(0).expect("it has a result").into()),
            groups,
            location: self.location(access),
        }
    }

    fn operands(&self, operation: OperationRef<'c, '_>) -> Read<'c, Vec<NodeId>> {
        let operands = self.all_operands(operation)?;
        self.refuse_bodies(operation, operands.iter().copied())?;
        Ok(operands)
    }

    /// The operands, regions and blocks among them.
    fn all_operands(&self, operation: OperationRef<'c, '_>) -> Read<'c, Vec<NodeId>> {
        let id = |value: Value<'c, '_>| self.ids.get(&value.to_raw().ptr.addr()).copied();
        match operation.operands().map(id).collect() {
            Some(operands) => Ok(operands),
            None => fault(
                operation,
                "this uses a value that no operation of the pattern defines",
            ),
        }
    }

    fn name(&mut self, text: Attribute<'c>) -> NameId {
        self.pool.name_of(text)
    }

    fn constant(
        &mut self,
        operation: OperationRef<'c, '_>,
        name: &str,
        kind: ConstantKind,
    ) -> Option<ConstantId> {
        let attribute = operation.attribute(name).ok()?;
        Some(self.pool.constant(attribute, kind))
    }

    fn location(&mut self, operation: OperationRef<'c, '_>) -> ConstantId {
        let attribute = location_attribute(operation.location());
        self.pool
            .constant(attribute, ConstantKind::PdllConstantIsAttribute)
    }
}

/// A part of the inside of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Region,
    Block,
    Argument,
    Arguments,
}

impl Part {
    fn name(self) -> &'static str {
        match self {
            Part::Region => "a region",
            Part::Block => "a block",
            Part::Argument => "an argument",
            Part::Arguments => "a range of arguments",
        }
    }
}

/// What a constraint stands for if it is no call, but a part of an operation.
pub(super) fn part_of_body(constraint: OperationRef<'_, '_>) -> Option<Part> {
    match string(constraint, "name")?.value() {
        REGION => Some(Part::Region),
        BLOCK => Some(Part::Block),
        ARGUMENT => Some(Part::Argument),
        ARGUMENTS => Some(Part::Arguments),
        _ => None,
    }
}

fn kind_of_part(node: &Node) -> Kind {
    match node {
        Node::Argument { .. } => Kind::PdllValue,
        Node::Arguments { .. } => Kind::PdllValueRange,
        _ => Kind::PdllAttribute,
    }
}

/// The first operation that no other operation of the pattern uses or holds.
fn first_root(nodes: &Nodes) -> Option<NodeId> {
    let parent = |id: &NodeId| match &nodes[*id] {
        Node::Result { operation, .. } | Node::Results(Results { operation, .. }) => {
            Some(*operation)
        }
        _ => None,
    };
    let used: FxHashSet<_> = nodes
        .matched_operations()
        .flat_map(|(_, operation)| operation.operands.entries.iter().filter_map(parent))
        .collect();
    let all: Vec<_> = nodes.matched_operations().collect();
    let is_free =
        |(id, operation): &&(NodeId, &Operation)| operation.inside.is_none() && !used.contains(id);
    let unused = all.iter().find(is_free);
    unused.or(all.first()).map(|(id, _)| *id)
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
