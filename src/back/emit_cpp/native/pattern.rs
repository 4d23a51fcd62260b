//! The row of one pattern, and its struct.

use super::{
    members::{Members, literal},
    native_calls::Defined,
    routine::Routine,
    scope::Scope,
    shared::{Purpose, Shared},
};
use crate::{
    back::emit_cpp::module::Key,
    back::emit_cpp::support::{Part, Support},
    back::graph::pattern::{Node, NodeId, Pattern},
    back::matcher::{
        analysis::Analysis,
        layout::Slot,
        position::{Position, PositionId},
    },
    code::text::cpp_names::Names,
};
use rustc_hash::FxHashMap;
use std::{collections::BTreeMap, fmt::Write};

/// By pattern, where the groups of results are that its rewrite uses.
pub(super) type Slots = Vec<FxHashMap<NodeId, Slot>>;

/// Finds the groups of results that rewrites use.
pub(super) fn slots(analysis: &mut Analysis<'_, '_>) -> Slots {
    let Analysis { graph, layouts, .. } = analysis;
    let pool = graph.pool();
    let of_pattern = |pattern: &Pattern| {
        let nodes = pattern.nodes.in_rewrite();
        let slots = nodes.filter_map(|(id, node)| match node {
            Node::Results(results) => Some((id, layouts.access(results, &pattern.nodes, pool))),
            _ => None,
        });
        slots.collect()
    };
    graph.patterns().iter().map(of_pattern).collect()
}

/// Writes the functions and tables of a pattern, and its struct.
pub(super) fn write(
    analysis: &Analysis<'_, '_>,
    of: &Of<'_>,
    defined: &BTreeMap<Key, Defined>,
    shared: &mut Shared,
) -> (String, Support) {
    let pattern = &analysis.graph.patterns()[of.index];
    let plan = &analysis.plans[of.rank];
    let mut routine = Routine::new(pattern, plan, scope(analysis), defined, &of.slots[of.index]);
    let matches = routine.matches(root(analysis));
    let apply = routine.apply();
    let members = routine.scope.members;
    let matches = shared.function(Purpose::Match, matches);
    let apply = shared.function(Purpose::Apply, apply);
    let items = members.write_table(shared, of.name);
    let more = labels(pattern, of.name, shared);
    let _ = write!(
        shared.text,
        "static const Row {}_row = {{\n    {}, {matches}, {apply}, {items}{more}}};\n\n",
        of.name,
        known(analysis, pattern, of.name)
    );
    let comment = comment(analysis, pattern, of.origin);
    let text = structure(pattern, of.name, &comment, &members.support);
    (text, members.support)
}

/// A pattern of a header.
pub(super) struct Of<'p> {
    pub(super) index: usize,
    pub(super) rank: usize,
    pub(super) slots: &'p Slots,
    /// The name of its struct.
    pub(super) name: &'p str,
    pub(super) origin: &'p str,
}

/// The struct, for programs that use single patterns.
fn structure(pattern: &Pattern, name: &str, comment: &str, support: &Support) -> String {
    let any = match pattern.nodes.operation(pattern.root).name {
        Some(_) => "",
        None => ",\n            ::mlir::Pattern::MatchAnyOpTypeTag()",
    };
    let (parameter, argument) = match support.has(Part::Registered) {
        true => (FUNCTIONS, "&functions"),
        false => ("", "nullptr"),
    };
    format!(
        "/// {comment}\n\
         struct {name} : pdll_support::NativePattern {{\n  \
         template <typename... ConfigsT>\n  \
         {name}(::mlir::MLIRContext *context, {parameter}ConfigsT &&...configs)\n      \
         : pdll_support::NativePattern(context, pdll_support::{name}_row, {argument},\n            \
         pdll_support::configure(::std::forward<ConfigsT>(configs)...){any}) {{}}\n\
         }};\n\n"
    )
}

/// The parameter with the functions that the program registers.
const FUNCTIONS: &str = "const ::mlir::PDLPatternModule &functions, ";

/// A scope in which only the root is known.
pub(super) fn scope<'a, 'c>(analysis: &'a Analysis<'_, 'c>) -> Scope<'a, 'c> {
    let mut names = Names::new();
    let own = ["self", "run", "found", "rewrite", "location", "result"];
    for name in own {
        names.take(name);
    }
    let members = Members::new(analysis.graph, &analysis.layouts);
    Scope::new(
        &analysis.positions,
        root(analysis),
        analysis.graph.pool(),
        members,
        names,
    )
}

/// The position of the root, which all plans have.
pub(super) fn root(analysis: &Analysis<'_, '_>) -> PositionId {
    let root = analysis.positions.find(Position::Root);
    root.expect("each plan begins with the root")
}

/// The name, root and benefit of a pattern.
fn known(analysis: &Analysis<'_, '_>, pattern: &Pattern, name: &str) -> String {
    let name = match &*pattern.name {
        "" => name,
        own => own,
    };
    let root = pattern.nodes.operation(pattern.root).name;
    let root = root.map_or_else(
        || "nullptr".to_owned(),
        |root| literal(analysis.graph.pool().text(root)),
    );
    format!("{}, {root}, {}", literal(name), pattern.benefit)
}

fn comment(analysis: &Analysis<'_, '_>, pattern: &Pattern, origin: &str) -> String {
    let location = analysis.graph.pool().constants()[pattern.location.0 as usize].attribute;
    let text = location.to_string();
    let place = text.strip_prefix("loc(\"").and_then(|text| {
        let (file, rest) = text.split_once("\":")?;
        Some(format!("{file}:{}", rest.split(':').next()?))
    });
    let place = place.unwrap_or_else(|| origin.to_owned());
    format!("The pattern at {}.", place.replace('\n', " "))
}

/// The last entries of a row, which few patterns have.
fn labels(pattern: &Pattern, name: &str, shared: &mut Shared) -> String {
    let mut text = String::new();
    if !pattern.labels.is_empty() {
        let labels: Vec<_> = pattern.labels.iter().map(|label| literal(label)).collect();
        let _ = writeln!(
            shared.text,
            "static const char *const {name}_labels[] = {{{}}};",
            labels.join(", ")
        );
        text = format!(", {name}_labels");
    } else if pattern.has_bounded_recursion {
        text += ", {}";
    }
    if pattern.has_bounded_recursion {
        text += ", true";
    }
    text
}
