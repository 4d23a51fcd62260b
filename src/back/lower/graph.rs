//! Operations of the `pdl` dialect as graphs, of which there need be no IR.

use super::op::{Constant, Mark, Op, Parts, Place, Target};
use crate::{
    back::graph::{
        build::{Defined, Fallible, GraphBuilder, Head, Marks, WrittenCall},
        pattern::{Groups, Lengths, Node, NodeId, Operation, Results},
        pool::ConstantId,
    },
    front::{
        contract::{EXACT, INDEX, NUM_ARGUMENTS, NUM_BLOCKS},
        hir::{self, CallKind, RangeLengths},
        ods::{self, Layout},
    },
    mlir::ffi::{
        ir::location_attribute,
        program::{ConstantKind, Kind},
    },
};
use melior::{
    Context,
    ir::{
        Attribute, Location,
        attribute::{ArrayAttribute, TypeAttribute},
    },
};

/// Makes the graphs of patterns.
pub(super) struct Graphs<'c> {
    builder: GraphBuilder<'c>,
    /// What is open, the innermost last.
    open: Vec<Open>,
    /// The root of the pattern whose rewrite was closed last.
    root: Option<NodeId>,
    /// The place of everything, and a list of no types.
    unknown: ConstantId,
    no_types: ConstantId,
    /// Whether no pattern can have some part. Only IR shows where it stands.
    has_fault: bool,
}

enum Open {
    Pattern(Head),
    /// The rewrite of an operation.
    Rewrite(NodeId),
}

impl<'c> Graphs<'c> {
    pub(super) fn new(context: &'c Context) -> Self {
        let mut builder = GraphBuilder::default();
        let unknown = location_attribute(Location::unknown(context));
        let no_types = ArrayAttribute::new(context, &[]).into();
        let pool = builder.pool();
        Graphs {
            unknown: pool.constant(unknown, ConstantKind::PdllConstantIsAttribute),
            no_types: pool.constant(no_types, ConstantKind::PdllConstantIsTypes),
            builder,
            open: Vec::new(),
            root: None,
            has_fault: false,
        }
    }

    /// The graphs, unless some pattern cannot be one.
    pub(super) fn finish(self) -> Option<GraphBuilder<'c>> {
        (!self.has_fault).then_some(self.builder)
    }

    fn head(&self, pattern: &hir::Pattern) -> Head {
        Head {
            name: pattern.name.as_deref().unwrap_or_default().to_owned(),
            location: self.unknown,
            benefit: pattern.benefit,
            labels: pattern.labels.clone(),
            has_bounded_recursion: pattern.bounded_recursion,
        }
    }

    fn add(&mut self, op: &Op<'_, 'c, NodeId>) -> Fallible<Defined> {
        let node = match op {
            Op::Pattern(_) | Op::Rewrite { .. } => unreachable!("they are opened"),
            Op::Operation(parts) => {
                let operation = self.operation(parts);
                return self.builder.operation(operation);
            }
            Op::Call {
                kind,
                function,
                arguments,
                results,
                marks,
            } => {
                let call = WrittenCall {
                    name: function,
                    arguments: arguments.clone(),
                    results: results.iter().map(|ty| kind_of(*ty)).collect(),
                    is_negated: *kind == CallKind::NegatedConstraint,
                    marks: marks_of_part(marks),
                    location: self.unknown,
                };
                return self.builder.call(call);
            }
            Op::Erase { operation } => return self.builder.erase(*operation),
            Op::ReplaceWithOperation { operation, with } => {
                return self.builder.replace(*operation, vec![*with]);
            }
            Op::ReplaceWithValues { operation, with } => {
                return self.builder.replace(*operation, with.clone());
            }
            Op::Operand { ty } => Node::Operand { ty: *ty },
            Op::Operands { ty } => Node::Operands { types: *ty },
            Op::Attribute { ty } => Node::Attribute {
                value: None,
                ty: *ty,
            },
            Op::AttributeConstant(value) => Node::Attribute {
                value: Some(self.constant(*value, ConstantKind::PdllConstantIsAttribute)),
                ty: None,
            },
            Op::Type(constant) => Node::Type {
                value: constant.map(|ty| {
                    let ty = TypeAttribute::new(ty).into();
                    self.constant(ty, ConstantKind::PdllConstantIsType)
                }),
            },
            Op::Types => Node::Types { value: None },
            Op::NoTypes => Node::Types {
                value: Some(self.no_types),
            },
            Op::Result { operation, index } => Node::Result {
                operation: *operation,
                index: *index,
                location: self.unknown,
            },
            Op::Results { operation } => Node::Results(Results {
                operation: *operation,
                index: None,
                kind: Kind::PdllValueRange,
                groups: None,
                location: self.unknown,
            }),
            Op::ResultGroup {
                operation,
                index,
                is_range,
                layout,
            } => Node::Results(Results {
                operation: *operation,
                index: Some(*index),
                kind: match is_range {
                    true => Kind::PdllValueRange,
                    false => Kind::PdllValue,
                },
                groups: layout.map(groups_of),
                location: self.unknown,
            }),
            Op::Range { ty, elements } => Node::Range {
                kind: kind_of(*ty),
                parts: elements.clone(),
            },
        };
        Ok(self.builder.define(node))
    }

    fn operation(&mut self, parts: &Parts<'_, NodeId>) -> Operation {
        let groups = |entries: &[NodeId], lengths| Groups {
            entries: entries.to_vec(),
            lengths: lengths_of(lengths, entries.len()),
        };
        let attributes = parts.attributes.iter();
        let pool = self.builder.pool();
        Operation {
            name: parts.name.map(|name| pool.name(name)),
            attributes: attributes
                .map(|(name, value)| (pool.name(name), *value))
                .collect(),
            operands: groups(&parts.operands, parts.operand_lengths),
            results: groups(&parts.result_types, parts.result_lengths),
            num_regions: parts.num_regions,
            inside: None,
            is_last: parts.is_last,
            regions: Vec::new(),
            has_no_results: false,
        }
    }

    fn constant(&mut self, value: Attribute<'c>, kind: ConstantKind) -> ConstantId {
        self.builder.pool().constant(value, kind)
    }
}

