//! The syntax tree: what the source says, in the order in which it says it.
//!
//! The tree holds no types and no resolved names. Parts that could not be
//! parsed are `Error` variants or `None`; a diagnostic says why, and later
//! layers say nothing more about them. Comments are in the token list only.

pub use crate::base::source::StringLit;

use crate::base::source::Span;
use smol_str::SmolStr;
use std::sync::Arc;

/// One file. Clones share the items.
#[derive(Debug, Clone)]
pub struct Module {
    /// The directives and declarations.
    pub items: Arc<Vec<Item>>,
    /// The whole file.
    pub span: Span,
}

/// What may stand at the top level.
#[derive(Debug)]
pub enum Item {
    /// `#include "…"`
    Include(Include),
    /// `Pattern …`
    Pattern(PatternDecl),
    /// `Constraint …` or `Rewrite …`
    Callable(CallableDecl),
    /// `Predicate …`
    Predicate(PredicateDecl),
    /// `TypeRule …`
    TypeRule(TypeRuleDecl),
    /// Something else, already diagnosed.
    Error(Span),
}

impl Item {
    /// The whole item.
    pub fn span(&self) -> Span {
        match self {
            Item::Include(include) => include.span,
            Item::Pattern(decl) => decl.span,
            Item::Callable(decl) => decl.span,
            Item::Predicate(decl) => decl.span,
            Item::TypeRule(decl) => decl.span,
            Item::Error(span) => *span,
        }
    }
}

/// A name where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ident {
    /// The name.
    pub text: SmolStr,
    /// Where it stands.
    pub span: Span,
}

/// `#include "path"`
#[derive(Debug)]
pub struct Include {
    /// The path as written.
    pub path: Option<StringLit>,
    /// The directive.
    pub span: Span,
}

/// `Pattern name with metadata body`
#[derive(Debug)]
pub struct PatternDecl {
    /// The word `Pattern`.
    pub keyword: Span,
    /// The name, if it has one.
    pub name: Option<Ident>,
    /// What follows `with`.
    pub metadata: Vec<Metadata>,
    /// The statements.
    pub body: Body,
    /// The declaration.
    pub span: Span,
}

/// One item of pattern metadata.
#[derive(Debug)]
pub struct Metadata {
    /// Its name, such as `benefit`.
    pub name: Ident,
    /// What is between the parentheses, if there are any.
    pub arguments: Option<Vec<MetadataArgument>>,
    /// The item.
    pub span: Span,
}

/// An argument of a metadata item.
#[derive(Debug)]
pub enum MetadataArgument {
    /// Digits. They need not fit any machine integer.
    Integer(Ident),
    /// A string.
    String(StringLit),
    /// Already diagnosed.
    Error,
}

/// The statements of a declaration.
#[derive(Debug)]
pub enum Body {
    /// `{ … }`
    Block(Block),
    /// `=> …`
    Lambda(Box<Stmt>),
    /// Already diagnosed.
    Error(Span),
}

/// `{ … }`
#[derive(Debug)]
pub struct Block {
    /// The statements in order.
    pub stmts: Vec<Stmt>,
    /// With the braces.
    pub span: Span,
}

/// Whether a declaration belongs to the match or to the rewrite section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallableKind {
    /// `Constraint`
    Constraint,
    /// `Rewrite`
    Rewrite,
}

/// `Constraint name(parameters) -> results body`, or the same with `Rewrite`.
#[derive(Debug)]
pub struct CallableDecl {
    /// Which of the two.
    pub kind: CallableKind,
    /// The word.
    pub keyword: Span,
    /// The name; only an inline declaration may have none.
    pub name: Option<Ident>,
    /// The parameters.
    pub params: Vec<Param>,
    /// The declared results.
    pub results: Vec<ResultDecl>,
    /// What it does.
    pub body: CallableBody,
    /// The declaration.
    pub span: Span,
}

/// `name: constraint`
#[derive(Debug)]
pub struct Param {
    /// The name.
    pub name: Ident,
    /// Its constraint.
    pub constraint: Constraint,
}

/// `constraint` or `name: constraint`
#[derive(Debug)]
pub struct ResultDecl {
    /// The name, if it has one.
    pub name: Option<Ident>,
    /// Its constraint.
    pub constraint: Constraint,
}

/// What a constraint or rewrite does.
#[derive(Debug)]
pub enum CallableBody {
    /// PDLL statements.
    Pdll(Body),
    /// C++ code.
    Native(StringLit),
    /// Nothing here: the program that runs the patterns registers it.
    External,
}

/// `TypeRule name body`: how the types of an operation's results follow from its
/// operands and attributes.
#[derive(Debug)]
pub struct TypeRuleDecl {
    /// The word `TypeRule`.
    pub keyword: Span,
    /// The name, if it has one.
    pub name: Option<Ident>,
    /// The operation, and conditions.
    pub body: Body,
    /// The declaration.
    pub span: Span,
}

