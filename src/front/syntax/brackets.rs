//! The brackets that are open at a place of the text.
//!
//! Recovery from an error asks at each token whether a brace is open, so that
//! every question here takes constant time, however many brackets are open.

/// The brackets that were taken and are not closed yet, outermost first.
#[derive(Debug, Default)]
pub(super) struct Brackets {
    open: Vec<Open>,
}

#[derive(Debug, Clone, Copy)]
struct Open {
    is_brace: bool,
    /// The number of braces up to this bracket.
    braces: usize,
}

impl Brackets {
    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Whether a brace is open among the brackets deeper than `depth`.
    pub(super) fn has_brace_below(&self, depth: usize) -> bool {
        self.braces(self.depth()) > self.braces(depth.min(self.depth()))
    }

    /// The number of braces among the first `depth` brackets.
    fn braces(&self, depth: usize) -> usize {
        let last = depth.checked_sub(1).map(|last| self.open[last]);
        last.map_or(0, |last| last.braces)
    }

    /// Takes a byte of the text, which may be a bracket.
    pub(super) fn take(&mut self, byte: u8) {
        match byte {
            b'{' => self.push(true),
            b'(' => self.push(false),
            b')' => {
                self.open.pop_if(|open| !open.is_brace);
            }
            b'}' => self.close_brace(),
            _ => {}
        }
    }

    fn push(&mut self, is_brace: bool) {
        let braces = self.braces(self.depth()) + usize::from(is_brace);
        self.open.push(Open { is_brace, braces });
    }

    /// Closes the innermost brace, and the parentheses in it that were never
    /// closed.
    pub(super) fn close_brace(&mut self) {
        while self.open.pop_if(|open| !open.is_brace).is_some() {}
        self.open.pop();
    }

    /// Closes all brackets deeper than `depth`.
    pub(super) fn close_to(&mut self, depth: usize) {
        self.open.truncate(depth);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(text: &str) -> Brackets {
        let mut brackets = Brackets::default();
        text.bytes().for_each(|byte| brackets.take(byte));
        brackets
    }

    #[test]
    fn braces_are_found_below_a_depth() {
        assert!(!after("((").has_brace_below(0));
        assert!(after("({(").has_brace_below(0));
        assert!(after("({(").has_brace_below(1));
        assert!(!after("({(").has_brace_below(2));
        assert!(!after("({(").has_brace_below(9));
    }

    #[test]
    fn a_closing_brace_also_closes_the_parentheses_in_it() {
        assert_eq!(after("({((}").depth(), 1);
        assert_eq!(after("{)").depth(), 1);
        assert_eq!(after("}").depth(), 0);
    }
}
