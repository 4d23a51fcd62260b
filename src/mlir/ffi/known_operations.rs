//! What a context knows about operations, by their names.

use super::{
    diagnostics::{Remark, raw_severity},
    shim,
    strings::{bytes, string, text},
};
use crate::{
    base::diagnostic::{Severity, closest},
    front::host::OperationKnowledge,
};
use melior::{
    Context,
    ir::{Attribute, AttributeLike, Identifier, Location, Value, ValueLike},
};
use mlir_sys::MlirNamedAttribute;
use shim::{PdllNumResults, PdllString};
use std::ffi::c_void;

/// Which dialects a question about an operation may load.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DialectLoading {
    /// None: an operation of a dialect that is not loaded is unknown.
    Never,
    /// The dialect of the operation, if it is registered.
    OnDemand,
}

/// What a context knows about an operation.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Facts {
    /// The dialect is not loaded, or allows operations that it does not know.
    Unknown {
        /// Whether the dialect is loaded.
        has_dialect: bool,
    },
    /// The dialect is loaded, and has no such operation. No program can have one.
    Missing,
    /// The operation is registered.
    Registered(Registered),
}

/// What a context knows about a registered operation. Where it is not sure, it does not
/// say so.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Registered {
    /// Whether it computes its result types itself.
    pub(crate) infers_results: bool,
    pub(crate) results: NumResults,
    /// The number of operands, if all have as many.
    pub(crate) num_operands: Option<usize>,
    /// Whether an attribute holds the sizes of the groups of its operands, or results.
    pub(crate) has_operand_segments: bool,
    pub(crate) has_result_segments: bool,
    /// Whether it has neither regions nor successors.
    pub(crate) is_plain: bool,
}

/// How many results the operations of a name have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NumResults {
    None,
    One,
    /// Always as many.
    Several,
    Variadic,
}

impl NumResults {
    fn new(raw: PdllNumResults) -> Self {
        match raw {
            PdllNumResults::PdllResultsNone => NumResults::None,
            PdllNumResults::PdllResultsOne => NumResults::One,
            PdllNumResults::PdllResultsSeveral => NumResults::Several,
            PdllNumResults::PdllResultsVariadic => NumResults::Variadic,
        }
    }
}

impl Facts {
    pub(crate) fn find(context: &Context, name: &str, loading: DialectLoading) -> Self {
        let load = loading == DialectLoading::OnDemand;
        // SAFETY: the context is alive, and the string is borrowed for the call.
        let raw = unsafe { shim::pdllGetOperationFacts(context.to_raw(), string(name), load) };
        if raw.isRegistered {
            return Facts::Registered(Registered {
                infers_results: raw.infersResults,
                results: NumResults::new(raw.results),
                num_operands: usize::try_from(raw.numOperands).ok(),
                has_operand_segments: raw.hasOperandSegments,
                has_result_segments: raw.hasResultSegments,
                is_plain: raw.isPlain,
            });
        }
        match raw.isMissing {
            true => Facts::Missing,
            false => Facts::Unknown {
                has_dialect: raw.hasDialect,
            },
        }
    }

    pub(crate) fn registered(self) -> Option<Registered> {
        match self {
            Facts::Registered(registered) => Some(registered),
            Facts::Unknown { .. } | Facts::Missing => None,
        }
    }

    /// What the frontend wants to know.
    pub(crate) fn knowledge(self) -> OperationKnowledge {
        let Some(known) = self.registered() else {
            return OperationKnowledge::Unknown;
        };
        match known.results {
            _ if known.infers_results => OperationKnowledge::InfersResults,
            NumResults::None | NumResults::Variadic => OperationKnowledge::MayHaveNoResults,
            NumResults::One | NumResults::Several => OperationKnowledge::NeedsResultTypes,
        }
    }
}

/// What a context knows about the attributes of an operation that hold the sizes
/// of its groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Segments {
    /// Nothing: the operation is not registered.
    Unknown,
    /// Whether it has one for its operands, and one for its results.
    Known { operands: bool, results: bool },
}

/// Asks a context whether attributes of an operation hold the sizes of its groups.
pub(crate) fn segments(context: &Context, name: &str) -> Segments {
    match Facts::find(context, name, DialectLoading::Never).registered() {
        Some(known) => Segments::Known {
            operands: known.has_operand_segments,
            results: known.has_result_segments,
        },
        None => Segments::Unknown,
    }
}

/// Whether a context knows that each operation of that name has one result.
pub(crate) fn has_one_result(context: &Context, name: &str) -> bool {
    let known = Facts::find(context, name, DialectLoading::Never).registered();
    known.is_some_and(|known| known.results == NumResults::One)
}

/// The regions of an operation that is created without any.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ImpliedRegions {
    /// It has none.
    None,
    /// A function of the definition builds the only one from the operands, whose number
    /// is 0 if it may differ.
    Structured { operands: u32 },
    /// Each has no block, or one that an operation of that name ends, or nothing if the
    /// name is empty.
    Blocks(Vec<Option<String>>),
}

