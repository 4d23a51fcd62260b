//! Patterns at run time.

pub mod definitions;
pub mod pattern_files;
