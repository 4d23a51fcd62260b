//! The table of a dispatcher.

use super::{
    dispatch::{self, lines},
    members::literal,
    pattern::scope,
    shared::{Purpose, Shared},
};
use crate::back::emit_cpp::support::{Part, Support};
use crate::back::graph::{guards, pattern::Pattern, pool::NameId, statements::ordered_statements};
use crate::back::matcher::{
    analysis::Analysis,
    plan::Plan,
    tree::{Row, Tree},
};
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// Patterns with the same root and benefit.
pub(super) struct Group {
    root: Option<NameId>,
    benefit: u16,
    /// Their indices, in the order of the file.
    pub(super) patterns: Vec<usize>,
    rows: Vec<Row>,
    certain: Vec<bool>,
}

/// Groups patterns, in the order of the first pattern of each group.
pub(super) fn groups(analysis: &mut Analysis<'_, '_>) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut known = FxHashMap::default();
    for rank in 0..u32::try_from(analysis.plans.len()).expect("a program counts patterns so") {
        let (root, row) = analysis.row(rank);
        let index = analysis.ranked[rank as usize];
        let pattern = &analysis.graph.patterns()[index];
        let benefit = pattern.benefit;
        let number = *known.entry((root, benefit)).or_insert_with(|| {
            groups.push(Group {
                root,
                benefit,
                patterns: Vec::new(),
                rows: Vec::new(),
                certain: Vec::new(),
            });
            groups.len() - 1
        });
        let group = &mut groups[number];
        let rank_in_group = u32::try_from(group.rows.len()).expect("there are fewer patterns");
        group.rows.push(Row {
            rank: rank_in_group,
            tests: row.tests,
        });
        group.patterns.push(index);
        group
            .certain
            .push(is_certain(pattern, &analysis.plans[rank as usize]));
    }
    groups.sort_by_key(|group| group.patterns[0]);
    groups
}

/// Whether a structure that matches is always rewritten.
fn is_certain(pattern: &Pattern, plan: &Plan) -> bool {
    plan.searches.is_empty()
        && pattern.constraints.is_empty()
        && guards::collect(pattern, &ordered_statements(pattern)).is_empty()
}

impl Group {
    pub(super) fn wanted_name(&self, analysis: &Analysis<'_, '_>) -> String {
        let root = self
            .root
            .map_or("any", |root| analysis.graph.pool().text(root));
        format!("Dispatcher_{root}_{}", self.benefit)
    }
}

/// Writes the functions and tables of a group of several patterns, which have these structs.
/// Returns the support that they need.
pub(super) fn write(
    analysis: &Analysis<'_, '_>,
    group: &Group,
    name: &str,
    structs: &[String],
    shared: &mut Shared,
) -> Support {
    let rows = group.rows.iter().map(|row| Row {
        rank: row.rank,
        tests: row.tests.clone(),
    });
    let tree = Tree::build(rows.collect());
    let mut scope = scope(analysis);
    scope.need(Part::Dispatch);
    let names: Vec<_> = group
        .patterns
        .iter()
        .map(|index| structs[*index].as_str())
        .collect();
    let functions = dispatch::write(&tree, &group.certain, &names, &mut scope);
    let find = shared.function(Purpose::Find, functions);
    let items = scope.members.write_table(shared, name);
    let root = group.root.map(|root| analysis.graph.pool().text(root));
    let _ = match root {
        Some(root) => writeln!(shared.text, "/// {} patterns on `{root}`.", names.len()),
        None => writeln!(
            shared.text,
            "/// {} patterns on any operation.",
            names.len()
        ),
    };
    let _ = write!(
        shared.text,
        "static const Row *const {name}_rows[] = {{\n    {}}};\n\
         static const Group {name}_group = {{\n    \
         {}, {}, {}, {find}, {items}, {name}_rows}};\n\n",
        lines(names.iter().map(|name| format!("&{name}_row")), ", "),
        literal(name),
        root.map_or_else(|| "nullptr".to_owned(), literal),
        group.benefit,
    );
    scope.members.support
}
