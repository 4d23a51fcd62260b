//! Regions that a rewrite builds and moves, and where it inserts.

use super::{members::literal, rewrite::Steps, routine::Routine, scope::Scope};
use crate::{
    back::emit_cpp::support::Part,
    back::graph::{
        pattern::{Built, Inlined, Node, NodeId, Operation, Pattern, Statement},
        statements::for_each_reference,
    },
    mlir::ffi::known_operations::implied_end,
    mlir::ffi::program::{Insertion, Kind},
};

/// Writes a step that builds something, if the node is one.
pub(super) fn define(steps: &mut Steps<'_, '_, '_, '_, '_>, node: NodeId) {
    let pattern = steps.routine.pattern;
    match &pattern.nodes[node] {
        Node::Built(Built::NewRegion) => {
            new_region(steps, node);
        }
        Node::Built(Built::CopiedRegion { region }) => {
            let from = steps.routine.value(*region);
            steps.routine.scope.need(Part::Building);
            let name = new_region(steps, node);
            steps.line(&format!(
                "pdll_support::copyRegion(rewriter, *{from}, *{name});"
            ));
        }
        Node::Built(Built::NewBlock { region, types }) => {
            steps.routine.scope.need(Part::Building);
            let region = steps.routine.value(*region);
            let types = match types.is_empty() {
                true => "::mlir::TypeRange()".to_owned(),
                false => steps.list(Kind::PdllTypeRange, types),
            };
            let name = steps.routine.define(node, "newBlock");
            steps.line(&format!(
                "::mlir::Block *{name} = pdll_support::addBlock(rewriter, location, {region}, {types});"
            ));
            // The pattern need not mention it.
            steps.line(&format!("(void){name};"));
        }
        Node::Argument { block, index, .. } => {
            let block = steps.routine.value(*block);
            let name = steps.routine.define(node, "argument");
            steps.line(&format!(
                "[[maybe_unused]] ::mlir::Value {name} = {block}->getArgument({index});"
            ));
        }
        Node::Arguments { block, first, .. } => {
            let block = steps.routine.value(*block);
            let name = steps.routine.define(node, "arguments");
            steps.line(&format!(
                "[[maybe_unused]] ::mlir::ValueRange {name} = {block}->getArguments().drop_front({first});"
            ));
        }
        Node::Built(Built::Place) => {
            let name = steps.routine.define(node, "place");
            steps.line(&format!(
                "::mlir::OpBuilder::InsertPoint {name} = rewriter.saveInsertionPoint();"
            ));
        }
        Node::Built(Built::Inlined(inlined)) => inline(steps, node, inlined),
        // Constants are at hand where they are used.
        _ => {}
    }
}

/// Changes where the rewriter inserts.
pub(super) fn insert(steps: &mut Steps<'_, '_, '_, '_, '_>, at: Insertion, anchor: NodeId) {
    let anchor = steps.routine.value(anchor);
    let method = match at {
        Insertion::PdllAtPlace => "restoreInsertionPoint",
        Insertion::PdllBefore => "setInsertionPoint",
        Insertion::PdllAtStart => "setInsertionPointToStart",
    };
    steps.line(&format!("rewriter.{method}({anchor});"));
}

/// A variable with the regions that a created operation is given, if it is given some.
pub(super) fn give(steps: &mut Steps<'_, '_, '_, '_, '_>, operation: &Operation) -> Option<String> {
    if operation.regions.is_empty() {
        return None;
    }
    steps.routine.scope.need(Part::Building);
    let regions = operation.regions.iter();
    let given: Vec<_> = regions.map(|node| steps.routine.value(*node)).collect();
    let nodes = &steps.routine.pattern.nodes;
    let built = std::iter::zip(&operation.regions, &given);
    let built: Vec<_> = built
        .filter(|(node, _)| matches!(nodes[**node], Node::Built(Built::NewRegion)))
        .map(|(_, text)| text.as_str())
        .collect();
    let end = end(steps, operation).map_or("nullptr".to_owned(), |end| literal(&end));
    let name = steps.routine.scope.names.take("regions");
    steps.line(&format!(
        "pdll_support::Regions {name} = pdll_support::giveRegions(rewriter, location, {{{}}}, {{{}}}, {end});",
        given.join(", "),
        built.join(", ")
    ));
    Some(name)
}

