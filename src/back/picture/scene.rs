//! The boxes of a pattern, and the values between them.

use crate::{
    back::graph::{
        Locations,
        pattern::{Built, Call, Inlined, Node, NodeId, Nodes, Operation, Pattern, Statement},
        pool::Pool,
        variable_at,
    },
    back::lower,
    front::contract::{ANY_OF, BOUND_TYPES, name_for_users},
    front::hir::Disjunction,
    mlir::diagnostics::position,
    mlir::ffi::program::Kind as ValueKind,
};
use rustc_hash::FxHashMap;

/// How many values of a range are drawn apart.
const MAX_PARTS: usize = 64;

/// A picture of one pattern.
pub(super) struct Scene {
    pub(super) title: String,
    pub(super) matched: Graph,
    /// What must hold, too.
    pub(super) conditions: Vec<String>,
    pub(super) made: Graph,
}

/// Boxes, each after those whose values it uses.
#[derive(Default)]
pub(super) struct Graph {
    pub(super) boxes: Vec<Box>,
    pub(super) edges: Vec<Edge>,
    /// The box that a node has.
    of_node: FxHashMap<NodeId, usize>,
    /// The block that a box is in, and the regions that the operation of a box takes, until
    /// [`Graph::nest`] has made frames of them.
    blocks: Vec<Option<NodeId>>,
    taken: FxHashMap<NodeId, (usize, u32)>,
}

pub(super) struct Box {
    pub(super) kind: Kind,
    pub(super) title: String,
    pub(super) lines: Vec<String>,
    /// Its blocks with something in them.
    pub(super) frames: Vec<Frame>,
    /// The box that it is in, and the number of the frame there.
    pub(super) inside: Option<(usize, usize)>,
}

/// A block of an operation, with operations in it.
pub(super) struct Frame {
    pub(super) block: NodeId,
    pub(super) title: String,
}

/// What a box stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Root,
    Operation,
    /// A value that nothing in the picture defines.
    Value,
    /// What becomes of a matched operation, and what a native rewrite does.
    Step,
}

/// A value that a box uses.
pub(super) struct Edge {
    pub(super) from: usize,
    pub(super) to: usize,
    /// Where it ends at the upper side of the box, between 0 and 1: operands come in order.
    pub(super) part: f64,
    /// What the value is called, if it is not the only result.
    pub(super) label: String,
}

impl Scene {
    pub(super) fn of(pattern: &Pattern, locations: &Locations<'_>, pool: &Pool<'_>) -> Self {
        let names = Names {
            nodes: &pattern.nodes,
            locations,
            pool,
            bound: bound_types(pattern, pool),
        };
        let mut matched = Graph::default();
        for (id, operation) in pattern.nodes.matched_operations() {
            let kind = match id == pattern.root {
                true => Kind::Root,
                false => Kind::Operation,
            };
            matched.add_operation(id, operation, kind, &names);
        }
        matched.nest(&names);
        let conditions = pattern.constraints.iter().map(|call| names.call(call));
        Scene {
            title: title(pattern, locations),
            matched,
            conditions: conditions.collect(),
            made: made(pattern, &names),
        }
    }
}

fn title(pattern: &Pattern, locations: &Locations<'_>) -> String {
    let name = match (&*pattern.name, position(locations.pattern)) {
        ("", Some((file, position))) => format!("{file}:{}", position.line),
        (name, _) => name.to_owned(),
    };
    format!("{name}, benefit {}", pattern.benefit)
}

/// Types that the match has found, by the nodes that stand for them in the rewrite.
fn bound_types(pattern: &Pattern, pool: &Pool<'_>) -> FxHashMap<NodeId, NodeId> {
    let calls = pattern
        .rewrite
        .iter()
        .filter_map(|statement| match statement {
            Statement::Call(call) if pool.text(call.name) == BOUND_TYPES => Some(call),
            _ => None,
        });
    let pairs = calls.flat_map(|call| call.results.iter().zip(&call.arguments));
    pairs.map(|(taken, found)| (*taken, *found)).collect()
}

