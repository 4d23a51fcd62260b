//! Native functions that are Rust closures.

use super::{
    any::{self, Any, AnyKind},
    kinds::{Kinds, Sink},
};
use crate::mlir::ffi::{
    guard::panic_message,
    pattern_set::Natives,
    shim::{PdllKind, PdllNativeCall, PdllNativeFunction, PdllNativeKind, PdllNativeValue},
};
use melior::{ContextRef, PatternRewriter, RewriterBase};
use std::{
    ffi::{CString, c_void},
    panic::{self, AssertUnwindSafe},
    slice,
};

/// A call of a closure by a pattern.
pub struct Call<'a> {
    context: ContextRef<'a>,
    rewriter: PatternRewriter,
}

impl<'a> Call<'a> {
    /// The context of the operations.
    pub fn context(&self) -> ContextRef<'a> {
        self.context
    }

    /// The rewriter by which a rewrite creates and changes operations. New
    /// operations go before the root of the match. A constraint must not use
    /// it.
    pub fn rewriter(&self) -> RewriterBase<'_, '_> {
        self.rewriter.as_rewriter_base()
    }
}

/// The result of a closure: whether a constraint holds, with its results, or
/// the reason why it failed.
pub(crate) type Verdict<'a, R> = Result<Option<<R as Kinds>::Of<'a>>, String>;

/// What a native function is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NativeKind {
    /// The match section calls it.
    Constraint,
    /// The rewrite section calls it.
    Rewrite,
}

impl NativeKind {
    /// The kind in the C interface.
    pub(in crate::mlir::ffi) fn raw(self) -> PdllNativeKind {
        match self {
            NativeKind::Constraint => PdllNativeKind::PdllNativeConstraint,
            NativeKind::Rewrite => PdllNativeKind::PdllNativeRewrite,
        }
    }
}

/// A closure, ready to be registered with [`Natives`].
pub(crate) struct NativeClosure {
    /// The name under which patterns call it.
    pub(crate) name: String,
    pub(super) register: Box<Register>,
}

type Register = dyn FnOnce(&mut Natives, &str) -> Result<(), String>;

impl NativeClosure {
    /// Wraps a closure with arguments `A` and results `R`.
    pub(crate) fn new<A, R, F>(kind: NativeKind, name: String, closure: F) -> Self
    where
        A: Kinds,
        R: Kinds,
        F: for<'a> Fn(&Call<'a>, A::Of<'a>) -> Verdict<'a, R> + Send + Sync + 'static,
    {
        let signature = format!("{} -> {}", A::signature(), R::signature());
        Self::raw(kind, name, signature, move |call, arguments, sink| {
            // SAFETY: the arguments are those of the signature.
            let results = closure(call, unsafe { A::read(arguments) })?;
            Ok(results.map(|results| R::write(results, sink)).is_some())
        })
    }

    /// Wraps a closure with arguments and results of these kinds.
    pub(crate) fn of_kinds<F>(
        kind: NativeKind,
        name: String,
        arguments: &[AnyKind],
        results: &[AnyKind],
        closure: F,
    ) -> Self
    where
        F: for<'a> Fn(&Call<'a>, Vec<Any<'a>>) -> Result<Option<Vec<Any<'a>>>, String>
            + Send
            + Sync
            + 'static,
    {
        let signature = format!(
            "{} -> {}",
            any::signature(arguments),
            any::signature(results)
        );
        Self::raw(kind, name, signature, move |call, arguments, sink| {
            // SAFETY: a call has valid arguments.
            let arguments = arguments
                .iter()
                .map(|argument| unsafe { Any::read(argument) });
            let results = closure(call, arguments.collect())?;
            let holds = results.is_some();
            for result in results.into_iter().flatten() {
                result.write(sink);
            }
            Ok(holds)
        })
    }

    fn raw<F: Callee>(kind: NativeKind, name: String, signature: String, closure: F) -> Self {
        let register = Box::new(move |natives: &mut Natives, name: &str| {
            register(natives, kind, name, signature, closure)
        });
        NativeClosure { name, register }
    }

