//! Declarations, as an editor describes them.

use super::{Analysis, Source};
use crate::{
    base::source::Span,
    front::sema::{StaticType, Ty},
    front::syntax::ast::{
        Body, CallableBody, CallableDecl, Constraint, ConstraintKind, Item, Module, PatternDecl,
        PredicateDecl, Stmt,
    },
    front::syntax::parts::{Node, walk},
};
use smol_str::SmolStr;

/// What a name may be declared as.
#[derive(Debug, Clone, Copy)]
pub(super) enum Declaration<'a> {
    Pattern(&'a PatternDecl),
    Callable(&'a CallableDecl),
    Predicate(&'a PredicateDecl),
}

/// What a constraint or rewrite takes and returns.
pub(super) struct Signature {
    pub(super) parameters: Vec<(SmolStr, String)>,
    pub(super) result: Option<StaticType>,
}

impl Signature {
    /// `name: type` for each parameter.
    pub(super) fn shown_parameters(&self) -> Vec<String> {
        let parameters = self.parameters.iter();
        let shown = parameters.map(|(name, ty)| format!("{name}: {ty}"));
        shown.collect()
    }

    /// What it returns. Where that is not known, nothing is said about it.
    pub(super) fn shown_result(&self) -> String {
        let result = self.result.as_ref();
        result.map_or_else(|| "_".to_owned(), StaticType::to_string)
    }
}

/// `(parameters) -> results`
impl std::fmt::Display for Signature {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let parameters = self.shown_parameters().join(", ");
        write!(f, "({parameters}) -> {}", self.shown_result())
    }
}

/// The trees of the text and of all pattern files that it includes.
pub(super) fn modules(analysis: &Analysis) -> &[Module] {
    match &analysis.source {
        Source::Program(program) => &program.modules,
        Source::Rules(_) => &[],
    }
}

/// The declaration whose name stands at `name`, in any file.
pub(super) fn declaration(analysis: &Analysis, name: Span) -> Option<Declaration<'_>> {
    let module = modules(analysis)
        .iter()
        .find(|module| module.span.file == name.file)?;
    let mut found = None;
    let around = module
        .items
        .iter()
        .filter(|item| item.span().contains(name));
    walk(around.map(Node::Item), &mut |node| {
        let (at, declaration) = match node {
            Node::Item(Item::Pattern(decl)) => (&decl.name, Declaration::Pattern(decl)),
            Node::Item(Item::Predicate(decl)) if decl.name.span == name => {
                found = Some(Declaration::Predicate(decl));
                return;
            }
            Node::Callable(decl) => (&decl.name, Declaration::Callable(decl)),
            _ => return,
        };
        if at.as_ref().is_some_and(|at| at.span == name) {
            found = Some(declaration);
        }
    });
    found
}

/// The constraint or rewrite of that name, declared at the top level of any file.
pub(super) fn callable<'a>(analysis: &'a Analysis, name: &str) -> Option<&'a CallableDecl> {
    callables(analysis).find(|decl| decl.name.as_ref().is_some_and(|own| own.text == name))
}

/// The constraints and rewrites that are declared at the top level, in any file.
pub(super) fn callables(analysis: &Analysis) -> impl Iterator<Item = &CallableDecl> {
    let items = modules(analysis).iter().flat_map(|module| &*module.items);
    items.filter_map(|item| match item {
        Item::Callable(decl) => Some(decl),
        _ => None,
    })
}

/// What a constraint or rewrite takes and returns.
pub(super) fn signature(analysis: &Analysis, decl: &CallableDecl) -> Signature {
    let parameters = decl.params.iter().map(|param| {
        let ty = constraint_type(analysis, &param.constraint, 0);
        let text = || analysis.sources.text(param.constraint.span).to_owned();
        let shown = ty.map_or_else(text, |ty| ty.to_string());
        (param.name.text.clone(), shown)
    });
    Signature {
        parameters: parameters.collect(),
        result: result_type(analysis, decl),
    }
}

