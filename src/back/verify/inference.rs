//! Whether MLIR can be asked for the result types of an operation.

use crate::mlir::ffi::known_operations::{DialectLoading, Facts, NumResults};
use melior::Context;

/// More results than this are not tried.
const MAX_RESULTS: usize = 16;

/// Fails with MLIR's words if an operation must not infer its result types. Inference relies
/// on operands and attributes that the verifier would accept, and may end the process for
/// others.
///
/// `make` makes the operation with so many results of any type. The verifier looks at numbers
/// first, then at attributes, operands and results, in this order, so that its first words
/// tell: `cpp-shim/runtime/patterns/TypeInference.cpp` does the same for patterns that run.
pub(super) fn check(
    context: &Context,
    name: &str,
    num_operands: usize,
    mut make: impl FnMut(usize) -> Result<(), String>,
) -> Result<(), String> {
    let Facts::Registered(facts) = Facts::find(context, name, DialectLoading::OnDemand) else {
        // MLIR says itself that it knows no such operation.
        return Ok(());
    };
    if let Some(number) = facts.num_operands.filter(|number| *number != num_operands) {
        return Err(format!("`{name}` has {number} operands"));
    }
    let fewest = usize::from(facts.results == NumResults::One);
    for num_results in fewest..=MAX_RESULTS {
        let Err(reason) = make(num_results) else {
            return Ok(());
        };
        match complaint(&reason) {
            Complaint::NumResults => {}
            Complaint::Input => return Err(reason),
            Complaint::Other => return Ok(()),
        }
    }
    Ok(())
}

/// What the verifier complains about.
enum Complaint {
    NumResults,
    Input,
    Other,
}

fn complaint(message: &str) -> Complaint {
    let words = message
        .split_once("' op ")
        .map_or(message, |(_, words)| words);
    let expects = words.starts_with("expected ");
    let starts = ["operand ", "requires attribute", "attribute '"];
    if expects && words.contains("results") {
        Complaint::NumResults
    } else if expects && words.contains("operands")
        || starts.iter().any(|start| words.starts_with(start))
    {
        Complaint::Input
    } else {
        Complaint::Other
    }
}
