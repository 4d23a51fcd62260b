//! Pattern sets and the native functions that they call.

use super::{
    checked_module::{CheckedModule, RunsIn},
    condition::Condition,
    diagnostics::{self, Message},
    guard::guard,
    program::Program,
    shim,
    strings::{reported, string, text},
};
use crate::base::diagnostic::Severity;
use crate::mlir::options::{
    ConversionMode, ConversionOptions, Driver, Options, RegionSimplify, Strictness,
};
use melior::{
    Context, ContextRef,
    ir::{Module, OperationRef},
};
use mlir_sys::{MlirModule, mlirModuleGetContext};
pub(crate) use shim::PdllPatternUse as PatternUse;
use shim::{
    PdllConversionMode, PdllDriver, PdllDriverOptions, PdllNativeFunction, PdllNativeKind,
    PdllRegionSimplify, PdllStrictness, PdllString,
};
use std::{
    any::Any,
    ffi::c_void,
    mem::ManuallyDrop,
    ptr::{self, NonNull},
    slice,
};

/// What is kept with a table of native functions.
type Attached = Box<dyn Any + Send + Sync>;

/// The native functions that a set of patterns can call.
pub(crate) struct Natives {
    raw: NonNull<shim::PdllNatives>,
}

impl Natives {
    /// The functions that come with pdll.
    pub(crate) fn new() -> Self {
        // SAFETY: it has no arguments, and we own what it returns.
        let raw = unsafe { shim::pdllNativesCreate() };
        Natives {
            raw: NonNull::new(raw).expect("`new` never returns null"),
        }
    }

    /// A table that somebody else destroys.
    ///
    /// # Safety
    ///
    /// The table is alive as long as what is returned.
    pub(super) unsafe fn borrowed(raw: *const shim::PdllNatives) -> ManuallyDrop<Self> {
        ManuallyDrop::new(Natives {
            raw: NonNull::new(raw.cast_mut()).expect("the caller's promise"),
        })
    }

    /// The same functions, with what is attached. Who adds a function to one table adds
    /// it to both.
    pub(crate) fn share(&self) -> Self {
        // SAFETY: the table is alive, and we own what it returns.
        let raw = unsafe { shim::pdllNativesShare(self.raw.as_ptr()) };
        Natives {
            raw: NonNull::new(raw).expect("`new` never returns null"),
        }
    }

    /// The table, for a call that borrows it.
    pub(super) fn as_raw(&self) -> *const shim::PdllNatives {
        self.raw.as_ptr()
    }

    /// Keeps something with the table, as long as that is there.
    pub(crate) fn attach<T: Any + Send + Sync>(&mut self, value: T) {
        unsafe extern "C" fn destroy(value: *mut c_void) {
            // SAFETY: it was boxed below, and is destroyed once.
            drop(unsafe { Box::from_raw(value.cast::<Attached>()) });
        }
        let value: Attached = Box::new(value);
        let value = Box::into_raw(Box::new(value)).cast();
        // SAFETY: the table is ours, and the value is given away.
        unsafe { shim::pdllNativesAttach(self.raw.as_ptr(), value, Some(destroy)) };
    }

    /// What was kept with the table last, if it is of that type.
    pub(crate) fn attached<T: Any>(&self) -> Option<&T> {
        // SAFETY: the table is alive, and only `attach` attaches something, which lives
        // as long as the table.
        let attached = unsafe {
            let attached = shim::pdllNativesGetAttached(self.raw.as_ptr());
            attached.cast::<Attached>().as_ref()
        };
        attached?.downcast_ref()
    }

    /// Adds the functions of a shared library, which messages call `origin`.
    ///
    /// # Errors
    ///
    /// Why that is not possible.
    pub(crate) fn load(&mut self, path: &str, origin: &str) -> Result<(), String> {
        let (path, origin) = (string(path), string(origin));
        // SAFETY: all is borrowed for the call.
        reported(|report, data| unsafe {
            shim::pdllNativesLoad(self.raw.as_ptr(), path, origin, report, data)
        })
    }

