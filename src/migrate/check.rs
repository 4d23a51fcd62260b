//! Compiles the PDLL again, and compares what it means with the rules.

use super::{
    canonical,
    constants::Constants,
    file::Printed,
    form::Form,
    functions::{Callee, Declaration},
    literals::{Recorder, Texts},
};
use crate::{
    diagnostic::{Diagnostic, Severity, text},
    hir::{self, Native, NativeBody},
    native_body,
    ods::Ods,
    predicates, sema,
    session::Session,
};
use smol_str::SmolStr;
use std::path::Path;

/// Checks that a file means what it must, and says which of its C++ needs a compiler.
///
/// # Panics
///
/// When it means something else.
pub(super) fn check(
    printed: &Printed,
    name: &str,
    session: &mut Session<'_>,
    recorder: &mut Recorder<'_>,
) {
    let before = session.diagnostics.take();
    let file = session.sources.add(name, printed.text.clone(), None);
    let program = session.parse(file);
    let module = sema::analyze(&program, recorder, &mut session.diagnostics);
    let problems = session.diagnostics.take();
    session.diagnostics.extend(before);
    let errors = problems
        .iter()
        .filter(|one| one.severity == Severity::Error);
    let errors: Vec<_> = errors
        .map(|one| text::render(&session.sources, one))
        .collect();
    assert!(
        errors.is_empty(),
        "the PDLL of the rules is not valid:\n{}",
        errors.concat()
    );
    compare_patterns(printed, &module, &program.ods, &recorder.texts);
    for declaration in &printed.declarations {
        compare_native(declaration, &module.natives);
    }
    report_compiler(printed, name, &module, session);
}

fn compare_patterns(printed: &Printed, module: &hir::Module, ods: &Ods, texts: &Texts) {
    assert_eq!(
        printed.patterns.len(),
        module.patterns.len(),
        "the PDLL of the rules has another number of patterns"
    );
    let callee = |is_constraint: bool, function: &SmolStr| Callee {
        name: function.clone(),
        registered: function.clone(),
        is_predicate: is_constraint && printed.predicates.contains(function),
    };
    for ((name, expected), pattern) in std::iter::zip(&printed.patterns, &module.patterns) {
        let form = Form::new(pattern, &Constants::new(), ods, texts);
        let found = canonical::text(pattern, &form, &callee);
        let shown = name.as_deref().unwrap_or("without a name");
        assert!(
            *name == pattern.name && *expected == found,
            "the PDLL of the rule `{shown}` does something else\n--- the rule\n{expected}--- PDLL\n{found}"
        );
    }
}

fn compare_native(declaration: &Declaration, natives: &[Native]) {
    let is_same = |native: &&Native| {
        native.name == declaration.name && native.is_constraint == declaration.is_constraint
    };
    let native = natives.iter().find(is_same);
    let is_equal = native.is_some_and(|native| match &native.body {
        NativeBody::Code {
            code,
            parameters,
            results,
        } => {
            let parameters = parameters.iter();
            let parameters =
                parameters.map(|slot| (slot.name.clone().unwrap_or_default(), slot.ty));
            code.text == declaration.code
                && parameters.eq(declaration.parameters.iter().cloned())
                && results
                    .iter()
                    .map(|slot| slot.ty)
                    .eq(declaration.results.iter().copied())
        }
        NativeBody::Predicate { .. } => false,
    });
    let name = &declaration.name;
    assert!(is_equal, "the PDLL of the function `{name}` is another one");
}

/// Says which functions need a compiler.
fn report_compiler(printed: &Printed, file: &str, module: &hir::Module, session: &mut Session<'_>) {
    for native in &module.natives {
        let declared = printed.declarations.iter().find(|declaration| {
            declaration.name == native.name && declaration.is_constraint == native.is_constraint
        });
        let (gap, span) = match (&native.body, declared) {
            (NativeBody::Code { .. }, Some(declaration)) => {
                let classes = &module.operation_classes;
                let gap = native_body::prepare(native, Path::new(file), classes).err();
                (gap, declaration.span)
            }
            (
                NativeBody::Predicate {
                    subject, predicate, ..
                },
                None,
            ) if printed.imported.contains_key(&native.name) => {
                let gap = predicates::prepare(*subject, predicate).err();
                (gap, printed.imported[&native.name])
            }
            _ => continue,
        };
        if let Some(gap) = gap {
            let message = format!("`{}` needs a C++ compiler: {gap}", native.name);
            let remark = Diagnostic::new(Severity::Remark, Some(span), message).help(
                "run the patterns with `native-code=compile`, and name the headers that the code needs with `native-prelude`",
            );
            session.diagnostics.push(remark);
        }
    }
}
