//! A native function that a pattern file defines.

use crate::{hir::Native, source::Span};

/// A function that a pattern calls, and the place of its definition.
#[derive(Debug)]
pub(crate) struct Definition {
    /// The function. No other function of its kind has its name.
    pub(crate) native: Native,
    /// The name of the file that defines it.
    pub(crate) file: String,
    /// The calls in patterns.
    pub(crate) uses: Vec<Span>,
}