/// What the rewrite does.
fn made(pattern: &Pattern, names: &Names<'_, '_>) -> Graph {
    let mut graph = Graph::default();
    // The block that is being built, and those of the places to come back to.
    let mut block = None;
    let mut places = FxHashMap::default();
    for statement in &pattern.rewrite {
        let first = graph.boxes.len();
        match statement {
            Statement::Define(id) => match &pattern.nodes[*id] {
                Node::Operation(operation) => {
                    graph.add_operation(*id, operation, Kind::Operation, names);
                }
                Node::Built(Built::NewBlock { .. }) => block = Some(*id),
                Node::Built(Built::Place) => drop(places.insert(*id, block)),
                _ => {}
            },
            Statement::Call(call) if names.pool.text(call.name) == BOUND_TYPES => {}
            Statement::Call(call) => {
                let step = graph.add_step(names.call(call), &call.arguments, names);
                for result in &call.results {
                    graph.of_node.insert(*result, step);
                }
            }
            Statement::ReplaceByOperation { operation, by } => {
                let title = format!("replaces {}", names.node(*operation));
                graph.add_step(title, &[*by], names);
            }
            Statement::ReplaceByValues { operation, by } => {
                let title = format!("replaces {}", names.node(*operation));
                graph.add_step(title, by, names);
            }
            Statement::Erase(operation) => {
                graph.add_step(format!("erase {}", names.node(*operation)), &[], names);
            }
            Statement::Insert(_, place) => block = places.get(place).copied().flatten(),
        }
        for (one, inside) in graph.boxes.iter().zip(&mut graph.blocks).skip(first) {
            if one.kind != Kind::Value {
                *inside = block;
            }
        }
    }
    graph.nest(names);
    graph
}

impl Graph {
    fn add_operation(
        &mut self,
        id: NodeId,
        operation: &Operation,
        kind: Kind,
        names: &Names<'_, '_>,
    ) {
        let operands = operation.operands.entries.iter().copied();
        let operands: Vec<_> = operands.filter(|node| !names.is_anything(*node)).collect();
        let sources = self.sources(&operands, names);
        let mut lines = names.attributes(operation);
        lines.extend(names.results(operation));
        let name = operation
            .name
            .map_or("any operation", |name| names.pool.text(name));
        let title = match names.variable(id) {
            Some(variable) => format!("{variable} = {name}"),
            None => name.to_owned(),
        };
        let to = self.add(kind, title, lines, operation.inside);
        self.of_node.insert(id, to);
        for (region, number) in operation.regions.iter().zip(0..) {
            self.taken.insert(*region, (to, number));
        }
        self.connect(to, sources);
    }

    fn add_step(&mut self, title: String, arguments: &[NodeId], names: &Names<'_, '_>) -> usize {
        let is_value = |node: &&NodeId| names.is_drawn(**node);
        let values: Vec<_> = arguments.iter().filter(is_value).copied().collect();
        let sources = self.sources(&values, names);
        let to = self.add(Kind::Step, title, Vec::new(), None);
        self.connect(to, sources);
        to
    }

    fn add(
        &mut self,
        kind: Kind,
        title: String,
        lines: Vec<String>,
        block: Option<NodeId>,
    ) -> usize {
        self.boxes.push(Box {
            kind,
            title,
            lines,
            frames: Vec::new(),
            inside: None,
        });
        self.blocks.push(block);
        self.boxes.len() - 1
    }

    /// Puts what is in a block into a frame of the operation that has the block.
    fn nest(&mut self, names: &Names<'_, '_>) {
        for index in 0..self.boxes.len() {
            let Some(block) = self.blocks[index] else {
                continue;
            };
            let Some((owner, region)) = self.owner(block, names) else {
                let line = format!("in {}", names.node(block));
                self.boxes[index].lines.push(line);
                continue;
            };
            // Else a box would be in itself.
            if self.is_inside(owner, index) {
                continue;
            }
            let frames = &mut self.boxes[owner].frames;
            let known = frames.iter().position(|frame| frame.block == block);
            let frame = known.unwrap_or_else(|| {
                let title = names.block(block, region);
                frames.push(Frame { block, title });
                frames.len() - 1
            });
            self.boxes[index].inside = Some((owner, frame));
        }
    }

    /// The box of the operation that has a block, and which of its regions that is.
    fn owner(&self, block: NodeId, names: &Names<'_, '_>) -> Option<(usize, u32)> {
        let region = match &names.nodes[block] {
            Node::Block(block) => block.region,
            Node::Built(Built::NewBlock { region, .. }) => *region,
            _ => return None,
        };
        match &names.nodes[region] {
            Node::Region(region) => Some((*self.of_node.get(&region.operation)?, region.index)),
            _ => self.taken.get(&region).copied(),
        }
    }

    fn is_inside(&self, mut index: usize, around: usize) -> bool {
        while index != around {
            match self.boxes[index].inside {
                Some((owner, _)) => index = owner,
                None => return false,
            }
        }
        true
    }

