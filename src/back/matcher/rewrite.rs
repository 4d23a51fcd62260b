//! The rewrite of a pattern as instructions.

use super::{
    code::{Fields, number},
    layout::Slot,
    routine::Writer,
};
use crate::back::graph::{
    pattern::{Built, Inlined, Lengths, Node, NodeId, Operation, Results, Statement, is_range},
    statements::{
        Models, count_uses, fleeting_ranges, matched_nodes, models, needs_location, replaced,
    },
};
use crate::mlir::ffi::program::{
    AttributeSource, Kind, List, NONE, Opcode, RegionSource, ResultTypes,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Writes the rewrite of the pattern with that rank, which consists of `statements`.
/// Everything that it needs of the match is loaded before it begins.
pub(crate) fn write(rank: u32, statements: &[&Statement], writer: &mut Writer<'_, '_, '_, '_>) {
    let pattern = writer.pattern;
    let models = models(pattern);
    for node in matched_nodes(pattern, statements, &models) {
        writer.register(node);
    }
    let matched = locations(writer);
    let b = writer.tools.code.record(matched);
    let fields = Fields {
        a: rank,
        b,
        ..Fields::default()
    };
    writer.push(Opcode::PdllBeginRewrite, fields);
    for range in fleeting_ranges(pattern, statements, &models) {
        let kind = pattern.nodes.kind(range) as u16;
        let a = writer.register(range);
        let fields = Fields {
            kind,
            a,
            ..Fields::default()
        };
        writer.push(Opcode::PdllKeepRange, fields);
    }
    let mut steps = Steps {
        uses: count_uses(pattern),
        replaced: replaced(pattern),
        models,
        writer,
        open: FxHashSet::default(),
    };
    for statement in statements {
        steps.statement(statement);
    }
    writer.push(Opcode::PdllEndRewrite, Fields::default());
}

/// The record of the matched operations that created ones take their locations
/// from.
fn locations(writer: &mut Writer<'_, '_, '_, '_>) -> Vec<u32> {
    if !needs_location(writer.pattern) {
        return vec![0];
    }
    let nodes = writer.plan.located(writer.pattern);
    let registers: Vec<_> = nodes.map(|node| writer.register(node)).collect();
    [number(registers.len())]
        .into_iter()
        .chain(registers)
        .collect()
}

/// Writes the statements of a rewrite.
struct Steps<'s, 'w, 't, 'l, 'c> {
    writer: &'s mut Writer<'w, 't, 'l, 'c>,
    /// Types that the created operations which mention them must infer.
    open: FxHashSet<NodeId>,
    /// How often statements refer to each node.
    uses: Vec<u32>,
    /// The operations that created ones replace, if they are known before.
    replaced: FxHashMap<NodeId, NodeId>,
    models: Models,
}

