//! Patterns at run time.

pub mod definitions;
pub mod native_code;
pub mod pattern_files;