    /// Registers the closure.
    ///
    /// # Errors
    ///
    /// The reason, if the name is taken or is not a name.
    pub(crate) fn register(self, natives: &mut Natives) -> Result<(), String> {
        (self.register)(natives, &self.name)
    }
}

/// What the run time calls: it gets the arguments and a sink for the results, and returns
/// whether a constraint holds, or why it failed.
trait Callee:
    for<'a> Fn(&Call<'a>, &'a [PdllNativeValue], &mut Sink<'_>) -> Result<bool, String>
    + Send
    + Sync
    + 'static
{
}

impl<F> Callee for F where
    F: for<'a> Fn(&Call<'a>, &'a [PdllNativeValue], &mut Sink<'_>) -> Result<bool, String>
        + Send
        + Sync
        + 'static
{
}

fn register<F: Callee>(
    natives: &mut Natives,
    kind: NativeKind,
    name: &str,
    signature: String,
    closure: F,
) -> Result<(), String> {
    let c_name = CString::new(name).map_err(|_| "a name has a NUL byte".to_owned())?;
    let signature = CString::new(signature).unwrap_or_default();
    let function = PdllNativeFunction {
        size: size_of::<PdllNativeFunction>(),
        kind: kind.raw(),
        name: c_name.as_ptr(),
        signature: signature.as_ptr(),
        call: Some(call::<F>),
        userData: Box::into_raw(Box::new(closure)).cast(),
        destroy: Some(destroy::<F>),
    };
    // SAFETY: the closure may be called by any thread, as it is `Sync`, until
    // it is destroyed by `destroy`, on any thread, as it is `Send`.
    unsafe { natives.add(&function, "the Rust program") }
}

unsafe extern "C" fn destroy<F>(closure: *mut c_void) {
    // SAFETY: it was boxed by `register`, and is destroyed once.
    drop(unsafe { Box::<F>::from_raw(closure.cast()) });
}

unsafe extern "C" fn call<F: Callee>(call: *const PdllNativeCall, closure: *mut c_void) -> bool {
    // SAFETY: the call is valid until we return, and the closure is the one that was
    // registered with us.
    let (raw, closure, arguments, context, rewriter) = unsafe {
        let raw = &*call;
        (
            raw,
            &*closure.cast::<F>(),
            slice_or_empty(raw.arguments, raw.numArguments),
            ContextRef::from_raw(raw.context),
            PatternRewriter::from_raw(raw.rewriter),
        )
    };
    let run = || {
        let call = Call { context, rewriter };
        closure(&call, arguments, &mut |kind, elements| {
            // SAFETY: the elements are borrowed for the call, and copied there.
            unsafe { add_result(raw, kind, elements) }
        })
    };
    let outcome = panic::catch_unwind(AssertUnwindSafe(run));
    let reason = match outcome {
        Ok(Ok(holds)) => return holds,
        Ok(Err(reason)) => reason,
        Err(payload) => format!("it panicked: {}", panic_message(&*payload)),
    };
    // C would not read beyond a NUL byte.
    let reason = CString::new(reason.replace('\0', " ")).unwrap_or_default();
    // SAFETY: the table is valid, and the text is copied there.
    unsafe {
        if let Some(fail) = (*raw.api).fail {
            fail(raw.results, reason.as_ptr());
        }
    }
    false
}

/// # Safety
///
/// There are `count` elements at `first`, if there are any.
unsafe fn slice_or_empty<'a, T>(first: *const T, count: usize) -> &'a [T] {
    match count {
        0 => &[],
        // SAFETY: the caller's promise.
        _ => unsafe { slice::from_raw_parts(first, count) },
    }
}

/// # Safety
///
/// The call is valid.
unsafe fn add_result(call: &PdllNativeCall, kind: PdllKind, elements: &[*mut c_void]) {
    // SAFETY: the caller's promise; the table has all functions.
    unsafe {
        if let Some(add_result) = (*call.api).addResult {
            add_result(call.results, kind, elements.len(), elements.as_ptr());
        }
    }
}
