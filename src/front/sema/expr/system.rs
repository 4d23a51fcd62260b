//! Predicates, and the systems that they make.
//!
//! A use of a predicate adds constraints to the system of its section. At the end
//! of the section the system is solved: what nothing else binds is derived, and
//! the calls that do so are added to the nodes.

mod called;
mod collect;
mod disjunction;
mod emit;
mod explain;
mod type_rule;

pub(in crate::sema) use emit::Function;

use super::Value;
use crate::{
    base::source::Span,
    constraints::{Constraint, Section as PlanSection, System, Variable, VariableId},
    hir::{NodeId, NodeKind, Type},
    sema::{
        decl::{Body, Section},
        names::NativePredicate,
    },
};
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;
use std::rc::Rc;

/// The system of a section, while it is collected.
#[derive(Default)]
pub(in crate::sema) struct Draft {
    system: System,
    /// The applications, by tag.
    applications: Vec<Application>,
    /// The node and the kind of each variable.
    variables: Vec<Slot>,
    of_node: FxHashMap<NodeId, VariableId>,
    /// The arguments that branches have read.
    nested: FxHashSet<Span>,
    /// How many definitions have been read, those inside of others again and again.
    expansions: usize,
    /// Whether there is an error because these are too many. The system is not complete
    /// then.
    is_too_large: bool,
}

/// A predicate where it is applied.
struct Application {
    native: Rc<NativePredicate>,
    span: Span,
}

struct Slot {
    /// None for one that no expression stands for.
    node: Option<NodeId>,
    ty: Type,
}

impl Draft {
    /// The variable that a node is.
    fn variable_of(&mut self, node: NodeId, ty: Type) -> VariableId {
        if let Some(id) = self.of_node.get(&node) {
            return *id;
        }
        let id = self.add(Some(node), ty);
        self.of_node.insert(node, id);
        id
    }

    fn add(&mut self, node: Option<NodeId>, ty: Type) -> VariableId {
        self.variables.push(Slot { node, ty });
        self.system.variable(Variable::default())
    }
}

impl Body<'_, '_> {
    /// Solves the system of the section that ends here, if there is one.
    pub(in crate::sema) fn solve(&mut self) {
        let draft = std::mem::take(&mut self.frame.system);
        for (node, shown) in std::mem::take(&mut self.frame.open_attributes) {
            // What a predicate mentions gets a value, or an error that explains.
            if !draft.of_node.contains_key(&node) {
                self.report_unbound(&shown, self.builder.span(node));
            }
        }
        if !draft.system.constraints.is_empty() && !draft.is_too_large {
            self.solve_draft(draft);
        }
    }

    fn solve_draft(&mut self, mut draft: Draft) {
        let free = self.free(&draft);
        for (index, slot) in draft.variables.iter().enumerate() {
            let is_known = slot.node.is_some_and(|node| !free.contains(&node));
            draft.system.variables[index].is_known = is_known;
        }
        let plan = match self.frame.section {
            Section::Match => draft.system.plan(),
            Section::Rewrite => {
                let wanted: Vec<_> = (0..draft.variables.len())
                    .filter(|index| !draft.system.variables[*index].is_known)
                    .map(|index| VariableId(index as u32))
                    .collect();
                draft.system.plan_rewrite(&wanted)
            }
        };
        match plan {
            Ok(plan) => {
                if self.frame.section == Section::Rewrite {
                    self.report_checks(&draft, &plan);
                }
                self.emit(&draft, &plan);
            }
            // What has errors may have been what binds a variable.
            Err(_) if self.frame.uses_errors => {}
            Err(problems) => self.explain(&draft, &problems),
        }
    }

    /// The variables without a value: nothing in the input binds them. In a rewrite,
    /// these are the types that have none from elsewhere.
    fn free(&self, draft: &Draft) -> FxHashSet<NodeId> {
        let start = self.frame.start;
        let section = self.frame.section;
        let is_open = |node: &NodeId| {
            let kind = self.builder.kind(*node);
            let is_free = matches!(
                kind,
                Some(NodeKind::Type | NodeKind::Attribute { ty: None })
            );
            start.owns(*node) && is_free && self.is_of_section(*node, section)
        };
        let nodes = draft.variables.iter().filter_map(|slot| slot.node);
        let mut free: FxHashSet<_> = nodes.filter(is_open).collect();
        if section == Section::Match {
            for node in self.builder.nodes_from(start.parameter(0).index()) {
                match self.builder.kind(node) {
                    Some(NodeKind::Call(_)) | None => {}
                    Some(kind) => kind.for_each_input(|input| {
                        free.remove(&input);
                    }),
                }
            }
        }
        free
    }

    /// Whether a node belongs to the section that is analyzed.
    fn is_of_section(&self, node: NodeId, section: Section) -> bool {
        match (section, self.builder.rewrite_start()) {
            (Section::Rewrite, Some(start)) => node.index() >= start,
            _ => true,
        }
    }

    /// The name of a variable in messages.
    fn shown(&self, draft: &Draft, id: VariableId) -> Option<SmolStr> {
        let name = draft.system.variables[id.index()].name.as_ref();
        let node = draft.variables[id.index()].node;
        let of_node = || self.builder.node_name(node?);
        name.or_else(of_node).cloned()
    }
}

impl From<Section> for PlanSection {
    fn from(section: Section) -> Self {
        match section {
            Section::Match => PlanSection::Match,
            Section::Rewrite => PlanSection::Rewrite,
        }
    }
}

/// What a predicate is applied to: an argument, or none for any value.
type Argument = Option<VariableId>;

/// The constraints that are being collected.
type Constraints = Vec<Constraint>;

/// A value of a valued position.
fn single(node: NodeId, ty: super::Ty) -> Value {
    super::Single { node, ty }.into()
}
