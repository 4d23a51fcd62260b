//! Finds out what the C++ of a body means.

use super::{
    convert::{Typed, null},
    operators::call_operator,
    syntax::{Expr, ExprKind, Lambda, Name, Statement, always_return},
    types::{INT64, Ty},
};
use crate::{
    code::predicates::{
        Uncovered,
        tokens::{Token, join},
    },
    front::hir::Type,
    front::ods::CodeClasses,
    mlir::ffi::body::{Kind, Node},
};
use std::{ffi::OsStr, path::Path};

/// How many expressions are looked at before a body counts as too large. Those that
/// are unknown are looked at several times.
const MAX_STEPS: usize = 1 << 14;

/// The greatest depth of an expression, which recursive functions walk.
const MAX_DEPTH: usize = 128;

/// What a body may use, and what is known of it so far.
pub(super) struct Checker<'a> {
    pub(super) tokens: &'a [Token],
    /// The name of the file that contains the body, without folders and without its end:
    /// rules that became PDLL call the same functions.
    file: &'a str,
    pub(super) classes: &'a CodeClasses,
    scope: Vec<Variable>,
    /// How many variables there are, with those that are out of scope.
    pub(super) variables: usize,
    steps: usize,
    /// How many expressions contain this one.
    depth: usize,
    returns: Returns,
    changes: bool,
    /// How many loops of the same function contain this statement.
    loops: usize,
}

#[derive(Debug, Clone)]
struct Variable {
    name: String,
    ty: Ty,
    index: usize,
}

/// What `return` does.
#[derive(Debug, Clone)]
pub(super) enum Returns {
    /// Decides whether a constraint holds.
    Outcome,
    /// Returns the results of a rewrite.
    Results(Vec<Type>),
    /// An outcome, which ends a rewrite without results.
    Test,
    /// Returns the value of a lambda, whose type is that of its first `return`.
    Lambda(Option<Ty>),
}

pub(super) type Checked<T> = Result<T, Uncovered>;

impl<'a> Checker<'a> {
    pub(super) fn new(
        tokens: &'a [Token],
        file: &'a Path,
        classes: &'a CodeClasses,
        returns: Returns,
    ) -> Self {
        let file = file.file_stem().and_then(OsStr::to_str);
        Checker {
            tokens,
            file: file.unwrap_or_default(),
            classes,
            scope: Vec::new(),
            variables: 0,
            steps: 0,
            depth: 0,
            changes: !matches!(returns, Returns::Outcome),
            loops: 0,
            returns,
        }
    }

    /// The name of a function that only the code around this file has, in the
    /// tables of the shim.
    pub(super) fn helper(&self, name: &str) -> String {
        format!("{}.td/{name}", self.file)
    }

    /// Whether the body may change operations: constraints must not.
    pub(super) fn can_change(&self) -> bool {
        self.changes
    }

    /// Adds a variable. Returns its index.
    pub(super) fn declare(&mut self, name: &str, ty: Ty) -> usize {
        let index = self.variables;
        self.variables += 1;
        self.scope.push(Variable {
            name: name.to_owned(),
            ty,
            index,
        });
        index
    }

    pub(super) fn variable(&self, name: &str) -> Option<Typed> {
        let found = self.scope.iter().rev().find(|one| one.name == name)?;
        let mut node = Node::new(Kind::PdllBodyVariable, Vec::new());
        node.index = found.index;
        Some(Typed::new(node, found.ty.clone()))
    }

    /// The statements of a block, in a scope of its own.
    pub(super) fn block(&mut self, statements: &[Statement]) -> Checked<Node> {
        let outer = self.scope.len();
        let children: Checked<Vec<_>> = statements.iter().map(|one| self.statement(one)).collect();
        self.scope.truncate(outer);
        Ok(Node::new(Kind::PdllBodyBlock, children?))
    }

    /// What a loop does in each turn.
    fn turn(&mut self, body: &Statement) -> Checked<Node> {
        self.loops += 1;
        let turn = self.block(std::slice::from_ref(body));
        self.loops -= 1;
        turn
    }

