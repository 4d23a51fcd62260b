//! Patterns that are compiled into a program without pdll.

use super::{
    checked_module::{CheckedModule, RunsIn},
    pattern_set::Natives,
    shim,
};
use melior::ir::Module;

/// Checks patterns that another process applies with pdll, all but their calls of
/// native functions. That process may know more operations than this one.
/// Changes the module. Without a checked module, the errors have gone to the
/// diagnostic engine.
pub(crate) fn check<'m, 'c>(module: &'m Module<'c>) -> Option<CheckedModule<'m, 'c>> {
    // SAFETY: the module is borrowed for the call.
    let is_sound = unsafe { shim::pdllCheckForElsewhere(module.to_raw()) };
    is_sound.then(|| CheckedModule::new(module, RunsIn::Elsewhere))
}

/// Checks that the patterns can call `natives`. Returns whether all went well;
/// otherwise the errors have gone to the diagnostic engine.
pub(crate) fn check_natives(module: &Module<'_>, natives: &Natives) -> bool {
    // SAFETY: all is borrowed for the call.
    unsafe { shim::pdllCheckNatives(module.to_raw(), natives.as_raw()) }
}
