//! What the statements of a rewrite refer to, and their order.

use super::pattern::{Built, Node, NodeId, Operation, Pattern, Results, Statement, is_range};
use crate::mlir::ffi::program::Insertion;
use rustc_hash::FxHashMap;
use std::mem;

/// The operations that the rewrite creates.
pub(crate) fn created_operations(pattern: &Pattern) -> impl Iterator<Item = &Operation> {
    pattern
        .rewrite
        .iter()
        .filter_map(|statement| match statement {
            Statement::Define(node) => match &pattern.nodes[*node] {
                Node::Operation(operation) => Some(&**operation),
                _ => None,
            },
            _ => None,
        })
}

/// The statements of the rewrite that have an effect, with erasures and replacements as late
/// as native functions allow, which may look at what is erased. Created operations are then
/// complete before anything that they use can vanish. Between a place that is taken and the
/// return to it nothing is erased, so that the place stays.
pub(crate) fn ordered_statements(pattern: &Pattern) -> Vec<&Statement> {
    let is_mention = mentions(pattern);
    let mut ordered = Vec::new();
    let mut erasures = Vec::new();
    let mut num_places = 0;
    let statements = pattern.rewrite.iter().zip(is_mention);
    for (statement, _) in statements.filter(|(_, is_mention)| !is_mention) {
        match statement {
            Statement::Erase(_)
            | Statement::ReplaceByOperation { .. }
            | Statement::ReplaceByValues { .. } => erasures.push(statement),
            Statement::Call(_) | Statement::Define(_) | Statement::Insert(..) => {
                if num_places == 0 && looks_at_erased(pattern, statement) {
                    ordered.append(&mut erasures);
                }
                num_places += usize::from(takes_place(pattern, statement));
                num_places -= usize::from(returns_to_place(statement)).min(num_places);
                ordered.push(statement);
            }
        }
    }
    ordered.append(&mut erasures);
    ordered
}

/// Whether a statement may find what earlier ones have erased.
fn looks_at_erased(pattern: &Pattern, statement: &Statement) -> bool {
    match statement {
        Statement::Define(node) => matches!(
            pattern.nodes[*node],
            Node::Built(Built::Place | Built::CopiedRegion { .. } | Built::Inlined(_))
        ),
        Statement::Call(_) | Statement::Insert(..) => true,
        _ => false,
    }
}

fn takes_place(pattern: &Pattern, statement: &Statement) -> bool {
    matches!(statement, Statement::Define(node) if matches!(pattern.nodes[*node], Node::Built(Built::Place)))
}

fn returns_to_place(statement: &Statement) -> bool {
    matches!(statement, Statement::Insert(Insertion::PdllAtPlace, _))
}

/// Which statements only mention matched operations, because MLIR wants something to use
/// each of them: ranges of all of their results, which nothing else uses.
pub(crate) fn mentions(pattern: &Pattern) -> Vec<bool> {
    let mut is_mention = vec![false; pattern.rewrite.len()];
    let is_range = |statement: &Statement| match statement {
        Statement::Define(node) => matches!(pattern.nodes[*node], Node::Range { .. }),
        _ => false,
    };
    if !pattern.rewrite.iter().any(is_range) {
        return is_mention;
    }
    let mut uses = count_uses(pattern);
    for (index, statement) in pattern.rewrite.iter().enumerate().rev() {
        let Statement::Define(node) = statement else {
            continue;
        };
        let cannot_fail = match &pattern.nodes[*node] {
            Node::Range { .. } => true,
            Node::Results(results) => results.index.is_none(),
            _ => false,
        };
        if cannot_fail && uses[node.index()] == 0 {
            is_mention[index] = true;
            for_each_reference(pattern, statement, |node| uses[node.index()] -= 1);
        }
    }
    is_mention
}

/// Calls `visit` with the nodes that a statement refers to.
pub(crate) fn for_each_reference(
    pattern: &Pattern,
    statement: &Statement,
    mut visit: impl FnMut(NodeId),
) {
    match statement {
        Statement::Define(node) => match &pattern.nodes[*node] {
            Node::Operation(operation) => {
                let attributes = operation.attributes.iter().map(|(_, node)| *node);
                let operands = operation.operands.entries.iter().copied();
                let results = operation.results.entries.iter().copied();
                let regions = operation.regions.iter().copied();
                let all = operands.chain(attributes).chain(regions).chain(results);
                all.for_each(visit);
            }
            Node::Result { operation, .. } | Node::Results(Results { operation, .. }) => {
                visit(*operation);
            }
            Node::Range { parts, .. } => parts.iter().copied().for_each(visit),
            Node::Built(Built::NewBlock { region, types }) => {
                visit(*region);
                types.iter().copied().for_each(visit);
            }
            Node::Built(Built::CopiedRegion { region }) => visit(*region),
            Node::Argument { block, .. } | Node::Arguments { block, .. } => visit(*block),
            Node::Built(Built::Inlined(inlined)) => {
                visit(inlined.block);
                inlined.arguments.iter().copied().for_each(visit);
            }
            _ => {}
        },
        Statement::Call(call) => call.arguments.iter().copied().for_each(visit),
        Statement::ReplaceByOperation { operation, by } => {
            visit(*operation);
            visit(*by);
        }
        Statement::ReplaceByValues { operation, by } => {
            visit(*operation);
            by.iter().copied().for_each(visit);
        }
        Statement::Erase(operation) | Statement::Insert(_, operation) => visit(*operation),
    }
}

