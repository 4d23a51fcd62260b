//! What MLIR's interpreter of `pdl` gets wrong, or cannot run.
//!
//! A header hands patterns to that interpreter as they are. Each of [`DETECTIONS`] finds
//! one thing in a pattern that it then gets wrong, in programs whose operations do not
//! use their own results.

mod divisions;
mod erasures;
mod open_types;
mod size;

pub(crate) use open_types::open_types;

use crate::{
    back::graph::{
        Checked, Locations,
        pattern::{Built, Call, Node, NodeId, Pattern, Statement},
        pool::{ConstantId, Pool},
    },
    back::matcher::{analysis::analyze, layout::Layouts, plan::Plan},
    front::contract::{ANY_OF, LIBRARY_PREFIX},
    front::ods::{self, Ods},
    mlir::ffi::known_operations::{self, ImpliedRegions},
};
use melior::{Context, ir::Location};

/// Something that the interpreter gets wrong.
pub(crate) struct Fault<'c> {
    /// The name of the pattern, or an empty text.
    pub(crate) pattern: String,
    pub(crate) location: Location<'c>,
    /// What it is, as part of a sentence.
    pub(crate) reason: String,
    /// Whether it is a call of a function that only pdll has.
    pub(crate) is_foreign_call: bool,
}

/// Where something is, and the reason of a [`Fault`].
type Found<'c> = (Location<'c>, String);

/// Each looks for one kind of fault in a pattern, and returns the first one.
const DETECTIONS: [for<'c> fn(&mut Subject<'_, 'c>) -> Option<Found<'c>>; 8] = [
    repeated_result,
    repeated_mention,
    implied_regions,
    divisions::undivided,
    divisions::misread,
    divisions::missing,
    erasures::used_later,
    erasures::shared,
];

/// The faults of patterns, in the order of the module. `ods` are the definitions that
/// the pattern file includes.
pub(crate) fn faults<'c>(graph: &Checked<'_, 'c>, ods: &Ods) -> Vec<Fault<'c>> {
    let mut analysis = analyze(graph);
    let mut ranks = vec![0; graph.patterns().len()];
    for (rank, index) in analysis.ranked.iter().enumerate() {
        ranks[*index] = rank;
    }
    let locations = graph.locations();
    let mut faults = Vec::new();
    for (index, pattern) in graph.patterns().iter().enumerate() {
        let mut subject = Subject {
            context: graph.context(),
            pattern,
            plan: &analysis.plans[ranks[index]],
            layouts: &mut analysis.layouts,
            pool: graph.pool(),
            locations: &locations[index],
            ods,
        };
        // What it cannot read at all says enough.
        let found = match body(&subject) {
            Some(found) => vec![(found, false)],
            None => {
                let foreign = foreign_call(&subject).map(|found| (found, true));
                let detections = DETECTIONS.iter();
                let others = detections.filter_map(|detect| detect(&mut subject));
                let others = others.map(|found| (found, false));
                foreign.into_iter().chain(others).collect()
            }
        };
        let found = found.into_iter();
        faults.extend(found.map(|((location, reason), is_foreign_call)| Fault {
            pattern: pattern.name.clone(),
            location,
            reason,
            is_foreign_call,
        }));
    }
    faults.extend(size::excess(graph, &locations));
    faults
}

/// A pattern, and what is known about it.
struct Subject<'s, 'c> {
    context: &'c Context,
    pattern: &'s Pattern,
    plan: &'s Plan,
    layouts: &'s mut Layouts<'c>,
    pool: &'s Pool<'c>,
    locations: &'s Locations<'c>,
    ods: &'s Ods,
}

impl<'s, 'c> Subject<'s, 'c> {
    /// The location that a constant is.
    fn location(&self, constant: ConstantId) -> Location<'c> {
        Location::from_attribute(self.pool.constants()[constant.0 as usize].attribute)
    }

    /// Where a node of the match section stands.
    fn place(&self, node: NodeId) -> Location<'c> {
        self.locations.nodes[node.index()]
    }

    fn name(&self, operation: NodeId) -> Option<&'s str> {
        let name = self.pattern.nodes.operation(operation).name?;
        Some(self.pool.text(name))
    }

    /// How a message calls an operation.
    fn described(&self, operation: NodeId) -> String {
        match self.name(operation) {
            Some(name) => format!("`{name}`"),
            None => "an operation of any name".to_owned(),
        }
    }

    fn definition(&self, operation: NodeId) -> Option<&'s ods::Operation> {
        self.ods.operation(self.name(operation)?)
    }

    /// The calls of native functions.
    fn calls(&self) -> impl Iterator<Item = &'s Call> {
        let statements = self.pattern.rewrite.iter();
        let rewrites = statements.filter_map(|statement| match statement {
            Statement::Call(call) => Some(call),
            _ => None,
        });
        self.pattern.constraints.iter().chain(rewrites)
    }
}