    fn statement(&mut self, statement: &Statement) -> Checked<Node> {
        Ok(match statement {
            Statement::Block(list) => self.block(list)?,
            Statement::Declare(class, name, value) => {
                let typed = self.declared(class.as_ref(), value)?;
                let set = typed.node;
                let index = self.declare(name, typed.ty);
                let mut node = Node::new(Kind::PdllBodySet, vec![set]);
                node.index = index;
                node
            }
            Statement::Default(class, name) => self.default(class, name)?,
            Statement::Assign(target, value) => self.assigned(target, value)?,
            Statement::If(condition, then, otherwise) => {
                let mut children = vec![self.condition(condition)?];
                for branch in [Some(then), otherwise.as_ref()].into_iter().flatten() {
                    children.push(self.block(std::slice::from_ref(branch))?);
                }
                Node::new(Kind::PdllBodyIf, children)
            }
            Statement::ForEach(class, name, list, body) => {
                let (list, element) = self.list(list)?;
                let ty = self.element_type(class.as_ref(), element, &list)?;
                let outer = self.scope.len();
                let index = self.declare(name, ty);
                let body = self.turn(body);
                self.scope.truncate(outer);
                let mut node = Node::new(Kind::PdllBodyForEach, vec![list.0, body?]);
                node.index = index;
                node
            }
            Statement::While(condition, body, step) => {
                let condition = self.condition(condition)?;
                let body = self.turn(body)?;
                let step = self.block(step)?;
                Node::new(Kind::PdllBodyWhile, vec![condition, body, step])
            }
            Statement::Break if self.loops > 0 => Node::new(Kind::PdllBodyBreak, Vec::new()),
            Statement::Continue if self.loops > 0 => Node::new(Kind::PdllBodyContinue, Vec::new()),
            Statement::Break => return Err(Uncovered::code("break;")),
            Statement::Continue => return Err(Uncovered::code("continue;")),
            Statement::Return(value) => self.returned(value.as_ref())?,
            Statement::Evaluate(value) => self.effect(value)?,
        })
    }

    /// A variable without a value. Numbers need one: to read what has none is undefined.
    fn default(&mut self, class: &Name, name: &str) -> Checked<Node> {
        let unknown = || Uncovered::code(&format!("{} {name}", class.full()));
        let ty = self.class(class).ok_or_else(unknown)?;
        let value = match &ty {
            Ty::List(_) => Some(Node::new(Kind::PdllBodyList, Vec::new())),
            Ty::BigInteger => call_operator("APInt", Vec::new()).map(|typed| typed.node),
            ty => null(ty),
        };
        let mut node = Node::new(Kind::PdllBodySet, vec![value.ok_or_else(unknown)?]);
        node.index = self.declare(name, ty);
        Ok(node)
    }

    /// The new value of a variable, or of an element of a list that is one.
    fn assigned(&mut self, target: &Expr, value: &Expr) -> Checked<Node> {
        let (variable, index) = match &target.kind {
            ExprKind::Name(name) => (self.variable(&name.path), None),
            ExprKind::Index(list, index) => match &list.kind {
                ExprKind::Name(name) => (self.variable(&name.path), Some(index)),
                _ => (None, None),
            },
            _ => (None, None),
        };
        let variable = variable.ok_or_else(|| self.unknown(target))?;
        let typed = self.expression(value)?;
        let mut node = match (index, &variable.ty) {
            (None, ty) => {
                let value = self.convert(value, typed, ty)?;
                Node::new(Kind::PdllBodySet, vec![value])
            }
            (Some(index), Ty::List(element)) => {
                let value = self.convert(value, typed, element)?;
                let at = self.expression(index)?;
                let at = self.convert(index, at, &Ty::Integer(INT64))?;
                Node::new(Kind::PdllBodyStore, vec![at, value])
            }
            _ => return Err(self.unknown(target)),
        };
        node.index = variable.node.index;
        Ok(node)
    }