/// The regions of an operation whose dialect is loaded, as far as its definition implies
/// them.
pub(crate) fn implied_regions(context: &Context, name: &str) -> ImpliedRegions {
    unsafe extern "C" fn receive(end: *const PdllString, data: *mut c_void) {
        // SAFETY: the end is borrowed for the call, and the data is the list below,
        // which nothing else borrows.
        unsafe {
            let end = end.as_ref().map(|end| text(*end));
            (*data.cast::<Vec<Option<String>>>()).push(end);
        }
    }
    let mut ends = Vec::new();
    // SAFETY: the context is alive, the string is borrowed for the call, and the callback
    // takes the data.
    let implied = unsafe {
        let data = (&raw mut ends).cast();
        shim::pdllGetImpliedRegions(context.to_raw(), string(name), Some(receive), data)
    };
    match implied.isStructured {
        true => ImpliedRegions::Structured {
            operands: implied.numOperands,
        },
        false if implied.count == 0 => ImpliedRegions::None,
        false => ImpliedRegions::Blocks(ends),
    }
}

/// The terminator that the definition of an operation implies, if it has nothing but a
/// name.
pub(crate) fn implied_end(context: &Context, name: &str) -> Option<String> {
    // SAFETY: the context is alive, the string is borrowed for the call, and the result
    // lives as long as the process.
    let end = unsafe { text(shim::pdllGetImpliedEnd(context.to_raw(), string(name))) };
    (!end.is_empty()).then_some(end)
}

/// The names of the dialects that a context has loaded or can load, sorted.
pub(crate) fn available_dialects(context: &Context) -> Vec<String> {
    // SAFETY: the context is alive, and the callback takes the data.
    names(|visit, data| unsafe {
        shim::pdllVisitAvailableDialects(context.to_raw(), visit, data);
    })
}

/// The dialect that may have been meant by a name that no dialect has.
pub(crate) fn near_dialect(context: &Context, dialect: &str) -> Option<String> {
    let mut has_dialect = false;
    let mut near: Option<String> = None;
    each_name(
        |name| {
            has_dialect |= name == dialect;
            if closest(dialect, near.as_deref().into_iter().chain([name])) == Some(name) {
                near = Some(name.to_owned());
            }
        },
        // SAFETY: as above.
        |visit, data| unsafe {
            shim::pdllVisitAvailableDialects(context.to_raw(), visit, data);
        },
    );
    near.filter(|_| !has_dialect)
}

/// The names of the operations of a loaded dialect, without its own, sorted.
pub(crate) fn operations_of_dialect(context: &Context, dialect: &str) -> Vec<String> {
    // SAFETY: as above; the string is borrowed for the call.
    names(|visit, data| unsafe {
        shim::pdllVisitOperations(context.to_raw(), string(dialect), visit, data);
    })
}

/// The names of the attributes that the definition of a registered operation has, sorted.
pub(crate) fn defined_attributes(context: &Context, operation: &str) -> Vec<String> {
    // SAFETY: as above.
    names(|visit, data| unsafe {
        shim::pdllVisitAttributes(context.to_raw(), string(operation), visit, data);
    })
}

fn names(run: impl FnOnce(shim::PdllTextCallback, *mut c_void)) -> Vec<String> {
    let mut names = Vec::new();
    each_name(|name| names.push(name.to_owned()), run);
    names.sort();
    names
}

/// Takes all names that `run` hands over.
fn each_name<F: FnMut(&str)>(mut take: F, run: impl FnOnce(shim::PdllTextCallback, *mut c_void)) {
    unsafe extern "C" fn receive<F: FnMut(&str)>(name: PdllString, data: *mut c_void) {
        // SAFETY: the name is borrowed for the call. The data is the function below, which
        // nothing else borrows.
        unsafe { (*data.cast::<F>())(&String::from_utf8_lossy(bytes(name))) };
    }
    run(Some(receive::<F>), (&raw mut take).cast());
}

/// Whether an operation, which is registered, may have these attributes. Otherwise MLIR
/// adds the reason to the message, and reports it as a diagnostic of that name.
pub(crate) fn accepts_attributes<'c>(
    context: &'c Context,
    operation: &str,
    attributes: &[(&str, Attribute<'c>)],
    severity: Severity,
    name: &'static str,
    message: &Remark<'c>,
) -> bool {
    let attributes: Vec<_> = attributes
        .iter()
        .map(|(name, attribute)| MlirNamedAttribute {
            name: Identifier::new(context, name).to_raw(),
            attribute: attribute.to_raw(),
        })
        .collect();
    // SAFETY: all is borrowed for the call, and of one context.
    unsafe {
        shim::pdllVerifyInherentAttributes(
            string(operation),
            attributes.as_ptr(),
            attributes.len(),
            raw_severity(severity),
            string(name),
            message.raw(),
        )
    }
}

/// Whether a registered operation can infer its result types without a crash if it has the
/// attributes and operands.
pub(crate) fn may_infer_types<'c>(
    location: Location<'c>,
    operation: &str,
    attributes: &[(Identifier<'c>, Attribute<'c>)],
    operands: &[Value<'c, '_>],
) -> bool {
    let attributes = attributes
        .iter()
        .map(|(name, attribute)| MlirNamedAttribute {
            name: name.to_raw(),
            attribute: attribute.to_raw(),
        });
    let attributes: Vec<_> = attributes.collect();
    let operands: Vec<_> = operands.iter().map(|operand| operand.to_raw()).collect();
    // SAFETY: all is borrowed for the call, and of one context.
    unsafe {
        shim::pdllMayInferTypes(
            location.to_raw(),
            string(operation),
            attributes.as_ptr(),
            attributes.len(),
            operands.as_ptr(),
            operands.len(),
        )
    }
}
