//! What a name that nothing defines was probably meant to be.

mod common;

use super::{
    decl::{Body, Owner, Section},
    expr::Ty,
};
use crate::{
    base::diagnostic::{Diagnostic, Suggestion, closest},
    base::source::Span,
    builtin_files,
    syntax::ast::{Constraint, ConstraintKind, Ident, VariableExpr},
    syntax::is_builtin_type,
};
pub use common::COMMON;

/// Where the name of a function stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::sema) enum FunctionUse {
    /// In a call.
    Call,
    /// In the constraint list of a variable.
    List,
    /// In a signature.
    Signature,
}

impl Body<'_, '_> {
    /// Reports that nothing defines a variable. `wanted` is the type of what should
    /// stand there, if it is known.
    pub(in crate::sema) fn undefined_variable(&mut self, name: &Ident, wanted: Option<&Ty>) {
        let similar = (!self.has_enough_suggestions())
            .then(|| self.sema.scope.suggest_variable(&name.text))
            .flatten()
            .map(str::to_owned);
        let similar = similar.as_deref();
        let undefined = not_defined(name);
        let binds = self.frame.section == Section::Match && self.frame.owner != Owner::Rewrite;
        let returned = self.frame.owner == Owner::Constraint && wanted.is_none();
        let lets = &self.frame.lets;
        let later = lets
            .iter()
            .find(|later| later.text == name.text && later.span > name.span);
        if let Some(later) = later {
            let undefined = undefined
                .note(later.span, "it is defined here, after this use")
                .help("move the definition before the use");
            return self.report_undefined(name, undefined);
        }
        let diagnostic = match (literal(&name.text, wanted), wanted, similar) {
            (Some(_), ..) if returned && matches!(&*name.text, "true" | "false") => undefined
                .help("a constraint holds if all of its statements match, and returns nothing"),
            (Some(literal), ..) => {
                let help = format!("it is written `{literal}`");
                undefined.suggest(Suggestion::new(name.span, literal, help))
            }
            (None, Some(ty), _) if binds && !is_typing_error(&name.text, similar) => {
                let typed = format!("{}: {}", name.text, ty.kind().name());
                let mut help = format!("write `{typed}` where it is first mentioned");
                if let Some(similar) = similar {
                    help += &format!(", or did you mean `{similar}`?");
                }
                undefined.suggest(Suggestion::new(name.span, typed, help))
            }
            (None, _, Some(_)) => undefined.did_you_mean(name.span, similar),
            (None, Some(_), None) => {
                undefined.help("variables are defined in the match section, or by `let`")
            }
            (None, None, None) => undefined,
        };
        self.report_undefined(name, diagnostic);
    }

    /// Reports `dialect.name` in the place of an operation. Returns whether it is
    /// that.
    pub(in crate::sema) fn is_bare_operation(&mut self, dialect: &Ident, member: &Ident) -> bool {
        let is_name = member.text.starts_with(|c: char| c.is_ascii_alphabetic());
        if !is_name || self.sema.scope.find(&dialect.text).is_some() {
            return false;
        }
        if !self.has_enough_suggestions()
            && self.sema.scope.suggest_variable(&dialect.text).is_some()
        {
            return false;
        }
        let text = format!("op<{}.{}>", dialect.text, member.text);
        let help = format!("an operation is written `{text}`");
        let whole = dialect.span.to(member.span);
        let undefined = not_defined(dialect).suggest(Suggestion::new(whole, text, help));
        self.report_undefined(dialect, undefined);
        true
    }

    /// Reports that nothing defines a constraint or rewrite.
    pub(in crate::sema) fn undefined_function(&mut self, name: &Ident, place: FunctionUse) {
        let undefined = not_defined(name);
        if self.has_enough_suggestions() {
            return self.report_undefined(name, undefined);
        }
        let diagnostic = self
            .core_constraint(name, place)
            .map(|edit| undefined.clone().suggest(edit))
            .or_else(|| {
                let file = declaring_file(&name.text)?;
                Some(undefined.clone().suggest(self.missing_include(name, file)?))
            })
            .unwrap_or_else(|| {
                let suggestion = self.suggest_function(&name.text);
                undefined.did_you_mean(name.span, suggestion.as_deref())
            });
        self.report_undefined(name, diagnostic);
    }

