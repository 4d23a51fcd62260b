//! Rules whose C++ code cannot run without a compiler.

use crate::{
    diagnostic::{Diagnostic, IS_SKIPPED, SKIPPED_RULE},
    hir::{Module, Native, NativeBody, Pattern},
    native_body,
    predicates::{self, Uncovered},
    session::CodePolicy,
    source::{SourceMap, Span},
};
use smol_str::SmolStr;
use std::{collections::HashMap, path::Path};

/// Takes the rules out of `module` whose code cannot run, and says for each of them
/// why.
pub(super) fn take_out(
    module: &mut Module,
    sources: &SourceMap,
    policy: CodePolicy,
) -> Vec<Diagnostic> {
    let say: fn(&Pattern, &Native, &Uncovered) -> Diagnostic = match policy {
        CodePolicy::Compile => return Vec::new(),
        CodePolicy::Evaluate => refuse,
        CodePolicy::EvaluateOrSkip => skip,
    };
    let gaps = gaps(module, sources);
    let mut said: Vec<Diagnostic> = Vec::new();
    let mut last: Option<Span> = None;
    let natives = &module.natives;
    module.patterns.retain(|pattern| {
        let Some((native, gap)) = first_gap(pattern, &gaps) else {
            return true;
        };
        // The forms of a rule follow each other, and need the same code.
        if last.replace(pattern.span) != Some(pattern.span) {
            said.push(say(pattern, &natives[native], gap));
        }
        false
    });
    said
}

/// The functions that only a compiler understands, by kind and name.
type Gaps = HashMap<(bool, SmolStr), (usize, Uncovered)>;

fn gaps(module: &Module, sources: &SourceMap) -> Gaps {
    let gap = |native: &Native| match &native.body {
        NativeBody::Predicate {
            subject, predicate, ..
        } => predicates::prepare(*subject, predicate).err(),
        NativeBody::Code { .. } => {
            let file = Path::new(sources.file(native.span.file).name());
            native_body::prepare(native, file, &module.operation_classes).err()
        }
    };
    let natives = module.natives.iter().enumerate();
    natives
        .filter_map(|(index, native)| {
            let key = (native.is_constraint, native.name.clone());
            Some((key, (index, gap(native)?)))
        })
        .collect()
}

/// The first function of a pattern that only a compiler understands.
fn first_gap<'g>(pattern: &Pattern, gaps: &'g Gaps) -> Option<(usize, &'g Uncovered)> {
    pattern.nodes.iter().find_map(|node| {
        let mut first = None;
        node.kind.for_each_function(|is_constraint, function| {
            first = first.or_else(|| gaps.get(&(is_constraint, function.clone())));
        });
        first.map(|(index, gap)| (*index, gap))
    })
}

fn refuse(rule: &Pattern, native: &Native, gap: &Uncovered) -> Diagnostic {
    let name = title(rule);
    about(
        Diagnostic::error(rule.span, format!("{name} needs a C++ compiler: {gap}")),
        rule,
        native,
    )
    .help(
        "if you trust this file, use the option `native-code=compile`; or use \
         `skip-unsupported` to run the other rules",
    )
}

fn skip(rule: &Pattern, native: &Native, gap: &Uncovered) -> Diagnostic {
    let name = title(rule);
    let message = format!("{name}{IS_SKIPPED}{gap}");
    about(
        Diagnostic::warning(SKIPPED_RULE, rule.span, message),
        rule,
        native,
    )
}

/// The rule, which the first label of its further forms names.
fn title(rule: &Pattern) -> String {
    match rule
        .labels
        .first()
        .map(String::as_str)
        .or(rule.name.as_deref())
    {
        Some(name) => format!("the rule `{name}`"),
        None => "this rule".to_owned(),
    }
}

fn about(diagnostic: Diagnostic, rule: &Pattern, native: &Native) -> Diagnostic {
    match native.span == rule.span {
        true => diagnostic,
        false => diagnostic.note(native.span, "the code is here"),
    }
}