    /// The value of a variable of a class.
    fn declared(&mut self, class: Option<&Name>, value: &Expr) -> Checked<Typed> {
        let typed = self.expression(value)?;
        let Some(class) = class else {
            return match typed.ty {
                Ty::Braces(_) | Ty::Null | Ty::Nothing | Ty::Builder | Ty::Context => {
                    Err(self.unknown(value))
                }
                _ => Ok(typed),
            };
        };
        let ty = self.class(class).ok_or_else(|| self.unknown(value))?;
        self.convert(value, typed, &ty)
            .map(|node| Typed::new(node, ty))
    }

    fn element_type(
        &self,
        class: Option<&Name>,
        element: Ty,
        (_, list): &(Node, &Expr),
    ) -> Checked<Ty> {
        let Some(class) = class else {
            return Ok(element);
        };
        let named = self.class(class).ok_or_else(|| self.unknown(list))?;
        // The elements need no conversion that does anything.
        let is_base = match (&element, &named) {
            (Ty::Attribute(class), Ty::Attribute(base)) | (Ty::Type(class), Ty::Type(base)) => {
                super::types::is_derived(class, base)
            }
            (Ty::Operation(_), Ty::Operation(base)) => base == "Operation",
            (element, named) => element == named,
        };
        if is_base {
            Ok(named)
        } else {
            Err(self.unknown(list))
        }
    }

    fn returned(&mut self, value: Option<&Expr>) -> Checked<Node> {
        let Some(value) = value else {
            return match self.returns {
                Returns::Results(_) => Ok(Node::new(Kind::PdllBodyLeave, Vec::new())),
                _ => Err(Uncovered::code("return;")),
            };
        };
        let returns = self.returns.clone();
        match returns {
            Returns::Outcome => {
                let typed = self.expression(value)?;
                let node = self.convert(value, typed, &Ty::Outcome)?;
                Ok(Node::new(Kind::PdllBodyReturn, vec![node]))
            }
            Returns::Test => {
                let typed = self.expression(value)?;
                let node = self.convert(value, typed, &Ty::Outcome)?;
                Ok(leave_or_fail(node))
            }
            Returns::Lambda(ty) => {
                let typed = self.expression(value)?;
                let ty = ty.unwrap_or_else(|| typed.ty.clone());
                let node = self.convert(value, typed, &ty)?;
                self.returns = Returns::Lambda(Some(ty));
                Ok(Node::new(Kind::PdllBodyReturn, vec![node]))
            }
            Returns::Results(kinds) => self.results(value, &kinds),
        }
    }

    /// The results of a rewrite, or an outcome after `results.push_back(…)`.
    fn results(&mut self, value: &Expr, kinds: &[Type]) -> Checked<Node> {
        if let ExprKind::Call(callee, arguments) = &value.kind
            && let ExprKind::Name(name) = &callee.kind
            && name.path == "failure"
            && arguments.is_empty()
        {
            return Ok(Node::new(Kind::PdllBodyFail, Vec::new()));
        }
        let mut children = Vec::new();
        match (&value.kind, kinds) {
            (ExprKind::Braces(None, values), kinds) if kinds.len() != 1 => {
                if values.len() != kinds.len() {
                    return Err(self.unknown(value));
                }
                for (value, kind) in std::iter::zip(values, kinds) {
                    let typed = self.expression(value)?;
                    children.push(self.result(value, typed, *kind)?);
                }
            }
            _ => {
                let typed = self.expression(value)?;
                match (&typed.ty, kinds) {
                    (Ty::Outcome, [_, ..]) => return Ok(leave_or_fail(typed.node)),
                    (_, [kind]) => children.push(self.result(value, typed, *kind)?),
                    _ => return Err(self.unknown(value)),
                }
            }
        }
        children.push(Node::new(Kind::PdllBodyLeave, Vec::new()));
        Ok(Node::new(Kind::PdllBodyBlock, children))
    }

