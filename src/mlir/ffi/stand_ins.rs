//! Empty dialects, which stand for those that the process does not contain.

use super::{shim, strings::string};
use melior::Context;

/// Registers the builtin dialect and `pdl`, and for all other names dialects that have
/// nothing.
pub(crate) fn register_stand_ins(context: &Context, names: &[&str]) {
    let names: Vec<_> = names.iter().map(|name| string(name)).collect();
    // SAFETY: the context is alive, and the names are borrowed for the call.
    unsafe { shim::pdllRegisterStandIns(context.to_raw(), names.as_ptr(), names.len()) };
}

/// Whether such a dialect was asked for, and so is loaded.
pub(crate) fn has_loaded_stand_in(context: &Context) -> bool {
    // SAFETY: the context is alive.
    unsafe { shim::pdllHasLoadedStandIn(context.to_raw()) }
}
