//! Patterns in the form in which a person writes them: without what follows from the
//! definitions of operations.
//!
//! Rules and PDLL say some things in different ways. The form is the same for both, so
//! that patterns can be compared by it.

use super::{groups, literals::Texts};
use crate::{
    contract::{LIBRARY_PREFIX, SEGMENT_SIZES},
    hir::{
        self, CallKind, Node, NodeId, NodeKind, OPERAND_SIZES, Pattern, RESULT_SIZES, Replacement,
        Type,
    },
    ods::{self, Arity, Lengths, Ods},
};

/// A pattern without what is understood.
pub(super) struct Form<'a> {
    pub(super) ods: &'a Ods,
    pub(super) texts: &'a Texts,
    pub(super) nodes: Vec<Node>,
    pub(super) rewrite_start: usize,
    pub(super) root: NodeId,
    /// Calls that compute what is understood.
    dropped: Vec<bool>,
    /// How often an expression mentions each node.
    mentions: Vec<usize>,
}

/// The trait of operations whose results have the type of their operands.
const SAME_TYPE: &str = "::mlir::OpTrait::SameOperandsAndResultType";

impl<'a> Form<'a> {
    pub(super) fn new(pattern: &Pattern, ods: &'a Ods, texts: &'a Texts) -> Self {
        let mut form = Form {
            ods,
            texts,
            nodes: pattern.nodes.clone(),
            rewrite_start: pattern.rewrite_start,
            root: pattern.root,
            dropped: vec![false; pattern.nodes.len()],
            mentions: Vec::new(),
        };
        form.replace_constants();
        form.unify_results();
        let created: Vec<_> = form.ids().filter(|node| form.is_created(*node)).collect();
        for node in &created {
            form.group_operands(*node);
            form.group_types(*node);
            form.drop_result_segments(*node);
        }
        // What follows for one operation may need the types of another one.
        let understood = created
            .iter()
            .filter(|node| form.has_understood_types(**node));
        for node in understood.copied().collect::<Vec<_>>() {
            form.drop_types(node);
        }
        form.dropped.resize(form.nodes.len(), false);
        form.count_mentions();
        form.drop_calls();
        form
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    pub(super) fn kind(&self, node: NodeId) -> &NodeKind {
        &self.nodes[node.index()].kind
    }

    pub(super) fn operation(&self, node: NodeId) -> Option<&hir::Operation> {
        match self.kind(node) {
            NodeKind::Operation(operation) => Some(operation),
            _ => None,
        }
    }

    pub(super) fn definition(&self, node: NodeId) -> Option<&'a ods::Operation> {
        self.ods.operation(self.operation(node)?.name.as_deref()?)
    }

    /// How often expressions mention a node.
    pub(super) fn mentions(&self, node: NodeId) -> usize {
        self.mentions[node.index()]
    }

    /// Whether the rewrite section creates this operation.
    pub(super) fn is_created(&self, node: NodeId) -> bool {
        node.index() >= self.rewrite_start && self.operation(node).is_some()
    }

    pub(super) fn is_dropped(&self, node: NodeId) -> bool {
        self.dropped[node.index()]
    }

    /// The operation or call of which a node is a result, also through the result of a
    /// call that is an operation.
    pub(super) fn part_of(&self, node: NodeId) -> Option<NodeId> {
        match self.kind(node) {
            NodeKind::Result { operation, .. }
            | NodeKind::Results { operation }
            | NodeKind::ResultGroup { operation, .. } => {
                Some(self.part_of(*operation).unwrap_or(*operation))
            }
            NodeKind::CallResult { call, .. } => Some(*call),
            _ => None,
        }
    }

    /// Whether the operation has exactly one result.
    pub(super) fn has_one_result(&self, operation: NodeId) -> bool {
        let definition = self.definition(operation);
        definition.is_some_and(
            |definition| matches!(&definition.results[..], [group] if group.arity == Arity::Single),
        )
    }

