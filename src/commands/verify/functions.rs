//! The native functions that a file with definitions defines, as patterns: such a pattern
//! has a call of the function in PDLL.

use crate::{
    back::verify::{Function, RETURNED, ROOT, Signature, attribute_name, word},
    base::{
        diagnostic::{Diagnostic, Diagnostics},
        source::FileText,
    },
    front::syntax::{
        self,
        ast::{CallableBody, CallableDecl, CallableKind, Constraint, ConstraintKind, Item},
    },
    library::session::Session,
    mlir::ffi::program::Kind,
};
use std::{collections::BTreeSet, fmt::Write, path::Path, sync::Arc};

/// Adds patterns to the text of a file, each of which calls one of its functions. Those of
/// the names are wanted, and added to `functions`. One that cannot be called in this way is
/// an error.
pub(super) fn add_patterns(
    session: &mut Session<'_>,
    name: &str,
    text: &mut Vec<u8>,
    wanted: &BTreeSet<String>,
    functions: &mut Vec<Function>,
) {
    let mut problems = Vec::new();
    let mut patterns = String::new();
    for decl in declared(session, name, text) {
        let Some(ident) = decl.name.as_ref().filter(|it| wanted.contains(&*it.text)) else {
            continue;
        };
        if !matches!(decl.body, CallableBody::Pdll(_)) {
            continue;
        }
        let signature = match signature(&decl) {
            Ok(signature) => signature,
            Err(problem) => {
                problems.push(*problem);
                continue;
            }
        };
        if functions
            .iter()
            .any(|function| function.name == *ident.text)
        {
            let text = format!("`{}` has a definition already", ident.text);
            problems.push(Diagnostic::error(ident.span, text).help("leave one of them out"));
            continue;
        }
        print(&mut patterns, functions.len(), &ident.text, &signature);
        functions.push(Function {
            name: ident.text.to_string(),
            signature,
        });
    }
    text.extend_from_slice(patterns.as_bytes());
    session.diagnostics.extend(problems);
}

/// The names of functions that a file declares and does not define.
pub(super) fn open(session: &mut Session<'_>, name: &str, text: &[u8]) -> Vec<String> {
    let all = declared(session, name, text).into_iter();
    let external = all.filter(|decl| matches!(decl.body, CallableBody::External));
    external
        .filter_map(|decl| Some(decl.name?.text.to_string()))
        .collect()
}

/// What a file in PDLL declares. Errors in it are reported when it is compiled.
fn declared(session: &mut Session<'_>, name: &str, text: &[u8]) -> Vec<CallableDecl> {
    if Path::new(name).extension().is_some_and(|end| end == "td") {
        return Vec::new();
    }
    let file = session
        .sources
        .add(name, FileText::decode(text.to_vec()), None);
    let mut reported_later = Diagnostics::default();
    let parsed = syntax::parse(&session.sources, file, &mut reported_later);
    let items = Arc::into_inner(parsed.module.items).unwrap_or_default();
    items
        .into_iter()
        .filter_map(|item| match item {
            Item::Callable(decl) => Some(decl),
            _ => None,
        })
        .collect()
}

fn signature(decl: &CallableDecl) -> Result<Signature, Box<Diagnostic>> {
    let parameters = decl.params.iter().map(|param| kind(&param.constraint));
    let results = decl.results.iter().map(|result| kind(&result.constraint));
    Ok(Signature {
        is_constraint: decl.kind == CallableKind::Constraint,
        parameters: parameters.collect::<Result<_, _>>()?,
        results: results.collect::<Result<_, _>>()?,
    })
}

fn kind(constraint: &Constraint) -> Result<Kind, Box<Diagnostic>> {
    match constraint.kind {
        ConstraintKind::Attr(_) => Ok(Kind::PdllAttribute),
        ConstraintKind::Type => Ok(Kind::PdllType),
        ConstraintKind::Value(_) => Ok(Kind::PdllValue),
        _ => {
            let text = "the definition of a native function takes and returns `Attr`, `Type` and \
                        `Value` only";
            let help = "write one of these; the body can call other constraints";
            let error = Diagnostic::error(constraint.span, text).help(help);
            Err(Box::new(error))
        }
    }
}

/// Prints the pattern of a function.
fn print(text: &mut String, number: usize, name: &str, signature: &Signature) {
    let arguments: Vec<_> = (0..signature.parameters.len())
        .map(|slot| format!("argument{slot}"))
        .collect();
    let results: Vec<_> = match signature.results.len() {
        1 => vec!["returned".to_owned()],
        count => (0..count).map(|slot| format!("returned.{slot}")).collect(),
    };
    let kinds = &signature.parameters;
    let root = operation(&format!("{ROOT}{number}"), kinds, |slot| {
        format!("{}: {}", arguments[slot], word(kinds[slot]))
    });
    let end = operation(RETURNED, &signature.results, |slot| results[slot].clone());
    let call = format!("{name}({})", arguments.join(", "));
    let call = match results.is_empty() {
        true => call,
        false => format!("let returned = {call}"),
    };
    let (in_match, in_rewrite) = match signature.is_constraint {
        true => (format!("  {call};\n"), String::new()),
        false => (String::new(), format!("    {call};\n")),
    };
    let _ = write!(
        text,
        "\nPattern {{\n  let root = {root};\n{in_match}  rewrite root with {{\n{in_rewrite}    \
         {end};\n    erase root;\n  }};\n}}\n"
    );
}

/// An operation that holds something of each kind.
fn operation(name: &str, kinds: &[Kind], slot: impl Fn(usize) -> String) -> String {
    let of = |wanted: Kind| {
        let all = (0..kinds.len()).filter(move |index| kinds[*index] == wanted);
        all.map(|index| (index, slot(index)))
    };
    let list = |wanted| {
        let all: Vec<_> = of(wanted).map(|(_, text)| text).collect();
        all.join(", ")
    };
    let attributes = of(Kind::PdllAttribute);
    let attributes: Vec<_> = attributes
        .map(|(index, text)| format!("{} = {text}", attribute_name(index)))
        .collect();
    let (operands, types) = (list(Kind::PdllValue), list(Kind::PdllType));
    let attributes = match attributes.is_empty() {
        true => String::new(),
        false => format!(" {{{}}}", attributes.join(", ")),
    };
    format!("op<{name}>({operands}){attributes} -> ({types})")
}