/// The nodes that statements need and that `filter` accepts, each once, in the order of
/// the statements.
fn referenced(
    pattern: &Pattern,
    statements: &[&Statement],
    models: &Models,
    filter: impl Fn(NodeId) -> bool,
) -> Vec<NodeId> {
    let mut is_seen = vec![false; pattern.nodes.len()];
    let mut nodes = Vec::new();
    let mut visit = |node: NodeId| {
        if filter(node) && !mem::replace(&mut is_seen[node.index()], true) {
            nodes.push(node);
        }
    };
    for statement in statements {
        match statement {
            Statement::Define(node) if models.contains_key(node) => {
                let operation = pattern.nodes.operation(*node);
                let attributes = operation.attributes.iter().map(|(_, node)| *node);
                let operands = operation.operands.entries.iter().copied();
                let regions = operation.regions.iter().copied();
                operands
                    .chain(attributes)
                    .chain(regions)
                    .for_each(&mut visit);
                visit(models[node]);
            }
            _ => for_each_reference(pattern, statement, &mut visit),
        }
    }
    nodes
}

/// The nodes of the match that the rewrite needs in registers.
pub(crate) fn matched_nodes(
    pattern: &Pattern,
    statements: &[&Statement],
    models: &Models,
) -> Vec<NodeId> {
    referenced(pattern, statements, models, |node| {
        // A created operation takes its constants from elsewhere.
        pattern.nodes.is_matched(node) && !is_constant_attribute(pattern, node)
    })
}

fn is_constant_attribute(pattern: &Pattern, node: NodeId) -> bool {
    matches!(pattern.nodes[node], Node::Attribute { value: Some(_), .. })
}

/// The matched ranges that are used after something was erased or changed that they
/// may be stored in.
pub(crate) fn fleeting_ranges(
    pattern: &Pattern,
    statements: &[&Statement],
    models: &Models,
) -> Vec<NodeId> {
    let changes = |statement: &&&Statement| match statement {
        Statement::Define(node) => matches!(pattern.nodes[*node], Node::Built(Built::Inlined(_))),
        Statement::Insert(..) => false,
        _ => true,
    };
    let Some(first) = statements.iter().position(|statement| changes(&statement)) else {
        return Vec::new();
    };
    referenced(pattern, &statements[first + 1..], models, |node| {
        is_range(pattern.nodes.kind(node)) && pattern.nodes.is_matched(node)
    })
}

/// Whether something that the rewrite creates has the locations of the matched
/// operations.
pub(crate) fn needs_location(pattern: &Pattern) -> bool {
    pattern.rewrite.iter().any(|statement| match statement {
        Statement::Define(node) => matches!(
            pattern.nodes[*node],
            Node::Operation(_) | Node::Built(Built::NewBlock { .. })
        ),
        Statement::Call(_) => true,
        _ => false,
    })
}

/// How often statements refer to each node.
pub(crate) fn count_uses(pattern: &Pattern) -> Vec<u32> {
    let mut uses = vec![0; pattern.nodes.len()];
    for statement in &pattern.rewrite {
        for_each_reference(pattern, statement, |node| uses[node.index()] += 1);
    }
    uses
}

/// Matched operations by the operations with the same result types that are created.
pub(crate) type Models = FxHashMap<NodeId, NodeId>;

/// Operations that are created with just the result types of a matched one. Native
/// functions could give that other result types.
pub(crate) fn models(pattern: &Pattern) -> Models {
    let mut statements = pattern.rewrite.iter();
    if statements.any(|statement| matches!(statement, Statement::Call(_))) {
        return Models::default();
    }
    let mut matched = FxHashMap::default();
    for (node, operation) in pattern.nodes.matched_operations() {
        let types = operation.results.entries.as_slice();
        matched.entry(types).or_insert(node);
    }
    let created = pattern.nodes.in_rewrite().filter_map(|(node, created)| {
        let Node::Operation(operation) = created else {
            return None;
        };
        let types = operation.results.entries.as_slice();
        let model = matched.get(types).filter(|_| !types.is_empty())?;
        Some((node, *model))
    });
    created.collect()
}

/// By the created operation. If one replaces several, the first counts.
pub(crate) fn replaced(pattern: &Pattern) -> FxHashMap<NodeId, NodeId> {
    let mut replaced = FxHashMap::default();
    for statement in &pattern.rewrite {
        if let Statement::ReplaceByOperation { operation, by } = statement
            && (pattern.nodes.is_matched(*operation) || operation < by)
        {
            replaced.entry(*by).or_insert(*operation);
        }
    }
    replaced
}
