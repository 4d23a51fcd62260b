//! Whether the steps of a rewrite can be taken in their order. What dialects demand of
//! created operations has been checked before.

use super::{dialects::Dialects, report::Report};
use crate::{
    back::graph::{
        Graph, Place,
        pattern::{Built, Inlined, Node, NodeId, Operation, Pattern, Results, Statement},
        statements::{for_each_reference, mentions, replaced},
    },
    base::diagnostic::count,
    mlir::ffi::{
        checked_module::RunsIn,
        known_operations::{Facts, NumResults},
        program::Kind,
    },
};
use rustc_hash::{FxHashMap, FxHashSet};

/// No operation has as many elements.
const MAX_ELEMENTS: usize = u16::MAX as usize;

/// Checks a pattern, which is the one of that index. Returns whether it is not refused.
/// The first problem counts.
pub(super) fn check<'c>(
    graph: &Graph<'_, 'c>,
    index: usize,
    runs_in: RunsIn,
    dialects: &mut Dialects<'c>,
    report: &Report<'_, '_, '_>,
) -> bool {
    let pattern = &graph.patterns()[index];
    let mut rewrite = Rewrite {
        graph,
        pattern,
        runs_in,
        dialects,
        replaced: replaced(pattern),
        types_of_values: types_of_values(pattern),
        erased: FxHashSet::default(),
        taken: FxHashMap::default(),
        open_types: FxHashSet::default(),
        without_results: FxHashSet::default(),
        sizes: FxHashMap::default(),
    };
    let is_mention = mentions(pattern);
    for (number, statement) in pattern.rewrite.iter().enumerate() {
        if is_mention[number] {
            continue;
        }
        if let Err(problem) = rewrite.take(statement) {
            problem.report(index, number, report);
            return false;
        }
    }
    true
}

/// Why a rewrite cannot go on.
struct Problem {
    /// The node that is wrong; otherwise it is the statement.
    at: Option<NodeId>,
    text: Text,
    note: Option<(NodeId, &'static str)>,
}

enum Text {
    /// The remedy depends on the place.
    CannotInfer(String),
    Other(String),
}

impl Problem {
    fn new(text: impl Into<String>) -> Self {
        Problem {
            at: None,
            text: Text::Other(text.into()),
            note: None,
        }
    }

    fn note(self, node: NodeId, text: &'static str) -> Self {
        Problem {
            note: Some((node, text)),
            ..self
        }
    }

    fn report(self, pattern: usize, statement: usize, report: &Report<'_, '_, '_>) {
        let place = self.at.map_or(Place::Statement(statement), Place::Node);
        let text = match self.text {
            Text::Other(text) => text,
            Text::CannotInfer(name) => {
                let types = match report.is_rule(pattern, place) {
                    true => "(returnType ...)",
                    false => "-> (...)",
                };
                format!("cannot infer the result types of `{name}`; write them with `{types}`")
            }
        };
        let note = self.note.map(|(node, text)| (Place::Node(node), text));
        report.error(pattern, place, text, note.as_slice());
    }
}

/// What holds after the steps so far.
struct Rewrite<'a, 'm, 'c> {
    graph: &'a Graph<'m, 'c>,
    pattern: &'a Pattern,
    runs_in: RunsIn,
    dialects: &'a mut Dialects<'c>,
    /// What created operations replace.
    replaced: FxHashMap<NodeId, NodeId>,
    /// Whether a node is the type of a matched value.
    types_of_values: Vec<bool>,
    /// The operations that are gone.
    erased: FxHashSet<NodeId>,
    /// The regions and blocks whose contents are elsewhere, and what has them.
    taken: FxHashMap<NodeId, NodeId>,
    /// Types without a value, until a created operation determines them.
    open_types: FxHashSet<NodeId>,
    /// Created operations that get no results because they have no types.
    without_results: FxHashSet<NodeId>,
    /// The numbers of elements of the ranges, with those of the ranges in them.
    sizes: FxHashMap<NodeId, usize>,
}

impl<'a> Rewrite<'a, '_, '_> {
    fn take(&mut self, statement: &'a Statement) -> Result<(), Problem> {
        self.check_references(statement)?;
        match statement {
            Statement::Define(node) => self.define(*node),
            Statement::Call(_) => Ok(()),
            Statement::Insert(_, anchor) => self.check_not_taken(*anchor),
            Statement::Erase(operation) => {
                self.erased.insert(*operation);
                Ok(())
            }
            Statement::ReplaceByOperation { operation, by } => {
                self.check_replacements(*operation, &[*by])?;
                self.check_has_results(*by, false)?;
                self.erased.insert(*operation);
                Ok(())
            }
            Statement::ReplaceByValues { operation, by } => {
                self.check_replacements(*operation, by)?;
                self.erased.insert(*operation);
                Ok(())
            }
        }
    }