    /// Adds a constraint: that a condition holds. `origin` says in messages
    /// where it comes from.
    ///
    /// # Errors
    ///
    /// Why that is not possible.
    pub(crate) fn add_condition(
        &mut self,
        name: &str,
        condition: Condition,
        origin: &str,
    ) -> Result<(), String> {
        // SAFETY: the condition is given away, the rest borrowed for the call.
        reported(|report, data| unsafe {
            shim::pdllNativesAddCondition(
                self.raw.as_ptr(),
                string(name),
                condition.into_raw(),
                string(origin),
                report,
                data,
            )
        })
    }

    /// Adds a function, whose user data is given away, also on failure.
    ///
    /// # Errors
    ///
    /// Why that is not possible.
    ///
    /// # Safety
    ///
    /// The callbacks of `function` may be called with its user data, by any
    /// thread, until it is destroyed.
    pub(crate) unsafe fn add(
        &mut self,
        function: &PdllNativeFunction,
        origin: &str,
    ) -> Result<(), String> {
        // SAFETY: all is borrowed for the call, apart from the user data, about
        // which the caller promises.
        reported(|report, data| unsafe {
            shim::pdllNativesAdd(self.raw.as_ptr(), function, string(origin), report, data)
        })
    }

    /// All of them but those that take arguments of different kinds, sorted.
    pub(crate) fn functions(&self) -> Vec<NativeFunction> {
        unsafe extern "C" fn visit(
            kind: PdllNativeKind,
            name: PdllString,
            signature: PdllString,
            data: *mut c_void,
        ) {
            // SAFETY: the data is the list below, which nothing else borrows;
            // the strings live during the call.
            unsafe {
                (*data.cast::<Vec<NativeFunction>>()).push(NativeFunction {
                    is_constraint: kind == PdllNativeKind::PdllNativeConstraint,
                    name: text(name),
                    signature: text(signature),
                });
            }
        }
        let mut functions = Vec::new();
        // SAFETY: all is borrowed for the call.
        unsafe {
            shim::pdllNativesVisit(self.raw.as_ptr(), Some(visit), (&raw mut functions).cast());
        }
        functions.sort();
        functions
    }

    /// Hands the table over to the caller, who destroys it.
    pub(super) fn into_raw(self) -> *mut shim::PdllNatives {
        ManuallyDrop::new(self).raw.as_ptr()
    }
}

impl Drop for Natives {
    fn drop(&mut self) {
        // SAFETY: it is ours, and nothing uses it any more.
        unsafe { shim::pdllNativesDestroy(self.raw.as_ptr()) }
    }
}

/// A native function that patterns can call.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct NativeFunction {
    /// Whether it is a constraint, and not a rewrite.
    pub is_constraint: bool,
    /// Its name in pdl.
    pub name: String,
    /// Its parameters and results, in the words of `pdll/Native.h`.
    pub signature: String,
}

/// Which patterns are used, by names, labels and globs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Filter {
    /// If there are any, the others are not used.
    pub(crate) enabled: Vec<String>,
    pub(crate) disabled: Vec<String>,
}

/// A warning about a pattern file that concerns a pattern.
#[derive(Clone)]
pub(crate) struct PatternWarning {
    /// The index of the pattern in its module.
    pub(crate) pattern: usize,
    /// What `-W` calls the warning, or an empty text.
    pub(crate) name: &'static str,
    /// It has a place.
    pub(crate) message: Message,
}

/// Patterns that are ready to be applied.
pub(crate) struct PatternSet {
    raw: NonNull<shim::PdllPatternSet>,
}

// SAFETY: the set is immutable, and MLIR shares such sets between threads.
unsafe impl Send for PatternSet {}
// SAFETY: as above.
unsafe impl Sync for PatternSet {}

impl PatternSet {
    /// Drops the patterns of a module that the filter does not select, and
    /// checks the others. Calls `check` unless something is wrong before.
    /// Without a checked module, the errors have gone to the diagnostic engine of the
    /// module's context.
    pub(crate) fn prepare<'m, 'c>(
        module: &'m Module<'c>,
        filter: &Filter,
        check: PatternCheck<'_>,
    ) -> Option<CheckedModule<'m, 'c>> {
        let [enabled, disabled] = [&filter.enabled, &filter.disabled].map(|names| {
            let names: Vec<_> = names.iter().map(|name| string(name)).collect();
            names
        });
        let filter = shim::PdllPatternFilter {
            enabled: enabled.as_ptr(),
            numEnabled: enabled.len(),
            disabled: disabled.as_ptr(),
            numDisabled: disabled.len(),
        };
        let is_sound = with_raw_check(check, |check, data| {
            // SAFETY: all is borrowed for the call.
            unsafe {
                let module = module.to_raw();
                shim::pdllPatternSetPrepare(module, &raw const filter, check, data)
            }
        });
        is_sound.then(|| CheckedModule::new(module, RunsIn::ThisProcess))
    }

