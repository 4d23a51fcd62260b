//! The C++ of a body as a tree.

/// An expression, and the tokens that it consists of.
#[derive(Debug, Clone)]
pub(crate) struct Expr {
    pub(crate) kind: ExprKind,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

#[derive(Debug, Clone)]
pub(crate) enum ExprKind {
    Boolean(bool),
    /// An integer and its suffix.
    Number(i64, String),
    /// A number, and whether it is a `float`.
    Real(f64, bool),
    Text(String),
    Null,
    Name(Name),
    /// `!a`, `-a`, `~a`, `*a` or `&a`.
    Unary(char, Box<Expr>),
    Binary(String, Box<Expr>, Box<Expr>),
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `object.name` or `object->name`.
    Member(Box<Expr>, Name),
    Call(Box<Expr>, Vec<Expr>),
    /// `Name{…}`, or `{…}` without a name.
    Braces(Option<Name>, Vec<Expr>),
    Index(Box<Expr>, Box<Expr>),
    Lambda(Lambda),
}

/// A name with its qualifiers, such as `arith::CmpIPredicate::eq`, and its template
/// arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Name {
    pub(crate) path: String,
    pub(crate) arguments: Vec<String>,
    /// Whether it is a member after `->`. An operation of a class has the members of all
    /// operations there, and those of its class after `.`.
    pub(crate) is_after_arrow: bool,
}

impl Name {
    /// The name with its template arguments.
    pub(super) fn full(&self) -> String {
        if self.arguments.is_empty() {
            return self.path.clone();
        }
        format!("{}<{}>", self.path, self.arguments.join(", "))
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Lambda {
    /// The classes of the parameters, and their names.
    pub(crate) parameters: Vec<(Option<Name>, String)>,
    /// The class after `->`, if there is one.
    pub(crate) result: Option<Name>,
    pub(crate) body: Vec<Statement>,
}

#[derive(Debug, Clone)]
pub(crate) enum Statement {
    Block(Vec<Statement>),
    /// A variable with its class, which is `None` for `auto`.
    Declare(Option<Name>, String, Expr),
    /// A variable of a class without a value.
    Default(Name, String),
    /// `target = value`.
    Assign(Expr, Expr),
    Return(Option<Expr>),
    If(Box<Expr>, Box<Statement>, Option<Box<Statement>>),
    ForEach(Option<Name>, String, Expr, Box<Statement>),
    /// A condition, the body, and what follows it in each turn.
    While(Box<Expr>, Box<Statement>, Vec<Statement>),
    Break,
    Continue,
    Evaluate(Expr),
}

/// Whether statements always reach a `return`, as far as a compiler knows.
pub(super) fn always_return(statements: &[Statement]) -> bool {
    statements.iter().any(|statement| match statement {
        Statement::Return(_) => true,
        Statement::Block(list) => always_return(list),
        Statement::If(_, then, Some(otherwise)) => [then, otherwise]
            .into_iter()
            .all(|branch| always_return(std::slice::from_ref(branch))),
        _ => false,
    })
}
