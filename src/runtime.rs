//! Patterns at run time.

pub mod pattern_files;
