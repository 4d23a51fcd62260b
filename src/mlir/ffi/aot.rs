//! Patterns that are compiled into a program without pdll.

use super::{
    checked_module::{CheckedModule, RunsIn},
    pattern_set::{PatternCheck, with_raw_check},
    shim,
    strings::string,
};
use melior::ir::Module;

/// Checks patterns that another process applies with pdll, all but their calls of
/// native functions. That process may know more operations than this one.
/// Changes the module, and calls `check` unless something is wrong before. Without a
/// checked module, the errors have gone to the diagnostic engine.
pub(crate) fn check<'m, 'c>(
    module: &'m Module<'c>,
    check: PatternCheck<'_>,
) -> Option<CheckedModule<'m, 'c>> {
    let is_sound = with_raw_check(check, |check, data| {
        // SAFETY: all is borrowed for the call.
        unsafe { shim::pdllCheckForElsewhere(module.to_raw(), check, data) }
    });
    is_sound.then(|| CheckedModule::new(module, RunsIn::Elsewhere))
}

/// Whether [`check`] looks at what calls of a native function say.
pub(crate) fn are_calls_checked(function: &str) -> bool {
    // SAFETY: the string is borrowed for the call.
    unsafe { shim::pdllAreCallsChecked(string(function)) }
}
