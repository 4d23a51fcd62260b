//! Compiles the PDLL again, and compares what it means with the rules.

use super::{
    canonical,
    constants::Constants,
    file::{Part, Printed, PrintedPattern, Wrong},
    form::Form,
    functions::{Callee, Declaration},
    literals::{Recorder, Texts},
};
use crate::{
    base::diagnostic::{Diagnostic, Severity},
    base::source::FileId,
    code::runnable,
    front::format,
    front::hir::{self, Native, NativeBody},
    front::ods::Ods,
    front::program::Program,
    front::sema,
    library::session::Session,
};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;
use std::{mem::ManuallyDrop, panic::resume_unwind, path::Path, thread};

/// What is not as it must be.
pub(super) enum Mistake {
    /// Rules that would not do the same as PDLL.
    Rules(Wrong),
    /// The file cannot include what it includes.
    Includes(Vec<Diagnostic>),
}

/// Checks that a file means what it must, and says which of its C++ needs a compiler.
/// Returns its text as the formatter leaves it.
pub(super) fn check(
    printed: &Printed,
    name: &str,
    session: &mut Session<'_>,
    recorder: &mut Recorder<'_>,
) -> Result<String, Mistake> {
    let before = session.diagnostics.take();
    let file = session.sources.add(name, printed.text.clone(), None);
    let program = ManuallyDrop::new(session.parse(file));
    let is_parsed = !session.diagnostics.has_errors();
    let (text, syntax, tokens) = (&printed.text, &program.modules[0], &program.tokens);
    thread::scope(|scope| {
        // It needs nothing else, and takes about as long as the comparison.
        let format = || format::format_parsed(text, syntax, tokens);
        let formatting = is_parsed.then(|| scope.spawn(format));
        compare(printed, name, file, &program, before, session, recorder)?;
        let formatting = formatting.expect("a file with errors does not pass");
        let formatted = formatting
            .join()
            .unwrap_or_else(|panic| resume_unwind(panic));
        Ok(formatted.expect("the formatter changes white space only"))
    })
}

/// Checks the file with what it was parsed to. `before` are earlier diagnostics.
fn compare(
    printed: &Printed,
    name: &str,
    file: FileId,
    program: &Program,
    before: Vec<Diagnostic>,
    session: &mut Session<'_>,
    recorder: &mut Recorder<'_>,
) -> Result<(), Mistake> {
    let module = sema::analyze(program, recorder, &mut session.diagnostics);
    let module = ManuallyDrop::new(module);
    let problems = session.diagnostics.take();
    session.diagnostics.extend(before);
    let errors = problems
        .into_iter()
        .filter(|one| one.severity == Severity::Error);
    let mistakes = Mistakes { printed, file };
    mistakes.of_errors(errors.collect())?;
    mistakes.of_meaning(&module, &program.ods, &recorder.texts)?;
    report_compiler(printed, name, &module, session);
    Ok(())
}

/// Finds the rules that make a file wrong.
struct Mistakes<'p> {
    printed: &'p Printed,
    file: FileId,
}

impl Mistakes<'_> {
    fn of_errors(&self, errors: Vec<Diagnostic>) -> Result<(), Mistake> {
        if errors.is_empty() {
            return Ok(());
        }
        let mut wrong = Wrong::new();
        for error in &errors {
            let rules = self.rules_at(error);
            if rules.is_empty() {
                // Without these definitions, no rule can be judged.
                return Err(Mistake::Includes(errors));
            }
            let reason = format!("as PDLL, it would not be valid: {}", error.message);
            for rule in rules {
                wrong.entry(rule).or_insert_with(|| reason.clone());
            }
        }
        Err(Mistake::Rules(wrong))
    }

    /// The rules whose text has an error. A function belongs to all that call it.
    fn rules_at(&self, error: &Diagnostic) -> Vec<usize> {
        let span = error.span.filter(|span| span.file == self.file);
        let Some(start) = span.map(|span| span.start as usize) else {
            return Vec::new();
        };
        let part = self.printed.parts.iter().find(|part| start < part.end);
        match part.or(self.printed.parts.last()) {
            Some(Part {
                declares: Some(name),
                ..
            }) => self.callers(name),
            Some(Part { rule, .. }) => rule.iter().copied().collect(),
            None => Vec::new(),
        }
    }

    fn callers(&self, function: &SmolStr) -> Vec<usize> {
        let patterns = self.printed.patterns.iter();
        let callers = patterns.filter(|pattern| pattern.calls.contains(function));
        callers.map(|pattern| pattern.rule).collect()
    }

    fn of_meaning(&self, module: &hir::Module, ods: &Ods, texts: &Texts) -> Result<(), Mistake> {
        let mut wrong = self.other_patterns(module, ods, texts);
        let natives = module.natives.iter();
        let natives: FxHashMap<_, _> = natives
            .map(|native| ((native.is_constraint, &native.name), native))
            .collect();
        for declaration in &self.printed.declarations {
            let native = natives.get(&(declaration.is_constraint, &declaration.name));
            if !native.is_some_and(|native| is_same(declaration, native)) {
                let name = &declaration.name;
                let reason = format!("as PDLL, its function `{name}` would be another one");
                let callers = self.callers(name).into_iter();
                wrong.extend(callers.map(|rule| (rule, reason.clone())));
            }
        }
        match wrong.is_empty() {
            true => Ok(()),
            false => Err(Mistake::Rules(wrong)),
        }
    }

    /// The rules whose patterns do something else.
    fn other_patterns(&self, module: &hir::Module, ods: &Ods, texts: &Texts) -> Wrong {
        let Printed {
            patterns,
            predicates,
            ..
        } = self.printed;
        let callee = |is_constraint: bool, function: &SmolStr| Callee {
            name: function.clone(),
            registered: function.clone(),
            is_predicate: is_constraint && predicates.contains(function),
        };
        let is_same = |(number, printed): (usize, &PrintedPattern)| {
            module.patterns.get(number).is_some_and(|pattern| {
                let form = Form::new(pattern, &Constants::default(), ods, texts);
                printed.name == pattern.name
                    && printed.canonical == canonical::text(pattern, &form, &callee)
            })
        };
        let others = patterns.iter().enumerate().filter(|one| !is_same(*one));
        let reason = || "as PDLL, it would do something else".to_owned();
        others.map(|(_, other)| (other.rule, reason())).collect()
    }
}

fn is_same(declaration: &Declaration, native: &Native) -> bool {
    match &native.body {
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
    }
}

/// Says which functions need a compiler.
fn report_compiler(printed: &Printed, file: &str, module: &hir::Module, session: &mut Session<'_>) {
    let declarations = printed.declarations.iter();
    let declarations: FxHashMap<_, _> = declarations
        .map(|one| ((one.is_constraint, &one.name), one))
        .collect();
    for native in &module.natives {
        let declared = declarations.get(&(native.is_constraint, &native.name));
        let (gap, span) = match (&native.body, declared) {
            (NativeBody::Code { .. }, Some(declaration)) => {
                let classes = &module.classes;
                let gap = runnable::prepare(native, Path::new(file), classes).err();
                (gap, declaration.span)
            }
            (NativeBody::Predicate { .. }, None) if printed.imported.contains_key(&native.name) => {
                let classes = &module.classes;
                let gap = runnable::prepare(native, Path::new(file), classes).err();
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
