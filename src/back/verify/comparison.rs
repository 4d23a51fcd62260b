//! Whether a function does what another one did, for all arguments.

use super::{
    interpret::{Frame, NotRun},
    types,
    verdict::show,
};
use melior::{
    Context,
    ir::{OperationRef, RegionLike, ValueLike, block::BlockLike, operation::OperationLike},
};
use pdll_verify::{
    evaluate::{Assignment, Evaluator},
    meanings::Reading,
    refine::{self, Choices, Limits, Obligation},
    solver::{Failure, Solver},
    term::Terms,
    value::{Type, Value},
};

/// How two functions compare.
#[derive(Debug)]
pub(crate) enum Comparison {
    /// The second one may take the place of the first.
    Same,
    Different(Difference),
    /// Nothing is known, for this reason.
    Unknown(String),
}

/// Arguments for which functions differ.
#[derive(Debug)]
pub(crate) struct Difference {
    pub(crate) arguments: Vec<String>,
    /// The results before and after.
    pub(crate) results: Vec<(String, String)>,
}

/// Compares two functions of the same type. Points that MLIR leaves open are read in the
/// same way in both, and a difference is one however they are read.
///
/// # Errors
///
/// Fails if the solver does not work.
pub(crate) fn compare(
    context: &Context,
    before: OperationRef<'_, '_>,
    after: OperationRef<'_, '_>,
    mut solver: Option<Box<dyn Solver>>,
    limits: Limits,
) -> Result<Comparison, Failure> {
    let mut last = Comparison::Same;
    // `index` has so many bits.
    for index_width in [32, 64] {
        let mut differences = Vec::new();
        for reading in Reading::ALL {
            let frame = Frame::new(context, Terms::default(), index_width, reading);
            let solver = solver.as_deref_mut();
            match compare_once(frame, before, after, index_width, reading, solver, limits)? {
                Comparison::Same => {}
                Comparison::Unknown(reason) => return Ok(Comparison::Unknown(reason)),
                Comparison::Different(difference) => differences.push(difference),
            }
        }
        let is_always = differences.len() == Reading::ALL.len();
        last = match differences.pop() {
            None => continue,
            Some(difference) if is_always => return Ok(Comparison::Different(difference)),
            Some(_) => Comparison::Unknown(
                "it depends on what the remainder of the smallest number by -1 is".to_owned(),
            ),
        };
    }
    Ok(last)
}