/// `pdl` has no regions and blocks.
fn body<'c>(subject: &Subject<'_, 'c>) -> Option<Found<'c>> {
    let is_part = |node: &Node| match node {
        Node::Region(_) | Node::Block(_) => true,
        Node::Operation(operation) => operation.num_regions.is_some(),
        _ => false,
    };
    let builds = |node: &Node| match node {
        Node::Operation(operation) => !operation.regions.is_empty(),
        Node::Built(Built::Inlined(_)) => true,
        node => node.is_part(),
    };
    let nodes = &subject.pattern.nodes;
    let looks = nodes.matched().find(|(_, node)| is_part(node));
    let looks = looks.map(|(node, _)| (node, "it cannot look into regions"));
    let building = || nodes.in_rewrite().find(|(_, node)| builds(node));
    let found = looks.or_else(|| Some((building()?.0, "it cannot build regions")));
    let (node, problem) = found?;
    Some((subject.place(node), problem.to_owned()))
}

/// Only pdll has the functions of its library.
fn foreign_call<'c>(subject: &Subject<'_, 'c>) -> Option<Found<'c>> {
    let name = |call: &Call| subject.pool.text(call.name);
    let call = subject
        .calls()
        .find(|call| name(call).starts_with(LIBRARY_PREFIX))?;
    let reason = match name(call) {
        ANY_OF => "it has no `or`".to_owned(),
        name => format!("it has no function `{name}`, which is pdll's"),
    };
    Some((subject.location(call.location), reason))
}

/// The interpreter compares a result with one mention of it in the match section.
fn repeated_result<'c>(subject: &mut Subject<'_, 'c>) -> Option<Found<'c>> {
    let is_repeated = |node: &NodeId| subject.plan.returned(*node).len() > 1;
    let mut constraints = subject.pattern.constraints.iter();
    let call = constraints.find(|call| call.results.iter().any(is_repeated))?;
    let name = subject.pool.text(call.name);
    Some((
        subject.location(call.location),
        format!("it compares a result of `{name}` with only one of its mentions"),
    ))
}

/// It looks at the first mention of a range of types, and of a result.
fn repeated_mention<'c>(subject: &mut Subject<'_, 'c>) -> Option<Found<'c>> {
    let nodes = &subject.pattern.nodes;
    let mut mentions = vec![0; nodes.len()];
    for (_, node) in nodes.matched() {
        let mentioned: Vec<NodeId> = match node {
            Node::Operation(operation) => {
                [&operation.operands.entries[..], &operation.results.entries].concat()
            }
            Node::Operands { types } => types.iter().copied().collect(),
            _ => Vec::new(),
        };
        for node in mentioned {
            mentions[node.index()] += 1;
        }
    }
    let (node, what) = nodes.matched().find_map(|(id, node)| {
        let what = match node {
            Node::Types { .. } => "this range of types",
            Node::Result { .. } | Node::Results(_) => "this result",
            _ => return None,
        };
        (mentions[id.index()] > 1).then_some((id, what))
    })?;
    Some((
        subject.place(node),
        format!("it looks at only one of the mentions of {what}"),
    ))
}

/// It creates operations without regions.
fn implied_regions<'c>(subject: &mut Subject<'_, 'c>) -> Option<Found<'c>> {
    let mut statements = subject.pattern.rewrite.iter();
    statements.find_map(|statement| {
        let Statement::Define(node) = statement else {
            return None;
        };
        let Node::Operation(operation) = &subject.pattern.nodes[*node] else {
            return None;
        };
        let name = subject.pool.text(operation.name?);
        let regions = known_operations::implied_regions(subject.context, name);
        (regions != ImpliedRegions::None).then(|| {
            let reason = format!("it creates `{name}` without its regions");
            (subject.place(*node), reason)
        })
    })
}
