//! What the statements of a rewrite refer to, and their order.

use super::graph::{Node, NodeId, Operation, Pattern, Results, Statement, is_range};
use rustc_hash::{FxHashMap, FxHashSet};

/// The operations that the rewrite creates.
pub(crate) fn created_operations(pattern: &Pattern) -> impl Iterator<Item = &Operation> {
    pattern
        .rewrite
        .iter()
        .filter_map(|statement| match statement {
            Statement::Define(node) => match &pattern.nodes[*node] {
                Node::Operation(operation) => Some(operation),
                _ => None,
            },
            _ => None,
        })
}

/// The statements of the rewrite, with erasures and replacements as late as native
/// functions allow, which may look at what is erased. Created operations are then
/// complete before anything that they use can vanish.
pub(crate) fn ordered_statements(pattern: &Pattern) -> Vec<&Statement> {
    let mut ordered = Vec::new();
    let mut erasures = Vec::new();
    for statement in &pattern.rewrite {
        match statement {
            Statement::Erase(_)
            | Statement::ReplaceByOperation { .. }
            | Statement::ReplaceByValues { .. } => erasures.push(statement),
            Statement::Call(_) => {
                ordered.append(&mut erasures);
                ordered.push(statement);
            }
            Statement::Define(_) => ordered.push(statement),
        }
    }
    ordered.append(&mut erasures);
    ordered
}

/// The nodes that a statement refers to.
pub(crate) fn references(pattern: &Pattern, statement: &Statement) -> Vec<NodeId> {
    match statement {
        Statement::Define(node) => match &pattern.nodes[*node] {
            Node::Operation(operation) => {
                let attributes = operation.attributes.iter().map(|(_, node)| *node);
                let operands = operation.operands.entries.iter().copied();
                let results = operation.results.entries.iter().copied();
                operands.chain(attributes).chain(results).collect()
            }
            Node::Result { operation, .. } | Node::Results(Results { operation, .. }) => {
                vec![*operation]
            }
            Node::Range { parts, .. } => parts.clone(),
            _ => Vec::new(),
        },
        Statement::Call(call) => call.arguments.clone(),
        Statement::ReplaceByOperation { operation, by } => vec![*operation, *by],
        Statement::ReplaceByValues { operation, by } => {
            let mut nodes = vec![*operation];
            nodes.extend(by);
            nodes
        }
        Statement::Erase(operation) => vec![*operation],
    }
}

/// The nodes of the match that the rewrite needs in registers.
pub(crate) fn matched_nodes(pattern: &Pattern, statements: &[&Statement]) -> Vec<NodeId> {
    let mut seen = FxHashSet::default();
    let nodes = statements
        .iter()
        .flat_map(|statement| references(pattern, statement));
    nodes
        .filter(|node| pattern.nodes.is_matched(*node) && seen.insert(*node))
        // A created operation takes its constants from elsewhere.
        .filter(|node| !is_constant_attribute(pattern, *node))
        .collect()
}

fn is_constant_attribute(pattern: &Pattern, node: NodeId) -> bool {
    matches!(pattern.nodes[node], Node::Attribute { value: Some(_), .. })
}

/// The matched ranges that are used after something was erased or changed that they
/// may be stored in.
pub(crate) fn fleeting_ranges(pattern: &Pattern, statements: &[&Statement]) -> Vec<NodeId> {
    let changes = |statement: &&&Statement| !matches!(statement, Statement::Define(_));
    let Some(first) = statements.iter().position(|statement| changes(&statement)) else {
        return Vec::new();
    };
    let mut seen = FxHashSet::default();
    let later = statements[first + 1..].iter();
    later
        .flat_map(|statement| references(pattern, statement))
        .filter(|node| {
            let is_range = is_range(pattern.nodes.kind(*node));
            is_range && pattern.nodes.is_matched(*node) && seen.insert(*node)
        })
        .collect()
}

/// Whether something that the rewrite creates has the locations of the matched
/// operations.
pub(crate) fn needs_location(pattern: &Pattern) -> bool {
    pattern.rewrite.iter().any(|statement| match statement {
        Statement::Define(node) => matches!(pattern.nodes[*node], Node::Operation(_)),
        Statement::Call(_) => true,
        _ => false,
    })
}

/// How often statements refer to a node.
pub(crate) fn count_uses(pattern: &Pattern) -> FxHashMap<NodeId, usize> {
    let mut uses = FxHashMap::default();
    for statement in &pattern.rewrite {
        for node in references(pattern, statement) {
            *uses.entry(node).or_default() += 1;
        }
    }
    uses
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