    fn check_references(&self, statement: &Statement) -> Result<(), Problem> {
        let is_creation = matches!(statement, Statement::Define(node)
            if matches!(self.pattern.nodes[*node], Node::Operation(_)));
        let mut problem = None;
        for_each_reference(self.pattern, statement, |node| {
            if problem.is_some() {
                return;
            }
            let operation = self.operation_of(node).unwrap_or(node);
            if let Some(operation) = self.erased_around(operation) {
                let text = "this uses an operation that has been erased or replaced before";
                problem = Some(Problem::new(text).note(operation, "the operation is here"));
            } else if !is_creation && self.open_types.contains(&node) {
                // A created operation can determine its own result types.
                let text = "this uses an unknown type";
                problem = Some(Problem::new(text).note(node, "the type is here"));
            }
        });
        problem.map_or(Ok(()), Err)
    }

    /// The first operation that is gone, of a node and what it is in. What was moved out of
    /// an operation does not go with it.
    fn erased_around(&self, node: NodeId) -> Option<NodeId> {
        let parts = std::iter::once(node).chain(self.pattern.nodes.parts_around(node));
        parts
            .take_while(|part| !self.taken.contains_key(part))
            .find(|part| self.erased.contains(part))
    }

    /// The operation that a node is, or that it is a result of. A native function may
    /// have made it.
    fn operation_of(&self, node: NodeId) -> Option<NodeId> {
        match &self.pattern.nodes[node] {
            Node::Result { operation, .. } | Node::Results(Results { operation, .. }) => {
                Some(*operation)
            }
            _ => (self.pattern.nodes.kind(node) == Kind::PdllOperation).then_some(node),
        }
    }

