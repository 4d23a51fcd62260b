//! The rewrite of a pattern.

use super::{
    building, creation,
    members::literal,
    native_calls::call,
    routine::Routine,
    scope::{class_of, declaration},
};
use crate::{
    back::emit_cpp::support::Part,
    back::graph::{
        pattern::{Lengths, Node, NodeId, Operation, Results, Statement, is_range},
        statements::{
            Models, count_uses, created_operations, fleeting_ranges, matched_nodes, replaced,
        },
    },
    back::matcher::layout::{LayoutId, Slot},
    front::contract::name_for_users,
    mlir::ffi::program::{Kind, List},
};
use rustc_hash::{FxHashMap, FxHashSet};

/// What the statements of a rewrite share.
pub(super) struct Steps<'s, 'r, 'n, 'a, 'c> {
    pub(super) routine: &'s mut Routine<'r, 'n, 'a, 'c>,
    /// Types that the created operations which mention them must infer.
    pub(super) open: FxHashSet<NodeId>,
    /// How often statements refer to a node.
    pub(super) uses: Vec<u32>,
    /// The operations that created ones replace, if they are known before.
    pub(super) replaced: FxHashMap<NodeId, NodeId>,
    /// How many results created operations have, if that is known.
    pub(super) num_results: FxHashMap<NodeId, u32>,
    /// The lists that hold the elements of ranges of values.
    pub(super) lists: FxHashMap<NodeId, String>,
    /// The values that later statements need, where a block is inlined.
    pub(super) later: Vec<NodeId>,
}

/// Writes a rewrite. Everything that it needs of the match is loaded before it
/// begins.
pub(super) fn write(routine: &mut Routine<'_, '_, '_, '_>, statements: &[&Statement]) {
    let pattern = routine.pattern;
    for node in matched_nodes(pattern, statements, &Models::default()) {
        routine.value(node);
    }
    let location = location(routine);
    routine
        .scope
        .line("pdll_support::Rewrite rewrite(self, root, rewriter);");
    if let Some(location) = location {
        routine
            .scope
            .line(&format!("::mlir::Location location = {location};"));
    }
    let mut lists = FxHashMap::default();
    for range in fleeting_ranges(pattern, statements, &Models::default()) {
        lists.extend(keep(routine, range).map(|list| (range, list)));
    }
    let mut steps = Steps {
        uses: count_uses(pattern),
        replaced: replaced(pattern),
        routine,
        open: FxHashSet::default(),
        num_results: FxHashMap::default(),
        lists,
        later: Vec::new(),
    };
    for (index, statement) in statements.iter().enumerate() {
        steps.later = building::values_after(pattern, statements, index);
        steps.statement(statement);
    }
    routine.scope.line("return ::llvm::success();");
}

/// The location of what is created, if something is: that of the matched operations.
fn location(routine: &mut Routine<'_, '_, '_, '_>) -> Option<String> {
    created_operations(routine.pattern).next()?;
    let operations = routine.plan.located(routine.pattern);
    let all: Vec<_> = operations
        .map(|node| format!("{}->getLoc()", routine.value(node)))
        .collect();
    Some(match &all[..] {
        [one] => one.clone(),
        _ => format!("rewriter.getFusedLoc({{{}}})", all.join(", ")),
    })
}

/// Copies a range of the match, so that it no longer depends on operations that
/// change. Returns the list that has the elements.
fn keep(routine: &mut Routine<'_, '_, '_, '_>, range: NodeId) -> Option<String> {
    let is_constant = matches!(routine.pattern.nodes[range], Node::Types { value: Some(_) });
    if is_constant {
        return None;
    }
    let kind = routine.pattern.nodes.kind(range);
    let name = routine.value(range);
    let kept = routine.scope.names.take(&format!("{name}Kept"));
    let element = element(kind);
    let class = class_of(kind);
    routine.scope.line(&format!(
        "::llvm::SmallVector<{element}> {kept}({name}.begin(), {name}.end());"
    ));
    routine.scope.line(&format!("{name} = {class}({kept});"));
    Some(kept)
}

/// The class of the elements of ranges.
pub(super) fn element(kind: Kind) -> &'static str {
    match kind {
        Kind::PdllTypeRange => "::mlir::Type",
        _ => "::mlir::Value",
    }
}

/// The function that makes one range of several parts.
fn join(kind: Kind) -> &'static str {
    match kind {
        Kind::PdllTypeRange => "joinTypes",
        _ => "join",
    }
}