impl Steps<'_, '_, '_, '_, '_> {
    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Define(node) => self.define(*node),
            Statement::Call(call) => {
                let a = self.writer.call_record(call);
                self.push(Opcode::PdllCallRewrite, 0, a, 0, 0);
            }
            Statement::ReplaceByOperation { operation, by } => {
                let a = self.writer.register(*operation);
                let b = self.writer.register(*by);
                self.push(Opcode::PdllReplaceByOperation, 0, a, b, 0);
            }
            Statement::ReplaceByValues { operation, by } => {
                let a = self.writer.register(*operation);
                let values = self.writer.typed_registers(by);
                let b = self.list(by.len(), values);
                self.push(Opcode::PdllReplaceByValues, 0, a, b, 0);
            }
            Statement::Erase(operation) => {
                let a = self.writer.register(*operation);
                self.push(Opcode::PdllErase, 0, a, 0, 0);
            }
            Statement::Insert(at, anchor) => {
                let b = self.writer.register(*anchor);
                self.push(Opcode::PdllInsert, *at as u16, 0, b, 0);
            }
        }
    }

    fn define(&mut self, node: NodeId) {
        let pattern = self.writer.pattern;
        match &pattern.nodes[node] {
            Node::Operation(operation) => self.create(node, operation),
            Node::Result {
                operation,
                index,
                location,
            } => {
                let b = self.writer.register(*operation);
                let c = self.writer.tools.code.record([*index, location.0]);
                let a = self.take(node);
                self.push(Opcode::PdllTakeResult, 0, a, b, c);
            }
            Node::Results(results) => self.results(node, results),
            Node::Range { kind, parts } => {
                let typed = self.writer.typed_registers(parts);
                let b = self.list(parts.len(), typed);
                let a = self.take(node);
                self.push(Opcode::PdllMakeRange, *kind as u16, a, b, 0);
            }
            Node::Type { value: None } | Node::Types { value: None } => {
                self.open.insert(node);
            }
            Node::Built(Built::NewRegion) => {
                let a = self.take(node);
                self.push(Opcode::PdllNewRegion, 0, a, 0, 0);
            }
            Node::Built(Built::NewBlock { region, types }) => {
                let b = self.writer.register(*region);
                let typed = self.writer.typed_registers(types);
                let c = self.list(types.len(), typed);
                let a = self.take(node);
                self.push(Opcode::PdllNewBlock, 0, a, b, c);
            }
            Node::Built(Built::CopiedRegion { region }) => {
                let b = self.writer.register(*region);
                let a = self.take(node);
                self.push(Opcode::PdllCopyRegion, 0, a, b, 0);
            }
            Node::Built(Built::Place) => {
                let a = self.take(node);
                self.push(Opcode::PdllTakePlace, 0, a, 0, 0);
            }
            Node::Argument { block, index, .. } => {
                let b = self.writer.register(*block);
                let a = self.take(node);
                self.push(Opcode::PdllLoadArgument, 0, a, b, *index);
            }
            Node::Arguments { block, first, .. } => {
                let b = self.writer.register(*block);
                let a = self.take(node);
                self.push(Opcode::PdllLoadArguments, 0, a, b, *first);
            }
            Node::Built(Built::Inlined(inlined)) => self.inline(node, inlined),
            // Constants are loaded where they are used.
            _ => {}
        }
    }

    fn inline(&mut self, node: NodeId, inlined: &Inlined) {
        let b = self.writer.register(inlined.block);
        let typed = self.writer.typed_registers(&inlined.arguments);
        let c = self.list(inlined.arguments.len(), typed);
        let a = self.take(node);
        let is_copy = u16::from(inlined.is_copy);
        self.push(Opcode::PdllInline, is_copy, a, b, c);
    }

    fn results(&mut self, node: NodeId, results: &Results) {
        let pattern = self.writer.pattern;
        let kind = results.kind as u16;
        let b = self.writer.register(results.operation);
        let tools = &mut *self.writer.tools;
        let slot = tools.layouts.access(results, &pattern.nodes, tools.pool);
        match slot {
            Slot::Rest(first) if results.index.is_none() => {
                let a = self.take(node);
                let list = List::PdllResults as u16;
                self.push(Opcode::PdllLoadRest, list, a, b, first);
            }
            Slot::Element(index) | Slot::Rest(index) => {
                let is_one = matches!(slot, Slot::Element(_));
                let text = "1".repeat(index as usize + usize::from(is_one)) + "*";
                let layout = self.writer.tools.layouts.equal(List::PdllResults, text);
                self.take_group(node, kind, b, [layout.0, index, results.location.0]);
            }
            Slot::Group(layout, index) => {
                self.take_group(node, kind, b, [layout.0, index, results.location.0]);
            }
        }
    }

    fn take_group(&mut self, node: NodeId, kind: u16, b: u32, record: [u32; 3]) {
        let c = self.writer.tools.code.record(record);
        let a = self.take(node);
        self.push(Opcode::PdllTakeGroup, kind, a, b, c);
    }

    fn create(&mut self, node: NodeId, operation: &Operation) {
        let name = operation.name.expect("PDL's verifier wants a name");
        let operands = self.writer.typed_registers(&operation.operands.entries);
        let mut words = vec![name.0, number(operation.operands.entries.len())];
        words.extend(operands);
        words.push(number(operation.attributes.len()));
        for (name, attribute) in &operation.attributes {
            let (source, what) = self.attribute(*attribute);
            words.extend([name.0, source as u32, what]);
        }
        words.push(number(operation.regions.len()));
        for region in &operation.regions {
            let source = match self.writer.pattern.nodes.is_matched(*region) {
                true => RegionSource::PdllMovedRegion,
                false => RegionSource::PdllBuiltRegion,
            };
            words.extend([source as u32, self.writer.register(*region)]);
        }
        let open: Vec<_> = operation
            .results
            .entries
            .iter()
            .map(|entry| self.open.contains(entry))
            .collect();
        let model = self.models.get(&node).copied();
        let is_listed = operation.has_no_results || (!open.is_empty() && !open.contains(&true));
        if let Some(model) = model {
            let model = self.writer.register(model);
            words.extend([ResultTypes::PdllSameTypes as u32, model]);
        } else if is_listed {
            let types = self.writer.typed_registers(&operation.results.entries);
            words.push(ResultTypes::PdllListedTypes as u32);
            words.push(number(operation.results.entries.len()));
            words.extend(types);
        } else {
            let replaced = self.replaced.get(&node).copied();
            let replaced = replaced.map_or(NONE, |node| self.writer.register(node));
            words.extend([ResultTypes::PdllOpenTypes as u32, replaced]);
        }
        let b = self.writer.tools.code.record(words);
        let a = self.take(node);
        self.push(Opcode::PdllCreate, 0, a, b, 0);
        if !is_listed {
            self.close_types(a, operation, &open);
        }
    }

    fn attribute(&mut self, node: NodeId) -> (AttributeSource, u32) {
        let pattern = self.writer.pattern;
        if let Node::Attribute {
            value: Some(value), ..
        } = &pattern.nodes[node]
        {
            return (AttributeSource::PdllConstantAttribute, value.0);
        }
        let source = match pattern.nodes.is_matched(node) {
            true => AttributeSource::PdllMatchedAttribute,
            false => AttributeSource::PdllComputedAttribute,
        };
        (source, self.writer.register(node))
    }

    /// The types that a new operation has inferred are those that the pattern calls
    /// by their names.
    fn close_types(&mut self, created: u32, operation: &Operation, open: &[bool]) {
        let pattern = self.writer.pattern;
        let location = pattern.location;
        for (index, (entry, is_open)) in operation.results.entries.iter().zip(open).enumerate() {
            let is_used_later = self.uses[entry.index()] > 1;
            if !is_open || !self.open.contains(entry) || !is_used_later {
                continue;
            }
            self.open.remove(entry);
            let results = Results {
                operation: *entry,
                index: Some(number(index)),
                kind: match self.writer.is_range(*entry) {
                    true => Kind::PdllValueRange,
                    false => Kind::PdllValue,
                },
                groups: Some((Lengths::default(), self.result_text(operation))),
                location,
            };
            self.close_type(created, *entry, &results);
        }
    }

    fn close_type(&mut self, created: u32, entry: NodeId, results: &Results) {
        let values = self.writer.registers.take(results.kind);
        let index = results.index.unwrap_or_default();
        let is_range = is_range(results.kind);
        let (_, text) = results.groups.clone().unwrap_or_default();
        let layout = self.writer.tools.layouts.equal(List::PdllResults, text);
        let record = [layout.0, index, results.location.0];
        let c = self.writer.tools.code.record(record);
        let kind = results.kind as u16;
        self.push(Opcode::PdllTakeGroup, kind, values, created, c);
        let a = self.take(entry);
        let opcode = match is_range {
            true => Opcode::PdllLoadTypes,
            false => Opcode::PdllLoadType,
        };
        self.push(opcode, 0, a, values, 0);
    }

    fn result_text(&self, operation: &Operation) -> String {
        let entries = operation.results.entries.iter();
        let letter = |entry: &NodeId| match self.writer.is_range(*entry) {
            true => '*',
            false => '1',
        };
        entries.map(letter).collect()
    }

    /// Takes a register for what a statement defines.
    fn take(&mut self, node: NodeId) -> u32 {
        let kind = self.writer.pattern.nodes.kind(node);
        let register = self.writer.registers.take(kind);
        self.writer.defined.insert(node, register);
        register
    }

    fn list(&mut self, count: usize, typed: Vec<u32>) -> u32 {
        let words = [number(count)].into_iter().chain(typed);
        self.writer.tools.code.record(words)
    }

    fn push(&mut self, opcode: Opcode, kind: u16, a: u32, b: u32, c: u32) {
        self.writer.push(opcode, Fields { kind, a, b, c });
    }
}