    /// Makes a set of the patterns of a module that has been prepared, and of the program
    /// that was made from it. The context of the module must outlive the set.
    pub(crate) fn new(
        module: CheckedModule<'_, '_>,
        natives: &Natives,
        program: &Program<'_>,
        made_for: PatternUse,
    ) -> Self {
        let raw = program.with_raw(|program| {
            // SAFETY: all is borrowed for the call.
            unsafe {
                let module = module.module().to_raw();
                shim::pdllPatternSetCreate(module, natives.raw.as_ptr(), program, made_for)
            }
        });
        PatternSet {
            raw: NonNull::new(raw).expect("it is never null"),
        }
    }

    /// Applies the patterns. Returns whether all went well; otherwise the errors
    /// have gone to the diagnostic engine.
    pub(crate) fn apply(&self, root: OperationRef<'_, '_>, options: &Options) -> bool {
        let options = options.raw();
        // SAFETY: all is borrowed for the call.
        unsafe { shim::pdllPatternSetApply(self.raw.as_ptr(), root.to_raw(), &raw const options) }
    }

    /// Converts what is in `root`. Returns as `apply` does.
    pub(crate) fn convert(
        &self,
        root: OperationRef<'_, '_>,
        conversion: &Conversion,
        fold: bool,
    ) -> bool {
        let options = PdllDriverOptions {
            driver: PdllDriver::PdllDriverConversion,
            fold,
            conversion: conversion.raw.as_ptr(),
            ..Options::default().raw()
        };
        // SAFETY: all is borrowed for the call.
        unsafe { shim::pdllPatternSetApply(self.raw.as_ptr(), root.to_raw(), &raw const options) }
    }

    /// Adds to what is known of a pattern.
    pub(super) fn add_warning(&mut self, warning: &PatternWarning) {
        let PatternWarning {
            pattern,
            name,
            message,
        } = warning;
        // SAFETY: the set is ours alone. The message is borrowed for the call, and the name
        // lives on.
        unsafe {
            let set = self.raw.as_ptr();
            shim::pdllPatternSetAddWarning(set, *pattern, string(name), message.raw());
        }
    }

    pub(super) fn as_ptr(&self) -> *const shim::PdllPatternSet {
        self.raw.as_ptr()
    }

    /// Hands the set over to the caller, who destroys it.
    pub(super) fn into_raw(self) -> *mut shim::PdllPatternSet {
        ManuallyDrop::new(self).raw.as_ptr()
    }
}

impl Drop for PatternSet {
    fn drop(&mut self) {
        // SAFETY: it is ours, and nothing uses it any more.
        unsafe { shim::pdllPatternSetDestroy(self.raw.as_ptr()) }
    }
}

/// Checks the patterns of a module whose dialects are loaded: sets those to false, by
/// their order, that it refuses, and reports why to the diagnostic engine of the context.
pub(crate) type PatternCheck<'a> = &'a mut dyn FnMut(&mut [bool]);

/// Calls `run` with a check in the form of the contract.
pub(super) fn with_raw_check<T>(
    mut check: PatternCheck<'_>,
    run: impl FnOnce(shim::PdllPatternCheck, *mut c_void) -> T,
) -> T {
    unsafe extern "C" fn raw(
        module: MlirModule,
        are_sound: *mut bool,
        num_patterns: usize,
        data: *mut c_void,
    ) {
        // SAFETY: the data is the check below, which nothing else borrows, and the rest
        // is the promise of the contract.
        unsafe {
            let check = &mut *data.cast::<PatternCheck<'_>>();
            guarded_check(module, are_sound, num_patterns, check);
        }
    }
    run(Some(raw), (&raw mut check).cast())
}