    /// Reports that nothing defines a predicate.
    pub(in crate::sema) fn undefined_predicate(&mut self, name: &Ident) {
        // A definition is read at each use of it, and advice takes a while to find.
        let place = (self.sema.scope.item(), name.text.clone());
        if self.sema.undefined.contains(&place) {
            return;
        }
        let undefined = not_defined(name);
        let diagnostic = if self.has_enough_suggestions() {
            undefined
        } else if let Some(include) =
            predicate_file(&name.text).and_then(|file| self.missing_include(name, file))
        {
            undefined.suggest(include)
        } else {
            let names = self.sema.predicate_names();
            undefined.did_you_mean(name.span, closest(&name.text, names))
        };
        self.report_undefined(name, diagnostic);
    }

    /// Whether so many errors were found that nobody reads more suggestions. To find
    /// one takes a look at each name that is defined.
    pub(in crate::sema) fn has_enough_suggestions(&self) -> bool {
        self.sema.report.error_count() > 100
    }

    /// One message is enough for a name in a declaration.
    fn report_undefined(&mut self, name: &Ident, diagnostic: Diagnostic) {
        self.frame.uses_errors = true;
        if self.sema.report.is_for_editors() {
            return;
        }
        let place = (self.sema.scope.item(), name.text.clone());
        if self.sema.undefined.insert(place) {
            self.sema.report(diagnostic);
        }
    }

    /// A constraint of the language in place of a name that says something else.
    fn core_constraint(&self, name: &Ident, place: FunctionUse) -> Option<Suggestion> {
        let edit = |text: String, help| Some(Suggestion::new(name.span, text, help));
        if place == FunctionUse::Call {
            let is_operation = name.text == "op";
            return is_operation.then(|| {
                edit(
                    "op<>".to_owned(),
                    "an operation is written `op<…>`".to_owned(),
                )
            })?;
        }
        if is_builtin_type(&name.text) {
            return match place {
                FunctionUse::Signature => edit(
                    "Value".to_owned(),
                    "write `Value`; its type is constrained where it is matched".to_owned(),
                ),
                _ => {
                    let text = format!("Value<type<\"{}\">>", name.text);
                    let help = format!("a value of this type is written `{text}`");
                    edit(text, help)
                }
            };
        }
        let (_, known) = SYNONYMS.iter().find(|(other, _)| *other == name.text)?;
        edit((*known).to_owned(), format!("it is called `{known}`"))
    }

    /// The include of a file that declares or defines that name.
    fn missing_include(&self, name: &Ident, file: &str) -> Option<Suggestion> {
        let start = self.sema.program.first_item(name.span.file)?.span();
        let help = format!("include the file that declares it: `#include \"{file}\"`");
        let directive = format!("#include \"{file}\"\n");
        Some(Suggestion::new(start.at_start(), directive, help))
    }

    fn suggest_function(&self, name: &str) -> Option<String> {
        let declared = self.sema.scope.suggest_function(name);
        let imported = self.sema.ods.constraints();
        let core = ["Attr", "Op", "Type", "TypeRange", "Value", "ValueRange"];
        closest(name, declared.into_iter().chain(core))
            .or_else(|| closest(name, imported.map(|constraint| constraint.name.as_str())))
            .map(str::to_owned)
    }

