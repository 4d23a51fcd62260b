//! What pdll says about patterns of the dialect `pdl`, wherever they come from, before
//! they are applied, explained or embedded.
//!
//! `PatternCheck.cpp` asks what only MLIR can answer. Between its questions, the patterns
//! are read as graphs, and the checks here judge those. A finished plugin, which has no
//! Rust, relies on the checks of the program that made it.
//!
//! | module | subject |
//! |---|---|
//! | `attributes` | the attributes of `pdl` operations that belong to pdll |
//! | `natives` | calls of native functions |
//! | `match_section` | operations and values that matching does not find |
//! | `rewrite_section` | steps of rewrites that cannot be taken |
//! | `never_matches` | operations that no program can contain |
//! | `dialects` | what dialects know about operations |
//! | `registered` | what registered operations demand |
//! | `contradictions` | native constraints that cannot all hold |
//! | `known_values` | what constraints demand of values |
//! | `type_kinds` | what predicates of the library say about types |
//! | `report` | what is found, as diagnostics |
//! | `without_ir` | whether a pattern needs IR to be checked |

mod attributes;
mod contradictions;
mod dialects;
mod known_values;
mod match_section;
mod natives;
mod never_matches;
mod registered;
mod report;
mod rewrite_section;
mod type_kinds;
mod without_ir;

use crate::{
    back::graph::{Checked, Graph},
    base::diagnostic::Severity,
    mlir::ffi::{
        aot,
        checked_module::{CheckedModule, RunsIn},
        diagnostics::{Remark, emit_at},
        pattern_set::{Filter, Natives, PatternSet},
    },
    mlir::listed::Listed,
};
use contradictions::Judge;
use dialects::Dialects;
use melior::{Context, ir::Module};
use report::{Report, reasons};
use std::iter::zip;

/// Drops the patterns of a module that the filter does not select, and checks the
/// others, which may call any function if there are no `natives`. Without patterns, the
/// errors have gone to the diagnostic engine of the context; so have all warnings.
pub(crate) fn for_this_process<'m, 'c>(
    context: &'c Context,
    module: &'m Module<'c>,
    natives: Option<&Natives>,
    filter: &Filter,
) -> Option<Checked<'m, 'c>> {
    let mut graph = None;
    let mut check = |are_sound: &mut [bool]| {
        let mut dialects = Dialects::new(context, None);
        graph = refuse(
            module,
            natives,
            RunsIn::ThisProcess,
            &mut dialects,
            are_sound,
        );
    };
    let module = PatternSet::prepare(module, filter, &mut check)?;
    Some(accept(graph?, module, None))
}

/// Checks patterns that another process applies with pdll, all but their calls of native
/// functions. Changes the module, and reports as [`for_this_process`] does.
pub(crate) fn for_elsewhere<'m, 'c>(
    context: &'c Context,
    module: &'m Module<'c>,
) -> Option<Checked<'m, 'c>> {
    for_elsewhere_by_name(context, module, None)
}

/// The same. If there is a list, it says what the dialects have of which the context has
/// nothing but their names.
pub(crate) fn for_elsewhere_by_name<'m, 'c>(
    context: &'c Context,
    module: &'m Module<'c>,
    listed: Option<&'c Listed>,
) -> Option<Checked<'m, 'c>> {
    let mut graph = None;
    let mut check = |are_sound: &mut [bool]| {
        let mut dialects = Dialects::new(context, listed);
        graph = refuse(module, None, RunsIn::Elsewhere, &mut dialects, are_sound);
    };
    let module = aot::check(module, &mut check)?;
    Some(accept(graph?, module, listed))
}

/// Checks patterns of which there is no IR, for another process. Returns whether that was
/// possible. If so, and it reported nothing, [`for_elsewhere_by_name`] would not, either;
/// otherwise that has to check their IR, to know more or to say where.
pub(crate) fn without_ir<'c>(graph: &Graph<'_, 'c>, listed: Option<&'c Listed>) -> bool {
    let mut dialects = Dialects::new(graph.context(), listed);
    if without_ir::needs_ir(graph, &mut dialects) {
        return false;
    }
    let mut are_sound = vec![true; graph.patterns().len()];
    check_parts(graph, RunsIn::Elsewhere, &mut dialects, &mut are_sound);
    if are_sound.into_iter().all(|is_sound| is_sound) {
        warn(graph, &mut dialects);
    }
    true
}

fn accept<'m, 'c>(
    graph: Graph<'m, 'c>,
    module: CheckedModule<'m, 'c>,
    listed: Option<&'c Listed>,
) -> Checked<'m, 'c> {
    warn(&graph, &mut Dialects::new(graph.context(), listed));
    Checked::new(graph, module)
}

/// The part of the checks that asks MLIR little, which C++ calls between the others.
/// Reports errors, and sets the patterns that are refused to false, by their order.
fn refuse<'m, 'c>(
    module: &'m Module<'c>,
    natives: Option<&Natives>,
    runs_in: RunsIn,
    dialects: &mut Dialects<'c>,
    are_sound: &mut [bool],
) -> Option<Graph<'m, 'c>> {
    if !attributes::check(module) {
        are_sound.fill(false);
        return None;
    }
    let graph = match Graph::read(dialects.context(), module) {
        Ok(graph) => graph,
        Err(faults) => {
            for fault in faults {
                emit_at(Severity::Error, "", &fault, &[]);
            }
            are_sound.fill(false);
            return None;
        }
    };
    if let Some(natives) = natives {
        natives::check(&graph, natives, &Report::new(&graph), are_sound);
    }
    check_parts(&graph, runs_in, dialects, are_sound);
    Some(graph)
}

/// Checks the parts of patterns one by one.
fn check_parts<'c>(
    graph: &Graph<'_, 'c>,
    runs_in: RunsIn,
    dialects: &mut Dialects<'c>,
    are_sound: &mut [bool],
) {
    let report = Report::new(graph);
    for (index, (pattern, is_sound)) in zip(graph.patterns(), are_sound).enumerate() {
        *is_sound &= match_section::check(pattern, index, &report)
            && rewrite_section::check(graph, index, runs_in, dialects, &report);
    }
}

/// Returns whether the patterns can call `natives`. Otherwise the errors have gone to the
/// diagnostic engine of the context. The patterns have passed all other checks.
pub(crate) fn can_call(graph: &Checked<'_, '_>, natives: &Natives) -> bool {
    let mut are_sound = vec![true; graph.patterns().len()];
    natives::check(graph, natives, &Report::new(graph), &mut are_sound);
    are_sound.into_iter().all(|is_sound| is_sound)
}

/// Warns about patterns that never match. They have passed all other checks.
fn warn<'c>(graph: &Graph<'_, 'c>, dialects: &mut Dialects<'c>) {
    let report = Report::new(graph);
    let mut judge = Judge::new(graph);
    for (index, pattern) in graph.patterns().iter().enumerate() {
        never_matches::check(graph, index, dialects, &report);
        if let Some(found) = judge.contradiction(pattern) {
            report.contradiction(index, &found);
        }
    }
}

/// Why the last constraint of the only pattern of a module, a disjunction of one branch,
/// cannot hold when the others do. There are no reasons if it can, or if the others
/// contradict each other. The module need not verify, nor pass the checks.
pub(crate) fn contradicted_rule<'c>(context: &'c Context, module: &Module<'c>) -> Vec<Remark<'c>> {
    let Ok(graph) = Graph::read(context, module) else {
        return Vec::new();
    };
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

#[cfg(test)]
mod tests;
