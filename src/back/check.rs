//! What pdll says about patterns of the dialect `pdl`, wherever they come from, before
//! they are applied, explained or embedded.
//!
//! C++ first asks what only MLIR can answer. Then the patterns are read as graphs, and
//! the checks here judge those. A finished plugin, which has no Rust, relies on the
//! checks of the program that made it.
//!
//! | module | subject |
//! |---|---|
//! | `contradictions` | native constraints that cannot all hold |
//! | `known_values` | what constraints demand of values |
//! | `type_kinds` | what predicates of the library say about types |

mod contradictions;
mod known_values;
mod type_kinds;

use crate::{
    back::graph::{Checked, Graph, Locations},
    front::base::diagnostic::Severity,
    front::contract::NEVER_MATCHES,
    mlir::ffi::{
        aot,
        checked_module::CheckedModule,
        diagnostics::{self, Remark},
        pattern_set::{Filter, Natives, PatternSet},
    },
};
use contradictions::Judge;
use known_values::{Contradiction, Place};
use melior::{Context, ir::Module};
use std::cell::OnceCell;

/// Drops the patterns of a module that the filter does not select, and checks the
/// others, which may call any function if there are no `natives`. Without patterns, the
/// errors have gone to the diagnostic engine of the context; so have all warnings.
pub(crate) fn for_this_process<'m, 'c>(
    context: &'c Context,
    module: &'m Module<'c>,
    natives: Option<&Natives>,
    filter: &Filter,
) -> Option<Checked<'m, 'c>> {
    PatternSet::prepare(module, natives, filter).map(|module| rest(context, module))
}

/// Checks patterns that another process applies with pdll, all but their calls of native
/// functions. Changes the module, and reports as [`for_this_process`] does.
pub(crate) fn for_elsewhere<'m, 'c>(
    context: &'c Context,
    module: &'m Module<'c>,
) -> Option<Checked<'m, 'c>> {
    aot::check(module).map(|module| rest(context, module))
}

/// What is left to be checked of patterns that C++ has prepared.
pub(crate) fn rest<'m, 'c>(context: &'c Context, module: CheckedModule<'m, 'c>) -> Checked<'m, 'c> {
    let graph = Checked::read(context, module);
    warn_of_contradictions(&graph);
    graph
}

fn warn_of_contradictions(graph: &Graph<'_, '_>) {
    let mut judge = Judge::new(graph);
    let locations = OnceCell::new();
    for (index, pattern) in graph.patterns().iter().enumerate() {
        if let Some(found) = judge.contradiction(pattern) {
            let locations = locations.get_or_init(|| graph.locations());
            let (mut demand, others) = reasons(&found, &locations[index]);
            demand.text.insert_str(0, "the pattern never matches: ");
            diagnostics::emit_at(Severity::Warning, NEVER_MATCHES, &demand, &others);
        }
    }
}

/// Why the last constraint of the only pattern of a module, a disjunction of one branch,
/// cannot hold when the others do. There are no reasons if it can, or if the others
/// contradict each other. The module need not verify, nor pass the checks.
pub(crate) fn contradicted_rule<'c>(context: &'c Context, module: &Module<'c>) -> Vec<Remark<'c>> {
    let graph = Graph::read(context, module);
    let [pattern] = graph.patterns() else {
        return Vec::new();
    };
    let Some(found) = Judge::new(&graph).contradicted_rule(pattern) else {
        return Vec::new();
    };
    let (demand, mut others) = reasons(&found, &graph.locations()[0]);
    others.insert(0, demand);
    others
}

/// The demand, and what contradicts it at other places, each once.
fn reasons<'c>(found: &Contradiction, locations: &Locations<'c>) -> (Remark<'c>, Vec<Remark<'c>>) {
    let at = |place| match place {
        Some(Place::Call(index)) => locations.constraints[index],
        Some(Place::Node(node)) => locations.nodes[node.index()],
        None => locations.pattern,
    };
    let demand = Remark {
        location: at(found.demand.place),
        text: found.demand.text.clone(),
    };
    let mut others: Vec<Remark<'c>> = Vec::new();
    for other in found.others.iter().filter(|other| other.place.is_some()) {
        let location = at(other.place);
        let is_known = |known: &Remark<'_>| known.location == location && known.text == other.text;
        if location != demand.location && !others.iter().any(is_known) {
            let text = other.text.clone();
            others.push(Remark { location, text });
        }
    }
    (demand, others)
}