    /// Reports an inline variable whose constraint is the name of a type, where
    /// something else than a value is wanted. Returns whether it is one.
    pub(in crate::sema) fn is_typed_variable(
        &mut self,
        variable: &VariableExpr,
        wanted: Option<&Ty>,
        span: Span,
    ) -> bool {
        let [
            Constraint {
                kind: ConstraintKind::Named(ty),
                ..
            },
        ] = &variable.constraints[..]
        else {
            return false;
        };
        let literal = format!("type<\"{}\">", ty.text);
        let (place, text) = match wanted {
            Some(Ty::Type | Ty::TypeRange) => (span, literal),
            Some(Ty::Attribute) => (ty.span, format!("Attr<{literal}>")),
            _ => return false,
        };
        if !is_builtin_type(&ty.text) || self.sema.scope.find(&ty.text).is_some() {
            return false;
        }
        let help = format!("write `{text}`");
        let undefined = not_defined(ty).suggest(Suggestion::new(place, text, help));
        self.report_undefined(ty, undefined);
        true
    }
}

fn not_defined(name: &Ident) -> Diagnostic {
    Diagnostic::error(name.span, format!("`{}` is not defined", name.text))
}

/// Words of MLIR and C++ for what constraints of the language say.
const SYNONYMS: &[(&str, &str)] = &[
    ("Attribute", "Attr"),
    ("OpRef", "Op"),
    ("Operation", "Op"),
    ("Types", "TypeRange"),
    ("Values", "ValueRange"),
];

/// The literal that a word of MLIR's text was meant to be.
fn literal(name: &str, wanted: Option<&Ty>) -> Option<String> {
    let is_attribute = matches!(wanted, None | Some(Ty::Attribute));
    match name {
        "true" | "false" | "unit" if is_attribute => Some(format!("attr<\"{name}\">")),
        _ if is_builtin_type(name) => match wanted {
            Some(Ty::Value | Ty::ValueRange) => Some(format!("_: Value<type<\"{name}\">>")),
            _ => Some(format!("type<\"{name}\">")),
        },
        _ => None,
    }
}

/// Whether a name is probably a misspelt `similar`, and not that of a variable without a
/// definition. Short names are similar by chance.
fn is_typing_error(name: &str, similar: Option<&str>) -> bool {
    similar.is_some() && name.chars().filter(|c| c.is_alphabetic()).count() > 3
}

/// The file that declares a function or predicate, among those that come with pdll and
/// MLIR. A constraint of MLIR may have the name of a predicate.
fn declaring_file(name: &str) -> Option<&'static str> {
    library_file(name, &["Constraint ", "Rewrite "])
        .or_else(|| {
            let common = COMMON
                .iter()
                .find(|(_, names)| names.split_whitespace().any(|known| known == name));
            common.map(|(file, _)| *file)
        })
        .or_else(|| predicate_file(name))
}

/// The same of a predicate alone.
fn predicate_file(name: &str) -> Option<&'static str> {
    library_file(name, &["Predicate "])
}

/// The file to include for what the library declares by one of these keywords.
fn library_file(name: &str, keywords: &[&str]) -> Option<&'static str> {
    let declares = |text: &str| {
        keywords.iter().any(|keyword| {
            text.lines().any(|line| {
                let rest = line.strip_prefix(keyword);
                rest.is_some_and(|rest| rest.split('(').next() == Some(name))
            })
        })
    };
    let mut files = builtin_files::FILES.iter();
    files
        .any(|file| declares(file.text))
        .then_some(builtin_files::FILES[0].path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_found_where_they_are_declared() {
        assert_eq!(declaring_file("HasOneUse"), Some("pdll/std.pdll"));
        assert_eq!(declaring_file("TypeOf"), Some("pdll/std.pdll"));
        let common = "mlir/IR/CommonTypeConstraints.td";
        assert_eq!(declaring_file("I32"), Some(common));
        assert_eq!(declaring_file("HasOne"), None);
    }

    #[test]
    fn a_name_is_listed_once() {
        let names = COMMON
            .iter()
            .flat_map(|(_, names)| names.split_whitespace());
        let mut names: Vec<_> = names.collect();
        names.sort_unstable();
        let all = names.len();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