/// The terminator without operands that the definition of an operation implies.
fn end(steps: &Steps<'_, '_, '_, '_, '_>, operation: &Operation) -> Option<String> {
    let scope = &steps.routine.scope;
    let name = scope.pool.text(operation.name?);
    implied_end(scope.members.context(), name)
}

fn new_region(steps: &mut Steps<'_, '_, '_, '_, '_>, node: NodeId) -> String {
    let name = steps.routine.define(node, "newRegion");
    let storage = steps.routine.scope.names.take(&format!("{name}Storage"));
    steps.line(&format!("::mlir::Region {storage};"));
    steps.line(&format!("::mlir::Region *{name} = &{storage};"));
    name
}

fn inline(steps: &mut Steps<'_, '_, '_, '_, '_>, node: NodeId, inlined: &Inlined) {
    steps.routine.scope.need(Part::Building);
    let block = steps.routine.value(inlined.block);
    let values = match inlined.arguments.is_empty() {
        true => "::mlir::ValueRange()".to_owned(),
        false => steps.list(Kind::PdllValueRange, &inlined.arguments),
    };
    let later = later(steps);
    let location = steps.routine.pattern.location;
    let Scope { members, names, .. } = &mut steps.routine.scope;
    let place = members.place(location);
    let yielded = names.take("yielded");
    steps.line(&format!(
        "::llvm::FailureOr<::llvm::SmallVector<::mlir::Value>> {yielded} = pdll_support::inlineBlock("
    ));
    steps.line(&format!(
        "    rewriter, {place}, {block}, {values}, /*isCopy=*/{}{later});",
        inlined.is_copy
    ));
    steps.line(&format!("if (::mlir::failed({yielded}))"));
    steps.line("  return ::llvm::failure();");
    let name = Routine::name_of_part(&yielded, "Values");
    let name = steps.routine.define(node, &name);
    steps.line(&format!(
        "[[maybe_unused]] ::mlir::ValueRange {name}(*{yielded});"
    ));
    steps.lists.insert(node, format!("*{yielded}"));
}

/// The values that are needed after a statement that inlines a block. They may be arguments of
/// the block.
pub(super) fn values_after(
    pattern: &Pattern,
    statements: &[&Statement],
    index: usize,
) -> Vec<NodeId> {
    let moves = |node: &NodeId| match &pattern.nodes[*node] {
        Node::Built(Built::Inlined(inlined)) => !inlined.is_copy,
        _ => false,
    };
    if !matches!(statements[index], Statement::Define(node) if moves(node)) {
        return Vec::new();
    }
    let mut values = Vec::new();
    for statement in &statements[index + 1..] {
        for_each_reference(pattern, statement, |node| {
            let is_value = matches!(
                pattern.nodes.kind(node),
                Kind::PdllValue | Kind::PdllValueRange
            );
            if is_value && !values.contains(&node) {
                values.push(node);
            }
        });
    }
    values
}

/// The last argument of the call that inlines a block: the variables with these values.
fn later(steps: &mut Steps<'_, '_, '_, '_, '_>) -> String {
    let values = std::mem::take(&mut steps.later);
    let mut lists = Vec::new();
    for node in values {
        let is_known =
            steps.routine.pattern.nodes.is_matched(node) || steps.routine.is_defined(node);
        if let Some(list) = steps.lists.get(&node) {
            lists.push(list.clone());
        } else if is_known && !steps.is_range(node) {
            lists.push(steps.routine.value(node));
        }
    }
    match lists.is_empty() {
        true => String::new(),
        false => format!(", {{{}}}", lists.join(", ")),
    }
}
