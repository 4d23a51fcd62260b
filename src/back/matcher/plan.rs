//! From the graph of a pattern to tests of positions.

mod bodies;
mod frontier;

use super::{
    layout::{Divided, LayoutId, Layouts, Size, Slot, groups},
    position::{Position, PositionId, Positions},
};
use crate::back::graph::{
    pattern::{Node, NodeId, Operation, Pattern, Results, is_range},
    pool::{ConstantId, NameId, Pool},
};
use crate::mlir::ffi::program::{List, Parts};
use frontier::Frontier;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// A test of the structure of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Test {
    /// There is something at the position.
    Exists(PositionId),
    /// The operation has that name.
    Name(PositionId, NameId),
    /// A list of the operation has so many elements.
    Count(PositionId, List, u32),
    CountAtLeast(PositionId, List, u32),
    /// The list of the layout can be divided in that way.
    Layout(PositionId, LayoutId),
    /// The attribute or type is that constant.
    Constant(PositionId, ConstantId),
    /// The types are those of an array.
    Types(PositionId, ConstantId),
    /// The value is that result of the operation which defines it.
    ResultNumber(PositionId, u32),
    /// What is at two positions is equal.
    Equal(PositionId, PositionId),
    /// The operation, region or block has so many of these parts.
    Parts(PositionId, Parts, u32),
    /// The operation is in the block, and not in an operation there.
    Inside(PositionId, PositionId),
    /// The operations are different.
    Distinct(PositionId, PositionId),
}

/// What a match of a pattern must be.
pub(crate) struct Plan {
    /// The tests of what can be reached from the root. A position stands behind
    /// the tests of the positions on its path.
    pub(crate) tests: Vec<Test>,
    /// How operations are found that cannot be reached from the root.
    pub(crate) searches: Vec<Search>,
    /// The positions to which the results of native constraints must be equal.
    returned: FxHashMap<NodeId, Vec<PositionId>>,
    /// The matched operations in the order in which they are reached, the root
    /// first.
    pub(crate) operations: Vec<NodeId>,
    /// Where the nodes are.
    positions: Vec<Option<PositionId>>,
}

/// An operation that uses a value of the match, or that is in a block of it. All of these
/// operations are tried, one after another.
pub(crate) struct Search {
    /// The value or the block.
    pub(crate) among: PositionId,
    pub(crate) found: PositionId,
    /// The tests of what can then be reached.
    pub(crate) tests: Vec<Test>,
}

impl Plan {
    pub(crate) fn position(&self, node: NodeId) -> Option<PositionId> {
        self.positions[node.index()]
    }

    /// The matched operations whose locations created ones get. That of the root stands
    /// for what is in it.
    pub(crate) fn located<'p>(&'p self, pattern: &'p Pattern) -> impl Iterator<Item = NodeId> + 'p {
        let is_in_root = |node| {
            pattern
                .nodes
                .parts_around(node)
                .any(|part| part == pattern.root)
        };
        let operations = self.operations.iter().copied();
        operations.filter(move |node| !is_in_root(*node))
    }

    /// The positions to which a result of a native constraint must be equal.
    pub(crate) fn returned(&self, node: NodeId) -> &[PositionId] {
        self.returned.get(&node).map_or(&[], Vec::as_slice)
    }
}

/// Makes plans of patterns. Positions and layouts are shared by all of them.
pub(crate) struct Planner<'p, 's, 'c> {
    pub(crate) positions: &'p mut Positions,
    pub(crate) layouts: &'p mut Layouts<'s>,
    pub(crate) pool: &'p Pool<'c>,
}

impl Planner<'_, '_, '_> {
    pub(crate) fn plan(&mut self, pattern: &Pattern) -> Plan {
        let mut search = Walk {
            positions: self.positions,
            layouts: self.layouts,
            pool: self.pool,
            pattern,
            bound: vec![None; pattern.nodes.len()],
            placed: Vec::new(),
            is_visited: vec![false; pattern.nodes.len()],
            searched: None,
            tests: Vec::new(),
            returned: FxHashMap::default(),
            reached: Vec::new(),
            pending: VecDeque::new(),
        };
        let root = search.positions.id(Position::Root);
        search.reach(pattern.root, root);
        search.visit_all();
        for (node, _) in pattern.nodes.matched() {
            search.locate_access(node);
        }
        let tests = std::mem::take(&mut search.tests);
        let searches = search.search();
        Plan {
            tests,
            searches,
            returned: search.returned,
            operations: search.reached,
            positions: search.bound,
        }
    }
}

