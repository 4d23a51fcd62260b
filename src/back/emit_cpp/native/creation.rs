//! Operations that a rewrite creates.

use super::{building, rewrite::Steps, routine::Routine};
use crate::{
    back::emit_cpp::support::Part,
    back::graph::{
        pattern::{Node, NodeId, Nodes, Operation},
        pool::{ConstantId, NameId},
    },
    mlir::ffi::program::Kind,
};

/// Writes the creation of an operation.
pub(super) fn write(steps: &mut Steps<'_, '_, '_, '_, '_>, node: NodeId, operation: &Operation) {
    steps.routine.scope.need(Part::Creation);
    let open: Vec<_> = operation
        .results
        .entries
        .iter()
        .map(|entry| steps.open.contains(entry))
        .collect();
    let is_listed = operation.has_no_results || (!open.is_empty() && !open.contains(&true));
    let given = building::give(steps, operation);
    let creator = creator(steps, operation, given);
    let (operands, types) = if is_listed {
        listed(steps, node, operation)
    } else {
        inferred(steps, node, operation, &creator)
    };
    let created = creator.create(&operands, &types);
    let closes = steps.closes(operation);
    let variable = steps.routine.define(node, "newOp");
    if closes || steps.routine.is_used(node) {
        steps.line(&format!("::mlir::Operation *{variable} = {created};"));
    } else {
        steps.line(&format!("{created};"));
    }
    if closes {
        steps.close_types(&variable, operation, &open);
    }
}

/// What creates an operation with certain attributes.
enum Creator {
    /// A member that has the constant attributes and the regions.
    Template { member: String, has_regions: bool },
    Attributes {
        /// A member.
        name: String,
        /// A variable.
        attributes: String,
        /// A member or variable, if it has regions.
        regions: Option<String>,
    },
}

impl Creator {
    fn create(&self, operands: &str, types: &str) -> String {
        match self {
            Creator::Template { member, .. } => {
                format!("{member}.create(rewriter, location, {operands}, {types})")
            }
            Creator::Attributes {
                name, attributes, ..
            } => format!(
                "pdll_support::create(rewriter, location, {name}, {operands}, {types}, {attributes}{})",
                self.regions()
            ),
        }
    }

    /// The arguments that say which operation infers its types.
    fn inference(&self, operands: &str) -> String {
        match self {
            Creator::Template { member, .. } => {
                format!("{member}.getName(), {operands}, {member}.getAttributes().getValue()")
            }
            Creator::Attributes {
                name, attributes, ..
            } => {
                format!("{name}, {operands}, {attributes}.getAttrs()")
            }
        }
    }

    /// The last argument, if there is one.
    fn regions(&self) -> String {
        match self {
            Creator::Template {
                member,
                has_regions: true,
            } => format!(", {member}.getRegions()"),
            Creator::Attributes {
                regions: Some(regions),
                ..
            } => format!(", {regions}"),
            _ => String::new(),
        }
    }
}

fn creator(
    steps: &mut Steps<'_, '_, '_, '_, '_>,
    operation: &Operation,
    given: Option<String>,
) -> Creator {
    let name = operation.name.expect("PDL's verifier wants a name");
    let pattern = steps.routine.pattern;
    let nodes = &pattern.nodes;
    let is_constant =
        |node: &NodeId| matches!(nodes[*node], Node::Attribute { value: Some(_), .. });
    let is_template = operation
        .attributes
        .iter()
        .all(|(_, node)| is_constant(node))
        && given.is_none();
    let members = &mut steps.routine.scope.members;
    let regions = members.regions(name);
    if is_template {
        let constants = constants(nodes, operation);
        return Creator::Template {
            member: members.template(name, &constants, regions.as_deref()),
            has_regions: regions.is_some(),
        };
    }
    let member = members.created_name(name);
    let implied = |value: String| members.object("pdll_support::Regions", &value);
    let regions = given.or_else(|| regions.map(implied));
    let all: Vec<_> = operation
        .attributes
        .iter()
        .map(|(name, node)| {
            let is_matched = nodes.is_matched(*node) || is_constant(node);
            let value = steps.routine.value(*node);
            let members = &mut steps.routine.scope.members;
            (members.attribute_name(*name), value, is_matched)
        })
        .collect();
    let list = steps.routine.scope.names.take("attributes");
    steps.line(&format!("::mlir::NamedAttrList {list};"));
    for (name, value, exists) in all {
        steps.line(&match exists {
            true => format!("{list}.append({name}, {value});"),
            false => format!("pdll_support::addAttribute({list}, {name}, {value});"),
        });
    }
    Creator::Attributes {
        name: member,
        attributes: list,
        regions,
    }
}

/// The attributes of an operation, all of which are constant.
fn constants(nodes: &Nodes, operation: &Operation) -> Vec<(NameId, ConstantId)> {
    let all = operation.attributes.iter();
    all.filter_map(|(name, node)| match nodes[*node] {
        Node::Attribute { value, .. } => Some((*name, value?)),
        _ => None,
    })
    .collect()
}

/// The operands and result types of an operation whose types the pattern lists.
fn listed(
    steps: &mut Steps<'_, '_, '_, '_, '_>,
    node: NodeId,
    operation: &Operation,
) -> (String, String) {
    let operands = steps.list(Kind::PdllValueRange, &operation.operands.entries);
    let entries = &operation.results.entries;
    let types = steps.list(Kind::PdllTypeRange, entries);
    if !entries.iter().any(|entry| steps.is_range(*entry)) {
        let count = u32::try_from(entries.len()).expect("MLIR counts results in 32 bits");
        steps.num_results.insert(node, count);
    }
    (operands, types)
}

/// The same for one that infers its types, or has those of an operation that it
/// replaces.
fn inferred(
    steps: &mut Steps<'_, '_, '_, '_, '_>,
    node: NodeId,
    operation: &Operation,
    creator: &Creator,
) -> (String, String) {
    let parts: Vec<_> = operation
        .operands
        .entries
        .iter()
        .map(|operand| steps.routine.value(*operand))
        .collect();
    let operands = steps.routine.scope.names.take("operands");
    let types = steps.routine.scope.names.take("types");
    let replaced = steps.replaced.get(&node).copied();
    let others = replaced.map_or_else(
        || "{}".to_owned(),
        |replaced| format!("{}->getResultTypes()", steps.routine.value(replaced)),
    );
    let place = place(steps.routine);
    steps.routine.scope.need(Part::Inference);
    steps.line(&format!(
        "::llvm::SmallVector<::mlir::Value> {operands} = pdll_support::join({{{}}});",
        parts.join(", ")
    ));
    steps.line(&format!(
        "::llvm::FailureOr<::llvm::SmallVector<::mlir::Type>> {types} = pdll_support::inferTypes("
    ));
    steps.line(&format!(
        "    rewriter, {place}, {}, {others}{});",
        creator.inference(&operands),
        creator.regions()
    ));
    steps.line(&format!("if (::mlir::failed({types}))"));
    steps.line("  return ::llvm::failure();");
    (operands, format!("*{types}"))
}

/// The place of the pattern.
fn place(routine: &mut Routine<'_, '_, '_, '_>) -> String {
    let location = routine.pattern.location;
    routine.scope.members.place(location)
}
