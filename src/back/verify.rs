//! Whether patterns are right: what they put in place of matched operations does what
//! these did.
//!
//! A pattern is run on any values, once for each assignment of types for which MLIR accepts
//! its operations. What it matches and what it creates become terms, and a solver says
//! whether they can differ.
//!
//! | module | subject |
//! |---|---|
//! | `subject` | a pattern, and what belongs to it |
//! | `types` | for which types a pattern is looked at |
//! | `run` | a pattern, run on any values of some types |
//! | `library`, `code` | what the functions mean that it calls |
//! | `attributes` | attributes as terms, and back |
//! | `interpret` | what a function returns for given arguments |
//! | `witness` | the programs for which a pattern is wrong |
//! | `verdict` | what is said about a pattern |

mod attributes;
mod code;
mod interpret;
mod library;
mod run;
mod subject;
mod types;
mod verdict;
mod witness;

pub(crate) use interpret::interpret;
pub(crate) use verdict::{Counterexample, Finding, Verdict};

use crate::{
    back::graph::{Checked, Locations, pattern::Pattern},
    front::hir::Native,
    mlir::ffi::pattern_set::Natives,
};
use pdll_verify::{
    meanings::Reading,
    refine::{self, Limits},
    solver::Solver,
};
use run::{Computation, Stopped};
use rustc_hash::FxHashMap;
use subject::{Subject, Unsupported};
use types::Assignment;

/// What the verifier works with.
pub(crate) struct Verifier<'p, 'c> {
    graph: &'p Checked<'p, 'c>,
    definitions: FxHashMap<&'p str, &'p Native>,
    library: Natives,
    limits: Limits,
}

impl<'p, 'c> Verifier<'p, 'c> {
    /// Prepares to verify patterns that call functions of `natives`.
    pub(crate) fn new(graph: &'p Checked<'p, 'c>, natives: &'p [Native], limits: Limits) -> Self {
        let definitions = natives.iter().map(|native| (native.name.as_str(), native));
        Verifier {
            graph,
            definitions: definitions.collect(),
            library: Natives::new(),
            limits,
        }
    }

    /// Decides whether a pattern is right.
    pub(crate) fn verify(
        &self,
        pattern: &'p Pattern,
        locations: &'p Locations<'c>,
        mut solver: Option<&mut (dyn Solver + 'static)>,
    ) -> Verdict {
        let subject = Subject {
            context: self.graph.context(),
            pattern,
            pool: self.graph.pool(),
            locations,
            definitions: &self.definitions,
            library: &self.library,
        };
        let (assignments, refused) = match types::assignments(&subject) {
            Ok(found) => found,
            Err(Unsupported(reason)) => return Verdict::undecided(reason),
        };
        let mut tally = verdict::Tally::new(refused);
        let mut open: Vec<_> = assignments
            .iter()
            .flat_map(|assignment| {
                let widths: &[u32] = match mentions_index(assignment) {
                    true => &[32, 64],
                    false => &[64],
                };
                widths.iter().map(move |width| (assignment, *width))
            })
            .collect();
        // What is wrong is mostly easy to refute at some types, and may be hard at others.
        for share in [20, 1] {
            let mut hard = Vec::new();
            let limits = Limits {
                solver: self.limits.solver / share,
                ..self.limits
            };
            for (assignment, width) in open {
                let solver = solver.as_deref_mut();
                let finding = self.at(&subject, assignment, width, limits, solver);
                if let (Finding::Limit, 2..) = (&finding, share) {
                    hard.push((assignment, width));
                } else if let Some(verdict) = tally.add(assignment, finding) {
                    return verdict;
                }
            }
            open = hard;
        }
        tally.finish()
    }

    /// What is found at some types.
    fn at(
        &self,
        subject: &Subject<'_, 'c>,
        assignment: &Assignment<'c>,
        index_width: u32,
        limits: Limits,
        mut solver: Option<&mut (dyn Solver + 'static)>,
    ) -> Finding {
        let against = Reading::ALL;
        let finding = self.with(
            subject,
            assignment,
            index_width,
            against,
            limits,
            solver.as_deref_mut(),
        );
        let Finding::Wrong(counterexample) = finding else {
            return finding;
        };
        // It may be right if an open point is read in the same way on both sides.
        for reading in Reading::ALL {
            let readings = [reading, reading];
            let other = self.with(
                subject,
                assignment,
                index_width,
                readings,
                limits,
                solver.as_deref_mut(),
            );
            if matches!(other, Finding::Right { .. }) {
                let only_if = "the remainder of the smallest number by -1 is undefined behaviour \
                               in what is created, but not in what is replaced";
                return Finding::Wrong(Counterexample {
                    only_if: Some(only_if),
                    ..counterexample
                });
            }
        }
        Finding::Wrong(counterexample)
    }

    fn with(
        &self,
        subject: &Subject<'_, 'c>,
        assignment: &Assignment<'c>,
        index_width: u32,
        readings: [Reading; 2],
        limits: Limits,
        solver: Option<&mut (dyn Solver + 'static)>,
    ) -> Finding {
        let mut computation = match run::run(subject, assignment, index_width, readings) {
            Ok(computation) => computation,
            Err(Stopped::DoesNotMatch) => return Finding::Excluded,
            Err(Stopped::Unsupported(Unsupported(reason))) => return Finding::Undecided(reason),
            Err(Stopped::Invalid(reason)) => return Finding::Invalid(reason),
        };
        let Computation {
            terms, obligation, ..
        } = &mut computation;
        let decided = refine::decide(terms, obligation, solver, limits);
        match decided {
            Ok(refine::Verdict::Right) => Finding::Right {
                assumptions: computation.assumptions,
            },
            Ok(refine::Verdict::NeverMatches) => Finding::NeverMatches,
            Ok(refine::Verdict::Unknown) => Finding::Limit,
            Ok(refine::Verdict::DependsOnUses) => Finding::Undecided(
                "it is right only if nothing else uses a matched operation that chooses freely \
                 what it returns; HasOneUse asks for that"
                    .to_owned(),
            ),
            Ok(refine::Verdict::Wrong(_)) if !computation.unknown.is_empty() => {
                Finding::Undecided(computation.unknown.swap_remove(0))
            }
            Ok(refine::Verdict::Wrong(_)) if computation.invalid.is_some() => {
                Finding::Invalid(computation.invalid.unwrap_or_default())
            }
            Ok(refine::Verdict::Wrong(_))
                if computation.obligation.depends_on_nan(&computation.terms) =>
            {
                Finding::Undecided("the bits of a NaN that is computed are not known".to_owned())
            }
            Ok(refine::Verdict::Wrong(values)) => Finding::Wrong(Counterexample::new(
                subject,
                assignment,
                index_width,
                &mut computation,
                &values,
            )),
            Err(failure) => Finding::Failed(failure.0),
        }
    }
}

fn mentions_index(assignment: &Assignment<'_>) -> bool {
    assignment
        .all()
        .any(|ty| melior::ir::TypeLike::is_index(&ty))
}
