//! What follows from the definitions of operations, and so is not written.

use super::{constants::Constants, form::Form, groups};
use crate::{
    front::contract::{LIBRARY_PREFIX, SEGMENT_SIZES},
    front::hir::{
        self, CallKind, Node, NodeId, NodeKind, OPERAND_SIZES, RESULT_SIZES, Replacement, Type,
    },
    front::ods::{self, Arity, Lengths},
};

/// The trait of operations whose results have the type of their operands.
const SAME_TYPE: &str = "::mlir::OpTrait::SameOperandsAndResultType";

impl Form<'_> {
    /// Leaves out what follows, and says the rest in one way of several.
    pub(super) fn leave_out_what_follows(&mut self, constants: &Constants) {
        self.replace_constants(constants);
        self.unify_results();
        let created: Vec<_> = self.ids().filter(|node| self.is_created(*node)).collect();
        for node in &created {
            self.group_operands(*node);
            self.group_types(*node);
            self.drop_result_segments(*node);
        }
        // What follows for one operation may need the types of another one.
        let understood = created
            .iter()
            .filter(|node| self.has_understood_types(**node));
        for node in understood.copied().collect::<Vec<_>>() {
            self.drop_types(node);
        }
    }

    /// Puts literals in the place of calls that return them.
    fn replace_constants(&mut self, constants: &Constants) {
        for node in self.ids() {
            let NodeKind::CallResult { call, .. } = *self.kind(node) else {
                continue;
            };
            let NodeKind::Call(function) = self.kind(call) else {
                continue;
            };
            if function.kind == CallKind::Rewrite
                && let Some(constant) = constants.get(&function.function)
            {
                self.nodes[node.index()].kind = constant.clone();
                self.dropped[call.index()] = true;
            }
        }
    }

    /// Results are known by their index as far as possible.
    fn unify_results(&mut self) {
        for node in self.ids() {
            let Some(operation) = self.part_of(node) else {
                continue;
            };
            let Some(definition) = self.definition(operation) else {
                continue;
            };
            let are_single = definition
                .results
                .iter()
                .all(|group| group.arity == Arity::Single);
            let count = definition.results.len();
            let unified = match *self.kind(node) {
                NodeKind::ResultGroup { index, .. } if are_single => {
                    NodeKind::Result { operation, index }
                }
                NodeKind::ResultGroup { is_range: true, .. } if count == 1 => {
                    NodeKind::Results { operation }
                }
                NodeKind::Results { .. } if are_single && count == 1 => NodeKind::Result {
                    operation,
                    index: 0,
                },
                _ => continue,
            };
            self.nodes[node.index()].kind = unified;
        }
        for node in self.ids() {
            if let NodeKind::Replace {
                with: Replacement::Values(values),
                ..
            } = self.kind(node)
                && let Some(whole) = self.whole_operation(values)
                && let NodeKind::Replace { with, .. } = &mut self.nodes[node.index()].kind
            {
                *with = Replacement::Operation(whole);
            }
        }
    }

    /// The operation of which these values are all results.
    fn whole_operation(&self, values: &[NodeId]) -> Option<NodeId> {
        let operation = self.part_of(*values.first()?)?;
        let definition = self.definition(operation)?;
        let is_result = |(index, value): (usize, &NodeId)| match *self.kind(*value) {
            NodeKind::Result {
                operation: of,
                index: own,
            } => of == operation && own as usize == index,
            NodeKind::Results { operation: of } => of == operation && values.len() == 1,
            _ => false,
        };
        let is_whole = match self.kind(values[0]) {
            NodeKind::Results { .. } => true,
            _ => values.len() == definition.results.len(),
        };
        (is_whole && values.iter().enumerate().all(is_result)).then_some(operation)
    }

    /// Makes one node of each group of operands, and drops the attribute with their
    /// lengths.
    fn group_operands(&mut self, node: NodeId) {
        let Some(groups) = groups::of_operands(self, node) else {
            return;
        };
        let mut operands = Vec::new();
        for group in groups {
            operands.push(match group[..] {
                [one] => one,
                _ => self.range(Type::ValueRange, group, node),
            });
        }
        if let NodeKind::Operation(operation) = &mut self.nodes[node.index()].kind {
            operation.operands = operands;
            operation
                .attributes
                .retain(|(name, _)| name != OPERAND_SIZES);
        }
    }

    /// Makes one node of each group of result types.
    fn group_types(&mut self, node: NodeId) {
        let Some(groups) = groups::of_types(self, node) else {
            return;
        };
        let mut types = Vec::new();
        for group in groups {
            types.push(match group[..] {
                [one] => one,
                _ => self.range(Type::TypeRange, group, node),
            });
        }
        if let NodeKind::Operation(operation) = &mut self.nodes[node.index()].kind {
            operation.result_types = Some(types);
        }
    }

    fn range(&mut self, ty: Type, elements: Vec<NodeId>, of: NodeId) -> NodeId {
        let node = Node {
            kind: NodeKind::Range { ty, elements },
            name: None,
            ..self.nodes[of.index()].clone()
        };
        self.nodes.push(node);
        NodeId(self.nodes.len() as u32 - 1)
    }

    fn drop_result_segments(&mut self, node: NodeId) {
        let Some(definition) = self.definition(node) else {
            return;
        };
        if let NodeKind::Operation(operation) = &mut self.nodes[node.index()].kind
            && definition.result_lengths == Lengths::Segments
            && let Some(types) = &operation.result_types
            && types.len() == definition.results.len()
        {
            operation
                .attributes
                .retain(|(name, _)| name != RESULT_SIZES);
        }
    }

    /// Whether an operation has its result types without their being written.
    fn has_understood_types(&self, node: NodeId) -> bool {
        let Some(definition) = self.definition(node) else {
            return false;
        };
        let operation = self.operation(node).expect("it has a definition");
        let Some(types) = &operation.result_types else {
            return false;
        };
        let has_groups = definition
            .results
            .iter()
            .any(|group| group.arity != Arity::Single);
        definition.results.is_empty()
            || self.are_inferred(definition, operation, types)
            || (!definition.infers_result_types
                && (!has_groups || definition.results.len() == 1)
                && self.are_of_replaced(node, types))
    }

    fn drop_types(&mut self, node: NodeId) {
        if let NodeKind::Operation(operation) = &mut self.nodes[node.index()].kind {
            operation.result_types = None;
        }
    }

    /// Whether the types are that of the first operand, as the operation infers them.
    fn are_inferred(
        &self,
        definition: &ods::Operation,
        operation: &hir::Operation,
        types: &[NodeId],
    ) -> bool {
        let has_trait = definition.traits.iter().any(|one| one == SAME_TYPE);
        let Some(first) = operation.operands.first() else {
            return false;
        };
        let is_of_first = |ty: &NodeId| {
            self.type_of(*first) == Some(*ty)
                || matches!(self.kind(*ty), NodeKind::CallResult { call, .. }
                    if self.is_type_of(*call, *first))
        };
        has_trait && definition.infers_result_types && types.iter().all(is_of_first)
    }

    /// The node for the type of a value, if the pattern has one.
    fn type_of(&self, value: NodeId) -> Option<NodeId> {
        match self.kind(value) {
            NodeKind::Operand { ty } => *ty,
            NodeKind::Result { operation, index } => {
                let types = self.operation(*operation)?.result_types.as_ref()?;
                types.get(*index as usize).copied()
            }
            _ => None,
        }
    }

    /// Whether a call returns the type of this value.
    fn is_type_of(&self, call: NodeId, value: NodeId) -> bool {
        matches!(self.kind(call), NodeKind::Call(call)
            if is_library(&call.function, "TypeOf") && self.are_same(call.arguments[0], value))
    }

    /// Whether two nodes are the same result of an operation, or one node.
    fn are_same(&self, a: NodeId, b: NodeId) -> bool {
        let result = |node| match *self.kind(node) {
            NodeKind::Result { operation, index } => Some((operation, index)),
            _ => None,
        };
        a == b || (result(a).is_some() && result(a) == result(b))
    }

    /// Whether the types are those of the operation that this one replaces.
    fn are_of_replaced(&self, node: NodeId, types: &[NodeId]) -> bool {
        self.nodes[self.rewrite_start..].iter().any(|other| {
            let NodeKind::Replace { operation, with } = &other.kind else {
                return false;
            };
            let replaced = self.operation(*operation);
            matches!(with, Replacement::Operation(with) if *with == node)
                && replaced.and_then(|one| one.result_types.as_deref()) == Some(types)
        })
    }

    /// Drops calls whose results nothing needs any more.
    pub(super) fn drop_calls(&mut self) {
        loop {
            let is_unused = |node: &NodeId| {
                let is_pure = matches!(self.kind(*node), NodeKind::Call(call)
                    if call.kind == CallKind::Rewrite
                        && (call.function == SEGMENT_SIZES || is_library(&call.function, "TypeOf")));
                is_pure && !self.is_dropped(*node) && self.mentions(*node) == 0
            };
            let unused: Vec<_> = self.ids().filter(is_unused).collect();
            if unused.is_empty() {
                return;
            }
            for node in unused {
                self.dropped[node.index()] = true;
            }
            self.count_mentions();
        }
    }
}

/// Whether this is the function of that name of the standard library.
fn is_library(function: &str, name: &str) -> bool {
    function.strip_prefix(LIBRARY_PREFIX) == Some(name)
}