    fn connect(&mut self, to: usize, sources: Vec<(usize, String)>) {
        let count = sources.len();
        for (index, (from, label)) in sources.into_iter().enumerate() {
            self.edges.push(Edge {
                from,
                to,
                part: (index as f64 + 0.5) / count as f64,
                label,
            });
        }
    }

    /// The boxes that define values, and what the values are called there.
    fn sources(&mut self, values: &[NodeId], names: &Names<'_, '_>) -> Vec<(usize, String)> {
        let parts = values.iter().flat_map(|value| names.parts(*value));
        let parts: Vec<_> = parts.collect();
        parts
            .into_iter()
            .map(|value| {
                let (definer, label) = names.definer(value);
                let known = definer.and_then(|definer| self.of_node.get(&definer));
                match known {
                    Some(index) => (*index, label),
                    None => (self.leaf(value, names), String::new()),
                }
            })
            .collect()
    }

    /// The box of a value that nothing here defines.
    fn leaf(&mut self, value: NodeId, names: &Names<'_, '_>) -> usize {
        if let Some(index) = self.of_node.get(&value) {
            return *index;
        }
        let block = match &names.nodes[value] {
            Node::Argument { block, .. } | Node::Arguments { block, .. } => Some(*block),
            _ => None,
        };
        let known =
            block.filter(|block| self.owner(*block, names).is_some() || names.is_new(*block));
        let index = self.add(Kind::Value, names.value(value), Vec::new(), known);
        self.of_node.insert(value, index);
        index
    }
}

/// What nodes are called.
struct Names<'p, 'c> {
    nodes: &'p Nodes,
    locations: &'p Locations<'c>,
    pool: &'p Pool<'c>,
    /// See [`bound_types`].
    bound: FxHashMap<NodeId, NodeId>,
}

impl Names<'_, '_> {
    /// The variable that the source has for a node.
    fn variable(&self, node: NodeId) -> Option<String> {
        variable_at(self.locations.nodes[node.index()])
    }

    fn node(&self, node: NodeId) -> String {
        let node = self.bound.get(&node).copied().unwrap_or(node);
        if let Some(variable) = self.variable(node) {
            return variable;
        }
        match &self.nodes[node] {
            Node::Operation(operation) => match operation.name {
                Some(name) => self.pool.text(name).to_owned(),
                None => "the operation".to_owned(),
            },
            Node::Result {
                operation, index, ..
            } => format!("{}.{index}", self.node(*operation)),
            Node::Results(results) => match results.index {
                Some(index) => format!("{}.{index}", self.node(results.operation)),
                None => self.node(results.operation),
            },
            Node::Range { .. } => match &self.parts(node)[..] {
                [whole] if *whole == node => "(…)".to_owned(),
                parts => {
                    let parts: Vec<_> = parts.iter().map(|part| self.node(*part)).collect();
                    format!("({})", parts.join(", "))
                }
            },
            Node::Region(region) => {
                format!("region {} of {}", region.index, self.node(region.operation))
            }
            Node::Block(block) => {
                format!("block {} of {}", block.index, self.node(block.region))
            }
            Node::Argument { block, index, .. } => {
                format!("argument {index} of {}", self.node(*block))
            }
            Node::Built(Built::Inlined(Inlined { block, .. })) => {
                let region = match &self.nodes[*block] {
                    Node::Block(block) => block.region,
                    _ => *block,
                };
                format!("yield of {}", self.node(region))
            }
            other => match other.constant() {
                Some(constant) => {
                    let constant = &self.pool.constants()[constant.0 as usize];
                    constant.attribute.to_string()
                }
                None => "_".to_owned(),
            },
        }
    }

    /// What a block of a region is called.
    fn block(&self, block: NodeId, region: u32) -> String {
        let name = match (self.variable(block), &self.nodes[block]) {
            (Some(name), _) => format!("region {region}, {name}"),
            (None, Node::Block(block)) if block.index > 0 => {
                format!("region {region}, block {}", block.index)
            }
            (None, _) => format!("region {region}"),
        };
        match &self.nodes[block] {
            Node::Block(block) if block.is_exact => format!("{name}, only this"),
            _ => name,
        }
    }

    /// Whether the rewrite builds a block.
    fn is_new(&self, block: NodeId) -> bool {
        matches!(self.nodes[block], Node::Built(Built::NewBlock { .. }))
    }

