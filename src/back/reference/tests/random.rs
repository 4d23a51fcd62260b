//! Random patterns on random programs: pdll's engine must apply the pattern that
//! the reference finds.
//!
//! | module | subject |
//! |---|---|
//! | `pattern` | patterns as data, and their text |
//! | `generate` | random patterns |
//! | `program` | programs as data, and their text |
//! | `derive` | programs that patterns match, or nearly match |
//! | `natives` | the functions that the patterns call |

mod derive;
mod generate;
mod natives;
mod pattern;
mod program;

use super::super::{Demand, Division, Outcome, Record, Reference};
use crate::{
    back::check,
    back::matcher,
    front::testing::random::{self, Random},
    mlir::ffi::{
        entity::{self, Entity},
        ir::{load_pdl, parse_module},
        pattern_set::{Filter, PatternSet, PatternUse},
    },
    mlir::options::{Driver, Options},
};
use melior::{
    Context,
    dialect::DialectRegistry,
    ir::{Module, OperationRef, operation::OperationLike},
};
use natives::{Mark, Marks};

/// The number of sets of patterns.
const CASES: usize = 2000;

/// The number of programs for each set of patterns.
const PROGRAMS: usize = 4;

/// The number of differences that a failure shows.
const MAX_SHOWN: usize = 3;

/// What a number of cases amounts to.
#[derive(Default)]
struct Totals {
    sets: usize,
    /// Sets that the checks of pdll reject.
    refused: usize,
    programs: usize,
    /// Programs that MLIR rejects.
    invalid: usize,
    operations: usize,
    matches: usize,
    /// Runs in which a constraint could not be evaluated.
    broken: usize,
}

#[test]
fn the_engine_applies_what_the_reference_finds() {
    let registry = DialectRegistry::new();
    melior::utility::register_all_dialects(&registry);
    let context = Context::new_with_registry(&registry, false);
    load_pdl(&context);
    context.get_or_load_dialect("acc");
    context.set_allow_unregistered_dialects(true);
    // Patterns that are refused, and rewrites that fail, are part of the test.
    context.attach_diagnostic_handler(|_| true);
    let mut totals = Totals::default();
    let mut differences = Vec::new();
    for case in random::cases(0, CASES) {
        let checked = case.check(|random| check(&context, random, &mut totals));
        differences.extend(checked.err());
    }
    random::say(&format!(
        "{} sets of patterns, {} refused; {} programs, {} invalid; {} operations, {} matches; \
         {} runs ended",
        totals.sets,
        totals.refused,
        totals.programs,
        totals.invalid,
        totals.operations,
        totals.matches,
        totals.broken,
    ));
    let count = differences.len();
    differences.truncate(MAX_SHOWN);
    let shown = differences.join("\n");
    assert!(
        count == 0,
        "{count} sets differ; the first ones are\n{shown}"
    );
    if totals.sets < 1000 {
        // A few cases may all be of one kind.
        return;
    }
    assert!(totals.refused * 3 < totals.sets, "too many are refused");
    assert!(totals.invalid * 5 < totals.programs, "too many are invalid");
    assert!(
        totals.matches * 10 > totals.operations,
        "too few operations match"
    );
    assert!(totals.broken * 200 > totals.programs, "too few runs end");
}

/// Checks one set of patterns on some programs. The error is the first difference.
fn check(context: &Context, random: &mut Random, totals: &mut Totals) -> Result<(), String> {
    let patterns = generate::patterns(random);
    let text: String = patterns.iter().map(ToString::to_string).collect();
    totals.sets += 1;
    let marks = Marks::default();
    let natives = natives::natives(&marks);
    let module = parse_module(context, text.as_bytes(), "a.mlir");
    let module = module.as_ref();
    let graph = module.and_then(|module| {
        check::for_this_process(context, module, Some(&natives), &Filter::default())
    });
    let Some(graph) = graph else {
        totals.refused += 1;
        return Ok(());
    };
    let program = matcher::compile(&graph).into_program();
    let comparison = Comparison {
        options: options(&patterns),
        reference: Reference::new(&graph, &natives),
        set: PatternSet::new(
            graph.module(),
            &natives,
            &program,
            PatternUse::PdllUseRewrite,
        ),
        marks,
    };
    let difference = (0..PROGRAMS).find_map(|_| {
        let program = derive::program(random, &patterns).to_string();
        totals.programs += 1;
        let Some(module) = parse_module(context, program.as_bytes(), "b.mlir") else {
            totals.invalid += 1;
            return None;
        };
        let difference = comparison.check(&module, totals)?;
        let copy = parse_module(context, program.as_bytes(), "b.mlir");
        let copy = copy.expect("it has been parsed before");
        let difference = comparison.describe(&difference, &copy);
        Some(format!("\n{text}{program}{difference}"))
    });
    difference.map_or(Ok(()), Err)
}