impl Steps<'_, '_, '_, '_, '_> {
    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Define(node) => self.define(*node),
            Statement::Call(one) => {
                let text = call(self.routine, one);
                let name = self.routine.scope.pool.text(one.name);
                let place = self.routine.scope.members.place(one.location);
                let name = name_for_users(name);
                let message = literal(&format!("native rewrite `{name}` failed"));
                self.line(&format!("if (::mlir::failed({}))", text.expression));
                self.line(&format!(
                    "  return pdll_support::failRewrite(rewriter, {place}, {message});"
                ));
                self.routine.define_results(one, text.results.as_deref());
            }
            Statement::ReplaceByOperation { operation, by } => {
                let operation = self.routine.value(*operation);
                let by = self.routine.value(*by);
                self.line(&format!("rewriter.replaceOp({operation}, {by});"));
            }
            Statement::ReplaceByValues { operation, by } => {
                let operation = self.routine.value(*operation);
                let values = self.list(Kind::PdllValueRange, by);
                let values = match &*values {
                    "{}" => "::mlir::ValueRange()".to_owned(),
                    _ => values,
                };
                self.line(&format!("rewriter.replaceOp({operation}, {values});"));
            }
            Statement::Erase(operation) => {
                let operation = self.routine.value(*operation);
                self.line(&format!("rewriter.eraseOp({operation});"));
            }
            Statement::Insert(at, anchor) => building::insert(self, *at, *anchor),
        }
    }

    fn define(&mut self, node: NodeId) {
        let pattern = self.routine.pattern;
        match &pattern.nodes[node] {
            Node::Operation(operation) => creation::write(self, node, operation),
            Node::Result {
                operation,
                index,
                location,
            } => {
                let op = self.routine.value(*operation);
                let name = Routine::name_of_part(&op, &format!("Result{index}"));
                let name = self.routine.define(node, &name);
                if self.has_result(*operation, *index) {
                    if self.routine.is_used(node) {
                        self.line(&format!("::mlir::Value {name} = {op}->getResult({index});"));
                    }
                    return;
                }
                let place = self.routine.scope.members.place(*location);
                self.routine.scope.need(Part::Missing);
                self.take(
                    "::mlir::Value",
                    &name,
                    &format!("takeResult(rewriter, {place}, {op}, {index})"),
                );
            }
            Node::Results(results) => self.results(node, results),
            Node::Range { kind, parts } => {
                let texts: Vec<_> = parts.iter().map(|part| self.routine.value(*part)).collect();
                self.routine.scope.need(Part::Creation);
                let elements = self.routine.scope.names.take("elements");
                let name = self.routine.define(node, "range");
                self.line(&format!(
                    "::llvm::SmallVector<{}> {elements} = pdll_support::{}({{{}}});",
                    element(*kind),
                    join(*kind),
                    texts.join(", ")
                ));
                self.line(&format!("{} {name}({elements});", class_of(*kind)));
                self.lists.insert(node, elements);
            }
            Node::Type { value: None } | Node::Types { value: None } => {
                self.open.insert(node);
            }
            _ => building::define(self, node),
        }
    }

    /// Whether an operation is known to have that result.
    fn has_result(&self, operation: NodeId, index: u32) -> bool {
        if let Some(count) = self.num_results.get(&operation) {
            return index < *count;
        }
        let position = match self.routine.pattern.nodes.is_matched(operation) {
            true => self.routine.plan.position(operation),
            false => None,
        };
        position.is_some_and(|position| {
            let scope = &self.routine.scope;
            scope.has_at_least(position, List::PdllResults, index + 1)
        })
    }

    fn results(&mut self, node: NodeId, results: &Results) {
        let op = self.routine.value(results.operation);
        let slot = self.routine.slots[&node];
        let name = self
            .routine
            .define(node, &Routine::name_of_part(&op, "Results"));
        match slot {
            Slot::Rest(0) if results.index.is_none() => {
                self.line(&format!("::mlir::ValueRange {name} = {op}->getResults();"));
            }
            Slot::Rest(first) if results.index.is_none() => {
                self.line(&format!(
                    "::mlir::ValueRange {name} = {op}->getResults().drop_front({first});"
                ));
            }
            Slot::Element(index) if self.has_result(results.operation, index) => {
                self.line(&format!("::mlir::Value {name} = {op}->getResult({index});"));
            }
            Slot::Element(index) | Slot::Rest(index) => {
                let is_one = matches!(slot, Slot::Element(_));
                let text = "1".repeat(index as usize + usize::from(is_one)) + "*";
                let groups = self.equal_groups(&text);
                self.take_group(&name, results, &op, &groups, index);
            }
            Slot::Group(layout, index) => {
                let groups = self.groups(layout);
                self.take_group(&name, results, &op, &groups, index);
            }
        }
    }

    fn groups(&mut self, layout: LayoutId) -> String {
        self.routine.scope.members.layout(layout)
    }

    /// Groups of results whose ranges have the same length.
    fn equal_groups(&mut self, text: &str) -> String {
        let value = format!(
            "pdll_support::Layout::List::Results, pdll_support::Layout::Division::Equal, {}",
            literal(text)
        );
        let members = &mut self.routine.scope.members;
        members.object("pdll_support::Layout", &value)
    }

    fn take_group(&mut self, name: &str, results: &Results, op: &str, groups: &str, index: u32) {
        self.routine.scope.need(Part::MissingGroups);
        let place = self.routine.scope.members.place(results.location);
        let arguments = format!("rewriter, {place}, {groups}, {op}, {index}");
        if !is_range(results.kind) {
            self.take("::mlir::Value", name, &format!("takeGroup({arguments})"));
            return;
        }
        let group = self.routine.scope.names.take(&format!("{name}Group"));
        self.take(
            "::std::optional<::mlir::ValueRange>",
            &group,
            &format!("takeGroups({arguments})"),
        );
        // The pattern may use only one of the values.
        self.line(&format!(
            "[[maybe_unused]] ::mlir::ValueRange {name} = *{group};"
        ));
    }

    /// Declares what a function returns, unless it fails.
    fn take(&mut self, class: &str, name: &str, call: &str) {
        self.line(&format!("{class} {name} = pdll_support::{call};"));
        self.line(&format!("if (!{name})"));
        self.line("  return ::llvm::failure();");
    }

    /// Whether statements after the creation of an operation mention types that it
    /// has inferred.
    pub(super) fn closes(&self, operation: &Operation) -> bool {
        let mut entries = operation.results.entries.iter();
        entries.any(|entry| self.open.contains(entry) && self.is_used_later(*entry))
    }

    fn is_used_later(&self, node: NodeId) -> bool {
        self.uses[node.index()] > 1
    }

    /// The types that a new operation has inferred are those that the pattern calls
    /// by their names.
    pub(super) fn close_types(&mut self, op: &str, operation: &Operation, open: &[bool]) {
        let text: String = operation
            .results
            .entries
            .iter()
            .map(|entry| match self.is_range(*entry) {
                true => '*',
                false => '1',
            })
            .collect();
        for (index, (entry, is_open)) in (0..).zip(operation.results.entries.iter().zip(open)) {
            if !is_open || !self.is_used_later(*entry) || !self.open.remove(entry) {
                continue;
            }
            let is_range = self.is_range(*entry);
            let groups = self.equal_groups(&text);
            let results = Results {
                operation: *entry,
                index: Some(index),
                kind: match is_range {
                    true => Kind::PdllValueRange,
                    false => Kind::PdllValue,
                },
                groups: Some((Lengths::default(), text.clone())),
                location: self.routine.pattern.location,
            };
            let name = Routine::name_of_part(op, &format!("Result{index}"));
            let name = self.routine.scope.names.take(&name);
            self.take_group(&name, &results, op, &groups, index);
            let defined = self.routine.define(*entry, &format!("{name}Type"));
            let declared = declaration(self.routine.pattern.nodes.kind(*entry), &defined);
            self.line(&match is_range {
                true => format!("{declared}({name});"),
                false => format!("{declared} = {name}.getType();"),
            });
        }
    }

    pub(super) fn is_range(&self, node: NodeId) -> bool {
        is_range(self.routine.pattern.nodes.kind(node))
    }

    /// An expression for values or types: a range, or a list in braces.
    pub(super) fn list(&mut self, kind: Kind, nodes: &[NodeId]) -> String {
        let texts: Vec<_> = nodes.iter().map(|node| self.routine.value(*node)).collect();
        let has_ranges = nodes.iter().any(|node| self.is_range(*node));
        match &texts[..] {
            [one] if has_ranges => one.clone(),
            _ if has_ranges => {
                self.routine.scope.need(Part::Creation);
                format!("pdll_support::{}({{{}}})", join(kind), texts.join(", "))
            }
            _ => format!("{{{}}}", texts.join(", ")),
        }
    }

    pub(super) fn line(&mut self, text: &str) {
        self.routine.scope.line(text);
    }
}
