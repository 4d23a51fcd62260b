//! What follows the `with` of a pattern.

use crate::{
    base::diagnostic::{Diagnostic, Suggestion, closest},
    base::source::Span,
    hir::MAX_BENEFIT,
    sema::Sema,
    syntax::ast::{Metadata, MetadataArgument},
};

const KNOWN: &[&str] = &["benefit", "labels", "recursion"];

#[derive(Default)]
pub(in crate::sema) struct PatternMetadata {
    pub(in crate::sema) benefit: Option<u16>,
    pub(in crate::sema) bounded_recursion: bool,
    pub(in crate::sema) labels: Vec<String>,
}

pub(in crate::sema) fn analyze(sema: &mut Sema<'_>, list: &[Metadata]) -> PatternMetadata {
    let mut result = PatternMetadata::default();
    for (index, item) in list.iter().enumerate() {
        if let Some(previous) = list[..index]
            .iter()
            .find(|other| other.name.text == item.name.text)
        {
            sema.report(
                Diagnostic::error(item.span, format!("`{}` is already given", item.name.text))
                    .note(previous.span, "it is first given here"),
            );
            continue;
        }
        match item.name.text.as_str() {
            "benefit" => result.benefit = benefit(sema, item),
            "labels" => result.labels = labels(sema, item),
            "recursion" => {
                if item.arguments.is_some() {
                    let error = Diagnostic::error(item.span, "`recursion` takes no arguments");
                    let without = Suggestion::new(item.span, "recursion", "remove the arguments");
                    sema.report(error.edit(without));
                }
                result.bounded_recursion = true;
            }
            unknown => unknown_metadata(sema, unknown, item.name.span),
        }
    }
    result
}

fn unknown_metadata(sema: &mut Sema<'_>, name: &str, span: Span) {
    let message =
        format!("unknown pattern metadata `{name}`, expected `benefit`, `labels` or `recursion`");
    let known = closest(name, KNOWN.iter().copied());
    sema.report(Diagnostic::error(span, message).did_you_mean(span, known));
}

fn benefit(sema: &mut Sema<'_>, item: &Metadata) -> Option<u16> {
    let digits = match item.arguments.as_deref() {
        Some([MetadataArgument::Integer(digits)]) => digits,
        Some(arguments) if arguments.iter().any(is_error) => return None,
        _ => {
            sema.error(item.span, "expected one integer, as in `benefit(2)`");
            return None;
        }
    };
    let value = digits
        .text
        .parse()
        .ok()
        .filter(|benefit| *benefit <= MAX_BENEFIT);
    if value.is_none() {
        let message = format!("the benefit is out of range, expected at most {MAX_BENEFIT}");
        sema.error(digits.span, message);
    }
    value
}

fn labels(sema: &mut Sema<'_>, item: &Metadata) -> Vec<String> {
    let arguments = item.arguments.as_deref().unwrap_or_default();
    if arguments.iter().any(is_error) {
        return Vec::new();
    }
    let mut labels = Vec::with_capacity(arguments.len());
    for argument in arguments {
        match argument {
            MetadataArgument::String(label) if label.text.is_empty() => {
                sema.error(label.span, "a label cannot be empty");
            }
            MetadataArgument::String(label) => labels.push(label.text.clone()),
            MetadataArgument::Integer(digits) => {
                let quoted = format!("\"{}\"", digits.text);
                let help = format!("write `{quoted}`");
                sema.report(
                    Diagnostic::error(digits.span, "expected a label in quotes")
                        .suggest(Suggestion::new(digits.span, quoted, help)),
                );
            }
            MetadataArgument::Error => {}
        }
    }
    if arguments.is_empty() {
        sema.error(
            item.span,
            "expected labels, as in `labels(\"cleanup\", \"late\")`",
        );
    }
    labels
}

fn is_error(argument: &MetadataArgument) -> bool {
    matches!(argument, MetadataArgument::Error)
}
