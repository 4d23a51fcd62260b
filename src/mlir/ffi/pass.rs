//! The pass `apply-pdll`: without a pass manager, and in pipelines.

use super::{
    guard::guard,
    pattern_set::PatternSet,
    shim,
    strings::{reported, string, text},
};
use melior::{Context, ir::OperationRef, pass::PassManager};
use std::{
    cell::UnsafeCell,
    ffi::c_void,
    ptr::{self, NonNull},
    sync::{Mutex, OnceLock},
};

/// The values of an option: one, or the elements of a list. They are taken as
/// they are, without quotes or separators.
#[derive(Debug, Clone)]
pub(crate) struct OptionSetting {
    pub(crate) name: &'static str,
    pub(crate) values: Vec<String>,
}

type TakeLine<'s> = Box<dyn FnMut(&str) + Send + 's>;

/// Takes the lines of traces, without their ends, from whatever thread has one.
pub(crate) struct TraceSink<'s> {
    take: Mutex<TakeLine<'s>>,
    /// Why it has missed a line, which is a bug of ours.
    problem: OnceLock<String>,
}

impl<'s> TraceSink<'s> {
    pub(crate) fn new(take: impl FnMut(&str) + Send + 's) -> Self {
        TraceSink {
            take: Mutex::new(Box::new(take)),
            problem: OnceLock::new(),
        }
    }

    /// Ends the trace.
    ///
    /// # Errors
    ///
    /// Why a line was missed.
    pub(crate) fn finish(self) -> Result<(), String> {
        self.problem.into_inner().map_or(Ok(()), Err)
    }

    /// What the contract has for it. It borrows this.
    fn raw(&self) -> shim::PdllTraceSink {
        shim::PdllTraceSink {
            receive: Some(take_line),
            userData: ptr::from_ref(self).cast_mut().cast(),
        }
    }
}

/// How many rewrites the passes of a pipeline may make together.
pub(crate) struct RewriteLimit {
    /// C++ changes it while passes run.
    raw: UnsafeCell<shim::PdllRewriteLimit>,
}

impl RewriteLimit {
    pub(crate) fn new(max: u64) -> Self {
        RewriteLimit {
            raw: UnsafeCell::new(shim::PdllRewriteLimit { max, made: 0 }),
        }
    }

    /// Returns how many rewrites there were.
    pub(crate) fn made(&self) -> u64 {
        // SAFETY: this is not shared between threads, and no pass runs on this one.
        unsafe { (*self.raw.get()).made }
    }
}

/// What C++ calls with a line of a trace.
///
/// # Safety
///
/// The data is a [`TraceSink`] that is alive, and the line is valid.
unsafe extern "C" fn take_line(line: shim::PdllString, data: *mut c_void) {
    // SAFETY: the caller's promise. All threads share it.
    let (sink, line) = unsafe { (&*data.cast::<TraceSink<'_>>(), text(line)) };
    let taken = guard(|| {
        let mut take = sink.take.lock().expect("it has missed no line");
        take(&line);
    });
    if let Err(problem) = taken {
        // The first one is the reason for those that follow.
        sink.problem.get_or_init(|| problem);
    }
}

/// Creates the passes of a textual pipeline. The settings are defaults of each
/// `apply-pdll` in it: an option that the text sets itself keeps that value. Each gives
/// its trace to the sink, at the latest when the passes are dropped. With a limit, the
/// trace begins with the last rewrite that this allows, and the context has no threads
/// from then on.
///
/// # Errors
///
/// MLIR's reason why the text is no pipeline.
pub(crate) fn parse_pass_pipeline<'c>(
    context: &'c Context,
    text: &str,
    settings: &[OptionSetting],
    trace: Option<&'c TraceSink<'_>>,
    limit: Option<&'c RewriteLimit>,
) -> Result<PassManager<'c>, String> {
    if limit.is_some() {
        context.enable_multi_threading(false);
    }
    let manager = PassManager::new(context);
    let values: Vec<Vec<_>> = settings
        .iter()
        .map(|setting| setting.values.iter().map(|value| string(value)).collect())
        .collect();
    let settings: Vec<_> = settings
        .iter()
        .zip(&values)
        .map(|(setting, values)| shim::PdllOptionSetting {
            name: string(setting.name),
            values: shim::PdllStrings {
                data: values.as_ptr(),
                length: values.len(),
            },
        })
        .collect();
    let nobody = shim::PdllTraceSink {
        receive: None,
        userData: ptr::null_mut(),
    };
    let trace = trace.map_or(nobody, TraceSink::raw);
    let limit = limit.map_or(ptr::null_mut(), |limit| limit.raw.get());
    // SAFETY: the manager is alive, and the sink and the limit are for as long; the rest is borrowed for
    // the call.
    reported(|report, data| unsafe {
        shim::pdllParsePassPipeline(
            manager.to_raw(),
            string(text),
            settings.as_ptr(),
            settings.len(),
            trace,
            limit,
            report,
            data,
        )
    })?;
    Ok(manager)
}

/// Values of the options of the pass.
pub(crate) struct PassOptions {
    raw: Pass,
}

/// A pass that is ready to apply patterns.
pub(crate) struct PreparedPass {
    raw: Pass,
}

struct Pass(NonNull<shim::PdllPass>);

// SAFETY: no thread owns it; changing it takes a unique reference.
unsafe impl Send for Pass {}
// SAFETY: as above; MLIR's options are only read through shared ones.
unsafe impl Sync for Pass {}

impl Drop for Pass {
    fn drop(&mut self) {
        // SAFETY: it is ours, and nothing uses it any more.
        unsafe { shim::pdllPassDestroy(self.0.as_ptr()) }
    }
}

impl PassOptions {
    /// The defaults.
    pub(crate) fn new() -> Self {
        // SAFETY: it has no arguments, and we own what it returns.
        let raw = unsafe { shim::pdllPassCreate() };
        PassOptions {
            raw: Pass(NonNull::new(raw).expect("`new` never returns null")),
        }
    }

    /// Sets an option that does not say where patterns come from.
    ///
    /// # Errors
    ///
    /// Why that is not possible. The option keeps its value.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        // SAFETY: all is borrowed for the call.
        reported(|report, data| unsafe {
            shim::pdllPassSetOption(
                self.raw.0.as_ptr(),
                string(name),
                string(value),
                report,
                data,
            )
        })
    }

    /// Checks the options, and loads the dialects that they name. Without a
    /// result, the errors have gone to the diagnostic engine of the context.
    ///
    /// # Safety
    ///
    /// The patterns outlive the pass, and the context of both does.
    pub(crate) unsafe fn prepare(
        &self,
        context: &Context,
        patterns: &PatternSet,
    ) -> Option<PreparedPass> {
        // SAFETY: the caller's promise; the options are borrowed for the call.
        let raw = unsafe {
            shim::pdllPassPrepare(self.raw.0.as_ptr(), context.to_raw(), patterns.as_ptr())
        };
        Some(PreparedPass {
            raw: Pass(NonNull::new(raw)?),
        })
    }
}

impl PreparedPass {
    /// Applies the patterns. Returns whether all went well; otherwise the errors
    /// have gone to the diagnostic engine.
    pub(crate) fn apply(&self, root: OperationRef<'_, '_>) -> bool {
        // SAFETY: all is borrowed for the call.
        unsafe { shim::pdllPassApply(self.raw.0.as_ptr(), root.to_raw()) }
    }
}
