//! How deeply analysis is nested: in statements and expressions, and in the
//! functions that are analyzed because something calls them.
//!
//! The parser limits the depth of one declaration. This module limits chains of
//! declarations in which each calls the next one. The limit does not depend on
//! the order of the declarations.

use super::Function;
use crate::{base::diagnostic::Diagnostic, base::source::Span, sema::Sema};
use std::rc::Rc;

/// A depth for which the stack of any thread has room.
const MAX_DEPTH: usize = 512;

#[derive(Debug, Default)]
pub(in crate::sema) struct Nesting {
    depth: usize,
    /// The greatest depth since the innermost function began, with what it calls.
    deepest: usize,
    /// One message is enough for a chain.
    was_reported: bool,
}

/// The state of the function around, to be restored.
pub(in crate::sema) struct Outer {
    depth: usize,
    deepest: usize,
}

impl Nesting {
    pub(in crate::sema) fn enter(&mut self) {
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
    }

    pub(in crate::sema) fn leave(&mut self) {
        self.depth -= 1;
    }

    pub(in crate::sema) fn enter_function(&mut self) -> Outer {
        let outer = Outer {
            depth: self.depth,
            deepest: self.deepest,
        };
        self.deepest = self.depth;
        self.enter();
        outer
    }

    /// Returns how deep the function is.
    pub(in crate::sema) fn leave_function(&mut self, outer: &Outer) -> usize {
        self.leave();
        let depth = self.deepest - outer.depth;
        self.deepest = self.deepest.max(outer.deepest);
        depth
    }
}

impl Sema<'_> {
    /// Whether a function that is used at `span` may be analyzed now.
    pub(in crate::sema) fn may_nest(&mut self, span: Span) -> bool {
        self.check_depth(self.nesting.depth + 1, span)
    }

    /// The function, unless what it calls is too deep to be used at `span`.
    pub(in crate::sema) fn nest(
        &mut self,
        function: Rc<Function>,
        span: Span,
    ) -> Option<Rc<Function>> {
        let depth = self.nesting.depth + function.depth;
        self.nesting.deepest = self.nesting.deepest.max(depth);
        self.check_depth(depth, span).then_some(function)
    }

    fn check_depth(&mut self, depth: usize, span: Span) -> bool {
        let fits = depth <= MAX_DEPTH;
        if !fits && !std::mem::replace(&mut self.nesting.was_reported, true) {
            let message = format!("this call makes the nesting deeper than {MAX_DEPTH} levels");
            self.report(
                Diagnostic::error(span, message).help(
                    "each call is replaced by the body of what it calls, and so are the calls in that body",
                ),
            );
        }
        fits
    }
}
