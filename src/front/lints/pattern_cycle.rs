//! `pattern-cycle`: patterns match what others create, in a circle, and may be
//! applied in turn without end.
//!
//! An edge leads from a pattern to the one that is applied to an operation that it
//! creates. That is certain if no other pattern with the same or a higher benefit
//! is certain to match there; a pattern that matches only some inputs leaves the
//! others to the circle. As for `rematch`, no native function may decide, and a
//! pattern `with recursion` declares that it ends. The labels of all patterns of a
//! circle must be the same, because a run may select only some labels.

use super::{
    cover::covers,
    graph::{Graph, operation, used_operations},
    rematch::is_opaque,
    shadowed_pattern::{root_name, same_labels},
};
use crate::{
    base::diagnostic::{Diagnostic, Diagnostics},
    hir::{NodeId, NodeKind, Operation, Pattern},
};
use rustc_hash::FxHashMap;
use std::{cell::OnceCell, cmp::Reverse};

/// How many patterns are tried for an operation. With more, nothing is certain, and
/// the time would grow with the square of the number of patterns.
const MAX_CANDIDATES: usize = 16;

/// Adds the warnings about the patterns of a compilation, one for each circle.
pub(super) fn check(patterns: &[Pattern], diagnostics: &mut Diagnostics) {
    let followers = Followers::new(patterns);
    let edges: Vec<_> = (0..patterns.len())
        .map(|pattern| followers.of(pattern))
        .collect();
    for circle in circles(&edges) {
        diagnostics.push(warning(patterns, &circle));
    }
}

/// The pattern `to` is applied to the operation `created`, which `from` creates.
#[derive(Clone, Copy)]
struct Edge {
    from: usize,
    to: usize,
    created: NodeId,
}

fn warning(patterns: &[Pattern], circle: &[Edge]) -> Diagnostic {
    let first = &patterns[circle[0].from];
    let name = |pattern: &Pattern| match &pattern.name {
        Some(name) => format!("`{name}`"),
        None if std::ptr::eq(pattern, first) => "this pattern".to_owned(),
        None => "a pattern without a name".to_owned(),
    };
    let names: Vec<_> = circle
        .iter()
        .map(|edge| name(&patterns[edge.from]))
        .collect();
    let (last, others) = names.split_last().expect("a circle has edges");
    let message = format!(
        "each of {} and {last} matches what another one of them creates, so they may be applied in turn without end",
        others.join(", ")
    );
    let mut diagnostic = Diagnostic::warning("pattern-cycle", first.span, message);
    for edge in circle {
        let (from, to) = (&patterns[edge.from], &patterns[edge.to]);
        let node = &from.nodes[edge.created.index()];
        let message = format!("{} creates this, and {} matches it", name(from), name(to));
        diagnostic = from.with_callers(diagnostic.note(node.span, message), node);
    }
    diagnostic.help(
        "make one of them match less, or declare it `with recursion` if they terminate anyway",
    )
}

/// Which patterns are applied to the operations that others create.
struct Followers<'p> {
    patterns: &'p [Pattern],
    /// By the name of the root: patterns with high benefits first.
    of_root: FxHashMap<Option<&'p str>, Vec<usize>>,
    matches: Vec<OnceCell<Graph<'p>>>,
}

impl<'p> Followers<'p> {
    fn new(patterns: &'p [Pattern]) -> Self {
        let mut order: Vec<_> = (0..patterns.len()).collect();
        order.sort_by_key(|index| Reverse(patterns[*index].benefit));
        let mut of_root: FxHashMap<_, Vec<_>> = FxHashMap::default();
        for index in order {
            let name = root_name(&patterns[index]);
            of_root.entry(name).or_default().push(index);
        }
        Followers {
            patterns,
            of_root,
            matches: patterns.iter().map(|_| OnceCell::new()).collect(),
        }
    }

    /// The edges that start at a pattern.
    fn of(&self, from: usize) -> Vec<Edge> {
        let pattern = &self.patterns[from];
        if !may_be_in_circle(pattern) {
            return Vec::new();
        }
        let all = OnceCell::new();
        let used = OnceCell::new();
        let created =
            (pattern.rewrite_start..pattern.nodes.len()).map(|index| NodeId(index as u32));
        let edges = created.filter_map(|created| {
            let candidates = self.candidates(operation(&pattern.nodes, created)?)?;
            let is_used = used.get_or_init(|| used_operations(pattern))[created.index()];
            if !is_used || may_fold(pattern, created) {
                return None;
            }
            let all = all.get_or_init(|| Graph::of_all(pattern));
            let to = self.first_match(&candidates, all, created)?;
            let to_other = &self.patterns[to];
            let is_edge =
                to != from && may_be_in_circle(to_other) && same_labels(pattern, to_other);
            is_edge.then_some(Edge { from, to, created })
        });
        edges.collect()
    }

