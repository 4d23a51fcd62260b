//! A native function that a pattern file defines.

use crate::{hir::Native, source::Span};

/// A function that some pattern calls, and where it is defined.
#[derive(Debug)]
pub(crate) struct Definition {
    /// The function. Its name is unique among those of its kind.
    pub(crate) native: Native,
    /// The name of the file that defines it.
    pub(crate) file: String,
    /// Where patterns call it.
    pub(crate) uses: Vec<Span>,
}
