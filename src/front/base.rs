//! What everything else is made of: files and places in them, diagnostics, the cache.

// Files, places in them, and how an `#include` finds more.
pub mod source;

// What to say to the user, and at which place.
pub mod diagnostic;

// How names that are wanted twice become different.
pub mod unique_names;

// Numbers that belong together.
pub mod sets;

// The folder in which results of earlier runs are kept.
pub mod cache;