    fn result(&self, value: &Expr, typed: Typed, kind: Type) -> Checked<Node> {
        let ty = Ty::of_kind(kind);
        let node = self.convert(value, typed, &ty)?;
        let mut append = Node::new(Kind::PdllBodyAppend, vec![node]);
        append.entity_kind = ty.entity_kind().expect("results are entities");
        Ok(append)
    }

    /// An expression that stands for its effect.
    fn effect(&mut self, value: &Expr) -> Checked<Node> {
        if let Some(append) = self.append(value)? {
            return Ok(append);
        }
        let typed = self.expression(value)?;
        match typed.ty {
            Ty::Builder | Ty::Context | Ty::Braces(_) | Ty::Null => Err(self.unknown(value)),
            _ => Ok(typed.wrapped(Kind::PdllBodyEvaluate, Ty::Nothing).node),
        }
    }

    /// `results.push_back(entity)`, and the same for variables that are lists.
    fn append(&mut self, value: &Expr) -> Checked<Option<Node>> {
        let ExprKind::Call(callee, arguments) = &value.kind else {
            return Ok(None);
        };
        let (ExprKind::Member(object, method), [argument]) = (&callee.kind, &arguments[..]) else {
            return Ok(None);
        };
        if method.path == "push_back"
            && let ExprKind::Name(name) = &object.kind
            && let Some(Typed {
                node,
                ty: Ty::List(element),
            }) = self.variable(&name.path)
        {
            let typed = self.expression(argument)?;
            let value = self.convert(argument, typed, &element)?;
            let mut push = Node::new(Kind::PdllBodyPush, vec![value]);
            push.index = node.index;
            return Ok(Some(push));
        }
        let is_results = matches!(&object.kind, ExprKind::Name(name) if name.path == "results");
        if !is_results || method.path != "push_back" || self.variable("results").is_some() {
            return Ok(None);
        }
        let typed = self.expression(argument)?;
        let kind = typed.ty.entity_kind().ok_or_else(|| self.unknown(value))?;
        let mut node = typed.wrapped(Kind::PdllBodyAppend, Ty::Nothing).node;
        node.entity_kind = kind;
        Ok(Some(node))
    }

    /// The call of a lambda with these arguments.
    pub(super) fn call_lambda(
        &mut self,
        expr: &Expr,
        lambda: &Lambda,
        arguments: Vec<Typed>,
    ) -> Checked<Typed> {
        if lambda.parameters.len() != arguments.len() || !always_return(&lambda.body) {
            return Err(self.unknown(expr));
        }
        let outer = self.scope.len();
        let mut children = Vec::new();
        for ((class, name), argument) in std::iter::zip(&lambda.parameters, arguments) {
            let ty = match class {
                Some(class) => self.class(class).ok_or_else(|| self.unknown(expr))?,
                None => argument.ty.clone(),
            };
            let value = self.convert(expr, argument, &ty)?;
            let mut node = Node::new(Kind::PdllBodySet, vec![value]);
            node.index = self.declare(name, ty);
            children.push(node);
        }
        let result = match &lambda.result {
            Some(class) => Some(self.class(class).ok_or_else(|| self.unknown(expr))?),
            None => None,
        };
        let returns = std::mem::replace(&mut self.returns, Returns::Lambda(result));
        let loops = std::mem::take(&mut self.loops);
        let body = self.block(&lambda.body);
        let returned = std::mem::replace(&mut self.returns, returns);
        self.loops = loops;
        self.scope.truncate(outer);
        children.push(body?);
        let Returns::Lambda(Some(ty)) = returned else {
            return Err(self.unknown(expr));
        };
        let block = Node::new(Kind::PdllBodyBlock, children);
        Ok(Typed::new(
            Node::new(Kind::PdllBodyCallLambda, vec![block]),
            ty,
        ))
    }

    /// `all_of(list, lambda)` or `any_of(list, lambda)`.
    pub(super) fn quantified(&mut self, kind: Kind, list: &Expr, lambda: &Expr) -> Checked<Node> {
        let (list, index, condition) = self.applied(list, lambda)?;
        let condition = condition
            .into_condition()
            .ok_or_else(|| self.unknown(lambda))?;
        let mut node = Node::new(kind, vec![list, condition]);
        node.index = index;
        Ok(node)
    }