    fn define(&mut self, node: NodeId) -> Result<(), Problem> {
        match &self.pattern.nodes[node] {
            Node::Operation(operation) => self.create(node, operation),
            Node::Result {
                operation, index, ..
            } => self.take_result(*operation, *index),
            Node::Results(results) => self.check_has_results(results.operation, false),
            Node::Range { parts, .. } => self.make_range(node, parts),
            Node::Built(Built::NewBlock { types, .. }) => {
                self.check_types_exist("an argument of this block", types)
            }
            Node::Built(Built::CopiedRegion { region }) => self.check_not_taken(*region),
            Node::Built(Built::Inlined(inlined)) => self.inline(node, inlined),
            Node::Type { value: None } | Node::Types { value: None } => {
                self.open_types.insert(node);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn inline(&mut self, node: NodeId, inlined: &Inlined) -> Result<(), Problem> {
        let nodes = &self.pattern.nodes;
        self.check_not_taken(inlined.block)?;
        let region = nodes.block(inlined.block).region;
        if nodes.region(region).num_blocks != Some(1) {
            let text = "only the one block of a region can be inlined";
            return Err(Problem::new(text).note(region, "the region is here"));
        }
        if !inlined.is_copy {
            self.taken.insert(inlined.block, node);
        }
        Ok(())
    }

    /// Checks that a region or block has what the match has found in it.
    fn check_not_taken(&self, part: NodeId) -> Result<(), Problem> {
        // A block moves with its region, and can be changed there.
        let blocks = match self.pattern.nodes[part] {
            Node::Region(_) => self.pattern.bodies.parts(part),
            _ => &[],
        };
        let mut parts = [part].into_iter().chain(blocks.iter().copied());
        match parts.find_map(|part| self.taken.get(&part)) {
            None => Ok(()),
            Some(by) => Err(
                Problem::new("what was in this region or block has been moved before")
                    .note(*by, "it moves here"),
            ),
        }
    }

    fn create(&mut self, node: NodeId, operation: &Operation) -> Result<(), Problem> {
        for region in &operation.regions {
            self.check_not_taken(*region)?;
            self.taken.insert(*region, node);
        }
        let types = &operation.results.entries;
        self.check_types_exist("a result type of this operation", types)?;
        let has_open_type = types.iter().any(|ty| self.open_types.contains(ty));
        if !types.is_empty() && !has_open_type {
            return Ok(());
        }
        let infers = match self.facts(operation) {
            Facts::Registered(known) => known.infers_results,
            Facts::Unknown { has_dialect } => self.runs_in == RunsIn::Elsewhere && !has_dialect,
            Facts::Missing => false,
        };
        if infers || self.replaced.contains_key(&node) {
            for ty in types {
                self.open_types.remove(ty);
            }
            return Ok(());
        }
        let needs_types = matches!(
            self.num_results(operation),
            Some(NumResults::One | NumResults::Several)
        );
        if has_open_type || needs_types {
            return Err(self.cannot_infer(node, operation));
        }
        self.without_results.insert(node);
        Ok(())
    }

    fn check_replacements(&self, operation: NodeId, by: &[NodeId]) -> Result<(), Problem> {
        let nodes = &self.pattern.nodes;
        let is_inside = |value: &&NodeId| {
            let mut parts = nodes
                .parts_around(**value)
                .skip_while(|part| Some(*part) == self.operation_of(**value))
                .take_while(|part| !self.taken.contains_key(part));
            parts.any(|part| part == operation)
        };
        if let Some(value) = by.iter().find(is_inside) {
            let text = "this replaces an operation with a value from a region of it";
            return Err(Problem::new(text).note(*value, "the value is here"));
        }
        let mut replacing = by.iter().map(|value| self.operation_of(*value));
        match replacing.any(|replacing| replacing == Some(operation)) {
            true => Err(Problem::new(
                "this replaces an operation with its own results",
            )),
            false => Ok(()),
        }
    }

    fn take_result(&mut self, of: NodeId, index: u32) -> Result<(), Problem> {
        // Nothing is known of an operation that a native function made.
        let Node::Operation(operation) = &self.pattern.nodes[of] else {
            return Ok(());
        };
        self.check_has_results(of, true)?;
        let types = &operation.results.entries;
        let is_single = |ty: &NodeId| self.pattern.nodes.kind(*ty) == Kind::PdllType;
        let known = match !types.is_empty() && types.iter().all(is_single) {
            true => Some(types.len()),
            false => match self.num_results(operation) {
                Some(NumResults::One) => Some(1),
                Some(NumResults::None) => Some(0),
                _ => None,
            },
        };
        match known {
            Some(known) if index as usize >= known => Err(Problem::new(format!(
                "the operation has {}, so there is no result {index}",
                count(known, "result")
            ))),
            _ => Ok(()),
        }
    }

    /// A range of ranges may double the elements in each of many levels.
    fn make_range(&mut self, node: NodeId, parts: &[NodeId]) -> Result<(), Problem> {
        let size = |part: &NodeId| match &self.pattern.nodes[*part] {
            Node::Range { .. } => self.sizes.get(part).copied().unwrap_or_default(),
            _ => 1,
        };
        let size = 1 + parts.iter().map(size).sum::<usize>();
        if size > MAX_ELEMENTS {
            let text = format!("this range has more than {MAX_ELEMENTS} elements");
            return Err(Problem::new(text));
        }
        self.sizes.insert(node, size);
        self.check_types_exist("an element of this range", parts)
    }

    /// Checks that a created operation has results, of which one is taken, or all are
    /// used.
    fn check_has_results(&mut self, node: NodeId, takes_one: bool) -> Result<(), Problem> {
        let Node::Operation(operation) = &self.pattern.nodes[node] else {
            return Ok(());
        };
        if !self.without_results.contains(&node) {
            return Ok(());
        }
        match self.num_results(operation) {
            Some(NumResults::None) if takes_one => {
                let name = self.name(operation);
                Err(Problem::new(format!("`{name}` has no results")))
            }
            Some(NumResults::None) => Ok(()),
            _ => Err(self.cannot_infer(node, operation)),
        }
    }

    /// Checks that none of the types can be missing: an attribute may have none.
    fn check_types_exist(&self, what: &str, types: &[NodeId]) -> Result<(), Problem> {
        let is_open = |ty: &NodeId| {
            let node = &self.pattern.nodes[*ty];
            matches!(
                node,
                Node::Type { value: None } | Node::Types { value: None }
            ) && self.pattern.nodes.is_matched(*ty)
                && !self.types_of_values[ty.index()]
        };
        let Some(ty) = types.iter().copied().find(is_open) else {
            return Ok(());
        };
        let text = format!("{what} is the type of an attribute only, which may have none");
        Err(Problem::new(text).note(ty, "the type is here"))
    }

    fn cannot_infer(&self, node: NodeId, operation: &Operation) -> Problem {
        Problem {
            at: Some(node),
            text: Text::CannotInfer(self.name(operation).to_owned()),
            note: None,
        }
    }

    fn name(&self, operation: &Operation) -> &'a str {
        operation
            .name
            .map_or("", |name| self.graph.pool().text(name))
    }

    fn facts(&mut self, operation: &Operation) -> Facts {
        let name = self.name(operation);
        self.dialects.facts(name)
    }

    fn num_results(&mut self, operation: &Operation) -> Option<NumResults> {
        let known = self.facts(operation).registered();
        known.map(|known| known.results)
    }
}

/// Whether nodes are types of matched values.
fn types_of_values(pattern: &Pattern) -> Vec<bool> {
    let mut are_types = vec![false; pattern.nodes.len()];
    for (_, node) in pattern.nodes.matched() {
        let types = match node {
            Node::Operand { ty }
            | Node::Operands { types: ty }
            | Node::Argument { ty, .. }
            | Node::Arguments { types: ty, .. } => ty.as_slice(),
            Node::Operation(operation) => &operation.results.entries,
            _ => &[],
        };
        for ty in types {
            are_types[ty.index()] = true;
        }
    }
    are_types
}