/// Walks over the graph of one pattern.
struct Walk<'p, 's, 'c> {
    positions: &'p mut Positions,
    layouts: &'p mut Layouts<'s>,
    pool: &'p Pool<'c>,
    pattern: &'p Pattern,
    /// The first position of each node.
    bound: Vec<Option<PositionId>>,
    /// The nodes that have one, in the order in which they got it.
    placed: Vec<NodeId>,
    /// Whether the tests of each operation are among the tests.
    is_visited: Vec<bool>,
    /// What the last search finds, and among what.
    searched: Option<(PositionId, PositionId)>,
    tests: Vec<Test>,
    returned: FxHashMap<NodeId, Vec<PositionId>>,
    reached: Vec<NodeId>,
    /// Operations whose parts are still to be visited.
    pending: VecDeque<(NodeId, PositionId)>,
}

impl<'p> Walk<'p, '_, '_> {
    fn visit_all(&mut self) {
        while let Some((node, position)) = self.pending.pop_front() {
            self.visit(node, position);
        }
    }

    fn visit(&mut self, node: NodeId, position: PositionId) {
        let operation = self.pattern.nodes.operation(node);
        self.is_visited[node.index()] = true;
        if let Some(name) = operation.name {
            self.tests.push(Test::Name(position, name));
        }
        // What is found out about one operation at once takes one step of the engine.
        let lists = [List::PdllOperands, List::PdllResults];
        let slots = lists.map(|list| self.measure(operation, position, list));
        if let Some(count) = operation.num_regions {
            let test = Test::Parts(position, Parts::PdllRegions, count);
            self.tests.push(test);
        }
        for (list, slots) in lists.into_iter().zip(slots) {
            self.visit_list(operation, position, list, slots);
        }
        for (name, attribute) in &operation.attributes {
            let place = self.positions.id(Position::Attribute(position, *name));
            self.tests.push(Test::Exists(place));
            self.unify(*attribute, place);
        }
        self.visit_body(node, position);
        self.visit_block_around(node, position);
    }

    /// Tests how long a list is. Returns where its groups are.
    fn measure(&mut self, operation: &'p Operation, position: PositionId, list: List) -> Vec<Slot> {
        let nodes = &self.pattern.nodes;
        let Divided { size, slots } = self.layouts.divide(operation, list, nodes, self.pool);
        let last = groups(operation, list).entries.last();
        let size = match (slots.last(), last.map(|entry| &nodes[*entry])) {
            (Some(Slot::Rest(index)), Some(Node::Results(all))) if self.is_one_value(all) => {
                Size::Exactly(index + 1)
            }
            _ => size,
        };
        let test = match size {
            Size::Any | Size::AtLeast(0) => None,
            Size::Exactly(count) => Some(Test::Count(position, list, count)),
            Size::AtLeast(count) => Some(Test::CountAtLeast(position, list, count)),
            Size::Divisible(layout) => Some(Test::Layout(position, layout)),
        };
        self.tests.extend(test);
        slots
    }

    fn visit_list(
        &mut self,
        operation: &'p Operation,
        position: PositionId,
        list: List,
        slots: Vec<Slot>,
    ) {
        let nodes = &self.pattern.nodes;
        for (entry, slot) in groups(operation, list).entries.iter().zip(slots) {
            let is_range = is_range(nodes.kind(*entry));
            let place = self.positions.slot(position, list, slot, is_range);
            // The results of an operation are written as their types.
            let place = match (list, is_range) {
                (List::PdllOperands, _) => place,
                (List::PdllResults, false) => self.positions.id(Position::Type(place)),
                (List::PdllResults, true) => self.positions.id(Position::Types(place)),
            };
            self.unify(*entry, place);
        }
    }

    /// The node is at `place`. If it is elsewhere, too, both must be equal.
    fn unify(&mut self, node: NodeId, place: PositionId) {
        if let Node::Returned { .. } = self.pattern.nodes[node] {
            self.returned.entry(node).or_default().push(place);
            // Other operations may be found among the users of what is there.
            if self.bound[node.index()].is_none() {
                self.bind(node, place);
            }
            return;
        }
        match self.bound[node.index()] {
            Some(first) if first == place => {}
            Some(first) => self.tests.push(Test::Equal(first, place)),
            None => {
                self.bind(node, place);
                self.expand(node, place);
            }
        }
    }

