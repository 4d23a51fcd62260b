//! Rules that cannot run: their C++ code needs a compiler, or MLIR knows that they are wrong.

use super::selection::Selection;
use crate::{
    back::check,
    base::diagnostic::{Diagnostic, IS_SKIPPED, SKIPPED_RULE, Severity},
    base::source::{Disk, SourceMap, Span},
    code::{predicates::Uncovered, runnable},
    front::{
        cpp,
        hir::{Module, Native, NativeBody, Pattern},
    },
    library::session::{CodePolicy, Session},
    mlir::diagnostics::Catcher,
    mlir::ffi::{ir::erase_at, pattern_set::Filter},
};
use melior::{
    Context,
    ir::{self, BlockLike, operation::OperationLike},
};
use smol_str::SmolStr;
use std::{collections::HashMap, path::Path};

/// Takes the rules out of `module` whose code cannot run, and says for each of them
/// why.
pub(super) fn take_out(
    module: &mut Module,
    policy: CodePolicy,
    selection: Selection<'_>,
) -> Vec<Diagnostic> {
    let say: fn(&Pattern, &Native, &Uncovered) -> Diagnostic = match policy {
        CodePolicy::Compile => return Vec::new(),
        CodePolicy::Evaluate => refuse,
        CodePolicy::EvaluateOrSkip => skip,
    };
    let gaps = gaps(module, selection.sources);
    let mut said: Vec<Diagnostic> = Vec::new();
    let mut last: Option<Span> = None;
    let natives = &module.natives;
    module.patterns.retain(|pattern| {
        if !selection.may_select(pattern) {
            return true;
        }
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
    let gap = |native: &Native| {
        let file = Path::new(sources.file(native.span.file).name());
        runnable::prepare(native, file, &module.classes).err()
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
        gap,
    )
    .help(
        "if you trust this file, use the option `native-code=compile`; or use \
         `skip-unsupported` to run the other rules",
    )
}

/// The C++ name that stands where a string was probably meant: the text of a
/// `ConstantAttr` is C++, in which strings have quotes.
fn unquoted<'n>(native: &'n Native, gap: &Uncovered) -> Option<&'n str> {
    let text = match &native.body {
        NativeBody::Code { code, .. } => &code.text,
        NativeBody::Predicate { condition, .. } => condition,
    };
    let (_, rest) = text.split_once("getStringAttr(")?;
    let (name, _) = rest.split_once(')')?;
    let is_name = !name.is_empty() && name.chars().all(cpp::is_word);
    (is_name && *gap == Uncovered::code(name)).then_some(name)
}

fn skip(rule: &Pattern, native: &Native, gap: &Uncovered) -> Diagnostic {
    let name = title(rule);
    let message = format!("{name}{IS_SKIPPED}, because it needs a C++ compiler: {gap}");
    about(
        Diagnostic::warning(SKIPPED_RULE, rule.span, message),
        rule,
        native,
        gap,
    )
}

/// The patterns of a file that leaves out rules.
pub(super) struct Left {
    /// What they are called and where they are, unless they are not used.
    patterns: Vec<Option<(String, Span)>>,
}

impl Left {
    /// Remembers the patterns of a file.
    pub(super) fn new(module: &Module, selection: Selection<'_>) -> Self {
        let known = |pattern: &Pattern| {
            let is_used = selection.may_select(pattern);
            is_used.then(|| (title(pattern), pattern.span))
        };
        Left {
            patterns: module.patterns.iter().map(known).collect(),
        }
    }

    /// Takes the patterns from index `first` on out of `module` that MLIR knows to be
    /// wrong. Returns their indices, and says why for each rule.
    pub(super) fn take_out_invalid<'c>(
        self,
        session: &mut Session<'_>,
        context: &'c Context,
        module: &ir::Module<'c>,
        first: usize,
    ) -> Vec<usize> {
        let operations = std::iter::successors(
            module.body().first_operation(),
            OperationLike::next_in_block,
        );
        let operations: Vec<_> = operations.skip(first).collect();
        let mut invalid = Vec::new();
        let mut last: Option<Span> = None;
        for (number, (operation, known)) in std::iter::zip(operations, self.patterns).enumerate() {
            let Some((title, span)) = known else { continue };
            let single = ir::Module::new(operation.location());
            single.body().append_operation((*operation).clone());
            let catcher = Catcher::of_this_thread(context);
            let checked = check::for_this_process(context, &single, None, &Filter::default());
            let mut caught = catcher.finish(&mut session.sources, &Disk).into_iter();
            if checked.is_some() {
                continue;
            }
            invalid.push(first + number);
            let error = caught.find(|one| one.severity == Severity::Error);
            let reason = error.map_or_else(|| "MLIR refuses it".to_owned(), |one| one.message);
            if last.replace(span) != Some(span) {
                let message = format!("{title}{IS_SKIPPED}: {reason}");
                let warning = Diagnostic::warning(SKIPPED_RULE, span, message);
                session.diagnostics.push(warning);
            }
        }
        erase_at(module, &invalid);
        invalid
    }
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

fn about(diagnostic: Diagnostic, rule: &Pattern, native: &Native, gap: &Uncovered) -> Diagnostic {
    let diagnostic = match unquoted(native, gap) {
        Some(name) => diagnostic.help(format!(
            "`{name}` is a C++ name; if it is a string, write it with quotes of its own: \
             `\"\\\"{name}\\\"\"`"
        )),
        None => diagnostic,
    };
    match native.span == rule.span {
        true => diagnostic,
        false => diagnostic.note(native.span, "the code is here"),
    }
}
