//! What must hold of a finished pattern, and what the user is told otherwise.
//!
//! | module | question |
//! |---|---|
//! | `binding` | is everything connected to the root |
//! | `call_shapes` | can PDL express the calls of native functions |
//! | `copied_parts` | is what is copied or inlined a part of the match |
//! | `counts` | are there as many replacements as results, and ranges of a fair size |
//! | `result_types` | can the operations that are created get their result types |
//! | `type_conversion` | does a pattern about types say what they become |
//! | `size` | is the pattern short enough for PDL's run time |

mod binding;
pub(crate) mod call_shapes;
mod copied_parts;
mod counts;
mod result_types;
pub(crate) mod size;
mod type_conversion;

pub(crate) use result_types::WRITE_TYPES;

use crate::{
    base::diagnostic::{Diagnostic, Diagnostics},
    hir::Pattern,
    host::Host,
    ods::Ods,
};

/// Reports mistakes that MLIR does not check and that crash it. A pattern without
/// errors can be lowered.
///
/// `ods` holds the definitions of operations that are known, and `host` is asked
/// about others.
pub fn check(pattern: &Pattern, ods: &Ods, host: &mut dyn Host, diagnostics: &mut Diagnostics) {
    let errors_before = diagnostics.error_count();
    if pattern.nodes.len() == pattern.rewrite_start {
        // It would match again and again, and MLIR cannot read it back.
        diagnostics.push(Diagnostic::error(
            pattern.rewrite_span,
            "this rewrite does nothing",
        ));
    }
    size::check(pattern, diagnostics);
    call_shapes::check(pattern, diagnostics);
    copied_parts::check(pattern, diagnostics);
    binding::check_match(pattern, diagnostics);
    binding::check_rewrite(pattern, diagnostics);
    counts::check_ranges(pattern, diagnostics);
    counts::check(pattern, ods, diagnostics);
    type_conversion::check(pattern, diagnostics);
    if diagnostics.error_count() == errors_before {
        result_types::check(pattern, ods, host, diagnostics);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        base::source::{SourceMap, Span},
        hir::{
            Builder, Call, CallKind, NodeId, NodeKind, Operation, RangeLengths, Replacement, Type,
        },
        testing::{FakeHost, definitions},
    };
    use expect_test::{Expect, expect};

    fn operation(name: &str, operands: &[NodeId], result_types: Option<&[NodeId]>) -> NodeKind {
        NodeKind::from(Operation {
            name: Some(name.into()),
            operands: operands.to_vec(),
            attributes: Vec::new(),
            result_types: result_types.map(<[_]>::to_vec),
            operand_lengths: RangeLengths::default(),
            result_lengths: RangeLengths::default(),
            inside: None,
            is_last: false,
            num_regions: None,
            regions: Vec::new(),
        })
    }

    /// Compares what is reported about a pattern.
    fn check_pattern(build: impl FnOnce(&mut Builder, Span), expected: &Expect) {
        let mut sources = SourceMap::default();
        let file = sources.add("rules.td", "def Rule;\n", None);
        let span = sources.whole(file);
        let (mut builder, mut diagnostics) = (Builder::default(), Diagnostics::default());
        build(&mut builder, span);
        let ods = definitions(span);
        let pattern = builder.finish(span, &ods, &mut diagnostics);
        check(&pattern, &ods, &mut FakeHost::default(), &mut diagnostics);
        let messages: Vec<_> = diagnostics.iter().map(|one| &*one.message).collect();
        expected.assert_eq(&messages.join("\n"));
    }

    #[test]
    fn what_nothing_connects_is_reported() {
        check_pattern(
            |builder, span| {
                let x = builder.push(NodeKind::Operand { ty: None }, span);
                let y = builder.push(NodeKind::Operand { ty: None }, span);
                builder.name(y, &"y".into());
                builder.push(operation("test.other", &[], Some(&[])), span);
                let root = builder.push(operation("test.a", &[x], Some(&[])), span);
                builder.start_rewrite(root, span);
            },
            &expect![[r#"
                this rewrite does nothing
                `y` is not bound to anything in the input
                `test.other` is not connected to the root of the pattern"#]],
        );
    }

    #[test]
    fn results_are_counted_and_typed() {
        check_pattern(
            |builder, span| {
                let x = builder.push(NodeKind::Operand { ty: None }, span);
                let types = builder.push(NodeKind::Types, span);
                let root = builder.push(operation("test.pair", &[x, x], Some(&[types])), span);
                builder.start_rewrite(root, span);
                let with = Replacement::Values(vec![x, x]);
                let operation = root;
                builder.push(NodeKind::Replace { operation, with }, span);
            },
            &expect!["the operation has 1 result, but there are 2 replacement values"],
        );
        check_pattern(
            |builder, span| {
                let x = builder.push(NodeKind::Operand { ty: None }, span);
                let root = builder.push(operation("test.a", &[x], Some(&[])), span);
                builder.start_rewrite(root, span);
                builder.push(operation("fake.infers", &[x], None), span);
                builder.push(operation("fake.needs_types", &[x], None), span);
            },
            &expect!["`fake.needs_types` does not compute its result types"],
        );
    }

    #[test]
    fn what_pdl_cannot_express_is_reported() {
        let call = |kind, results: &[Type]| {
            NodeKind::from(Call {
                kind,
                function: "Native".into(),
                arguments: Vec::new(),
                parameters: Vec::new(),
                results: results.to_vec(),
            })
        };
        check_pattern(
            |builder, span| {
                let root = builder.push(operation("test.a", &[], Some(&[])), span);
                builder.push(call(CallKind::Constraint, &[Type::Type]), span);
                builder.start_rewrite(root, span);
                builder.push(call(CallKind::Rewrite, &[]), span);
                builder.push(call(CallKind::Rewrite, &[Type::Type]), span);
            },
            &expect![[r#"
                the native function `Native` has no arguments
                the native function `Native` has no arguments"#]],
        );
    }

    #[test]
    fn a_pattern_can_be_too_long() {
        check_pattern(
            |builder, span| {
                let root = builder.push(operation("test.a", &[], Some(&[])), span);
                builder.start_rewrite(root, span);
                for _ in 0..size::MAX_NODES {
                    builder.push(operation("test.b", &[], Some(&[])), span);
                }
            },
            &expect!["this pattern has 1048577 PDL operations, but at most 1048576 are supported"],
        );
    }
}
