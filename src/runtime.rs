//! Patterns at run time.

pub mod definitions;
pub(crate) mod embedded;
pub(crate) mod imported;
pub mod native_code;
pub mod pattern_files;