fn result_type(analysis: &Analysis, decl: &CallableDecl) -> Option<StaticType> {
    if let [result] = &decl.results[..] {
        return constraint_type(analysis, &result.constraint, 0).map(StaticType::Single);
    }
    if !decl.results.is_empty() {
        let results = decl.results.iter().map(|result| {
            let name = result.name.as_ref().map(|name| name.text.clone());
            Some((name, constraint_type(analysis, &result.constraint, 0)?))
        });
        return results.collect::<Option<_>>().map(StaticType::Tuple);
    }
    let returned = match &decl.body {
        CallableBody::Pdll(Body::Lambda(stmt)) => match &**stmt {
            Stmt::Expr(expr) => expr.span,
            _ => return Some(StaticType::Tuple(Vec::new())),
        },
        CallableBody::Pdll(Body::Block(block)) => match block.stmts.last() {
            Some(Stmt::Return(stmt)) => stmt.value.span,
            _ => return Some(StaticType::Tuple(Vec::new())),
        },
        _ => return Some(StaticType::Tuple(Vec::new())),
    };
    type_at(analysis, returned).cloned()
}

/// The type of the expression at a place.
pub(super) fn type_at(analysis: &Analysis, span: Span) -> Option<&StaticType> {
    let whole = analysis.excerpt.as_ref().map(|excerpt| &excerpt.whole);
    let whole = whole.filter(|_| span.file != analysis.file);
    let index = whole.map_or(&analysis.index, |whole| &whole.index);
    let mut types = index.types_in(span).iter().rev();
    types.find(|(at, _)| *at == span).map(|(_, ty)| ty)
}

/// What kind of entity a constraint is about.
pub(super) fn constraint_type(
    analysis: &Analysis,
    constraint: &Constraint,
    depth: usize,
) -> Option<Ty> {
    let of_first = |decl: &CallableDecl| {
        let first = decl.params.first()?;
        // Constraints that need each other are an error, which is reported.
        (depth < MAX_DEPTH)
            .then(|| constraint_type(analysis, &first.constraint, depth + 1))
            .flatten()
    };
    match &constraint.kind {
        ConstraintKind::Attr(_) => Some(Ty::Attribute),
        ConstraintKind::Op(name) => {
            Some(Ty::Operation(name.as_ref().map(|name| name.text.clone())))
        }
        ConstraintKind::Type => Some(Ty::Type),
        ConstraintKind::TypeRange => Some(Ty::TypeRange),
        ConstraintKind::Value(_) => Some(Ty::Value),
        ConstraintKind::ValueRange(_) => Some(Ty::ValueRange),
        ConstraintKind::Named(name) => match callable(analysis, &name.text) {
            Some(decl) => of_first(decl),
            None => Some(subject_type(analysis.ods().constraint(&name.text)?.subject)),
        },
        ConstraintKind::Inline(decl) => of_first(decl),
        ConstraintKind::Valued(..) | ConstraintKind::Error => None,
    }
}

const MAX_DEPTH: usize = 16;

/// What kind of entity a constraint of a `.td` file is about.
pub(super) fn subject_type(subject: crate::front::ods::Subject) -> Ty {
    use crate::front::ods::Subject;
    match subject {
        Subject::Attribute => Ty::Attribute,
        Subject::Type => Ty::Type,
        Subject::Operation => Ty::Operation(None),
    }
}

/// The comment above a declaration, each line without its slashes.
pub(super) fn comment_above(analysis: &Analysis, span: Span) -> Option<String> {
    let text = analysis.sources.file(span.file).text();
    let before = text.get(..span.start as usize)?;
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    let lines = before[..line_start].lines().rev().map(str::trim);
    let mut comment: Vec<_> = lines
        .map_while(|line| line.strip_prefix("//"))
        .map(|line| line.trim_start_matches('/'))
        .collect();
    comment.reverse();
    (!comment.is_empty()).then(|| comment.join("\n"))
}