    /// The patterns that may match an operation, those with high benefits first, unless
    /// there are none or too many.
    fn candidates(&self, created: &Operation) -> Option<Vec<usize>> {
        let group = |name| self.of_root.get(&name).map_or(&[][..], Vec::as_slice);
        let (named, any) = (group(created.name.as_deref()), group(None));
        let number = named.len() + any.len();
        if number == 0 || number > MAX_CANDIDATES {
            return None;
        }
        let mut candidates = [named, any].concat();
        candidates.sort_by_key(|index| Reverse(self.patterns[*index].benefit));
        Some(candidates)
    }

    /// The candidate that is applied to an operation, if that is certain.
    fn first_match(&self, candidates: &[usize], all: &Graph<'_>, at: NodeId) -> Option<usize> {
        let benefit = |index: usize| self.patterns[index].benefit;
        let mut matching = candidates.iter().copied().filter(|index| {
            let pattern = &self.patterns[*index];
            let graph = self.matches[*index].get_or_init(|| Graph::of_match(pattern));
            covers(graph, all, at)
        });
        let first = matching.next()?;
        let is_only = matching
            .next()
            .is_none_or(|next| benefit(next) < benefit(first));
        is_only.then_some(first)
    }
}

fn may_be_in_circle(pattern: &Pattern) -> bool {
    !pattern.bounded_recursion && !is_opaque(pattern)
}

/// Whether the driver might fold an operation that was created before it is
/// matched: operations fold if operands are constants, or if they are equal.
fn may_fold(pattern: &Pattern, created: NodeId) -> bool {
    let Some(created) = operation(&pattern.nodes, created) else {
        return false;
    };
    let operands = &created.operands;
    let is_constant = |id: &NodeId| match &pattern.nodes[id.index()].kind {
        NodeKind::Result { operation: of, .. } | NodeKind::Results { operation: of } => {
            let of_created = of.index() >= pattern.rewrite_start;
            of_created && operation(&pattern.nodes, *of).is_some_and(|of| of.operands.is_empty())
        }
        _ => false,
    };
    let is_repeated = |(index, id): (usize, &NodeId)| operands[..index].contains(id);
    operands.iter().any(is_constant) || operands.iter().enumerate().any(is_repeated)
}

/// Circles of edges, each of which starts at the pattern that comes first in the
/// source. Each pattern is in one of them at most.
fn circles(edges: &[Vec<Edge>]) -> Vec<Vec<Edge>> {
    let next = without_ends(edges);
    let mut circles = Vec::new();
    // The walk that has come to a pattern.
    let mut walks = vec![None; edges.len()];
    for start in 0..edges.len() {
        let mut path: Vec<Edge> = Vec::new();
        let mut at = start;
        while walks[at].is_none()
            && let Some(edge) = next[at]
        {
            walks[at] = Some(start);
            path.push(edge);
            at = edge.to;
        }
        if let Some(begin) = path.iter().position(|edge| edge.from == at) {
            let mut circle = path.split_off(begin);
            let first = (0..circle.len()).min_by_key(|index| circle[*index].from);
            circle.rotate_left(first.unwrap_or_default());
            circles.push(circle);
        }
    }
    circles
}

/// For each pattern an edge along which one can go on for ever, if there is one.
fn without_ends(edges: &[Vec<Edge>]) -> Vec<Option<Edge>> {
    let mut ways: Vec<_> = edges.iter().map(Vec::len).collect();
    let mut from = vec![Vec::new(); edges.len()];
    for edge in edges.iter().flatten() {
        from[edge.to].push(edge.from);
    }
    let mut ends: Vec<_> = (0..edges.len()).filter(|index| ways[*index] == 0).collect();
    while let Some(end) = ends.pop() {
        for before in &from[end] {
            ways[*before] -= 1;
            if ways[*before] == 0 {
                ends.push(*before);
            }
        }
    }
    edges
        .iter()
        .map(|edges| edges.iter().copied().find(|edge| ways[edge.to] > 0))
        .collect()
}