fn compare_once(
    frame: Frame<'_>,
    before: OperationRef<'_, '_>,
    after: OperationRef<'_, '_>,
    index_width: u32,
    reading: Reading,
    solver: Option<&mut (dyn Solver + 'static)>,
    limits: Limits,
) -> Result<Comparison, Failure> {
    match obligation(frame, before, after, index_width, reading) {
        Ok(mut posed) => posed.decide(solver, limits),
        Err(NotRun(reason)) => Ok(Comparison::Unknown(reason)),
    }
}

/// What must hold.
struct Posed {
    terms: Terms,
    arguments: Vec<(Type, Value)>,
    obligation: Obligation,
    /// What a proof assumes.
    only: Option<&'static str>,
}

fn obligation(
    mut frame: Frame<'_>,
    before: OperationRef<'_, '_>,
    after: OperationRef<'_, '_>,
    index_width: u32,
    reading: Reading,
) -> Result<Posed, NotRun> {
    let context = frame.context;
    let arguments = arguments(&mut frame.terms, before, index_width)?;
    let values: Vec<_> = arguments.iter().map(|(_, value)| *value).collect();
    let old = frame.run(before, &values)?;
    let mut next = Frame::new(
        context,
        std::mem::take(&mut frame.terms),
        index_width,
        reading,
    );
    let new = next.run(after, &values)?;
    let mut terms = next.terms;
    let mut only = None;
    let mut conditions = Vec::new();
    for (text, holds) in frame.assumptions.into_iter().chain(next.assumptions) {
        match terms.constant(holds) {
            Some(constant) if constant.is_true() => {}
            Some(_) => {
                let text = format!("it has an operation that is not {text}");
                return Err(NotRun(text));
            }
            None => {
                conditions.push(holds);
                only = Some(text);
            }
        }
    }
    let results = old.into_iter().zip(new);
    let results = results.map(|((ty, old), (_, new))| (ty, old, new));
    let obligation = Obligation {
        conditions,
        is_source_undefined: terms.any(&frame.undefined),
        is_target_undefined: terms.any(&next.undefined),
        results: results.collect(),
        choices: Choices {
            replaced: frame.choices,
            created: next.choices,
            ..Choices::default()
        },
    };
    Ok(Posed {
        terms,
        arguments,
        obligation,
        only,
    })
}

/// Any arguments of a function, or elements of them: operations that have a meaning compute
/// each element alone.
fn arguments(
    terms: &mut Terms,
    function: OperationRef<'_, '_>,
    index_width: u32,
) -> Result<Vec<(Type, Value)>, NotRun> {
    let region = function.region(0).ok();
    let block = region.and_then(|region| region.first_block());
    let block = block.ok_or_else(|| NotRun("it has no body".to_owned()))?;
    let mut arguments = Vec::new();
    for index in 0..block.argument_count() {
        let Ok(argument) = block.argument(index) else {
            break;
        };
        let ty = argument.r#type();
        let known = types::known(ty, index_width);
        if known == Type::Opaque {
            return Err(NotRun(format!("nothing is known of the type `{ty}`")));
        }
        arguments.push((known, Value::any(terms, "x", known.sort())));
    }
    Ok(arguments)
}

impl Posed {
    fn decide(
        &mut self,
        solver: Option<&mut (dyn Solver + 'static)>,
        limits: Limits,
    ) -> Result<Comparison, Failure> {
        let has_solver = solver.is_some();
        let decided = match self.try_without_poison(limits)? {
            Some(values) => refine::Verdict::Wrong(values),
            None => refine::decide(&mut self.terms, &mut self.obligation, solver, limits)?,
        };
        Ok(match decided {
            refine::Verdict::Right | refine::Verdict::NeverMatches => match self.only {
                None => Comparison::Same,
                Some(text) => Comparison::Unknown(format!("it is proven only {text}")),
            },
            refine::Verdict::Wrong(_) if self.obligation.depends_on_nan(&self.terms) => {
                Comparison::Unknown("the bits of a NaN that is computed are not known".to_owned())
            }
            refine::Verdict::Wrong(values) => Comparison::Different(self.difference(&values)),
            refine::Verdict::DependsOnUses => {
                Comparison::Unknown("an operation chooses freely what it returns".to_owned())
            }
            refine::Verdict::Unknown if has_solver => {
                Comparison::Unknown("the solver has reached its limit".to_owned())
            }
            refine::Verdict::Unknown => Comparison::Unknown("there is no solver".to_owned()),
        })
    }

    /// Arguments for which the functions differ, and which are not poison: they say more.
    fn try_without_poison(&mut self, limits: Limits) -> Result<Option<Assignment>, Failure> {
        let mut obligation = self.obligation.clone();
        let arguments = self.arguments.iter();
        let known = arguments.map(|(_, value)| self.terms.not(value.is_poison));
        obligation.conditions.extend(known.collect::<Vec<_>>());
        Ok(
            match refine::decide(&mut self.terms, &mut obligation, None, limits)? {
                refine::Verdict::Wrong(values) => {
                    self.obligation = obligation;
                    Some(values)
                }
                _ => None,
            },
        )
    }

    fn difference(&self, values: &Assignment) -> Difference {
        let Obligation {
            results,
            is_target_undefined,
            ..
        } = &self.obligation;
        let mut roots = vec![*is_target_undefined];
        let parts = |value: &Value| [value.content, value.is_poison];
        roots.extend(self.arguments.iter().flat_map(|(_, value)| parts(value)));
        for (_, before, after) in results {
            roots.extend(parts(before).into_iter().chain(parts(after)));
        }
        let mut evaluator = Evaluator::new(&self.terms, &roots);
        evaluator.run(values);
        let say = |ty: Type, value: &Value| match evaluator.value(value.is_poison).is_true() {
            true => "poison".to_owned(),
            false => show(ty, evaluator.value(value.content)),
        };
        let is_undefined = evaluator.value(*is_target_undefined).is_true();
        let results = results.iter().map(|(ty, before, after)| {
            let after = match is_undefined {
                true => "undefined behaviour".to_owned(),
                false => say(*ty, after),
            };
            (say(*ty, before), after)
        });
        Difference {
            results: results.collect(),
            arguments: self
                .arguments
                .iter()
                .map(|(ty, value)| say(*ty, value))
                .collect(),
        }
    }
}
