//! The braces of C++ code that stands in a pattern file.
//!
//! The code becomes the body of a function. Code that closes this function
//! would continue outside of it, and the compiler would report what follows at
//! confusing places.

use super::ast::StringLit;
use crate::{
    base::diagnostic::Diagnostic,
    cpp::{self, Kind},
};

/// Returns an error if a brace of the code has no partner.
pub fn check_braces(code: &StringLit) -> Option<Diagnostic> {
    let (offset, message) = match check_balance(&code.text).err()? {
        Unbalanced::Closing(offset) => (offset, "this `}` closes no `{` of the C++ code"),
        Unbalanced::Opening(offset) => (offset, "this `{` of the C++ code is never closed"),
    };
    Some(
        Diagnostic::error(code.source_of(offset), message).help(
            "the code is the body of one function; define others in a header, and include it",
        ),
    )
}

/// A brace without its partner, by its offset in the code.
#[derive(Debug, PartialEq, Eq)]
enum Unbalanced {
    /// A `}` that closes nothing.
    Closing(usize),
    /// A `{` that nothing closes.
    Opening(usize),
}

/// Checks that each brace has its partner.
///
/// # Errors
///
/// The first brace that has none.
fn check_balance(code: &str) -> Result<(), Unbalanced> {
    let mut open = Vec::new();
    // The braces that were open at each `#if` that has no `#endif` so far. The
    // preprocessor keeps at most one branch, so each branch starts with them.
    let mut conditionals: Vec<Vec<usize>> = Vec::new();
    for piece in cpp::pieces(code) {
        match (piece.kind, piece.text) {
            (Kind::Sign, "{" | "<%") => open.push(piece.start),
            (Kind::Sign, "}" | "%>") => {
                open.pop().ok_or(Unbalanced::Closing(piece.start))?;
            }
            (Kind::Directive, text) => {
                let name = text[1..].trim_start();
                if name.starts_with("if") {
                    conditionals.push(open.clone());
                } else if name.starts_with("el")
                    && let Some(before) = conditionals.last()
                {
                    open.clone_from(before);
                } else if name == "endif" {
                    conditionals.pop();
                }
            }
            _ => {}
        }
    }
    open.pop()
        .map_or(Ok(()), |start| Err(Unbalanced::Opening(start)))
}

#[cfg(test)]
mod tests {
    use super::{Unbalanced::*, check_balance};

    #[test]
    fn braces_of_literals_and_comments_do_not_count() {
        for code in [
            "",
            "if (x) { return y; }",
            "f(\"}\", '}', \"\\\"}\");",
            "// }\n/* } */ /*/ } */",
            "// \\\n }",
            "R\"({\")}\" }({\")\"; u8R\"x()}\")x\";",
            "int i = 1'000'000; { int j = 0x1'f; }",
            "<% x(); %>",
            "// }\n  #if A\nif (a) {\n#elif B\nif (b) {\n#else\n{\n#endif\n}",
            "#pragma don't }\n",
        ] {
            assert_eq!(check_balance(code), Ok(()), "{code}");
        }
    }

    #[test]
    fn braces_without_a_partner_are_found() {
        for (code, expected) in [
            ("}", Closing(0)),
            ("{ } } {", Closing(4)),
            ("{ {}", Opening(0)),
            ("f('{'); %>", Closing(8)),
            ("<%", Opening(0)),
            ("#if A\n}\n#endif", Closing(6)),
            ("R\"({)\"; }", Closing(8)),
        ] {
            assert_eq!(check_balance(code), Err(expected), "{code}");
        }
    }
}