impl<'c> Target<'c> for Graphs<'c> {
    type Operation = Defined;
    type Value = NodeId;

    fn append(&mut self, _: Place<'_>, op: &Op<'_, 'c, NodeId>) -> Defined {
        self.add(op).unwrap_or_else(|_| {
            self.has_fault = true;
            self.builder.stand_ins(kinds_of_results(op))
        })
    }

    fn open(&mut self, _: Place<'_>, op: &Op<'_, 'c, NodeId>) {
        self.open.push(match op {
            Op::Pattern(pattern) => {
                self.builder.begin();
                Open::Pattern(self.head(pattern))
            }
            Op::Rewrite { root } => {
                self.builder.begin_rewrite();
                Open::Rewrite(*root)
            }
            _ => unreachable!("nothing else has a block"),
        });
    }

    fn close(&mut self) {
        match self.open.pop() {
            Some(Open::Rewrite(root)) => self.root = Some(root),
            Some(Open::Pattern(head)) => {
                self.has_fault |= self.builder.end(head, self.root.take()).is_err();
            }
            None => unreachable!("what is closed is open"),
        }
    }

    fn result(&self, defined: Defined, index: usize) -> Option<NodeId> {
        defined.get(index)
    }
}

/// The kinds of the results of an operation that need not be as it should.
fn kinds_of_results<V>(op: &Op<'_, '_, V>) -> Vec<Kind> {
    match op {
        Op::Call { results, .. } => results.iter().map(|ty| kind_of(*ty)).collect(),
        Op::Operation(_) => vec![Kind::PdllOperation],
        _ => Vec::new(),
    }
}

fn kind_of(ty: hir::Type) -> Kind {
    match ty {
        hir::Type::Attribute => Kind::PdllAttribute,
        hir::Type::Operation => Kind::PdllOperation,
        hir::Type::Type => Kind::PdllType,
        hir::Type::TypeRange => Kind::PdllTypeRange,
        hir::Type::Value => Kind::PdllValue,
        hir::Type::ValueRange => Kind::PdllValueRange,
        // The dialect has no types for them.
        hir::Type::Region | hir::Type::Block | hir::Type::Place => Kind::PdllAttribute,
    }
}

/// What the marks of a list say that has that many entries.
fn lengths_of(lengths: RangeLengths, count: usize) -> Lengths {
    Lengths {
        are_equal: lengths == RangeLengths::Equal && count > 1,
        are_single: lengths == RangeLengths::One,
        are_segments: lengths == RangeLengths::Segments && count > 1,
    }
}

fn groups_of(Layout { groups, lengths }: &Layout) -> (Lengths, String) {
    let lengths = Lengths {
        are_equal: *lengths == ods::Lengths::Equal,
        are_single: false,
        are_segments: *lengths == ods::Lengths::Segments,
    };
    (lengths, groups.to_string())
}

fn marks_of_part(marks: &[Mark<'_>]) -> Marks {
    let number = |name| {
        marks.iter().find_map(|mark| match mark {
            (of, Constant::Number(number)) if *of == name => Some(*number),
            _ => None,
        })
    };
    Marks {
        index: number(INDEX).unwrap_or_default(),
        num_blocks: number(NUM_BLOCKS),
        num_arguments: number(NUM_ARGUMENTS),
        is_exact: marks.iter().any(|(name, _)| *name == EXACT),
    }
}
