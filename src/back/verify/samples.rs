//! Programs that a pattern matches, for some of the types that it fits.

use super::{
    Verifier,
    run::{self, Computation, Stopped},
    subject::{Subject, Unsupported},
    types::{self, Assignment},
    witness,
};
use crate::back::graph::{Locations, pattern::Pattern};
use pdll_verify::{refine, solver::Solver, term::Term};

impl<'p, 'c> Verifier<'p, 'c> {
    /// The texts of functions in which a pattern matches something, one for each kind of
    /// type. Where the pattern asks for something of which nothing is known here, it may not
    /// match.
    ///
    /// # Errors
    ///
    /// Why there is none.
    pub(crate) fn samples(
        &self,
        pattern: &'p Pattern,
        locations: &'p Locations<'c>,
        mut solver: Option<Box<dyn Solver>>,
    ) -> Result<Vec<String>, String> {
        let subject = self.subject(pattern, locations);
        let (assignments, refused) =
            types::examples(&subject).map_err(|Unsupported(reason)| reason)?;
        let mut samples = Vec::new();
        let mut reason = refused.map_or_else(
            || "it matches no type that is tried".to_owned(),
            |reason| format!("it matches no type that is tried; MLIR says: {reason}"),
        );
        for assignment in &assignments {
            match self.sample(&subject, assignment, solver.as_deref_mut()) {
                Ok(sample) => samples.push(sample),
                Err(why) => reason = why,
            }
        }
        match samples.is_empty() {
            true => Err(reason),
            false => Ok(samples),
        }
    }

    fn sample(
        &self,
        subject: &Subject<'_, 'c>,
        assignment: &Assignment<'c>,
        solver: Option<&mut (dyn Solver + 'static)>,
    ) -> Result<String, String> {
        let computed = run::match_only(subject, assignment, 64);
        let mut computation = computed.map_err(|stopped| match stopped {
            Stopped::Unsupported(Unsupported(reason)) | Stopped::Invalid(reason) => reason,
            Stopped::DoesNotMatch => "its conditions exclude all types that are tried".to_owned(),
        })?;
        let conditions = conditions(&mut computation);
        let found = refine::example(&mut computation.terms, &conditions, solver, self.limits);
        let values = found.map_err(|failure| failure.0)?;
        let values = values.ok_or("no values are found for which it matches")?;
        witness::matched_program(subject, assignment, &computation, &values)
            .ok_or_else(|| "its program cannot be written".to_owned())
    }
}

/// When the pattern matches a program that does something.
fn conditions(computation: &mut Computation<'_>) -> Vec<Term> {
    let Computation {
        terms,
        obligation,
        inputs,
        ..
    } = computation;
    let mut conditions = obligation.conditions.clone();
    conditions.push(terms.not(obligation.is_source_undefined));
    for (_, input) in inputs {
        conditions.push(terms.not(input.is_poison));
    }
    conditions
}
