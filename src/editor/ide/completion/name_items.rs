//! Variables, functions, constraints and operations.

use super::{
    Completion, CompletionKind, Insert, Items,
    context::{Wanted, statement},
};
use crate::{
    base::source::Span,
    editor::ide::{
        declaration::{
            callable, callables, comment_above, constraint_type, modules, signature, subject_type,
        },
        dialects::DIALECTS,
        hover::METADATA,
        scope::visible,
    },
    front::builtin_files,
    front::sema::{COMMON, Definition, StaticType, Ty},
    front::syntax::{
        ast::{CallableDecl, CallableKind, Item},
        token::TokenKind,
    },
    mlir::listed::LIST,
};

impl Items<'_> {
    /// Variables, best first, then functions that return something, then literals.
    pub(super) fn expressions(&self, wanted: Option<&Wanted>) -> Vec<Completion> {
        let wanted = wanted.and_then(|wanted| self.wanted_type(wanted));
        let wanted = wanted.as_ref();
        let mut items = self.variables(wanted);
        let kind = self.function_kind();
        items.extend(self.functions(kind, |decl| self.returns(decl, wanted) || wanted.is_none()));
        let rank = |ty: &Ty| match wanted {
            Some(wanted) if suits(ty, wanted) => 2,
            Some(_) => 8,
            None => 3,
        };
        let operation = rank(&Ty::Operation(None));
        items.push(self.snippet("op<…>", "op<$1>($2)", "an operation", operation));
        let attribute = rank(&Ty::Attribute);
        items.push(self.snippet("attr<\"…\">", "attr<\"$1\">", "an attribute", attribute));
        let ty = rank(&Ty::Type);
        items.push(self.snippet("type<\"…\">", "type<\"$1\">", "a type", ty));
        items
    }

    fn wanted_type(&self, wanted: &Wanted) -> Option<Ty> {
        match wanted {
            Wanted::Type(ty) => Some(ty.clone()),
            Wanted::Argument { callee, number } => {
                let name = self.cursor.text(*callee);
                let Some(decl) = callable(self.analysis, name) else {
                    let constraint = self.analysis.ods().constraint(name)?;
                    return Some(subject_type(constraint.subject));
                };
                let param = decl.params.get(*number)?;
                constraint_type(self.analysis, &param.constraint, 0)
            }
        }
    }

    /// The variables of a type.
    pub(super) fn variables_of(&self, ty: &Ty) -> Vec<Completion> {
        let mut items = self.variables(Some(ty));
        let detail = ty.to_string();
        items.retain(|one| one.detail == detail);
        items
    }

    pub(super) fn variables(&self, wanted: Option<&Ty>) -> Vec<Completion> {
        let mut variables = visible(self.analysis, self.offset);
        let defined = self.defined();
        variables.retain(|one| Some(one.span) != defined);
        let items = variables.iter().rev().enumerate().map(|(distance, one)| {
            let suits = match (&one.ty, wanted) {
                (Some(StaticType::Single(ty)), Some(wanted)) => suits(ty, wanted),
                // An element of a tuple may suit.
                _ => true,
            };
            let rank = if suits { 0 } else { 5 };
            Completion {
                detail: one
                    .ty
                    .as_ref()
                    .map_or_else(String::new, StaticType::to_string),
                sort_text: Some(format!("{rank}_{distance:04}")),
                ..self.item(self.written(one), CompletionKind::Variable)
            }
        });
        let mut items: Vec<_> = items.collect();
        items.sort_by(|one, other| one.sort_text.cmp(&other.sort_text));
        items
    }

    /// How a variable is mentioned. A label is one of a block.
    fn written(&self, variable: &Definition) -> String {
        let before = &self.analysis.text()[..variable.span.start as usize];
        let is_label = before.ends_with('^');
        let caret = if is_label { "^" } else { "" };
        format!("{caret}{}", variable.name)
    }

    /// The name that the statement defines, which is not visible in it.
    fn defined(&self) -> Option<Span> {
        let start = statement(self.cursor, self.cursor.end());
        let is_let = self.cursor.kind(start) == Some(TokenKind::Let);
        is_let.then(|| self.cursor.span(start + 1))?
    }

    /// The kind of functions that may be called here.
    pub(super) fn function_kind(&self) -> CallableKind {
        match self.is_rewrite() {
            true => CallableKind::Rewrite,
            false => CallableKind::Constraint,
        }
    }

    fn returns(&self, decl: &CallableDecl, wanted: Option<&Ty>) -> bool {
        match (signature(self.analysis, decl).result, wanted) {
            (Some(StaticType::Single(ty)), Some(wanted)) => suits(&ty, wanted),
            (Some(StaticType::Tuple(elements)), _) => !elements.is_empty(),
            _ => true,
        }
    }

    /// The functions of a kind that can be called, those of the library included.
    pub(super) fn functions(
        &self,
        kind: CallableKind,
        is_wanted: impl Fn(&CallableDecl) -> bool,
    ) -> Vec<Completion> {
        // No function may call itself.
        let here = self.analysis.at(self.offset);
        let of_kind = callables(self.analysis)
            .filter(|decl| decl.kind == kind && !decl.span.contains(here) && is_wanted(decl));
        let known = of_kind.filter_map(|decl| {
            let name = decl.name.as_ref()?;
            // `_` stands in front of the helpers of a file.
            let is_own = decl.span.file == self.analysis.file;
            (is_own || !name.text.starts_with('_')).then(|| self.function(&name.text, decl))
        });
        let mut items: Vec<_> = known.collect();
        items.sort_by(|one, other| one.sort_text.cmp(&other.sort_text));
        items.extend(self.library(kind));
        items
    }

    fn function(&self, name: &str, decl: &CallableDecl) -> Completion {
        let text = match decl.params.is_empty() {
            true => format!("{name}()"),
            false => format!("{name}($1)"),
        };
        Completion {
            detail: signature(self.analysis, decl).to_string(),
            documentation: comment_above(self.analysis, decl.span).unwrap_or_default(),
            sort_text: Some(format!("2_{name}")),
            insert: self.call(name, text),
            ..self.item(name, kind_of(decl.kind))
        }
    }

    /// A call, unless its arguments are there already.
    fn call(&self, name: &str, text: String) -> Insert {
        let after = self.cursor.word.end as usize;
        let rest = self.analysis.text().get(after..).unwrap_or_default();
        match rest.starts_with('(') {
            true => Insert::Plain(name.to_owned()),
            false => Insert::Snippet(text),
        }
    }

    /// The functions of the standard library that no include brings in.
    fn library(&self, kind: CallableKind) -> Vec<Completion> {
        let keyword = match kind {
            CallableKind::Constraint => "Constraint ",
            CallableKind::Rewrite => "Rewrite ",
        };
        let lines = builtin_files::FILES
            .iter()
            .flat_map(|file| file.text.lines());
        let declared = lines.filter_map(|line| line.strip_prefix(keyword)?.split_once('('));
        let missing = declared
            .filter(|(name, _)| !name.starts_with('_') && callable(self.analysis, name).is_none());
        let path = builtin_files::FILES[0].path;
        let edit = self.include(path);
        let items = missing.map(|(name, rest)| {
            let rest = rest.split([';', '{', '[']).next().unwrap_or_default();
            Completion {
                detail: format!("({}", rest.trim().trim_end_matches("=>").trim()),
                documentation: format!("Includes `{path}`."),
                sort_text: Some(format!("9_{name}")),
                insert: self.call(name, format!("{name}($1)")),
                edits: edit.clone().into_iter().collect(),
                ..self.item(name, kind_of(kind))
            }
        });
        items.collect()
    }

    /// Predicates, those of the library included where it is.
    pub(super) fn predicates(&self) -> Vec<Completion> {
        let items = modules(self.analysis)
            .iter()
            .flat_map(|module| &*module.items);
        let here = self.analysis.at(self.offset);
        let declared = items.filter_map(|item| match item {
            Item::Predicate(decl) if !decl.span.contains(here) => Some(decl),
            _ => None,
        });
        let declared = declared.map(|decl| {
            let params = decl.params.iter();
            let params = params.map(|param| {
                let ty = self.analysis.sources.text(param.constraint.span);
                format!("{}: {ty}", param.name.text)
            });
            let detail = format!("({})", params.collect::<Vec<_>>().join(", "));
            let comment = comment_above(self.analysis, decl.span);
            (decl.name.text.as_str(), detail, comment.unwrap_or_default())
        });
        let equality = ("eq", "(self, other)".to_owned(), String::new());
        let items = declared
            .chain([equality])
            .map(|(name, detail, documentation)| Completion {
                detail,
                documentation,
                sort_text: Some(format!("4_{name}")),
                insert: self.call(name, format!("{name}($1)")),
                ..self.item(name, CompletionKind::Interface)
            });
        items.collect()
    }

    /// Where a condition stands, such as after `not`.
    pub(super) fn conditions(&self) -> Vec<Completion> {
        let is_predicate = self.owner().is_none();
        let mut items = match is_predicate {
            true => self.variables(None),
            false => self.functions(CallableKind::Constraint, |decl| {
                !self.returns_something(decl)
            }),
        };
        items.extend(self.predicates());
        items
    }

    fn returns_something(&self, decl: &CallableDecl) -> bool {
        !matches!(signature(self.analysis, decl).result, Some(StaticType::Tuple(list)) if list.is_empty())
    }

    /// Constraints. In a list, they may constrain the type of an entity, too.
    pub(super) fn constraints(&self, is_list: bool) -> Vec<Completion> {
        let core = CORE
            .iter()
            .map(|(name, class)| self.core(name, class, None));
        let mut items: Vec<_> = core.collect();
        if is_list {
            let typed = CORE.iter().filter(|(name, _)| TYPED.contains(name));
            items.extend(typed.map(|(name, class)| self.core(name, class, Some(name))));
        }
        items.push(Completion {
            detail: "Op<name> constraint".to_owned(),
            insert: Insert::Snippet("Op<$1>".to_owned()),
            sort_text: Some("1".to_owned()),
            ..self.item("Op<name>", CompletionKind::Class)
        });
        let functions = callables(self.analysis)
            .filter(|decl| decl.kind == CallableKind::Constraint && decl.params.len() == 1);
        items.extend(functions.filter_map(|decl| {
            let name = decl.name.as_ref()?;
            let item = self.function(&name.text, decl);
            Some(Completion {
                insert: Insert::Label,
                ..item
            })
        }));
        let imported = self.analysis.ods().constraints();
        items.extend(imported.map(|constraint| Completion {
            detail: format!("{} constraint", subject_type(constraint.subject)),
            documentation: constraint.summary.clone(),
            sort_text: Some(format!("3_{}", constraint.name)),
            ..self.item(constraint.name.as_str(), CompletionKind::Interface)
        }));
        items.extend(self.common());
        items
    }

    fn core(&self, name: &str, class: &str, typed: Option<&str>) -> Completion {
        let (label, insert) = match typed {
            Some(name) => (
                format!("{name}<type>"),
                Insert::Snippet(format!("{name}<$1>")),
            ),
            None => (name.to_owned(), Insert::Plain(name.to_owned())),
        };
        Completion {
            detail: format!("{label} constraint"),
            documentation: format!("A single entity core constraint of type `{class}`"),
            insert,
            sort_text: Some("0".to_owned()),
            ..self.item(label, CompletionKind::Class)
        }
    }

    /// The constraints of MLIR's common files that no include brings in.
    fn common(&self) -> Vec<Completion> {
        let ods = self.analysis.ods();
        let files = COMMON.iter().flat_map(|(path, names)| {
            let edit = self.include(path);
            let missing = names
                .split_whitespace()
                .filter(|name| ods.constraint(name).is_none());
            missing.map(move |name| Completion {
                detail: format!("from {path}"),
                sort_text: Some(format!("9_{name}")),
                edits: edit.clone().into_iter().collect(),
                ..self.item(name, CompletionKind::Interface)
            })
        });
        files.collect()
    }

    pub(super) fn metadata(&self) -> Vec<Completion> {
        let items = METADATA.iter().map(|(name, text)| Completion {
            detail: "pattern metadata".to_owned(),
            documentation: (*text).to_owned(),
            insert: match *name {
                "benefit" => Insert::Snippet("benefit($1)".to_owned()),
                "labels" => Insert::Snippet("labels(\"$1\")".to_owned()),
                _ => Insert::Plain((*name).to_owned()),
            },
            ..self.item(*name, CompletionKind::Class)
        });
        items.collect()
    }

    /// Dialects and, of the dialect that is written already, operations. The name
    /// begins after the token `start`.
    pub(super) fn operation_names(&self, start: usize) -> Vec<Completion> {
        let ods = self.analysis.ods();
        let mut written = String::new();
        for index in start + 1..self.cursor.end() {
            written += self.cursor.text(index);
        }
        if !written.is_empty() {
            let names = ods.operations().filter_map(|operation| {
                let rest = operation.name.strip_prefix(&*written)?;
                Some(Completion {
                    documentation: operation.summary.clone(),
                    insert: Insert::Plain(rest.to_owned()),
                    ..self.item(rest, CompletionKind::Field)
                })
            });
            return names.chain(self.listed_operations(&written)).collect();
        }
        let dialects = ods.dialects().map(|dialect| Completion {
            insert: Insert::Plain(dialect.to_string()),
            sort_text: Some(format!("0_{dialect}")),
            ..self.item(dialect.as_str(), CompletionKind::Class)
        });
        let operations = ods.operations().map(|operation| Completion {
            documentation: operation.summary.clone(),
            insert: Insert::Plain(operation.name.to_string()),
            sort_text: Some(format!("1_{}", operation.name)),
            ..self.item(operation.name.as_str(), CompletionKind::Field)
        });
        let missing = DIALECTS.iter().filter(|(name, _)| !ods.has_dialect(name));
        let missing = missing.map(|(name, path)| Completion {
            detail: format!("from {path}"),
            insert: Insert::Plain((*name).to_owned()),
            sort_text: Some(format!("9_{name}")),
            edits: self.include(path).into_iter().collect(),
            ..self.item(*name, CompletionKind::Class)
        });
        dialects.chain(operations).chain(missing).collect()
    }

    /// The operations of a dialect of MLIR that the file does not include. `written` is the
    /// dialect, with what follows it.
    fn listed_operations(&self, written: &str) -> Vec<Completion> {
        let Some((dialect, _)) = written.split_once('.') else {
            return Vec::new();
        };
        if self.analysis.ods().has_dialect(dialect) {
            return Vec::new();
        }
        let path = DIALECTS.iter().find(|(name, _)| *name == dialect);
        let path = path.map(|(_, path)| *path);
        let names = LIST.unwrap_or_default().lines();
        let names = names.filter_map(|name| name.strip_prefix(written));
        let items = names.map(|rest| Completion {
            detail: path.map_or_else(String::new, |path| format!("from {path}")),
            insert: Insert::Plain(rest.to_owned()),
            edits: path
                .and_then(|path| self.include(path))
                .into_iter()
                .collect(),
            ..self.item(rest, CompletionKind::Field)
        });
        items.collect()
    }

    /// The attributes of an operation that are not written yet.
    pub(super) fn attributes(&self, operation: usize) -> Vec<Completion> {
        let name = self.cursor.operation_name(operation);
        let Some(known) = self.analysis.ods().operation(&name) else {
            return Vec::new();
        };
        let written: Vec<_> = (operation..self.cursor.end())
            .map(|index| self.cursor.text(index).trim_matches('"'))
            .collect();
        let attributes = known
            .attributes
            .iter()
            .filter(|one| !written.contains(&one.name.as_str()));
        let items = attributes.map(|attribute| Completion {
            detail: match attribute.is_optional {
                true => "optional".to_owned(),
                false => String::new(),
            },
            documentation: self.documentation_of(&attribute.constraint),
            insert: Insert::Plain(attribute.name.to_string()),
            ..self.item(attribute.name.as_str(), CompletionKind::Field)
        });
        items.collect()
    }

    /// The edit that adds an include, unless it is there.
    fn include(&self, path: &str) -> Option<(Span, String)> {
        super::includes::edit(self.analysis, path)
    }
}

/// The constraints of the language, and the C++ classes of what they stand for.
const CORE: &[(&str, &str)] = &[
    ("Attr", "mlir::Attribute"),
    ("Op", "mlir::Operation *"),
    ("Value", "mlir::Value"),
    ("ValueRange", "mlir::ValueRange"),
    ("Type", "mlir::Type"),
    ("TypeRange", "mlir::TypeRange"),
];

/// Those that can constrain a type.
const TYPED: &[&str] = &["Attr", "Value", "ValueRange"];

fn kind_of(kind: CallableKind) -> CompletionKind {
    match kind {
        CallableKind::Constraint => CompletionKind::Interface,
        CallableKind::Rewrite => CompletionKind::Function,
    }
}

/// Whether an entity of one type may stand where another is wanted, by conversion
/// too.
fn suits(ty: &Ty, wanted: &Ty) -> bool {
    match (ty, wanted) {
        (Ty::Operation(_), Ty::Operation(_) | Ty::Value | Ty::ValueRange)
        | (Ty::Value, Ty::ValueRange)
        | (Ty::ValueRange, Ty::Value)
        | (Ty::Type, Ty::TypeRange)
        | (Ty::TypeRange, Ty::Type) => true,
        (ty, wanted) => ty == wanted,
    }
}
