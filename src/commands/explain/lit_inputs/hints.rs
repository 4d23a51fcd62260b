//! Edits that hints offer make the pattern match.

use super::{Input, load, options, say, visit};
use crate::{
    back::explain::{self, Places, Question},
    back::reference::{Outcome, Reference},
    base::source::{Disk, SourceMap, Span},
    mlir::ffi::entity::operations_in_order,
};
use melior::{Context, dialect::DialectRegistry, utility::register_all_dialects};
use std::{collections::BTreeMap, env, fs, ops::Range, path::Path, process};

#[test]
fn edits_of_hints_make_patterns_match() {
    let mut kinds: BTreeMap<&'static str, usize> = BTreeMap::new();
    let mut differences = Vec::new();
    let mut num_edits = 0;
    visit("hints", |input| {
        let name = input.name.to_owned();
        for (hint, found) in check(input) {
            *kinds.entry(hint).or_default() += 1;
            num_edits += usize::from(found.is_some());
            let found = found.and_then(Result::err);
            differences.extend(found.map(|found| format!("{name}: {found}")));
        }
    });
    say(&format!("hints: {kinds:?}; {num_edits} edits"));
    assert!(differences.is_empty(), "{differences:#?}");
    assert!(num_edits > 20, "there are some edits");
    assert!(kinds.len() >= 4, "there are hints of most kinds");
}

/// The kinds of all hints for an input, and for those with an edit, what is wrong with it.
fn check(input: Input<'_, '_>) -> Vec<(&'static str, Option<Result<(), String>>)> {
    let reference = Reference::new(&input.patterns.graph, &input.patterns.natives);
    let root = input.module.as_operation();
    let operations = operations_in_order(root).into_iter();
    let names: Vec<_> = operations.map(|one| input.places.name(one)).collect();
    let mut sources = SourceMap::default();
    let program = String::from_utf8_lossy(input.text).into_owned();
    let file = sources.add("in.mlir", program, None);
    let report = {
        let program = Some((file, &input.places));
        let mut places = Places::new(&mut sources, &Disk, program, None);
        let question = Question {
            limit: usize::MAX,
            wants_hints: true,
            ..Question::about_all()
        };
        explain::explain(&reference, root, &question, None, None, &mut places)
    };
    let mut found = Vec::new();
    for (pattern, report) in report.patterns.iter().enumerate() {
        for example in report.groups.iter().map(|group| &group.example) {
            let index = names
                .iter()
                .position(|name| is_at(name.as_ref(), example.span));
            for hint in &example.hints {
                let tried = hint.edit.as_ref().zip(index).map(|(edit, operation)| {
                    let file = sources.file(edit.span.file);
                    let mut text = file.text().to_owned();
                    text.replace_range(
                        edit.span.start as usize..edit.span.end as usize,
                        &edit.replacement,
                    );
                    let fixed = Fixed {
                        arguments: input.arguments,
                        program: input.text,
                        file: file.name(),
                        text,
                    };
                    match fixed.matches(pattern, operation) {
                        true => Ok(()),
                        false => Err(format!("{} does not do it: {}", hint.message, fixed.text)),
                    }
                });
                found.push((hint.kind, tried));
            }
        }
    }
    found
}

fn is_at(name: Option<&Range<usize>>, span: Option<Span>) -> bool {
    let (Some(name), Some(span)) = (name, span) else {
        return false;
    };
    (name.start, name.end) == (span.start as usize, span.end as usize)
}

/// Patterns of which one file has changed.
struct Fixed<'f> {
    arguments: &'f [String],
    program: &'f [u8],
    file: &'f str,
    text: String,
}

impl Fixed<'_> {
    /// Whether the pattern with an index matches the operation with another one.
    fn matches(&self, pattern: usize, operation: usize) -> bool {
        let file = Path::new(self.file);
        let name = file.file_name().expect("it is a file").to_string_lossy();
        let folder = env::temp_dir().join(format!("pdll-fixed-{}", process::id()));
        let fixed = folder.join(&*name);
        fs::create_dir_all(&folder)
            .and_then(|()| fs::write(&fixed, &self.text))
            .expect("the folder for temporary files is writable");
        let fixed = fixed.display().to_string();
        let arguments = self.arguments.iter();
        let mut arguments: Vec<_> = arguments
            .map(|argument| argument.replace(self.file, &fixed))
            .collect();
        let beside = file.parent().unwrap_or(Path::new("."));
        arguments.push(format!("-I{}", beside.display()));
        let registry = DialectRegistry::new();
        register_all_dialects(&registry);
        let context = Context::new_with_registry(&registry, false);
        let options = options(&arguments).expect("they were right before");
        let Ok(input) = load(&context, "", &arguments, &options, self.program) else {
            return false;
        };
        let _ = fs::remove_dir_all(folder);
        let reference = Reference::new(&input.patterns.graph, &input.patterns.natives);
        let root = operations_in_order(input.module.as_operation())[operation];
        reference.judge(pattern, root).outcome == Outcome::Matches
    }
}
