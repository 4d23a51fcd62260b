//! `shadowed-pattern`: another pattern matches wherever this one does, and has
//! a higher benefit.
//!
//! MLIR tries the patterns of an operation in the order of their benefits, so this
//! one is never applied. There is no warning if the benefits are equal, because
//! the order of such patterns is not known in a C++ header. Nor is there one if the
//! other pattern leaves its root in place; if it removes more than its root, which
//! a match in which two operations are one may not allow; if it calls a native
//! rewrite, which may fail; or if the labels differ, because a run may select only
//! one of the two patterns.

use super::{
    cover::covers,
    graph::{Graph, calls_native_rewrite, removed},
};
use crate::{
    base::diagnostic::{Diagnostic, Diagnostics},
    contract::CONVERT_TYPE,
    hir::{NodeKind, Pattern},
};
use rustc_hash::{FxHashMap, FxHasher};
use std::{
    cell::OnceCell,
    hash::{Hash, Hasher},
};

/// How many patterns of the same root, and of any root, a pattern is compared
/// with by its features, and how many of these by its nodes. Those that demand
/// least come first, so that little is lost; without a bound, the time would
/// grow with the square of the number of patterns.
const MAX_CANDIDATES: usize = 64;
const MAX_COMPARISONS: usize = 8;

/// Adds the warnings about the patterns of a compilation, one for each pattern
/// that is never applied.
pub(super) fn check(patterns: &[Pattern], diagnostics: &mut Diagnostics) {
    let candidates = Candidates::new(patterns);
    for (index, pattern) in patterns.iter().enumerate() {
        if let Some(other) = candidates.that_shadows(index) {
            diagnostics.push(warning(pattern, other));
        }
    }
}

fn warning(pattern: &Pattern, other: &Pattern) -> Diagnostic {
    let name = |pattern: &Pattern, otherwise: &str| match &pattern.name {
        Some(name) => format!("`{name}`"),
        None => otherwise.to_owned(),
    };
    let shown = name(pattern, "this pattern");
    let message = format!(
        "{shown} is never applied: {} matches wherever it does, and has a higher benefit",
        name(other, "another pattern")
    );
    let of = |pattern: &Pattern| pattern.benefit;
    let help = format!(
        "give {shown} a benefit of more than {}, or make the other pattern match less",
        of(other)
    );
    Diagnostic::warning("shadowed-pattern", pattern.span, message)
        .note(
            other.span,
            format!(
                "the other pattern has benefit {}, this one {}",
                of(other),
                of(pattern)
            ),
        )
        .help(help)
}

/// Which patterns may shadow others.
struct Candidates<'p> {
    entries: Vec<Entry<'p>>,
    /// By the name of the root: those that always remove it.
    of_root: FxHashMap<Option<&'p str>, usize>,
    groups: Vec<Vec<usize>>,
}

impl<'p> Candidates<'p> {
    fn new(patterns: &'p [Pattern]) -> Self {
        let mut candidates = Candidates {
            entries: patterns.iter().map(Entry::new).collect(),
            of_root: FxHashMap::with_capacity_and_hasher(patterns.len(), Default::default()),
            groups: Vec::with_capacity(patterns.len()),
        };
        for (index, pattern) in patterns.iter().enumerate() {
            let groups = &mut candidates.groups;
            let number = candidates.of_root.entry(root_name(pattern));
            let number = *number.or_insert_with(|| {
                groups.push(Vec::new());
                groups.len() - 1
            });
            if always_removes_root(pattern) {
                groups[number].push(index);
            }
        }
        for group in &mut candidates.groups {
            if group.len() > 1 {
                let demands = |index: &usize| candidates.entries[*index].features().count_ones();
                group.sort_by_key(demands);
            }
        }
        candidates
    }

    /// A pattern that is always applied before that one.
    fn that_shadows(&self, index: usize) -> Option<&'p Pattern> {
        let entry = &self.entries[index];
        let pattern = entry.pattern;
        let name = root_name(pattern);
        let group = |name| self.of_root.get(&name).map(|number| &self.groups[*number]);
        // Nothing but patterns with that root is asked to convert types.
        let any = group(None).filter(|_| name.is_some_and(|name| name != CONVERT_TYPE));
        let of_root = group(name);
        let others = any.into_iter().chain(of_root).flatten();
        others
            .take(MAX_CANDIDATES)
            .map(|other| &self.entries[*other])
            .filter(|other| other.pattern.benefit > pattern.benefit)
            .filter(|other| same_labels(other.pattern, pattern))
            .filter(|other| other.features() & !entry.features() == 0)
            .take(MAX_COMPARISONS)
            .find(|other| covers(other.graph(), entry.graph(), pattern.root))
            .map(|other| other.pattern)
    }
}

pub(super) fn root_name(pattern: &Pattern) -> Option<&str> {
    match &pattern.nodes[pattern.root.index()].kind {
        NodeKind::Operation(operation) => operation.name.as_deref(),
        _ => None,
    }
}

/// Whether a pattern that matches is certain to be applied and to remove its
/// root.
fn always_removes_root(pattern: &Pattern) -> bool {
    let rewriter = &pattern.nodes[pattern.rewrite_start..];
    let mut removed = rewriter.iter().filter_map(removed).peekable();
    removed.peek().is_some()
        && removed.all(|operation| operation == pattern.root)
        && !calls_native_rewrite(pattern)
}

pub(super) fn same_labels(a: &Pattern, b: &Pattern) -> bool {
    let all_in = |a: &Pattern, b: &Pattern| a.labels.iter().all(|label| b.labels.contains(label));
    all_in(a, b) && all_in(b, a)
}

/// A pattern, and what is found out about it when it is needed.
struct Entry<'p> {
    pattern: &'p Pattern,
    features: OnceCell<u128>,
    graph: OnceCell<Graph<'p>>,
}

impl<'p> Entry<'p> {
    fn new(pattern: &'p Pattern) -> Self {
        Entry {
            pattern,
            features: OnceCell::new(),
            graph: OnceCell::new(),
        }
    }

    fn graph(&self) -> &Graph<'p> {
        self.graph.get_or_init(|| Graph::of_match(self.pattern))
    }

    /// A bit for each thing that the match section demands, by its hash. One
    /// pattern can match wherever another does only if its bits are among those
    /// of the other.
    fn features(&self) -> u128 {
        *self.features.get_or_init(|| {
            let nodes = &self.pattern.nodes[..self.pattern.rewrite_start];
            nodes
                .iter()
                .fold(0, |features, node| features | bits(&node.kind))
        })
    }
}

fn bits(kind: &NodeKind) -> u128 {
    match kind {
        NodeKind::Operation(operation) => {
            let names = operation.attributes.iter().map(|(name, _)| bit((0, name)));
            let name = operation.name.as_ref().map(|name| bit((1, name)));
            names.chain(name).fold(0, |bits, bit| bits | bit)
        }
        NodeKind::AttributeLiteral(literal) => bit((2, literal.0)),
        NodeKind::TypeLiteral(literal) => bit((3, literal.0)),
        NodeKind::Call(call) => bit((4, &call.function)),
        NodeKind::Disjunction(disjunction) => bit((5, disjunction)),
        _ => 0,
    }
}

fn bit(feature: impl Hash) -> u128 {
    let mut hasher = FxHasher::default();
    feature.hash(&mut hasher);
    1 << (hasher.finish() % u64::from(u128::BITS))
}