    fn bind(&mut self, node: NodeId, place: PositionId) {
        self.bound[node.index()] = Some(place);
        self.placed.push(node);
    }

    /// Adds what a node demands of what is at its first place.
    fn expand(&mut self, node: NodeId, place: PositionId) {
        match &self.pattern.nodes[node] {
            Node::Operand { ty } => self.unify_type(*ty, Position::Type(place)),
            Node::Operands { types } => self.unify_type(*types, Position::Types(place)),
            Node::Attribute { value, ty } => {
                self.test_constant(*value, place);
                self.require_type(*ty, place);
                self.unify_type(*ty, Position::AttributeType(place));
            }
            Node::Type { value } => self.test_constant(*value, place),
            Node::Types { value } => {
                let test = value.map(|value| Test::Types(place, value));
                self.tests.extend(test);
            }
            Node::Result {
                operation, index, ..
            } => self.expand_result(*operation, *index, place),
            Node::Results(results) => self.expand_results(results, place),
            Node::Argument { ty, .. } => self.unify_type(*ty, Position::Type(place)),
            Node::Arguments { types, .. } => self.unify_type(*types, Position::Types(place)),
            Node::Operation(_)
            | Node::Region(_)
            | Node::Block(_)
            | Node::Range { .. }
            | Node::Returned { .. }
            | Node::Built(_) => {}
        }
    }

    fn unify_type(&mut self, ty: Option<NodeId>, place: Position) {
        if let Some(ty) = ty {
            let place = self.positions.id(place);
            self.unify(ty, place);
        }
    }

    /// Most attributes have no type.
    fn require_type(&mut self, ty: Option<NodeId>, attribute: PositionId) {
        let Some(ty) = ty else {
            return;
        };
        let is_tested = self.bound[ty.index()].is_some()
            || matches!(self.pattern.nodes[ty], Node::Type { value: Some(_) });
        if !is_tested {
            let place = self.positions.id(Position::AttributeType(attribute));
            self.tests.push(Test::Exists(place));
        }
    }

    fn test_constant(&mut self, value: Option<ConstantId>, place: PositionId) {
        let test = value.map(|value| Test::Constant(place, value));
        self.tests.extend(test);
    }

    fn expand_result(&mut self, operation: NodeId, index: u32, place: PositionId) {
        if let Some(owner) = self.bound[operation.index()] {
            let result = Position::Element(owner, List::PdllResults, index);
            let result = self.positions.id(result);
            self.tests.push(Test::Equal(place, result));
            return;
        }
        let owner = self.positions.id(Position::Definition(place));
        self.tests.push(Test::Exists(owner));
        if index != 0 || !self.has_one_result(operation) {
            self.tests.push(Test::ResultNumber(place, index));
        }
        self.reach(operation, owner);
    }

    fn expand_results(&mut self, results: &Results, place: PositionId) {
        if let Some(value) = self.only_value(results, place) {
            return self.expand_result(results.operation, 0, value);
        }
        let owner = match self.bound[results.operation.index()] {
            Some(owner) => owner,
            None => {
                let value = match is_range(results.kind) {
                    true => self.positions.id(Position::First(place)),
                    false => place,
                };
                let owner = self.positions.id(Position::Definition(value));
                self.tests.push(Test::Exists(owner));
                self.reach(results.operation, owner);
                owner
            }
        };
        let meant = self.access(results, owner);
        self.tests.push(Test::Equal(place, meant));
    }

    /// The value at `place`, where all results of an operation are, if that operation
    /// has one result. [`Walk::measure`] has found out that there is one element, which
    /// takes less time to look at than a range.
    fn only_value(&mut self, results: &Results, place: PositionId) -> Option<PositionId> {
        let Position::Rest(user, list, index) = self.positions[place] else {
            return None;
        };
        let is_one = self.is_one_value(results);
        is_one.then(|| self.positions.id(Position::Element(user, list, index)))
    }

