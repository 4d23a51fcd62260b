//! Where a name is defined.

use super::{Analysis, entity::entity};
use crate::base::source::Span;

/// The definition of a name, and where the name stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Target {
    /// The name at the offset.
    pub(crate) origin: Span,
    /// Where it is defined, in any file. Of an operation, or a part of one, the name
    /// of its definition in a `.td` file.
    pub(crate) definition: Span,
}

/// The definition of the name at an offset. A definition leads to itself.
pub(crate) fn definition(analysis: &Analysis, offset: u32) -> Option<Target> {
    let entity = entity(analysis, offset)?;
    Some(Target {
        origin: entity.span,
        definition: entity.definition,
    })
}

#[cfg(test)]
mod tests {
    use super::definition;
    use crate::editor::ide::testing::{analyze, shown};
    use expect_test::{Expect, expect};

    fn check(marked: &str, expected: Expect) {
        let (analysis, offset) = analyze(marked);
        let found = definition(&analysis, offset);
        let text = found.map_or_else(
            || "nothing".to_owned(),
            |target| {
                let origin = analysis.sources.text(target.origin);
                format!("{origin} -> {}", shown(&analysis, target.definition))
            },
        );
        expected.assert_eq(&text);
    }

    #[test]
    fn of_variables_and_operations() {
        check(
            "Pattern => erase op<test.a>(x: Value, $0x);",
            expect!["x -> main.pdll:1:29-1:30 x"],
        );
        check(
            "Pattern => erase op<test.pa$0ir>;",
            expect!["test.pair -> ops.td:1:5-1:11 PairOp"],
        );
        check("Pattern => era$0se op<test.pair>;", expect!["nothing"]);
    }

    #[test]
    fn of_blocks_and_regions() {
        check(
            "Pattern { let a = op<t.a>() ({ ^body(i: Value): ... }); rewrite a with { rewrite ^bo$0dy with { op<t.b>(i) -> (); }; }; }",
            expect!["body -> main.pdll:1:33-1:37 body"],
        );
        check(
            "Pattern { let a = op<t.a>() -> () (r: Region); rewrite a with { op<t.b>() -> () ($0r); }; }",
            expect!["r -> main.pdll:1:36-1:37 r"],
        );
        check(
            "Pattern { let a = op<t.a>() -> (); rewrite a with { op<t.b>() -> () ({ ^b(i: Value<type<\"i1\">>): op<t.c>(i$0) }); }; }",
            expect!["i -> main.pdll:1:75-1:76 i"],
        );
    }
}
