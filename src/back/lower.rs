//! Meaning to IR: every [`Node`](crate::front::hir::Node) becomes one operation of
//! the `pdl` dialect.
//!
//! Lowering cannot report user errors. It builds operations through MLIR's API,
//! with the location of their source, and names them after their variable.

mod build;
pub(crate) mod disjunction;
mod expand;
mod literal_size;
mod literals;
mod places;
mod regions;
#[cfg(test)]
mod tests;

pub(crate) use expand::expand;
pub use literals::{DialectAccess, MlirHost};

use crate::{
    base::source::{SourceMap, Span},
    front::contract::{BOUND_TYPES, PARENT, REGION_PREFIX},
    front::hir::{self, NodeKind, Replacement},
    front::host::HiddenNatives,
    mlir::ffi,
};
use build::{Builder, Parts};
use literals::Literals;
use melior::{
    Context,
    ir::{
        BlockLike, BlockRef, Location, Module, OperationRef, RegionLike, Value,
        operation::OperationLike,
    },
};
use places::Places;
use std::collections::{HashMap, HashSet};

/// Appends patterns to `target`.
///
/// `literals` are those of the host with which the patterns were analyzed, and
/// `sources` the files that it came from.
pub fn lower<'c>(
    context: &'c Context,
    patterns: &[hir::Pattern],
    literals: &Literals<'c>,
    natives: HiddenNatives,
    sources: &SourceMap,
    target: &Module<'c>,
) {
    ffi::ir::load_pdl(context);
    let builder = Builder::new(context);
    let places = Places::new(context, sources);
    for pattern in patterns {
        debug_assert_eq!(pattern.verify(), Ok(()));
        let mut lowering = Lowering {
            context,
            builder: &builder,
            literals,
            natives,
            places: &places,
            pattern,
            values: Vec::with_capacity(pattern.nodes.len()),
            operations: HashMap::new(),
            replacements: replacements(pattern),
        };
        lowering.pattern(target.body());
    }
}

/// An empty module that holds the patterns of `file`.
pub fn empty_module<'c>(context: &'c Context, sources: &SourceMap, file: Span) -> Module<'c> {
    ffi::ir::load_pdl(context);
    Module::new(Places::new(context, sources).location(file))
}

struct Lowering<'c, 'a, 's> {
    context: &'c Context,
    builder: &'s Builder<'c>,
    literals: &'s Literals<'c>,
    natives: HiddenNatives,
    places: &'s Places<'c, 's>,
    pattern: &'s hir::Pattern,
    /// The value of each node so far; none for a node without a value.
    values: Vec<Option<Value<'c, 'a>>>,
    /// The calls so far, by node.
    operations: HashMap<usize, OperationRef<'c, 'a>>,
    /// The operations that replace others.
    replacements: HashSet<hir::NodeId>,
}

