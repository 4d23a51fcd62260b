//! Patterns that are built by hand, without the language.

use super::{DialectAccess, Located, MlirHost, empty_module, lower, print};
use crate::mlir::ffi::print::{self as ir_print, PrintOptions};
use crate::{
    base::diagnostic::Diagnostics,
    base::source::{SourceMap, Span},
    front::hir::{
        self, Builder, Call, CallKind, Module, NodeId, NodeKind, Operation, Pattern, RangeLengths,
        Replacement, Type,
        builder::{DraftKind, Origin},
        check,
    },
    front::host::HiddenNatives,
    front::host::Host,
    front::testing::{FakeHost, definitions},
};
use expect_test::{Expect, expect};
use melior::{Context, ir::operation::OperationLike};

/// The only file, which the patterns say they come from.
fn sources() -> (SourceMap, Span) {
    let mut sources = SourceMap::default();
    let file = sources.add("rules.td", "def Rule;\n", None);
    let span = sources.whole(file);
    (sources, span)
}

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

fn constraint(function: &str, argument: NodeId, parameter: Type) -> NodeKind {
    NodeKind::from(Call {
        kind: CallKind::Constraint,
        function: function.into(),
        arguments: vec![argument],
        parameters: vec![parameter],
        results: Vec::new(),
    })
}

/// The pattern, once it has passed all checks.
fn finish(builder: Builder, span: Span) -> Pattern {
    let mut diagnostics = Diagnostics::default();
    let ods = definitions(span);
    let pattern = builder.finish(span, &ods, &mut diagnostics);
    check::check(&pattern, &ods, &mut FakeHost::default(), &mut diagnostics);
    let messages: Vec<_> = diagnostics.iter().map(|one| &one.message).collect();
    assert!(messages.is_empty(), "{messages:?}");
    assert_eq!(pattern.verify(), Ok(()));
    pattern
}

/// Compares what the pattern is lowered to.
fn check_lowered(pattern: Pattern, host: MlirHost<'_, '_>, context: &Context, expected: &Expect) {
    let (sources, span) = sources();
    let module = empty_module(context, &sources, span);
    let patterns = Module {
        patterns: vec![pattern],
        ..Module::default()
    };
    let literals = host.into_literals();
    let (patterns, natives) = (&patterns.patterns, HiddenNatives::Allowed);
    lower(
        context,
        patterns,
        &literals,
        natives,
        (&sources, Located::Parts),
        &module,
    );
    assert!(module.as_operation().verify());
    expected.assert_eq(&format!("{}", module.as_operation()));

    let text = print(context, patterns, &literals, natives, (&sources, span));
    let options = PrintOptions {
        locations: true,
        generic: false,
    };
    let mut printed = String::new();
    ir_print::print(module.as_operation(), options, &mut printed);
    assert_eq!(text, printed);
}