/// Both ways to find patterns.
struct Comparison<'a> {
    reference: Reference<'a>,
    set: PatternSet,
    marks: Marks,
    options: Options,
}

impl Comparison<'_> {
    /// The first operation to which the engine applies another pattern.
    fn check(&self, program: &Module<'_>, totals: &mut Totals) -> Option<Difference> {
        let operations = entity::inner_operations(program.as_operation());
        let mut expected = vec![None; operations.len()];
        for (expected, operation) in expected.iter_mut().zip(&operations) {
            match self.find(*operation) {
                Found::Mark(mark) => *expected = Some(mark),
                Found::Nothing => {}
                Found::Broken => {
                    totals.broken += 1;
                    break;
                }
            }
        }
        totals.operations += operations.len();
        totals.matches += expected.iter().flatten().count();
        if self.options.max_num_rewrites == 1
            && let Some(first) = expected.iter().position(Option::is_some)
        {
            expected[first + 1..].fill(None);
        }
        let addresses: Vec<_> = operations
            .iter()
            .map(|operation| operation.to_raw().ptr.addr())
            .collect();
        let marks = self.marks.collect(|| {
            self.set.apply(program.as_operation(), &self.options);
        });
        (0..expected.len()).find_map(|operation| {
            let root = addresses[operation];
            let applied = marks.iter().find(|mark| mark.operations[0] == root);
            let expected = expected[operation].as_ref();
            (applied != expected).then(|| Difference {
                operation,
                expected: expected.cloned(),
                applied: applied.cloned(),
            })
        })
    }

    /// What the engine should do.
    fn find(&self, operation: OperationRef<'_, '_>) -> Found {
        let Some((pattern, record)) = self.reference.find(operation) else {
            return Found::Nothing;
        };
        if record.outcome != Outcome::Matches {
            return Found::Broken;
        }
        self.compare_with_outline(pattern, &record);
        let root = operation.to_raw().ptr.addr();
        let mut operations = vec![root];
        for part in record.bound.iter().flatten() {
            if let Some(Entity::Operation(other)) = &record.parts[part.0].entity {
                operations.push(other.to_raw().ptr.addr());
            }
        }
        Found::Mark(Mark {
            pattern,
            operations,
        })
    }

    /// A match must test all that the outline of the pattern has. The outline leaves out
    /// what always holds.
    fn compare_with_outline(&self, pattern: usize, record: &Record<'_>) {
        let outlined = self.reference.outline(pattern);
        let tested: Vec<_> = record.tests.iter().map(|test| test.demand).collect();
        let tested_in_order: Vec<_> = tested
            .iter()
            .filter(|demand| outlined.iter().any(|outlined| outlined.demand == **demand))
            .copied()
            .collect();
        let outlined: Vec<_> = outlined.iter().map(|outlined| outlined.demand).collect();
        assert_eq!(tested_in_order, outlined);
        for demand in tested {
            let may_be_missing = match demand {
                Demand::Groups(node, list) => {
                    self.reference.groups(pattern, node, list).1 == Division::Whole
                }
                Demand::Presence(_) => true,
                _ => false,
            };
            assert!(may_be_missing || outlined.contains(&demand), "{demand:?}");
        }
    }

    /// Describes a difference in an unchanged copy of the program.
    fn describe(&self, difference: &Difference, program: &Module<'_>) -> String {
        let Difference {
            operation,
            expected,
            applied,
        } = difference;
        let operation = entity::inner_operations(program.as_operation())[*operation];
        let mark = expected.as_ref().or(applied.as_ref());
        let pattern = mark.expect("they differ").pattern;
        let record = self.reference.judge(pattern, operation);
        let record = self.reference.print(pattern, &record);
        format!("expected {expected:?}, applied {applied:?} to\n{operation}\n{record}")
    }
}

/// What the engine should do with an operation.
enum Found {
    Mark(Mark),
    Nothing,
    /// It should end the run, because a constraint could not be evaluated.
    Broken,
}

/// The engine has applied another pattern than the reference finds, or to other
/// operations.
struct Difference {
    /// The index of the root in the order of the walk driver.
    operation: usize,
    expected: Option<Mark>,
    applied: Option<Mark>,
}

/// A rewrite that changes the program is the last one, because the reference has
/// seen only what was there before.
fn options(patterns: &[pattern::Pattern]) -> Options {
    let changes = patterns.iter().any(|pattern| !pattern.changes.is_empty());
    Options {
        driver: Driver::Walk,
        max_num_rewrites: if changes { 1 } else { -1 },
        ..Options::default()
    }
}