    /// Whether it stands for operands about which the pattern says nothing.
    fn is_anything(&self, node: NodeId) -> bool {
        matches!(self.nodes[node], Node::Operands { types: None }) && self.variable(node).is_none()
    }

    /// A value, with its type if the pattern says something about it.
    fn value(&self, value: NodeId) -> String {
        let ty = match &self.nodes[value] {
            Node::Operand { ty } => *ty,
            Node::Operands { types } => *types,
            _ => None,
        };
        let name = self.node(value);
        match ty.map(|ty| self.node(ty)).filter(|ty| ty != "_") {
            Some(ty) => format!("{name} : {ty}"),
            None => name,
        }
    }

    fn call(&self, call: &Call) -> String {
        let name = name_for_users(self.pool.text(call.name));
        let arguments: Vec<_> = call.arguments.iter().map(|node| self.node(*node)).collect();
        let not = if call.is_negated { "not " } else { "" };
        if let Some(disjunction) = self.disjunction(call) {
            let condition = disjunction.say(&arguments[1..]);
            return match call.is_negated {
                true => format!("not ({condition})"),
                false => condition,
            };
        }
        let results: Vec<_> = call.results.iter().map(|node| self.node(*node)).collect();
        let results = match &results[..] {
            [] => String::new(),
            all => format!("{} = ", all.join(", ")),
        };
        format!("{results}{not}{name}({})", arguments.join(", "))
    }

    /// What a call decides, if it is one of `or`.
    fn disjunction(&self, call: &Call) -> Option<Disjunction> {
        if self.pool.text(call.name) != ANY_OF {
            return None;
        }
        let branches = self.nodes[*call.arguments.first()?].constant()?;
        lower::disjunction::read(self.pool.constants()[branches.0 as usize].attribute)
    }

    fn attributes(&self, operation: &Operation) -> Vec<String> {
        let attributes = operation.attributes.iter();
        let line = |(name, value): &(_, NodeId)| {
            format!("{} = {}", self.pool.text(*name), self.node(*value))
        };
        attributes.map(line).collect()
    }

    /// The types of the results, unless the pattern says nothing about them.
    fn results(&self, operation: &Operation) -> Option<String> {
        let types = operation.results.entries.iter();
        let types: Vec<_> = types.map(|ty| self.types(*ty)).collect();
        let says = types.iter().any(|ty| ty != "_");
        says.then(|| format!("→ {}", types.join(", ")))
    }

    /// A type, or the types of a range.
    fn types(&self, node: NodeId) -> String {
        let text = self.node(node);
        let list = text
            .strip_prefix('[')
            .and_then(|text| text.strip_suffix(']'));
        match (&self.nodes[node], list) {
            (Node::Types { value: Some(_) }, Some("")) => "()".to_owned(),
            (Node::Types { value: Some(_) }, Some(list)) => list.to_owned(),
            _ => text,
        }
    }

    /// The values that a range consists of, or the value itself. Ranges may share parts, and
    /// double them many times; one that is too long is a whole.
    fn parts(&self, value: NodeId) -> Vec<NodeId> {
        let (mut flat, mut rest) = (Vec::new(), vec![value]);
        while let Some(next) = rest.pop() {
            match &self.nodes[next] {
                Node::Range { parts, .. } => rest.extend(parts.iter().rev()),
                _ => flat.push(next),
            }
            if flat.len() + rest.len() > MAX_PARTS {
                return vec![value];
            }
        }
        flat
    }

    /// What defines a value, and which of its results that is.
    fn definer(&self, value: NodeId) -> (Option<NodeId>, String) {
        match &self.nodes[value] {
            Node::Result {
                operation, index, ..
            } => {
                let label = match index {
                    0 => String::new(),
                    _ => index.to_string(),
                };
                (Some(*operation), label)
            }
            Node::Results(results) => {
                let label = results.index.filter(|index| *index > 0);
                let label = label.map_or_else(String::new, |index| index.to_string());
                (Some(results.operation), label)
            }
            _ => (Some(value), String::new()),
        }
    }

    /// Whether a wire shows it: attributes and types stand in boxes.
    fn is_drawn(&self, node: NodeId) -> bool {
        match &self.nodes[node] {
            Node::Operation(_)
            | Node::Operand { .. }
            | Node::Operands { .. }
            | Node::Result { .. }
            | Node::Results(_)
            | Node::Argument { .. }
            | Node::Arguments { .. }
            | Node::Built(Built::Inlined(_)) => true,
            Node::Range { kind, .. } => *kind == ValueKind::PdllValueRange,
            _ => false,
        }
    }
}
