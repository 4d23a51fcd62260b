//! The text of a function.

/// Statements, each in a line.
#[derive(Default)]
pub(super) struct Source {
    pub(super) text: String,
    /// How many loops are open.
    pub(super) depth: usize,
}

impl Source {
    pub(super) fn line(&mut self, text: &str) {
        self.text.push_str("    ");
        self.text.extend(std::iter::repeat_n("  ", self.depth));
        self.text.push_str(text);
        self.text.push('\n');
    }
}