/// Calls a check for C++. If it panics, no pattern passes.
///
/// # Safety
///
/// The module is alive, and there are that many patterns.
unsafe fn guarded_check(
    module: MlirModule,
    are_sound: *mut bool,
    num_patterns: usize,
    check: impl FnOnce(&mut [bool]),
) {
    let are_sound = match num_patterns {
        // There need be no array.
        0 => &mut [],
        // SAFETY: the caller's promise.
        _ => unsafe { slice::from_raw_parts_mut(are_sound, num_patterns) },
    };
    if let Err(problem) = guard(|| check(are_sound)) {
        are_sound.fill(false);
        // SAFETY: the module is alive, and its context outlives it.
        let context = unsafe { ContextRef::from_raw(mlirModuleGetContext(module)) };
        // SAFETY: as above. The reference borrows the handle that stands there.
        let context = unsafe { context.to_ref() };
        let message = Message::without_place(problem);
        diagnostics::emit(context, Severity::Error, &message, &[]);
    }
}

/// Options that have been checked.
pub(crate) struct Conversion {
    raw: NonNull<shim::PdllConversion>,
}

// SAFETY: it does not change, and threads of MLIR's share it.
unsafe impl Send for Conversion {}
// SAFETY: as above.
unsafe impl Sync for Conversion {}

impl Conversion {
    /// Checks the options. Without a conversion, the errors have gone to the
    /// diagnostic engine of the context, which must outlive it.
    pub(crate) fn new(context: &Context, options: &ConversionOptions) -> Option<Self> {
        let lists = [
            &options.legal_dialects,
            &options.legal_ops,
            &options.dynamic_dialects,
            &options.dynamic_ops,
            &options.illegal_dialects,
            &options.illegal_ops,
        ]
        .map(|names| names.iter().map(|name| string(name)).collect::<Vec<_>>());
        let [
            legal_dialects,
            legal_ops,
            dynamic_dialects,
            dynamic_ops,
            illegal_dialects,
            illegal_ops,
        ] = lists.each_ref().map(|names| shim::PdllStrings {
            data: names.as_ptr(),
            length: names.len(),
        });
        let raw = shim::PdllConversionOptions {
            mode: match options.mode {
                ConversionMode::Partial => PdllConversionMode::PdllConversionPartial,
                ConversionMode::Full => PdllConversionMode::PdllConversionFull,
                ConversionMode::Analysis => PdllConversionMode::PdllConversionAnalysis,
            },
            legalDialects: legal_dialects,
            legalOps: legal_ops,
            dynamicDialects: dynamic_dialects,
            dynamicOps: dynamic_ops,
            illegalDialects: illegal_dialects,
            illegalOps: illegal_ops,
            typeConversion: string(&options.type_conversion),
            convertSignatures: options.convert_signatures,
        };
        // SAFETY: all is borrowed for the call.
        let raw = unsafe { shim::pdllConversionCreate(context.to_raw(), &raw const raw) };
        Some(Conversion {
            raw: NonNull::new(raw)?,
        })
    }
}

impl Drop for Conversion {
    fn drop(&mut self) {
        // SAFETY: it is ours, and nothing uses it any more.
        unsafe { shim::pdllConversionDestroy(self.raw.as_ptr()) }
    }
}

impl Options {
    fn raw(&self) -> PdllDriverOptions {
        PdllDriverOptions {
            driver: match self.driver {
                Driver::Greedy => PdllDriver::PdllDriverGreedy,
                Driver::Walk => PdllDriver::PdllDriverWalk,
            },
            topDown: self.top_down,
            regionSimplify: match self.region_simplify {
                RegionSimplify::Disabled => PdllRegionSimplify::PdllRegionSimplifyDisabled,
                RegionSimplify::Normal => PdllRegionSimplify::PdllRegionSimplifyNormal,
                RegionSimplify::Aggressive => PdllRegionSimplify::PdllRegionSimplifyAggressive,
            },
            maxIterations: self.max_iterations,
            maxNumRewrites: self.max_num_rewrites,
            fold: self.fold,
            cseConstants: self.cse_constants,
            strictness: match self.strictness {
                Strictness::Any => PdllStrictness::PdllStrictnessAny,
                Strictness::ExistingAndNew => PdllStrictness::PdllStrictnessExistingAndNew,
                Strictness::Existing => PdllStrictness::PdllStrictnessExisting,
            },
            testConvergence: self.test_convergence,
            maxSearchedUsers: self.max_searched_users,
            maxGrowth: self.max_growth,
            conversion: ptr::null(),
            rewriteLimit: ptr::null_mut(),
        }
    }
}
