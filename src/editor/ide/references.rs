//! Where a name is used.

use super::{
    Analysis,
    entity::{Entity, entity},
};
use crate::{
    base::source::Span,
    front::sema::{Definition, EntityKind, Use},
};

/// A name that a program mentions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mentions {
    /// Where it is defined.
    pub(crate) definition: Span,
    /// Where it is used, in all files of the program, in order of the files and of the
    /// places in them.
    pub(crate) uses: Vec<Span>,
}

/// The places that mention the name at an offset.
pub(crate) fn references(analysis: &Analysis, offset: u32) -> Option<Mentions> {
    let entity = entity(analysis, offset)?;
    Some(Mentions {
        definition: entity.definition,
        uses: uses_of(analysis, entity),
    })
}

/// The uses of a name, in order.
pub(super) fn uses_of(analysis: &Analysis, entity: Entity) -> Vec<Span> {
    uses_elsewhere(analysis, entity, analysis)
}

/// The uses of a name of a text in `other`, which is an excerpt of that text, or of which
/// that text is an excerpt, in order.
pub(crate) fn uses_elsewhere(analysis: &Analysis, entity: Entity, other: &Analysis) -> Vec<Span> {
    let part = part_of_operation(entity.kind, analysis.sources.text(entity.span));
    let is_use = |one: &&Use| {
        one.definition == entity.definition
            && one.span != entity.definition
            && part_of_operation(one.kind, other.sources.text(one.span)) == part
    };
    let uses = other.index.uses.iter().filter(is_use);
    let mut uses: Vec<_> = uses.map(|one| one.span).collect();
    uses.sort_unstable();
    uses.dedup();
    uses
}

/// What a name stands for that is a part of an operation. Such names have the definition of
/// the operation as theirs.
pub(crate) fn part_of_operation(kind: EntityKind, name: &str) -> Option<(EntityKind, &str)> {
    let is_part = matches!(
        kind,
        EntityKind::Attribute | EntityKind::Operands | EntityKind::Results
    );
    is_part.then(|| (kind, name.trim_matches('"')))
}

/// How pattern files write a name that they mention: a def of an operation has another
/// name there.
pub(crate) fn name_in_patterns(analysis: &Analysis, entity: Entity) -> &str {
    let mut operations = analysis.ods().operations();
    let operation = match entity.kind {
        EntityKind::TableGen => operations.find(|one| one.span == entity.definition),
        _ => None,
    };
    let text = || analysis.sources.text(entity.span).trim_matches('"');
    operation.map_or_else(text, |operation| &operation.name)
}

/// The variables and parameters of the text, in order.
pub(crate) fn locals(analysis: &Analysis) -> impl Iterator<Item = &Definition> {
    let definitions = analysis.index.definitions.iter();
    definitions.filter(|one| one.span.file == analysis.file && is_local(one.kind))
}

pub(super) fn is_local(kind: EntityKind) -> bool {
    matches!(kind, EntityKind::Variable | EntityKind::Parameter)
}

/// Where the text uses names that other files may define or use, in order.
pub(crate) fn global_uses(analysis: &Analysis) -> Vec<Use> {
    let uses = analysis.index.uses.iter();
    let mut uses: Vec<_> = uses
        .filter(|one| one.span.file == analysis.file && !is_local(one.kind))
        .filter(|one| one.span != one.definition)
        .copied()
        .collect();
    uses.sort_by_key(|one| (one.span, one.definition));
    uses.dedup();
    uses
}

#[cfg(test)]
mod tests {
    use super::references;
    use crate::editor::ide::testing::{analyze, shown};
    use expect_test::{Expect, expect};

    fn check(marked: &str, expected: Expect) {
        let (analysis, offset) = analyze(marked);
        let mentions = references(&analysis, offset).expect("there is a name");
        let mut lines = vec![shown(&analysis, mentions.definition)];
        lines.extend(mentions.uses.iter().map(|span| shown(&analysis, *span)));
        expected.assert_eq(&lines.join("\n"));
    }

    #[test]
    fn of_variables_constraints_and_operations() {
        check(
            "Pattern {\n  let x: Value;\n  erase op<test.a>($0x, x);\n}",
            expect![[r#"
                main.pdll:2:7-2:8 x
                main.pdll:3:20-3:21 x
                main.pdll:3:23-3:24 x"#]],
        );
        check(
            "Constraint $0C(v: Value);\nPattern => erase op<test.a>(x: C, y: C);",
            expect![[r#"
                main.pdll:1:12-1:13 C
                main.pdll:2:32-2:33 C
                main.pdll:2:38-2:39 C"#]],
        );
        check(
            "Pattern => replace op<test.pair> with op<$0test.pair>;",
            expect![[r#"
                ops.td:1:5-1:11 PairOp
                main.pdll:1:23-1:32 test.pair
                main.pdll:1:42-1:51 test.pair"#]],
        );
        check(
            "Pattern => replace op<$0test.pair> {mode = a: Attr} with op<test.pair> {mode = a};",
            expect![[r#"
                ops.td:1:5-1:11 PairOp
                main.pdll:1:23-1:32 test.pair
                main.pdll:1:59-1:68 test.pair"#]],
        );
        check(
            "Pattern => replace op<test.pair> {mo$0de = a: Attr} with op<test.pair> {mode = a};",
            expect![[r#"
                ops.td:1:5-1:11 PairOp
                main.pdll:1:35-1:39 mode
                main.pdll:1:71-1:75 mode"#]],
        );
    }

    #[test]
    fn of_names_beside_an_error() {
        check(
            "Pattern {\n  let x: Value;\n  let bad = ;\n  erase op<test.a>($0x);\n}",
            expect![[r#"
                main.pdll:2:7-2:8 x
                main.pdll:4:20-4:21 x"#]],
        );
    }
}
