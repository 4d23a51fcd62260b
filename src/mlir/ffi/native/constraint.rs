//! Calls of native constraints.

use super::super::{entity::Entity, pattern_set::Natives, shim, strings};
use melior::Context;
use shim::{PdllConstraintOutcome, PdllKind, PdllNativeKind, PdllNativeValue, PdllString};
use std::{ffi::c_void, ptr, slice};

/// How the call of a constraint ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Answer<'a> {
    /// It holds, with these results.
    Holds(Vec<Option<Entity<'a>>>),
    /// It fails, for a reason if it states one.
    Fails(Option<String>),
    /// It could not be evaluated, for a reason.
    Breaks(String),
    /// An argument that is not optional is missing, so there was no call.
    MissesArgument,
}

impl Natives {
    /// Calls a constraint, which exists, and returns so many results.
    pub(crate) fn call_constraint<'a>(
        &self,
        context: &'a Context,
        name: &str,
        arguments: &[Option<Entity<'a>>],
        num_results: usize,
    ) -> Answer<'a> {
        // SAFETY: the table is alive.
        unsafe { call(self.as_raw(), context, name, arguments, num_results) }
    }
}

/// What is known of a native function without calling it.
#[derive(Debug)]
pub(crate) struct NativeFacts {
    /// What it returns. Functions of pdll that accept several kinds do not say so.
    pub(crate) results: Option<Vec<PdllKind>>,
    /// Its signature, if that does not accept what it is used for.
    pub(crate) refused_signature: Option<String>,
    /// What messages call the place where it comes from; empty for pdll's own.
    pub(crate) origin: String,
}

impl Natives {
    /// Finds a function, and compares it with what it is used for.
    pub(crate) fn find(
        &self,
        is_constraint: bool,
        name: &str,
        arguments: &[PdllKind],
        results: &[PdllKind],
    ) -> Option<NativeFacts> {
        unsafe extern "C" fn receive(signature: PdllString, data: *mut c_void) {
            // SAFETY: the data is the text below, which nothing else borrows.
            unsafe { *data.cast::<Option<String>>() = Some(strings::text(signature)) };
        }
        let kind = match is_constraint {
            true => PdllNativeKind::PdllNativeConstraint,
            false => PdllNativeKind::PdllNativeRewrite,
        };
        let mut refused_signature = None;
        // SAFETY: all is borrowed for the call.
        let facts = unsafe {
            shim::pdllNativesCompare(
                self.as_raw(),
                kind,
                strings::string(name),
                arguments.as_ptr(),
                arguments.len(),
                results.as_ptr(),
                results.len(),
                Some(receive),
                (&raw mut refused_signature).cast(),
            )
        };
        if !facts.exists {
            return None;
        }
        // SAFETY: the function, which lives as long as the table, has that many results.
        let results = || unsafe { kinds(facts.results, facts.numResults) };
        Some(NativeFacts {
            results: facts.hasSignature.then(results),
            refused_signature,
            // SAFETY: as above.
            origin: unsafe { strings::text(facts.origin) },
        })
    }
}

/// # Safety
///
/// There are that many kinds.
unsafe fn kinds(first: *const PdllKind, count: usize) -> Vec<PdllKind> {
    match count {
        0 => Vec::new(),
        // SAFETY: the caller's promise.
        _ => unsafe { slice::from_raw_parts(first, count) }.to_vec(),
    }
}

/// A constraint of pdll's own, which needs no table.
#[derive(Debug, Clone)]
pub(crate) struct LibraryConstraint(String);

impl LibraryConstraint {
    /// Finds the constraint with that name.
    pub(crate) fn find(name: &str) -> Option<Self> {
        // SAFETY: the name is borrowed for the call.
        let exists = unsafe { shim::pdllHasLibraryConstraint(strings::string(name)) };
        exists.then(|| LibraryConstraint(name.to_owned()))
    }

    /// Calls it for so many results.
    pub(crate) fn call<'a>(
        &self,
        context: &'a Context,
        arguments: &[Option<Entity<'a>>],
        num_results: usize,
    ) -> Answer<'a> {
        // SAFETY: null stands for pdll's own constraints, of which this is one.
        unsafe { call(ptr::null(), context, &self.0, arguments, num_results) }
    }
}

/// # Safety
///
/// The table is alive, or null, and has the constraint.
unsafe fn call<'a>(
    natives: *const shim::PdllNatives,
    context: &'a Context,
    name: &str,
    arguments: &[Option<Entity<'a>>],
    num_results: usize,
) -> Answer<'a> {
    let elements: Vec<_> = arguments
        .iter()
        .map(|argument| argument.as_ref().map(Entity::elements))
        .collect();
    let raw: Vec<_> = elements
        .iter()
        .map(|argument| match argument {
            Some((kind, elements)) => PdllNativeValue {
                kind: *kind,
                isNull: false,
                numElements: elements.len(),
                elements: elements.as_ptr(),
            },
            None => PdllNativeValue {
                kind: PdllKind::PdllAttribute,
                isNull: true,
                numElements: 0,
                elements: ptr::null(),
            },
        })
        .collect();
    // SAFETY: the caller's promise, and the elements are those of entities.
    unsafe { call_raw(natives, context, name, &raw, num_results) }
}

/// # Safety
///
/// As above, and the elements of the arguments are valid.
unsafe fn call_raw<'a>(
    natives: *const shim::PdllNatives,
    context: &'a Context,
    name: &str,
    arguments: &[PdllNativeValue],
    num_results: usize,
) -> Answer<'a> {
    struct Received<'a> {
        results: Vec<Option<Entity<'a>>>,
        reason: Option<String>,
    }
    unsafe extern "C" fn receive(result: *const PdllNativeValue, data: *mut c_void) {
        // SAFETY: the data is what is below, which nothing else borrows; the
        // result is valid, and what it refers to lives as the arguments do.
        unsafe {
            let received = &mut *data.cast::<Received<'_>>();
            received.results.push(Entity::from_raw(&*result));
        }
    }
    unsafe extern "C" fn report(reason: PdllString, data: *mut c_void) {
        // SAFETY: as above.
        unsafe { (*data.cast::<Received<'_>>()).reason = Some(strings::text(reason)) };
    }
    let mut received = Received {
        results: Vec::new(),
        reason: None,
    };
    // SAFETY: the caller's promise; all is borrowed for the call.
    let outcome = unsafe {
        shim::pdllNativesCallConstraint(
            natives,
            context.to_raw(),
            strings::string(name),
            arguments.as_ptr(),
            arguments.len(),
            num_results,
            Some(receive),
            Some(report),
            (&raw mut received).cast(),
        )
    };
    match outcome {
        PdllConstraintOutcome::PdllConstraintHolds => Answer::Holds(received.results),
        PdllConstraintOutcome::PdllConstraintFails => Answer::Fails(received.reason),
        PdllConstraintOutcome::PdllConstraintBreaks => {
            Answer::Breaks(received.reason.unwrap_or_default())
        }
        PdllConstraintOutcome::PdllConstraintMissesArgument => Answer::MissesArgument,
    }
}