    /// Whether these are all results of a matched operation that has one.
    fn is_one_value(&mut self, results: &Results) -> bool {
        results.index.is_none() && self.has_one_result(results.operation)
    }

    /// Whether the tests of an operation find out that it has one result.
    fn has_one_result(&mut self, operation: NodeId) -> bool {
        let nodes = &self.pattern.nodes;
        let operation = nodes.operation(operation);
        let list = List::PdllResults;
        let divided = self.layouts.divide(operation, list, nodes, self.pool);
        divided.size == Size::Exactly(1)
    }

    /// The place of the results of `owner` that an access means.
    fn access(&mut self, results: &Results, owner: PositionId) -> PositionId {
        let slot = self.layouts.access(results, &self.pattern.nodes, self.pool);
        let is_range = is_range(results.kind);
        self.positions
            .slot(owner, List::PdllResults, slot, is_range)
    }

    /// An operation has been found.
    fn reach(&mut self, operation: NodeId, place: PositionId) {
        self.bind(operation, place);
        self.reached.push(operation);
        self.pending.push_back((operation, place));
    }

    /// Finds the operations that are not reached from the root.
    fn search(&mut self) -> Vec<Search> {
        let mut searches = Vec::new();
        if self.reached.len() == self.pattern.nodes.matched_operations().count() {
            return searches;
        }
        let mut frontier = Frontier::new(self.pattern);
        while let Some((operation, among)) = self.find_next(&mut frontier) {
            let num_reached = self.reached.len();
            let number = u32::try_from(searches.len()).expect("they are fewer than nodes");
            let found = self.positions.id(Position::Found(number));
            self.searched = Some((found, among));
            self.reach(operation, found);
            self.visit_all();
            for node in frontier.results(&self.reached[num_reached..]) {
                self.locate_access(node);
            }
            searches.push(Search {
                among,
                found,
                tests: std::mem::take(&mut self.tests),
            });
        }
        searches
    }

    /// An operation that is not found yet, and a value of the match that it uses, or else
    /// the block that it is in.
    fn find_next(&mut self, frontier: &mut Frontier) -> Option<(NodeId, PositionId)> {
        frontier.learn(&self.placed);
        let nodes = &self.pattern.nodes;
        while let Some(node) = frontier.next_user() {
            if self.bound[node.index()].is_some() {
                continue;
            }
            let mut operands = nodes.operation(node).operands.entries.iter();
            if let Some(value) = operands.find_map(|operand| self.locate(*operand)) {
                return Some((node, value));
            }
        }
        while let Some(node) = frontier.next_inside() {
            let block = nodes.operation(node).inside?;
            if self.bound[node.index()].is_none() {
                return Some((node, self.bound[block.index()]?));
            }
        }
        None
    }

    /// The place of a value of the match, if it is known by now.
    fn locate(&mut self, node: NodeId) -> Option<PositionId> {
        if let Some(place) = self.bound[node.index()] {
            return Some(place);
        }
        let place = match &self.pattern.nodes[node] {
            Node::Result {
                operation, index, ..
            } => {
                let owner = self.bound[operation.index()]?;
                self.positions
                    .id(Position::Element(owner, List::PdllResults, *index))
            }
            Node::Results(results) => {
                let owner = self.bound[results.operation.index()]?;
                self.access(results, owner)
            }
            _ => return None,
        };
        self.bind(node, place);
        Some(place)
    }

    /// Locates results of a known operation that are no operands of others. They must
    /// exist, whether something uses them or not.
    fn locate_access(&mut self, node: NodeId) {
        let kind = &self.pattern.nodes[node];
        let is_result = matches!(kind, Node::Result { .. } | Node::Results(_));
        if is_result
            && self.bound[node.index()].is_none()
            && let Some(place) = self.locate(node)
            && !self.must_exist(place)
        {
            self.tests.push(Test::Exists(place));
        }
    }

    /// Whether the number of elements proves that there is something at the place.
    fn must_exist(&self, place: PositionId) -> bool {
        match self.positions[place] {
            Position::Rest(_, _, 0) => true,
            Position::Element(owner, list, index) => self.tests.iter().any(|test| match *test {
                Test::Count(of, counted, count) | Test::CountAtLeast(of, counted, count) => {
                    of == owner && counted == list && index < count
                }
                _ => false,
            }),
            _ => false,
        }
    }
}