/// `Predicate name(parameters) = condition;`, or with clauses.
#[derive(Debug)]
pub struct PredicateDecl {
    /// The word `Predicate`.
    pub keyword: Span,
    /// The name.
    pub name: Ident,
    /// The parameters. The first one is the predicate's `self`.
    pub params: Vec<Param>,
    /// What it means.
    pub body: PredicateBody,
    /// The declaration.
    pub span: Span,
}

/// What a predicate means.
#[derive(Debug)]
pub enum PredicateBody {
    /// `= condition`
    Condition(Expr),
    /// Native functions.
    Clauses(Vec<PredicateClause>),
    /// Already diagnosed.
    Error,
}

/// A native function of a predicate.
#[derive(Debug)]
pub struct PredicateClause {
    /// What it does.
    pub kind: ClauseKind,
    /// The word for that.
    pub keyword: Span,
    /// What is captured: names of parameters.
    pub captured: Vec<Ident>,
    /// Its C++ code, unless the program that runs the patterns registers it.
    pub code: Option<StringLit>,
    /// The code of the rewrite that evaluates, if that is not the same.
    pub rewrite_code: Option<StringLit>,
    /// The clause.
    pub span: Span,
}

/// What a native function of a predicate does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClauseKind {
    /// `check`
    Check,
    /// `capture (names)`
    Capture,
    /// `evaluate`
    Evaluate,
}

/// A statement.
#[derive(Debug)]
pub enum Stmt {
    /// `let name: constraints = init;`
    Let(LetStmt),
    /// `erase root;`
    Erase(EraseStmt),
    /// `replace root with …;`
    Replace(ReplaceStmt),
    /// `rewrite root with { … };`
    Rewrite(RewriteStmt),
    /// `return value;`
    Return(ReturnStmt),
    /// `expr;`
    Expr(Expr),
    /// `...`: any number of other operations of a block.
    Others(Span),
    /// Already diagnosed.
    Error(ErrorStmt),
}

/// A statement that was not understood.
#[derive(Debug)]
pub struct ErrorStmt {
    /// What was read of it.
    pub span: Span,
    /// The names that it would define.
    pub names: Vec<Ident>,
}

impl ErrorStmt {
    /// A statement at `span` that defines nothing.
    pub fn at(span: Span) -> Self {
        let names = Vec::new();
        ErrorStmt { span, names }
    }
}

impl Stmt {
    /// The statement without its semicolon.
    pub fn span(&self) -> Span {
        match self {
            Stmt::Let(stmt) => stmt.span,
            Stmt::Erase(stmt) => stmt.span,
            Stmt::Replace(stmt) => stmt.span,
            Stmt::Rewrite(stmt) => stmt.span,
            Stmt::Return(stmt) => stmt.span,
            Stmt::Expr(expr) => expr.span,
            Stmt::Others(span) => *span,
            Stmt::Error(stmt) => stmt.span,
        }
    }

    /// Whether the parser did not understand it, or the part of it that counts.
    /// There is a diagnostic about it.
    pub fn is_error(&self) -> bool {
        match self {
            Stmt::Error(_) => true,
            Stmt::Expr(expr) => matches!(expr.kind, ExprKind::Error),
            Stmt::Let(_)
            | Stmt::Erase(_)
            | Stmt::Replace(_)
            | Stmt::Rewrite(_)
            | Stmt::Return(_)
            | Stmt::Others(_) => false,
        }
    }

    /// Whether it is one of the three that start the rewrite section.
    pub fn is_operation_rewrite(&self) -> bool {
        matches!(self, Stmt::Erase(_) | Stmt::Replace(_) | Stmt::Rewrite(_))
    }
}

/// `let name: constraints = init`
#[derive(Debug)]
pub struct LetStmt {
    /// The name.
    pub name: Ident,
    /// The constraints, possibly none.
    pub constraints: Vec<Constraint>,
    /// The initial value.
    pub init: Option<Expr>,
    /// The statement.
    pub span: Span,
}

/// `erase root`
#[derive(Debug)]
pub struct EraseStmt {
    /// The operation.
    pub root: Expr,
    /// The word `erase`.
    pub keyword: Span,
    /// The statement.
    pub span: Span,
}

/// `replace root with …`
#[derive(Debug)]
pub struct ReplaceStmt {
    /// The operation.
    pub root: Expr,
    /// The replacements.
    pub with: Replacement,
    /// The word `replace`.
    pub keyword: Span,
    /// The statement.
    pub span: Span,
}

/// What an operation is replaced with.
#[derive(Debug)]
pub enum Replacement {
    /// One expression.
    Single(Expr),
    /// `(a, b)`
    List {
        /// The elements.
        values: Vec<Expr>,
        /// With the parentheses.
        span: Span,
    },
}

/// `rewrite root with { … }`
#[derive(Debug)]
pub struct RewriteStmt {
    /// The operation.
    pub root: Expr,
    /// The statements.
    pub body: Option<Block>,
    /// The word `rewrite`.
    pub keyword: Span,
    /// The statement.
    pub span: Span,
}

/// `return value`
#[derive(Debug)]
pub struct ReturnStmt {
    /// The value.
    pub value: Expr,
    /// The statement.
    pub span: Span,
}