    /// The operand, attribute or type of a node of the match section that says nothing
    /// about it.
    pub(super) fn says_nothing(&self, node: NodeId) -> bool {
        let ty = match self.kind(node) {
            NodeKind::Operand { ty } | NodeKind::Operands { ty } => *ty,
            NodeKind::Type | NodeKind::Types => None,
            _ => return false,
        };
        self.mentions(node) <= 1 && ty.is_none_or(|ty| self.says_nothing(ty))
    }

    /// Whether an operation of the match section may have any operands that its
    /// definition allows.
    pub(super) fn has_any_operands(&self, node: NodeId) -> bool {
        let operation = self.operation(node).expect("the caller knows it");
        let operands = &operation.operands[..];
        let is_open = |node: &NodeId| matches!(self.kind(*node), NodeKind::Operands { .. });
        if !operands.iter().all(|operand| self.says_nothing(*operand)) {
            return false;
        }
        if operands.len() == 1 && operands.iter().all(is_open) {
            return true;
        }
        let definition = self.definition(node);
        definition.is_some_and(|definition| {
            definition.operands.len() == operands.len()
                && std::iter::zip(operands, &definition.operands)
                    .all(|(operand, group)| group.arity == Arity::Single || is_open(operand))
        })
    }

    /// Whether an operation of the match section may have any results.
    pub(super) fn has_any_results(&self, node: NodeId) -> bool {
        let operation = self.operation(node).expect("the caller knows it");
        let types = operation.result_types.iter().flatten();
        let mut types = types.copied();
        types.all(|ty| self.says_nothing(ty))
    }

    /// Puts literals in the place of calls that return them.
    fn replace_constants(&mut self) {
        for node in self.ids() {
            let NodeKind::CallResult { call, .. } = *self.kind(node) else {
                continue;
            };
            let NodeKind::Call(function) = self.kind(call) else {
                continue;
            };
            if function.kind == CallKind::Rewrite
                && let Some(constant) = self.texts.constants.get(&function.function)
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

    fn count_mentions(&mut self) {
        self.mentions = vec![0; self.nodes.len()];
        for node in self.ids() {
            let is_own = matches!(
                self.kind(node),
                NodeKind::Operation(_)
                    | NodeKind::Call(_)
                    | NodeKind::Erase { .. }
                    | NodeKind::Replace { .. }
            );
            if is_own && !self.dropped[node.index()] {
                for input in self.kind(node).inputs() {
                    self.mention(input);
                }
            }
        }
    }

    fn mention(&mut self, node: NodeId) {
        let count = &mut self.mentions[node.index()];
        *count += 1;
        let is_first = *count == 1;
        if let Some(whole) = self.part_of(node) {
            return self.mention(whole);
        }
        match self.kind(node) {
            NodeKind::Range { elements, .. } => {
                for element in elements.clone() {
                    self.mention(element);
                }
            }
            NodeKind::Operand { ty: Some(ty) }
            | NodeKind::Operands { ty: Some(ty) }
            | NodeKind::Attribute { ty: Some(ty) }
                if is_first =>
            {
                self.mention(*ty);
            }
            _ => {}
        }
    }

    /// Drops calls whose results nothing needs any more.
    fn drop_calls(&mut self) {
        loop {
            let unused = self.ids().find(|node| {
                let is_pure = matches!(self.kind(*node), NodeKind::Call(call)
                    if call.kind == CallKind::Rewrite
                        && (call.function == SEGMENT_SIZES || is_library(&call.function, "TypeOf")));
                is_pure && !self.dropped[node.index()] && self.mentions(*node) == 0
            });
            let Some(unused) = unused else { return };
            self.dropped[unused.index()] = true;
            self.count_mentions();
        }
    }
}

/// Whether this is the function of that name of the standard library.
pub(super) fn is_library(function: &str, name: &str) -> bool {
    function.strip_prefix(LIBRARY_PREFIX) == Some(name)
}
