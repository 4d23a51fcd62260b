//! The struct of one pattern.

use super::{
    members::{Members, literal},
    native_calls::Defined,
    routine::Routine,
    scope::Scope,
};
use crate::{
    back::emit_cpp::module::Key,
    back::emit_cpp::support::{Part, Support},
    back::graph::{
        pattern::{Node, NodeId, Pattern},
        statements::created_operations,
    },
    back::matcher::{
        analysis::Analysis,
        layout::Slot,
        position::{Position, PositionId},
    },
    code::text::cpp_names::Names,
};
use rustc_hash::{FxHashMap, FxHashSet};
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

/// Writes the struct of a pattern by its index. Returns the support that it needs, too.
pub(super) fn write(
    analysis: &Analysis<'_, '_>,
    slots: &Slots,
    index: usize,
    rank: usize,
    name: &str,
    origin: &str,
    defined: &BTreeMap<Key, Defined>,
) -> (String, Support) {
    let pattern = &analysis.graph.patterns()[index];
    let root = root(analysis);
    let scope = scope(analysis, name);
    let mut routine = Routine::new(
        pattern,
        &analysis.plans[rank],
        scope,
        name,
        defined,
        &slots[index],
    );
    let matches = routine.matches(root);
    let apply = routine.apply();
    let members = routine.scope.members;
    let info = info(analysis, pattern, name);
    let comment = comment(analysis, pattern, origin);
    let any = match pattern.nodes.operation(pattern.root).name {
        Some(_) => "",
        None => ", ::mlir::Pattern::MatchAnyOpTypeTag()",
    };
    let (parameter, argument) = match members.support.has(Part::Registered) {
        true => (FUNCTIONS, "functions, "),
        false => ("", ""),
    };
    let text = format!(
        "/// {comment}\n\
         struct {name} : pdll_support::NativePattern {{\n  \
         template <typename... ConfigsT>\n  \
         {name}(::mlir::MLIRContext *context, {parameter}ConfigsT &&...configs)\n      \
         : {name}(context, {argument}pdll_support::configure(\n            \
         ::std::forward<ConfigsT>(configs)...)) {{}}\n\n  \
         {name}(::mlir::MLIRContext *context, {parameter}\n      \
         pdll_support::Configuration configuration)\n      \
         : pdll_support::NativePattern(context, {info},\n            \
         ::std::move(configuration){any}){} {{\n{}  }}\n\n\
         {matches}{apply}{}}};\n\n",
        members.initializers(),
        labels(pattern),
        members.declarations(),
    );
    (text, members.support)
}

/// The parameter with the functions that the program registers.
pub(super) const FUNCTIONS: &str = "const ::mlir::PDLPatternModule &functions, ";

/// A scope in which only the root is known.
pub(super) fn scope<'a, 'c>(analysis: &'a Analysis<'_, 'c>, name: &str) -> Scope<'a, 'c> {
    let mut names = Names::new();
    let own = [
        name,
        "matches",
        "apply",
        "find",
        "found",
        "context",
        "configuration",
        "functions",
        "rewrite",
        "location",
        "result",
        "patterns",
        "configs",
    ];
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

/// The `PatternInfo` of a pattern.
fn info(analysis: &Analysis<'_, '_>, pattern: &Pattern, name: &str) -> String {
    let name = match &*pattern.name {
        "" => name,
        own => own,
    };
    let root = pattern.nodes.operation(pattern.root).name;
    let root = root.map_or_else(
        || "nullptr".to_owned(),
        |root| literal(analysis.graph.pool().text(root)),
    );
    let mut seen = FxHashSet::default();
    let created = created_operations(pattern)
        .filter_map(|operation| operation.name)
        .filter(|name| seen.insert(*name));
    let created: Vec<_> = created
        .map(|name| literal(analysis.graph.pool().text(name)))
        .collect();
    format!(
        "{{{}, {root}, {}, {{{}}}}}",
        literal(name),
        pattern.benefit,
        created.join(", ")
    )
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

fn labels(pattern: &Pattern) -> String {
    let mut text = String::new();
    for label in &pattern.labels {
        let _ = writeln!(
            text,
            "    addDebugLabels(::llvm::StringRef({}));",
            literal(label)
        );
    }
    if pattern.has_bounded_recursion {
        text += "    setHasBoundedRewriteRecursion();\n";
    }
    text
}
