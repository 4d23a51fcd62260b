//! What everything else is made of: files and places in them, diagnostics, options, the cache.

// Files, places in them, and how an `#include` finds more.
pub(crate) mod source;

// What to say to the user, and at which place.
pub(crate) mod diagnostic;

// How names that are wanted twice become different.
pub(crate) mod unique_names;

// The folder in which results of earlier runs are kept.
pub(crate) mod cache;

// How the user wants patterns to be applied.
pub(crate) mod options;
