//! Meaning to IR, to its text, or to graphs without IR: every
//! [`Node`](crate::front::hir::Node) becomes one operation of the `pdl` dialect.
//!
//! Lowering cannot report user errors. It makes operations with the location of their
//! source, and names them after their variable, unless it is told to save that.

mod build;
pub(crate) mod disjunction;
mod expand;
mod graph;
mod literal_size;
mod literals;
mod op;
mod places;
mod regions;
#[cfg(test)]
mod tests;
mod text;

pub(crate) use expand::expand;
pub use literals::{DialectAccess, Literals, MlirHost};
pub use places::Located;

use crate::{
    back::graph::Graph,
    base::source::{SourceMap, Span},
    front::contract::{BOUND_TYPES, PARENT, REGION_PREFIX},
    front::hir::{self, NodeKind, Replacement},
    front::host::HiddenNatives,
    mlir::ffi,
};
use build::Builder;
use graph::Graphs;
use melior::{
    Context,
    ir::{Attribute, Module},
};
use op::{Op, Parts, Place, Target};
use places::Places;
use rustc_hash::FxHashSet;
use std::borrow::Cow;
use text::Text;

/// Appends patterns to `target`.
///
/// `literals` are those of the host with which the patterns were analyzed, and
/// `sources` the files that it came from.
pub fn lower<'c>(
    context: &'c Context,
    patterns: &[hir::Pattern],
    literals: &Literals<'c>,
    natives: HiddenNatives,
    (sources, located): (&SourceMap, Located),
    target: &Module<'c>,
) {
    ffi::ir::load_pdl(context);
    let mut builder = Builder::new(context, sources, located, target);
    for pattern in patterns {
        Lowering::new(context, pattern, literals, natives, &mut builder).pattern();
    }
}

/// Returns the text of a module with the patterns of `file`, as MLIR prints it with
/// locations.
pub fn print<'c>(
    context: &'c Context,
    patterns: &[hir::Pattern],
    literals: &Literals<'c>,
    natives: HiddenNatives,
    (sources, file): (&SourceMap, Span),
) -> String {
    let mut text = Text::new(sources, file);
    for pattern in patterns {
        Lowering::new(context, pattern, literals, natives, &mut text).pattern();
    }
    text.finish()
}

/// Returns the graphs of patterns, without IR, which would take several times as long. No
/// part of them has a location. There are none if some pattern has a part that no pattern
/// can have, although it can be said in `pdl`: who reads its IR can say where.
pub(crate) fn graph<'c>(
    context: &'c Context,
    patterns: &[hir::Pattern],
    literals: &Literals<'c>,
    natives: HiddenNatives,
) -> Option<Graph<'c, 'c>> {
    let mut graphs = Graphs::new(context);
    for pattern in patterns {
        Lowering::new(context, pattern, literals, natives, &mut graphs).pattern();
    }
    Some(Graph::without_ir(context, graphs.finish()?))
}

/// An empty module that holds the patterns of `file`.
pub fn empty_module<'c>(context: &'c Context, sources: &SourceMap, file: Span) -> Module<'c> {
    ffi::ir::load_pdl(context);
    Module::new(Places::new(context, sources, Located::Parts).start(file))
}

struct Lowering<'c, 's, T: Target<'c>> {
    context: &'c Context,
    literals: &'s Literals<'c>,
    natives: HiddenNatives,
    pattern: &'s hir::Pattern,
    target: &'s mut T,
    /// The operation of each node so far; none for the result of a call.
    operations: Vec<Option<T::Operation>>,
    /// The value of each node so far; none for a node without a value.
    values: Vec<Option<T::Value>>,
    /// The operations that replace others.
    replacements: FxHashSet<hir::NodeId>,
}