/// A constraint in a list, or of a parameter.
#[derive(Debug)]
pub struct Constraint {
    /// What it is.
    pub kind: ConstraintKind,
    /// The constraint.
    pub span: Span,
}

/// What a constraint is.
#[derive(Debug)]
pub enum ConstraintKind {
    /// `Attr` or `Attr<type>`
    Attr(Option<Box<Expr>>),
    /// `Op` or `Op<name>`
    Op(Option<OpName>),
    /// `Type`
    Type,
    /// `TypeRange`
    TypeRange,
    /// `Value` or `Value<type>`
    Value(Option<Box<Expr>>),
    /// `ValueRange` or `ValueRange<types>`
    ValueRange(Option<Box<Expr>>),
    /// A declared constraint.
    Named(Ident),
    /// `name<arguments>`: a predicate.
    Valued(Ident, Vec<Expr>),
    /// `Constraint …` right here.
    Inline(Box<CallableDecl>),
    /// Already diagnosed.
    Error,
}

/// The name of an operation, `dialect.operation`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpName {
    /// The full name.
    pub text: SmolStr,
    /// Where it stands.
    pub span: Span,
}

/// An expression.
#[derive(Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// The expression.
    pub span: Span,
}

/// What an expression is.
#[derive(Debug)]
pub enum ExprKind {
    /// `attr<"…">`
    Attribute(StringLit),
    /// `type<"…">`
    Type(StringLit),
    /// `op<…>…`
    Operation(Box<OperationExpr>),
    /// `name`
    Name(Ident),
    /// `^name`: a block, by its label without the `^`.
    Label(Ident),
    /// `name: constraints`; `_` has no name.
    Variable(VariableExpr),
    /// `base.member`
    Member(Box<Expr>, Ident),
    /// `callee(arguments)`
    Call(Box<Expr>, Vec<Expr>),
    /// `not callee(arguments)`
    Not(Box<Expr>),
    /// `(a, name = b)`
    Tuple(Vec<TupleElement>),
    /// `Constraint …` or `Rewrite …` right here.
    Inline(Box<CallableDecl>),
    /// `name<arguments>`: a predicate of the type or argument that stands here.
    Valued(Ident, Vec<Expr>),
    /// `_` without a constraint: an argument of a predicate that may be anything.
    Any,
    /// Digits, perhaps with a sign, as an argument. They need not fit any machine integer.
    Integer(Ident),
    /// Conditions, joined by `and` or by `or`.
    Joined(Connective, Vec<Expr>),
    /// Already diagnosed.
    Error,
}

/// What joins conditions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Connective {
    /// `and`
    And,
    /// `or`
    Or,
}

/// A variable defined where it is used.
#[derive(Debug)]
pub struct VariableExpr {
    /// The name, unless it is `_`.
    pub name: Option<Ident>,
    /// Its constraints, at least one.
    pub constraints: Vec<Constraint>,
}

/// `name = value` or `value`
#[derive(Debug)]
pub struct TupleElement {
    /// The name, if it has one.
    pub name: Option<Ident>,
    /// The value.
    pub value: Expr,
}

/// `op<name>(operands) {attributes} -> (result types) (regions)`
#[derive(Debug)]
pub struct OperationExpr {
    /// The word `op`.
    pub keyword: Span,
    /// The name, unless any operation is meant.
    pub name: Option<OpName>,
    /// The operands; `None` when the list is not written.
    pub operands: Option<Vec<Expr>>,
    /// The attributes.
    pub attributes: Vec<NamedAttribute>,
    /// The result types; `None` when the list is not written.
    pub result_types: Option<Vec<Expr>>,
    /// The regions; `None` when the list is not written.
    pub regions: Option<Vec<RegionExpr>>,
}

/// A region of an operation: `region` or `name = region`.
#[derive(Debug)]
pub struct RegionExpr {
    /// The name, if it has one.
    pub name: Option<Ident>,
    /// The variable that stands for it: `region: Region`.
    pub variable: Option<Expr>,
    /// What is in it.
    pub contents: RegionContents,
    /// The region, without its name.
    pub span: Span,
}

/// What is in a region.
#[derive(Debug)]
pub enum RegionContents {
    /// `_`, or a variable alone: anything.
    Any,
    /// `{ … }`
    Blocks(Vec<BlockExpr>),
    /// A region that is there already.
    Given(Expr),
    /// Already diagnosed.
    Error,
}

/// `^label(arguments): statements`, a block of a region. The first block of a region may
/// lack its label.
#[derive(Debug)]
pub struct BlockExpr {
    /// The label, without its `^`, if it has one.
    pub label: Option<Ident>,
    /// The arguments, each a variable; `None` when the list is not written.
    pub arguments: Option<Vec<Expr>>,
    /// The statements in order.
    pub stmts: Vec<Stmt>,
    /// The block.
    pub span: Span,
}

/// `name = value`; without a value, the unit attribute is meant.
#[derive(Debug)]
pub struct NamedAttribute {
    /// The name.
    pub name: Ident,
    /// The value.
    pub value: Option<Expr>,
}