    /// `map_to_vector(list, lambda)`.
    pub(super) fn mapped(&mut self, list: &Expr, lambda: &Expr) -> Checked<Typed> {
        let (list, index, value) = self.applied(list, lambda)?;
        let mut node = Node::new(Kind::PdllBodyMap, vec![list, value.node]);
        node.index = index;
        Ok(Typed::new(node, Ty::List(Box::new(value.ty))))
    }

    /// A list, the variable that is each of its elements in turn, and what the lambda
    /// returns for that.
    fn applied(&mut self, list: &Expr, lambda: &Expr) -> Checked<(Node, usize, Typed)> {
        let ExprKind::Lambda(inner) = &lambda.kind else {
            return Err(self.unknown(lambda));
        };
        let ((list, _), element) = self.list(list)?;
        // The element is a variable without a name.
        let index = self.declare("", element);
        let argument = self.variable("").expect("it was declared");
        let value = self.call_lambda(lambda, inner, vec![argument])?;
        Ok((list, index, value))
    }

    /// A list, and the type of its elements.
    fn list<'e>(&mut self, expr: &'e Expr) -> Checked<((Node, &'e Expr), Ty)> {
        let typed = self.expression(expr)?;
        let typed = self.as_list(typed);
        match typed.ty {
            Ty::List(element) => Ok(((typed.node, expr), *element)),
            _ => Err(self.unknown(expr)),
        }
    }

    /// The condition that an expression states.
    pub(super) fn condition(&mut self, expr: &Expr) -> Checked<Node> {
        let typed = self.expression(expr)?;
        typed.into_condition().ok_or_else(|| self.unknown(expr))
    }

    pub(super) fn convert(&self, expr: &Expr, typed: Typed, to: &Ty) -> Checked<Node> {
        let (node, _) = typed.converted(to).ok_or_else(|| self.unknown(expr))?;
        Ok(node)
    }

    /// The meaning of an expression.
    pub(super) fn expression(&mut self, expr: &Expr) -> Checked<Typed> {
        self.steps += 1;
        if self.steps > MAX_STEPS || self.depth == MAX_DEPTH {
            return Err(Uncovered::too_large());
        }
        self.depth += 1;
        let known = match self.known(expr) {
            Err(gap) if gap != Uncovered::too_large() => self.question(expr).ok_or(gap),
            known => known,
        };
        self.depth -= 1;
        known
    }

    /// The meaning of this code is unknown.
    pub(super) fn unknown(&self, expr: &Expr) -> Uncovered {
        Uncovered::code(&join(&self.tokens[expr.start..expr.end]))
    }

    /// The type of a class that the code names.
    pub(super) fn class(&self, name: &Name) -> Option<Ty> {
        // The second argument of `SmallVector` is a size.
        if let [argument] | [argument, _] = &name.arguments[..] {
            let element = match argument.as_str() {
                "Operation*" => Ty::of_kind(Type::Operation),
                class => Ty::named(class)?,
            };
            return match &*name.path {
                "SmallVector" | "ArrayRef" | "std::vector" => Some(Ty::List(Box::new(element))),
                "FailureOr" | "std::optional" => Some(Ty::Optional(Box::new(element))),
                "TypedValue" => Some(Ty::Value),
                _ => None,
            };
        }
        if self.classes.operations.contains_key(&*name.path) {
            return Some(Ty::Operation(name.path.as_str().into()));
        }
        Ty::named(&name.path)
    }
}

/// Ends a rewrite as an outcome says.
fn leave_or_fail(outcome: Node) -> Node {
    let [leave, fail] =
        [Kind::PdllBodyLeave, Kind::PdllBodyFail].map(|kind| Node::new(kind, Vec::new()));
    Node::new(Kind::PdllBodyIf, vec![outcome, leave, fail])
}