#[test]
fn a_pattern_without_the_language() {
    let context = Context::new();
    let mut host = MlirHost::new(&context, DialectAccess::Available);
    let (_, span) = sources();
    let mut builder = Builder::default();
    let ty = builder.push(NodeKind::Type, span);
    let x = builder.push(NodeKind::Operand { ty: Some(ty) }, span);
    builder.name(x, &"x".into());
    let root = builder.push(operation("test.a", &[x], Some(&[ty])), span);
    builder.push(constraint("IsFine", x, Type::Value), span);
    builder.start_rewrite(root, span);
    let literal = host.parse_type("i32").expect("MLIR knows the type");
    let i32 = builder.push(NodeKind::TypeLiteral(literal), span);
    let new = builder.push(operation("test.b", &[x], Some(&[i32])), span);
    let with = Replacement::Operation(new);
    builder.push(
        NodeKind::Replace {
            operation: root,
            with,
        },
        span,
    );
    let mut pattern = finish(builder, span);
    pattern.name = Some("Rule".into());
    check_lowered(
        pattern,
        host,
        &context,
        &expect![[r#"
        module {
          pdl.pattern @Rule : benefit(1) {
            %0 = type
            %1 = operand : %0
            %2 = operation "test.a"(%1 : !pdl.value)  -> (%0 : !pdl.type)
            apply_native_constraint "IsFine"(%1 : !pdl.value)
            rewrite %2 {
              %3 = type : i32
              %4 = operation "test.b"(%1 : !pdl.value)  -> (%3 : !pdl.type)
              replace %2 with %4
            }
          }
        }
    "#]],
    );
}

#[test]
fn operands_by_the_definition_of_their_operation() {
    let context = Context::new();
    let host = MlirHost::new(&context, DialectAccess::Available);
    let (_, span) = sources();
    let mut builder = Builder::default();
    let all = builder.push(NodeKind::Operands { ty: None }, span);
    let root = builder.push(operation("test.pair", &[all], Some(&[])), span);
    let rhs = DraftKind::OperandGroup {
        operation: root,
        index: Some(1),
        is_range: false,
    };
    let rhs = builder.push(rhs, span);
    builder.push(constraint("IsFine", rhs, Type::Value), span);
    builder.start_rewrite(root, span);
    builder.push(NodeKind::Erase { operation: root }, span);
    check_lowered(
        finish(builder, span),
        host,
        &context,
        &expect![[r#"
        module {
          pdl.pattern : benefit(1) {
            %0 = operand
            %1 = operand
            %2 = operation "test.pair"(%0, %1 : !pdl.value, !pdl.value) 
            apply_native_constraint "IsFine"(%1 : !pdl.value)
            rewrite %2 {
              erase %2
            }
          }
        }
    "#]],
    );
}

#[test]
fn fragments_are_inserted_with_their_arguments() {
    let context = Context::new();
    let host = MlirHost::new(&context, DialectAccess::Available);
    let (_, span) = sources();
    let mut builder = Builder::default();
    let start = builder.start_fragment();
    let parameter = builder.push(DraftKind::Parameter(Type::Value), span);
    builder.push(constraint("IsFine", parameter, Type::Value), span);
    let result = builder.push(constraint("IsGood", parameter, Type::Value), span);
    let fragment = builder.end_fragment(start);
    assert!(builder.is_empty());

    let x = builder.push(NodeKind::Operand { ty: None }, span);
    let y = builder.push(NodeKind::Operand { ty: None }, span);
    let root = builder.push(operation("test.pair", &[x, y], Some(&[])), span);
    builder.insert(&fragment, &[x], span, Origin::Body);
    let arguments = [y];
    let inserted = builder.insert(&fragment, &arguments, span, Origin::Call);
    builder.negate(inserted.node(result));
    builder.start_rewrite(root, span);
    builder.push(NodeKind::Erase { operation: root }, span);
    let pattern = finish(builder, span);
    assert_eq!(pattern.calls.len(), 1);
    check_lowered(
        pattern,
        host,
        &context,
        &expect![[r#"
        module {
          pdl.pattern : benefit(1) {
            %0 = operand
            %1 = operand
            %2 = operation "test.pair"(%0, %1 : !pdl.value, !pdl.value) 
            apply_native_constraint "IsFine"(%0 : !pdl.value)
            apply_native_constraint "IsGood"(%0 : !pdl.value)
            apply_native_constraint "IsFine"(%1 : !pdl.value)
            apply_native_constraint "IsGood"(%1 : !pdl.value) {isNegated = true}
            rewrite %2 {
              erase %2
            }
          }
        }
    "#]],
    );
}

#[test]
fn what_lowering_relies_on_is_verified() {
    let (_, span) = sources();
    let build = |broken: fn(&mut hir::Pattern)| {
        let mut builder = Builder::default();
        let x = builder.push(NodeKind::Operand { ty: None }, span);
        let root = builder.push(operation("test.a", &[x], Some(&[])), span);
        builder.start_rewrite(root, span);
        builder.push(NodeKind::Erase { operation: root }, span);
        let mut pattern = finish(builder, span);
        broken(&mut pattern);
        pattern.verify().expect_err("the pattern is broken")
    };
    let problems = [
        build(|pattern| pattern.root = NodeId(0)),
        build(|pattern| pattern.rewrite_start = 3),
        build(|pattern| pattern.nodes[0].kind = NodeKind::UnitAttribute),
        build(|pattern| pattern.nodes.swap(0, 1)),
        build(|pattern| pattern.nodes[2].call = Some(hir::CallId(0))),
        build(|pattern| pattern.benefit = u16::MAX),
    ];
    expect![[r#"
        the root is no operation of the match section
        node 2, Erase { operation: NodeId(1) }: it is in the wrong section
        node 1, Operation(Operation { name: Some("test.a"), operands: [NodeId(0)], attributes: [], result_types: Some([]), operand_lengths: Counted, result_lengths: Counted, inside: None, is_last: false, num_regions: None, regions: [] }): node 0 is of the wrong kind
        node 0, Operation(Operation { name: Some("test.a"), operands: [NodeId(0)], attributes: [], result_types: Some([]), operand_lengths: Counted, result_lengths: Counted, inside: None, is_last: false, num_regions: None, regions: [] }): it refers to a later node
        node 2, Erase { operation: NodeId(1) }: the call that brought it here comes later
        the benefit is too great"#]].assert_eq(&problems.join("\n"));
}