impl<'c, 's, T: Target<'c>> Lowering<'c, 's, T> {
    fn new(
        context: &'c Context,
        pattern: &'s hir::Pattern,
        literals: &'s Literals<'c>,
        natives: HiddenNatives,
        target: &'s mut T,
    ) -> Self {
        debug_assert_eq!(pattern.verify(), Ok(()));
        Lowering {
            context,
            literals,
            natives,
            pattern,
            target,
            operations: Vec::with_capacity(pattern.nodes.len()),
            values: Vec::with_capacity(pattern.nodes.len()),
            replacements: replacements(pattern),
        }
    }

    fn pattern(&mut self) {
        let pattern = self.pattern;
        self.target
            .open(self.at(pattern.span), &Op::Pattern(pattern));
        for index in 0..pattern.rewrite_start {
            self.node(index);
        }
        let root = self.value(pattern.root);
        self.target
            .open(self.at(pattern.rewrite_span), &Op::Rewrite { root });
        // After a replacement by values, MLIR would take the name of the next value for a part
        // of it when it reads what it has printed.
        let is_open = matches!(
            pattern.nodes.last().map(|node| &node.kind),
            Some(NodeKind::Replace {
                with: Replacement::Values(_),
                ..
            })
        );
        if is_open {
            self.mentions();
        }
        for index in pattern.rewrite_start..pattern.nodes.len() {
            self.node(index);
        }
        if !is_open {
            self.mentions();
        }
        self.target.close();
        self.target.close();
    }

    /// Mentions the operations that nothing else does.
    fn mentions(&mut self) {
        for operation in hir::unused_operations(self.pattern) {
            self.mention(operation);
        }
    }

    /// Mentions an operation without an effect.
    fn mention(&mut self, operation: hir::NodeId) {
        let place = self.place(operation.index());
        let operation = self.value(operation);
        let results = self.append(place, &Op::Results { operation });
        let range = Op::Range {
            ty: hir::Type::ValueRange,
            elements: vec![results],
        };
        self.target.append(place, &range);
    }

    fn node(&mut self, index: usize) {
        let node = &self.pattern.nodes[index];
        let place = Place {
            name: self.name_of(index),
            ..self.place(index)
        };
        let op = match &node.kind {
            NodeKind::Operand { ty } => Op::Operand {
                ty: ty.map(|ty| self.value(ty)),
            },
            NodeKind::Operands { ty } => Op::Operands {
                ty: ty.map(|ty| self.value(ty)),
            },
            NodeKind::Type => Op::Type(None),
            NodeKind::TypeLiteral(literal) => Op::Type(Some(self.literals.ty(*literal))),
            NodeKind::Types => Op::Types,
            NodeKind::Attribute { ty } => Op::Attribute {
                ty: ty.map(|ty| self.value(ty)),
            },
            NodeKind::AttributeLiteral(literal) => {
                Op::AttributeConstant(self.literals.attribute(*literal))
            }
            NodeKind::UnitAttribute => Op::AttributeConstant(Attribute::unit(self.context)),
            NodeKind::Disjunction(disjunction) => {
                Op::AttributeConstant(disjunction::attribute(self.context, disjunction))
            }
            NodeKind::Operation(operation) => {
                Op::Operation(self.operation(place, index, operation))
            }
            NodeKind::Region { .. }
            | NodeKind::Block { .. }
            | NodeKind::Argument { .. }
            | NodeKind::Arguments { .. } => {
                let part = self.part(place, &node.kind);
                return self.push(part);
            }
            NodeKind::Place
            | NodeKind::Insert { .. }
            | NodeKind::NewRegion
            | NodeKind::NewBlock { .. } => {
                let step = self.building(place, &node.kind);
                return self.push(step);
            }
            NodeKind::Result { operation, index } => Op::Result {
                operation: self.value(*operation),
                index: *index,
            },
            NodeKind::Results { operation } => Op::Results {
                operation: self.value(*operation),
            },
            NodeKind::ResultGroup {
                operation,
                index,
                is_range,
                layout,
            } => Op::ResultGroup {
                operation: self.value(*operation),
                index: *index,
                is_range: *is_range,
                layout: layout.as_ref(),
            },
            NodeKind::Range { .. } if index < self.pattern.rewrite_start => Op::NoTypes,
            NodeKind::Range { ty, elements } => Op::Range {
                ty: *ty,
                elements: self.values_of(elements),
            },
            NodeKind::Call(call) => self.call(call),
            NodeKind::CallResult { call, index, .. } => {
                let result = self.call_result(*call, *index);
                self.operations.push(None);
                self.values.push(Some(result));
                return;
            }
            NodeKind::Erase { operation } => Op::Erase {
                operation: self.value(*operation),
            },
            NodeKind::Replace { operation, with } => self.replacement(*operation, with),
        };
        let operation = self.target.append(place, &op);
        self.push(operation);
    }

    /// The variable for what a node makes.
    fn name_of(&self, index: usize) -> Option<&'s str> {
        let node = &self.pattern.nodes[index];
        // The operation of a call stands for its only result, too, which comes next.
        let result = self.pattern.nodes.get(index + 1);
        match (
            &node.kind,
            result.map(|result| (&result.name, &result.kind)),
        ) {
            (NodeKind::Call(call), Some((name, NodeKind::CallResult { call: of, .. })))
                if call.results.len() == 1 && of.index() == index =>
            {
                name.as_deref()
            }
            _ => node.name.as_deref(),
        }
    }

    /// Adds the operation of the next node.
    fn push(&mut self, operation: T::Operation) {
        self.operations.push(Some(operation));
        self.values.push(self.target.result(operation, 0));
    }

    fn replacement(&self, operation: hir::NodeId, with: &Replacement) -> Op<'s, 'c, T::Value> {
        let operation = self.value(operation);
        match with {
            Replacement::Operation(with) => Op::ReplaceWithOperation {
                operation,
                with: self.value(*with),
            },
            Replacement::Values(values) => Op::ReplaceWithValues {
                operation,
                with: self.values_of(values),
            },
        }
    }

    fn call<'o>(&self, call: &'o hir::Call) -> Op<'o, 'c, T::Value> {
        Op::Call {
            kind: call.kind,
            function: &call.function,
            arguments: self.values_of(&call.arguments),
            results: &call.results,
            marks: Vec::new(),
        }
    }

    fn call_result(&self, call: hir::NodeId, index: u32) -> T::Value {
        self.operations[call.index()]
            .and_then(|call| self.target.result(call, index as usize))
            .expect("a call has the results that its function declares")
    }

    /// Appends an operation, and returns its first result.
    fn append(&mut self, place: Place<'_>, op: &Op<'_, 'c, T::Value>) -> T::Value {
        let operation = self.target.append(place, op);
        let result = self.target.result(operation, 0);
        result.expect("the operation has a result")
    }

    /// A place that no call brought here.
    fn at(&self, span: Span) -> Place<'s> {
        Place {
            span,
            name: None,
            call: None,
            calls: &self.pattern.calls,
        }
    }

    /// The source of a node, and the calls that brought it here.
    fn place(&self, index: usize) -> Place<'s> {
        let node = &self.pattern.nodes[index];
        Place {
            call: node.call,
            ..self.at(node.span)
        }
    }

    fn operation(
        &mut self,
        place: Place<'_>,
        index: usize,
        operation: &'s hir::Operation,
    ) -> Parts<'s, T::Value> {
        Parts {
            result_types: self.result_types(place, index, operation),
            name: operation.name.as_deref(),
            operands: self.values_of(&operation.operands),
            attributes: self.attributes(operation),
            operand_lengths: match self.can_be_marked(index, operation) {
                true => operation.operand_lengths,
                false => hir::RangeLengths::default(),
            },
            result_lengths: operation.result_lengths,
            is_last: operation.is_last,
            num_regions: operation.num_regions,
        }
    }

    fn attributes(&self, operation: &'s hir::Operation) -> Vec<(Cow<'s, str>, T::Value)> {
        let own = operation.attributes.iter();
        let own = own.map(|(name, value)| (Cow::Borrowed(name.as_str()), *value));
        let parent = operation.inside.map(|parent| (PARENT.into(), parent));
        let regions = (0..).zip(&operation.regions);
        let regions = regions.map(|(index, region)| {
            let name = format!("{REGION_PREFIX}{index}");
            (name.into(), *region)
        });
        own.chain(parent)
            .chain(regions)
            .map(|(name, value)| (name, self.value(value)))
            .collect()
    }

    fn result_types(
        &mut self,
        place: Place<'_>,
        index: usize,
        operation: &hir::Operation,
    ) -> Vec<T::Value> {
        let types = operation.result_types.as_deref().unwrap_or_default();
        let mut result_types: Vec<_> = match index < self.pattern.rewrite_start {
            true => self.values_of(types),
            false => types
                .iter()
                .map(|ty| self.created_type(place, *ty))
                .collect(),
        };
        if self.replaces_by_nothing(index, operation) {
            let none = Op::Range {
                ty: hir::Type::TypeRange,
                elements: Vec::new(),
            };
            result_types.push(self.append(place, &none));
        } else if self.needs_type_list(index, operation) {
            result_types.push(self.append(place, &Op::NoTypes));
        }
        result_types
    }

    /// Whether an operation without results says so by a list of types. One to match needs it
    /// if there are neither attributes nor types: MLIR would take the number of regions for an
    /// attribute when it reads what it has printed. One to create would otherwise have the
    /// results that follow from its regions.
    fn needs_type_list(&self, index: usize, operation: &hir::Operation) -> bool {
        let is_ambiguous = match index < self.pattern.rewrite_start {
            true => {
                operation.num_regions.is_some()
                    && operation.inside.is_none()
                    && operation.attributes.is_empty()
            }
            false => !operation.regions.is_empty(),
        };
        is_ambiguous && operation.result_types.as_ref().is_some_and(Vec::is_empty)
    }

    /// Whether an operation may have a mark about its operands. Without the attribute that
    /// holds their lengths, a mark says nothing; without any attribute and result type, MLIR
    /// cannot read it back. Nothing asks for the mark of an operation to create.
    fn can_be_marked(&self, index: usize, operation: &hir::Operation) -> bool {
        let types = operation.result_types.as_deref().unwrap_or_default();
        let is_matched = index < self.pattern.rewrite_start;
        self.natives == HiddenNatives::Allowed && is_matched
            || !operation.attributes.is_empty()
            || !types.is_empty()
    }

    /// The value of a result type of an operation to create. The verifier of the dialect
    /// rejects results of native constraints as such, but not those of native rewrites. It
    /// also allows them if the operation replaces another one; analysis makes sure of that
    /// where no native rewrite may be added.
    fn created_type(&mut self, place: Place<'_>, node: hir::NodeId) -> T::Value {
        let nodes = &self.pattern.nodes;
        let is_computed = matches!(nodes[node.index()].kind, NodeKind::CallResult { call, .. }
            if call.index() < self.pattern.rewrite_start);
        if !is_computed || self.natives == HiddenNatives::Forbidden {
            return self.value(node);
        }
        let ty = nodes[node.index()].kind.ty();
        let call = Op::Call {
            kind: hir::CallKind::Rewrite,
            function: BOUND_TYPES,
            arguments: vec![self.value(node)],
            results: ty.as_slice(),
            marks: Vec::new(),
        };
        self.append(place, &call)
    }

    /// Whether node `index` is an operation that is created without results, and
    /// replaces another one. Without result types it would have those of the
    /// other one, as `mlir-pdll` has it.
    fn replaces_by_nothing(&self, index: usize, operation: &hir::Operation) -> bool {
        let is_empty = operation.result_types.as_ref().is_some_and(Vec::is_empty);
        self.natives == HiddenNatives::Allowed
            && is_empty
            && self.replacements.contains(&hir::NodeId(index as u32))
    }

    fn value(&self, node: hir::NodeId) -> T::Value {
        self.values[node.index()].expect("analysis uses only nodes that have a value")
    }

    fn values_of(&self, nodes: &[hir::NodeId]) -> Vec<T::Value> {
        nodes.iter().map(|node| self.value(*node)).collect()
    }
}

fn replacements(pattern: &hir::Pattern) -> FxHashSet<hir::NodeId> {
    let rewrites = pattern.nodes[pattern.rewrite_start..].iter();
    rewrites
        .filter_map(|node| match &node.kind {
            NodeKind::Replace {
                with: Replacement::Operation(with),
                ..
            } => Some(*with),
            _ => None,
        })
        .collect()
}