impl<'c, 'a> Lowering<'c, 'a, '_> {
    fn pattern(&mut self, module: BlockRef<'c, 'a>) {
        let pattern = self.pattern;
        let location = self.places.location(pattern.span);
        let operation = self.builder.pattern(location, pattern);
        let matcher = body(module.append_operation(operation));
        for index in 0..pattern.rewrite_start {
            self.node(matcher, index);
        }
        let location = self.places.location(pattern.rewrite_span);
        let rewrite = self.builder.rewrite(location, self.value(pattern.root));
        let rewriter = body(matcher.append_operation(rewrite));
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
            self.mentions(rewriter);
        }
        for index in pattern.rewrite_start..pattern.nodes.len() {
            self.node(rewriter, index);
        }
        if !is_open {
            self.mentions(rewriter);
        }
    }

    /// Mentions the operations that nothing else does.
    fn mentions(&self, block: BlockRef<'c, 'a>) {
        for operation in hir::unused_operations(self.pattern) {
            self.mention(block, operation);
        }
    }

    /// Mentions an operation without an effect.
    fn mention(&self, block: BlockRef<'c, 'a>, operation: hir::NodeId) {
        let location = self.location(&self.pattern.nodes[operation.index()]);
        let results = self.builder.results(location, self.value(operation));
        let results = value(block.append_operation(results)).expect("it has a result");
        let range = self
            .builder
            .range(location, hir::Type::ValueRange, &[results]);
        block.append_operation(range);
    }

    fn node(&mut self, block: BlockRef<'c, 'a>, index: usize) {
        let node = &self.pattern.nodes[index];
        let mut location = self.location(node);
        if let Some(name) = &node.name {
            location = Location::name(self.context, name, location);
        }
        let b = self.builder;
        let operation = match &node.kind {
            NodeKind::Operand { ty } => b.operand(location, ty.map(|ty| self.value(ty))),
            NodeKind::Operands { ty } => b.operands(location, ty.map(|ty| self.value(ty))),
            NodeKind::Type => b.ty(location, None),
            NodeKind::TypeLiteral(literal) => b.ty(location, Some(self.literals.ty(*literal))),
            NodeKind::Types => b.types(location),
            NodeKind::Attribute { ty } => b.attribute(location, ty.map(|ty| self.value(ty))),
            NodeKind::AttributeLiteral(literal) => {
                b.attribute_constant(location, self.literals.attribute(*literal))
            }
            NodeKind::UnitAttribute => b.unit_attribute(location),
            NodeKind::Disjunction(disjunction) => b.attribute_constant(
                location,
                self::disjunction::attribute(self.context, disjunction),
            ),
            NodeKind::Operation(operation) => self.operation(block, location, index, operation),
            NodeKind::Region { .. }
            | NodeKind::Block { .. }
            | NodeKind::Argument { .. }
            | NodeKind::Arguments { .. } => self.part(location, &node.kind),
            NodeKind::Place
            | NodeKind::Insert { .. }
            | NodeKind::NewRegion
            | NodeKind::NewBlock { .. } => self.building(location, &node.kind),
            NodeKind::Result { operation, index } => {
                b.result(location, self.value(*operation), *index)
            }
            NodeKind::Results { operation } => b.results(location, self.value(*operation)),
            NodeKind::ResultGroup {
                operation,
                index,
                is_range,
                layout,
            } => b.result_group(
                location,
                self.value(*operation),
                *index,
                *is_range,
                layout.as_ref(),
            ),
            NodeKind::Range { .. } if index < self.pattern.rewrite_start => b.no_types(location),
            NodeKind::Range { ty, elements } => b.range(location, *ty, &self.values_of(elements)),
            NodeKind::Call(call) => self.call(location, call),
            NodeKind::CallResult { call, index, .. } => {
                self.values.push(Some(self.call_result(*call, *index)));
                return;
            }
            NodeKind::Erase { operation } => b.erase(location, self.value(*operation)),
            NodeKind::Replace { operation, with } => {
                let operation = self.value(*operation);
                match with {
                    Replacement::Operation(with) => {
                        b.replace_with_operation(location, operation, self.value(*with))
                    }
                    Replacement::Values(values) => {
                        b.replace_with_values(location, operation, &self.values_of(values))
                    }
                }
            }
        };
        let operation = block.append_operation(operation);
        if let NodeKind::Call(_) = node.kind {
            self.operations.insert(index, operation);
        }
        self.values.push(value(operation));
    }

    fn call(&self, location: Location<'c>, call: &hir::Call) -> melior::ir::Operation<'c> {
        let arguments = self.values_of(&call.arguments);
        self.builder.call(location, call, &arguments)
    }

    fn call_result(&self, call: hir::NodeId, index: u32) -> Value<'c, 'a> {
        self.operations[&call.index()]
            .result(index as usize)
            .expect("a call has the results that its function declares")
            .into()
    }

    /// The source of a node, and the calls that brought it here.
    fn location(&self, node: &hir::Node) -> Location<'c> {
        let at = |span| self.places.location(span);
        let mut location = at(node.span);
        let mut call = node.call;
        while let Some(hir::CallId(number)) = call {
            let site = self.pattern.calls[number as usize];
            location = Location::call_site(location, at(site.span));
            call = site.caller;
        }
        location
    }

    fn operation(
        &self,
        block: BlockRef<'c, 'a>,
        location: Location<'c>,
        index: usize,
        operation: &hir::Operation,
    ) -> melior::ir::Operation<'c> {
        let regions = (0..).zip(&operation.regions);
        let regions: Vec<_> = regions
            .map(|(index, region)| (format!("{REGION_PREFIX}{index}"), *region))
            .collect();
        let (attribute_names, attributes) = operation
            .attributes
            .iter()
            .map(|(name, value)| (name.as_str(), *value))
            .chain(operation.inside.map(|parent| (PARENT, parent)))
            .chain(regions.iter().map(|(name, region)| (&**name, *region)))
            .map(|(name, value)| (name, self.value(value)))
            .unzip();
        let types = operation.result_types.as_deref().unwrap_or_default();
        let mut result_types: Vec<_> = types
            .iter()
            .map(|ty| match index < self.pattern.rewrite_start {
                true => self.value(*ty),
                false => self.created_type(block, location, *ty),
            })
            .collect();
        if self.replaces_by_nothing(index, operation) {
            let none = self.builder.range(location, hir::Type::TypeRange, &[]);
            result_types.extend(value(block.append_operation(none)));
        } else if self.needs_type_list(index, operation) {
            let none = self.builder.no_types(location);
            result_types.extend(value(block.append_operation(none)));
        }
        let parts = Parts {
            operands: self.values_of(&operation.operands),
            attribute_names,
            attributes,
            result_types,
            operand_lengths: match self.can_be_marked(index, operation) {
                true => operation.operand_lengths,
                false => hir::RangeLengths::default(),
            },
            result_lengths: operation.result_lengths,
            is_last: operation.is_last,
            num_regions: operation.num_regions,
        };
        self.builder
            .operation(location, operation.name.as_deref(), &parts)
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
    fn created_type(
        &self,
        block: BlockRef<'c, 'a>,
        location: Location<'c>,
        node: hir::NodeId,
    ) -> Value<'c, 'a> {
        let nodes = &self.pattern.nodes;
        let is_computed = matches!(nodes[node.index()].kind, NodeKind::CallResult { call, .. }
            if call.index() < self.pattern.rewrite_start);
        if !is_computed || self.natives == HiddenNatives::Forbidden {
            return self.value(node);
        }
        let ty = nodes[node.index()].kind.ty();
        let call = hir::Call {
            kind: hir::CallKind::Rewrite,
            function: BOUND_TYPES.into(),
            arguments: vec![node],
            parameters: ty.into_iter().collect(),
            results: ty.into_iter().collect(),
        };
        let call = block.append_operation(self.call(location, &call));
        value(call).expect("it has a result")
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

    fn value(&self, node: hir::NodeId) -> Value<'c, 'a> {
        self.values[node.index()].expect("analysis uses only nodes that have a value")
    }

    fn values_of(&self, nodes: &[hir::NodeId]) -> Vec<Value<'c, 'a>> {
        nodes.iter().map(|node| self.value(*node)).collect()
    }
}

fn replacements(pattern: &hir::Pattern) -> HashSet<hir::NodeId> {
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

/// The value of an operation, if it has one. melior would print the operation
/// into an error if it were asked for a result that does not exist.
fn value<'c, 'a>(operation: OperationRef<'c, 'a>) -> Option<Value<'c, 'a>> {
    if operation.result_count() == 0 {
        return None;
    }
    operation.result(0).ok().map(Value::from)
}

/// The block of an operation that was built with one.
fn body<'c, 'a>(operation: OperationRef<'c, 'a>) -> BlockRef<'c, 'a> {
    operation
        .region(0)
        .ok()
        .and_then(|region| region.first_block())
        .expect("the builder makes patterns and rewrites with a block")
}
