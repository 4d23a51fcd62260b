//! Spans as JSON.

use super::{SourceMap, Span};
use serde::Serialize;

/// A span in a file of a JSON document.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct JsonRange {
    /// The index of the file in the document.
    file: usize,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    offset: u32,
    end_offset: u32,
}

impl JsonRange {
    /// The range of a span whose file has that index in the document.
    pub fn new(span: Span, index: usize, sources: &SourceMap) -> Self {
        let file = sources.file(span.file);
        let (start, end) = (file.position(span.start), file.position(span.end));
        JsonRange {
            file: index,
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
            offset: span.start,
            end_offset: span.end,
        }
    }
}
