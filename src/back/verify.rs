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
//! | `schedule` | what is decided when, side by side |
//! | `run` | a pattern, run on any values of some types |
//! | `library`, `code` | what the functions mean that it calls |
//! | `definitions` | what users say that operations mean |
//! | `described` | what `.td` files say of operations that MLIR does not know |
//! | `functions` | native functions that users define |
//! | `knowledge` | what MLIR knows about operations that have no meaning here |
//! | `attributes` | attributes as terms, and back |
//! | `interpret` | what a function returns for given arguments |
//! | `comparison` | whether a function of a program does what another one did |
//! | `calls` | calls of a function in a program that runs |
//! | `witness` | the programs for which a pattern is wrong |
//! | `inquiry` | what else is asked about a pattern that is wrong |
//! | `remedy` | the nearest change that makes a wrong pattern right |
//! | `samples` | programs that a pattern matches |
//! | `verdict` | what is said about a pattern |

mod attributes;
mod calls;
mod code;
mod comparison;
mod definitions;
mod described;
mod functions;
mod inquiry;
mod interpret;
mod knowledge;
mod library;
mod remedy;
mod run;
mod samples;
mod schedule;
mod subject;
mod types;
mod verdict;
mod witness;

pub(crate) use calls::{Callee, ENTRY};
pub(crate) use comparison::{Comparison, Difference, compare};
pub(crate) use definitions::{Definitions, Problem};
pub(crate) use described::Described;
pub(crate) use functions::{
    Function, RETURNED, ROOT, Signature, attribute_name, called, mismatch, word,
};
pub(crate) use interpret::interpret;
pub(crate) use schedule::{SHARES, Ticket, WHOLE};
pub(crate) use verdict::{Counterexample, Verdict};
pub(crate) use witness::Programs;

use crate::{
    back::graph::{Checked, Locations, pattern::Pattern},
    front::hir::Native,
    mlir::ffi::pattern_set::Natives,
};
use pdll_verify::refine::Limits;
use rustc_hash::FxHashMap;
use subject::Subject;

/// What the verifier works with.
pub(crate) struct Verifier<'p, 'c> {
    graph: &'p Checked<'p, 'c>,
    definitions: FxHashMap<&'p str, &'p Native>,
    library: Natives,
    described: &'p Described<'p>,
    meanings: Definitions<'p, 'c>,
    limits: Limits,
}

impl<'p, 'c> Verifier<'p, 'c> {
    /// Prepares to verify patterns that call functions of `natives`, where `.td` files describe
    /// operations, and users define some.
    pub(crate) fn new(
        graph: &'p Checked<'p, 'c>,
        natives: &'p [Native],
        described: &'p Described<'p>,
        meanings: Definitions<'p, 'c>,
        limits: Limits,
    ) -> Self {
        let definitions = natives.iter().map(|native| (native.name.as_str(), native));
        Verifier {
            graph,
            definitions: definitions.collect(),
            library: Natives::new(),
            described,
            meanings,
            limits,
        }
    }

    fn subject<'s>(
        &'s self,
        pattern: &'s Pattern,
        locations: &'s Locations<'c>,
    ) -> Subject<'s, 'c> {
        Subject {
            context: self.graph.context(),
            pattern,
            pool: self.graph.pool(),
            locations,
            definitions: &self.definitions,
            library: &self.library,
            described: self.described,
            meanings: &self.meanings,
        }
    }
}
