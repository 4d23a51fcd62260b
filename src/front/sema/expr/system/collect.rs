//! From expressions to constraints.

use super::{Application, Argument, Constraints, single};
use crate::{
    base::diagnostic::{Diagnostic, count},
    base::source::Span,
    constraints::{Apply, Constraint, VariableId},
    hir::{NodeId, NodeKind, Type},
    sema::{
        decl::{Body, Section},
        expr::{Callee, Ty, Value},
        names::{Meaning, NativePredicate, Parameter, Predicate, PredicateId},
    },
    syntax::ast::{CallableKind, Connective, Expr, ExprKind, Ident},
};
use rustc_hash::FxHashMap;
use smol_str::{SmolStr, format_smolstr};
use std::rc::Rc;

/// How deeply definitions of predicates may use each other.
const MAX_DEPTH: usize = 64;

/// The greatest number of constraints of a system that definitions make, and of the
/// definitions that are read for it.
const MAX_CONSTRAINTS: usize = 10_000;

fn too_large(at: Span) -> Diagnostic {
    let message = format!(
        "the definitions of these predicates are too large: expected at most \
         {MAX_CONSTRAINTS} constraints, with those that they use, and a depth of {MAX_DEPTH}"
    );
    Diagnostic::error(at, message)
        .help("use each predicate fewer times in the definition of another")
}

/// What names mean in the definition of a predicate, and what uses that.
pub(super) struct Definition<'d> {
    pub(super) parameters: FxHashMap<SmolStr, Given<'d>>,
    /// The predicates whose definitions are open, outermost first.
    pub(super) open: &'d [SmolStr],
    /// The use in the source that brought us here. None if the definition itself is
    /// what matters.
    pub(super) at: Option<Span>,
}

/// What a predicate is given.
#[derive(Clone, Copy)]
pub(super) enum Given<'d> {
    Value(Argument),
    /// A predicate of the argument, which the definition mentions in branches of `or`
    /// alone. Nothing is captured from a branch, so each mention is a value of its
    /// own.
    Nested(&'d Expr, Option<&'d Definition<'d>>),
}

impl<'a> Body<'_, 'a> {
    /// A call of a predicate: a constraint, or a value if its first argument is left
    /// out.
    pub(in crate::sema) fn predicate_call(
        &mut self,
        id: PredicateId,
        name: &Ident,
        arguments: &[Expr],
        is_negated: bool,
    ) -> Option<Value> {
        let Some(predicate) = self.sema.predicate(id) else {
            self.frame.uses_errors = true;
            return self.poison_arguments(arguments);
        };
        if !is_negated && arguments.len() + 1 == predicate.parameters.len() {
            return self.valued(id, name.span, arguments, None);
        }
        let errors = self.sema.report.error_count();
        let mut constraints = Vec::new();
        let apply = |body: &mut Self, out: &mut Constraints| {
            body.apply_expr(&predicate, None, arguments, name.span, None, out);
        };
        match is_negated {
            true => constraints.push(self.negated(apply)),
            false => apply(self, &mut constraints),
        }
        self.frame.system.system.constraints.extend(constraints);
        (self.sema.report.error_count() == errors).then(|| {
            Value::Nothing(Callee {
                shown: format_smolstr!("`{}`", predicate.name),
                kind: CallableKind::Constraint,
                span: predicate.span,
            })
        })
    }

    /// Conditions that are joined by `and` or `or`.
    pub(in crate::sema) fn condition_stmt(&mut self, expr: &Expr) {
        let mut constraints = Vec::new();
        self.condition(expr, None, &mut constraints);
        self.frame.system.system.constraints.extend(constraints);
    }

    /// The predicate of a valued position, or an error.
    pub(in crate::sema) fn valued_predicate(&mut self, name: &Ident) -> Option<PredicateId> {
        let id = self.sema.predicate_named(name);
        if id.is_none() {
            let message = match self.sema.find(name) {
                _ if self.sema.is_of_td(name.span) => {
                    format!(
                        "expected a predicate, but `{}` is another record",
                        name.text
                    )
                }
                Some(found) => format!(
                    "expected a predicate, but `{}` is {}",
                    name.text,
                    found.kind.described()
                ),
                None => {
                    self.undefined_predicate(name);
                    return None;
                }
            };
            self.sema.error(name.span, message);
        }
        id
    }

    /// A type or attribute of which a predicate holds.
    pub(in crate::sema) fn valued(
        &mut self,
        id: PredicateId,
        span: Span,
        arguments: &[Expr],
        wanted: Option<&Ty>,
    ) -> Option<Value> {
        let Some(predicate) = self.sema.predicate(id) else {
            self.frame.uses_errors = true;
            return None;
        };
        let kind = predicate.parameters[0].ty.or(wanted.map(Ty::kind));
        let (kind, ty) = match kind {
            Some(Type::Attribute) => (NodeKind::Attribute { ty: None }, Ty::Attribute),
            _ => (NodeKind::Type, Ty::Type),
        };
        let node = self.push(kind, span);
        self.apply_to(id, (node, ty.kind()), arguments, span)?;
        Some(single(node, ty))
    }

    /// Demands that a predicate holds of a node.
    pub(in crate::sema) fn apply_to(
        &mut self,
        id: PredicateId,
        (node, ty): (NodeId, Type),
        arguments: &[Expr],
        span: Span,
    ) -> Option<()> {
        let predicate = self.sema.predicate(id)?;
        let this = self.frame.system.variable_of(node, ty);
        let errors = self.sema.report.error_count();
        let mut constraints = Vec::new();
        self.apply_expr(
            &predicate,
            Some(this),
            arguments,
            span,
            None,
            &mut constraints,
        );
        self.frame.system.system.constraints.extend(constraints);
        (self.sema.report.error_count() == errors).then_some(())
    }

    /// Reports what is wrong with the definition of a predicate.
    /// Returns the positions of the parameters that it does not mention.
    pub(in crate::sema) fn check_definition(
        &mut self,
        predicate: &Predicate<'a>,
        span: Span,
    ) -> Vec<usize> {
        let variables = predicate.parameters.iter().map(|parameter| {
            let ty = parameter.ty.unwrap_or(Type::Type);
            self.frame.system.add(None, ty)
        });
        let variables: Vec<_> = variables.collect();
        let arguments = variables.iter().map(|id| Given::Value(Some(*id))).collect();
        let mut constraints = Vec::new();
        self.expand(predicate, arguments, span, &[], &mut constraints);
        let is_missing = |id: &VariableId| !constraints.iter().any(|one| one.mentions(*id));
        (0..variables.len())
            .filter(|position| is_missing(&variables[*position]))
            .collect()
    }

    pub(super) fn condition(
        &mut self,
        expr: &Expr,
        definition: Option<&Definition<'_>>,
        out: &mut Constraints,
    ) {
        match &expr.kind {
            ExprKind::Joined(Connective::And, parts) => {
                for part in parts {
                    self.condition(part, definition, out);
                }
            }
            ExprKind::Joined(Connective::Or, parts) => {
                let or = self.branches(false, parts.len(), |body, index, out| {
                    body.condition(&parts[index], definition, out);
                });
                out.push(or);
            }
            ExprKind::Not(call) => {
                out.push(self.negated(|body, out| body.condition(call, definition, out)));
            }
            ExprKind::Tuple(parts) if parts.len() == 1 => {
                self.condition(&parts[0].value, definition, out);
            }
            ExprKind::Call(callee, arguments) => {
                if definition.is_none() && self.sema.is_constraint(callee) {
                    self.called(callee, arguments, out);
                    return;
                }
                let ExprKind::Name(name) = &callee.kind else {
                    self.not_a_condition(expr.span, "name");
                    return;
                };
                let Some(id) = self.valued_predicate(name) else {
                    return;
                };
                let Some(predicate) = self.sema.predicate(id) else {
                    self.frame.uses_errors = true;
                    return;
                };
                match &arguments[..] {
                    // A type or attribute alone may have any parameters, as where a
                    // constraint is called.
                    [of] if self.sema.ods.predicate_def(&name.text).is_some() => {
                        let this = self.argument(of, predicate.parameters[0].ty, definition, out);
                        if let Some(this) = this {
                            self.apply_expr(&predicate, this, &[], name.span, definition, out);
                        }
                    }
                    _ => self.apply_expr(&predicate, None, arguments, name.span, definition, out),
                }
            }
            ExprKind::Error => {}
            ExprKind::Name(name) => self.not_a_condition(expr.span, &name.text),
            _ => self.not_a_condition(expr.span, "name"),
        }
    }

    /// A constraint that holds if what `collect` collects does not.
    pub(super) fn negated(&mut self, collect: impl Fn(&mut Self, &mut Constraints)) -> Constraint {
        self.branches(true, 1, |body, _, out| collect(body, out))
    }

    /// A constraint with branches that `collect` fills, each by its number.
    pub(super) fn branches(
        &mut self,
        is_negated: bool,
        count: usize,
        collect: impl Fn(&mut Self, usize, &mut Constraints),
    ) -> Constraint {
        let before = self.frame.system.variables.len();
        let mut branches = vec![Vec::new(); count];
        for (index, branch) in branches.iter_mut().enumerate() {
            collect(self, index, branch);
        }
        let added = before..self.frame.system.variables.len();
        let is_local = |index: &usize| self.frame.system.variables[*index].node.is_none();
        let locals = added.filter(is_local).map(|index| VariableId(index as u32));
        Constraint::Or {
            is_negated,
            locals: locals.collect(),
            branches,
        }
    }

    /// `name` is the predicate that may be meant.
    fn not_a_condition(&mut self, span: Span, name: &str) {
        let help = match self.sema.is_of_td(span) {
            true => format!("write `({name} arguments)`"),
            false => format!("write `{name}(arguments)`"),
        };
        let message = "expected a predicate and its arguments";
        self.sema
            .report(Diagnostic::error(span, message).help(help));
    }

    /// Applies a predicate to expressions. `this` comes before them in a valued
    /// position, where arguments that are left out may be anything.
    pub(super) fn apply_expr(
        &mut self,
        predicate: &Rc<Predicate<'a>>,
        this: Argument,
        arguments: &[Expr],
        span: Span,
        definition: Option<&Definition<'_>>,
        out: &mut Constraints,
    ) {
        let given = arguments.len() + usize::from(this.is_some());
        let is_bare = this.is_some() && arguments.is_empty();
        if given != predicate.parameters.len() && !is_bare {
            let expected = predicate.parameters.len() - usize::from(this.is_some());
            let place = match this {
                Some(_) => " here",
                None => "",
            };
            let message = format!(
                "`{}` takes {}{place}, found {}",
                predicate.name,
                count(expected, "argument"),
                arguments.len()
            );
            let names = predicate.parameters[predicate.parameters.len() - expected..].iter();
            let names: Vec<_> = names.map(|one| format!("`{}`", one.name)).collect();
            let diagnostic = Diagnostic::error(span, message);
            let diagnostic = diagnostic.note(predicate.span, "it is declared here");
            self.sema.report(match &names[..] {
                [] => diagnostic,
                [one] => diagnostic.help(format!("it is {one}")),
                _ => diagnostic.help(format!("they are {}", names.join(", "))),
            });
            return;
        }
        if is_bare && let Some(alone) = &predicate.alone {
            let mut values = vec![None; predicate.parameters.len()];
            values[0] = this;
            let at = definition.and_then(|definition| definition.at);
            self.apply(alone, predicate, values, at.unwrap_or(span), out);
            return;
        }
        let mut values: Vec<_> = this.into_iter().map(|id| Given::Value(Some(id))).collect();
        // The kind of an argument without one is that of the others.
        let mut ty = this.map(|id| self.frame.system.variables[id.index()].ty);
        for argument in arguments {
            let parameter = &predicate.parameters[values.len()];
            if self.is_nested(argument, definition) && mentions_only_in_or(predicate, parameter) {
                values.push(Given::Nested(argument, definition));
                continue;
            }
            let wanted = parameter.ty.or(ty);
            let Some(value) = self.argument(argument, wanted, definition, out) else {
                return;
            };
            ty = value
                .map(|id| self.frame.system.variables[id.index()].ty)
                .or(ty);
            values.push(Given::Value(value));
        }
        values.resize(predicate.parameters.len(), Given::Value(None));
        let open = definition.map_or(&[][..], |definition| definition.open);
        let at = definition
            .and_then(|definition| definition.at)
            .unwrap_or(span);
        self.expand(predicate, values, at, open, out);
    }

    /// Adds what a predicate says about its arguments: the constraints of its
    /// definition, or itself if it is native.
    fn expand(
        &mut self,
        predicate: &Predicate<'a>,
        arguments: Vec<Given<'_>>,
        at: Span,
        open: &[SmolStr],
        out: &mut Constraints,
    ) {
        let condition = match &predicate.meaning {
            Meaning::Native(native) => {
                let arguments = arguments.into_iter().map(|given| match given {
                    Given::Value(argument) => argument,
                    Given::Nested(..) => unreachable!("it has no definition"),
                });
                self.apply(native, predicate, arguments.collect(), at, out);
                return;
            }
            Meaning::Condition(condition) => *condition,
        };
        if open.contains(&predicate.name) {
            let message = format!("`{}` is defined by itself", predicate.name);
            self.sema.error(predicate.span, message);
            return;
        }
        let draft = &mut self.frame.system;
        draft.expansions += 1;
        let size = draft.expansions.max(draft.applications.len());
        if open.len() >= MAX_DEPTH || size > MAX_CONSTRAINTS {
            if !std::mem::replace(&mut draft.is_too_large, true) {
                self.sema.report(too_large(at));
            }
            return;
        }
        let mut open = open.to_vec();
        open.push(predicate.name.clone());
        let names = predicate.parameters.iter().map(|one| one.name.clone());
        // A parameter that may be anything is one value wherever it is mentioned.
        let arguments = std::iter::zip(&predicate.parameters, arguments);
        let arguments = arguments.map(|(parameter, argument)| match argument {
            Given::Value(None) if !mentions_only_in_or(predicate, parameter) => {
                let ty = parameter.ty.unwrap_or(Type::Type);
                Given::Value(Some(self.frame.system.add(None, ty)))
            }
            given => given,
        });
        let arguments: Vec<_> = arguments.collect();
        let definition = Definition {
            parameters: names.zip(arguments).collect(),
            open: &open,
            at: Some(at),
        };
        self.condition(condition, Some(&definition), out);
    }

    pub(super) fn apply(
        &mut self,
        native: &Rc<NativePredicate>,
        predicate: &Predicate<'a>,
        mut arguments: Vec<Argument>,
        span: Span,
        out: &mut Constraints,
    ) {
        for (position, argument) in arguments.iter_mut().enumerate() {
            if argument.is_none() && !native.signature.captures(position) {
                let ty = predicate.parameters[position].ty.unwrap_or(Type::Type);
                *argument = Some(self.frame.system.add(None, ty));
            }
        }
        if let Some(reason) = &native.opaque
            && arguments[1..].iter().any(Option::is_some)
        {
            self.report_opaque(predicate, reason, span);
            return;
        }
        let draft = &mut self.frame.system;
        let tag = draft.applications.len();
        let native = native.clone();
        let signature = native.signature.clone();
        draft.applications.push(Application { native, span });
        out.push(Constraint::Apply(Apply {
            signature,
            arguments,
            tag,
        }));
    }

    fn report_opaque(&mut self, predicate: &Predicate<'a>, reason: &str, span: Span) {
        let name = &predicate.name;
        let message = format!("`{name}` can be checked only: {reason}");
        self.sema.report(
            Diagnostic::error(span, message)
                .note(predicate.span, "it is defined here")
                .help("write `_` for each parameter, or define a predicate with C++ functions"),
        );
    }

    /// An argument of a predicate, or none if it has an error.
    pub(super) fn argument(
        &mut self,
        expr: &Expr,
        wanted: Option<Type>,
        definition: Option<&Definition<'_>>,
        out: &mut Constraints,
    ) -> Option<Argument> {
        if let (Some(definition), Some(name)) = (definition, variable_name(expr))
            && let Some(given) = definition.parameters.get(&name.text)
        {
            return match *given {
                Given::Value(argument) => self.checked_parameter(argument, wanted, expr.span),
                Given::Nested(expr, outer) => self.nested_again(expr, wanted, outer, out),
            };
        }
        match &expr.kind {
            ExprKind::Any => return Some(None),
            ExprKind::Integer(digits) => return self.integer(digits, wanted).map(Some),
            ExprKind::Name(name) | ExprKind::Valued(name, _) => {
                if let Some(id) = self.sema.predicate_named(name) {
                    let arguments = match &expr.kind {
                        ExprKind::Valued(_, arguments) => &arguments[..],
                        _ => &[],
                    };
                    return self.nested(id, arguments, wanted, name.span, definition, out);
                }
            }
            ExprKind::Call(callee, arguments) => {
                if let ExprKind::Name(name) = &callee.kind
                    && let Some(id) = self.sema.predicate_named(name)
                {
                    return self.nested(id, arguments, wanted, name.span, definition, out);
                }
            }
            _ => {}
        }
        let is_literal = matches!(expr.kind, ExprKind::Type(_) | ExprKind::Attribute(_));
        if definition.is_some() && !is_literal && !matches!(expr.kind, ExprKind::Error) {
            let message = "expected a parameter, a literal or a predicate";
            self.sema.report(
                Diagnostic::error(expr.span, message)
                    .help("the definition of a predicate mentions nothing else"),
            );
            return None;
        }
        let ty = wanted.map(Ty::of);
        // A definition is read at each use of it, which editors need not know.
        let index = match definition {
            Some(_) => self.sema.index.take(),
            None => None,
        };
        let value = self.expr_for(expr, ty.as_ref());
        self.sema.index = self.sema.index.take().or(index);
        let value = value?;
        let found = match (&value, wanted) {
            (Value::Single(single), None) => match single.ty {
                Ty::Attribute => Ty::Attribute,
                _ => Ty::Type,
            },
            (_, wanted) => Ty::of(wanted.unwrap_or(Type::Type)),
        };
        let node = self.convert_value(value, &found, expr.span)?.node;
        Some(Some(self.frame.system.variable_of(node, found.kind())))
    }

    /// An argument that each branch reads. Editors need to know it once.
    fn nested_again(
        &mut self,
        expr: &Expr,
        wanted: Option<Type>,
        outer: Option<&Definition<'_>>,
        out: &mut Constraints,
    ) -> Option<Argument> {
        let is_first = self.frame.system.nested.insert(expr.span);
        let index = match is_first {
            true => None,
            false => self.sema.index.take(),
        };
        let argument = self.argument(expr, wanted, outer, out);
        self.sema.index = self.sema.index.take().or(index);
        argument
    }

    /// Whether an argument is a predicate of a value without a name.
    fn is_nested(&mut self, expr: &Expr, definition: Option<&Definition<'_>>) -> bool {
        let name = match &expr.kind {
            ExprKind::Name(name) | ExprKind::Valued(name, _) => name,
            ExprKind::Call(callee, _) => match &callee.kind {
                ExprKind::Name(name) => name,
                _ => return false,
            },
            _ => return false,
        };
        let parameters = definition.map(|definition| &definition.parameters);
        match parameters.and_then(|parameters| parameters.get(&name.text)) {
            Some(given) => matches!(given, Given::Nested(..)),
            None => self.sema.predicate_named(name).is_some(),
        }
    }

    fn checked_parameter(
        &mut self,
        argument: Argument,
        wanted: Option<Type>,
        span: Span,
    ) -> Option<Argument> {
        let found = argument.map(|id| self.frame.system.variables[id.index()].ty);
        if let (Some(wanted), Some(found)) = (wanted, found)
            && wanted != found
        {
            let (wanted, found) = (wanted.name(), found.name());
            let message = format!("expected a value of type `{wanted}`, found one of `{found}`");
            self.sema.error(span, message);
            return None;
        }
        Some(argument)
    }

    /// A predicate that stands where an argument does: of a value without a name.
    fn nested(
        &mut self,
        id: PredicateId,
        arguments: &[Expr],
        wanted: Option<Type>,
        span: Span,
        definition: Option<&Definition<'_>>,
        out: &mut Constraints,
    ) -> Option<Argument> {
        let Some(predicate) = self.sema.predicate(id) else {
            self.frame.uses_errors = true;
            return None;
        };
        let ty = predicate.parameters[0].ty.or(wanted).unwrap_or(Type::Type);
        let this = Some(self.frame.system.add(None, ty));
        let this = self.checked_parameter(this, wanted, span)?;
        let errors = self.sema.report.error_count();
        self.apply_expr(&predicate, this, arguments, span, definition, out);
        (self.sema.report.error_count() == errors).then_some(this)
    }

    fn integer(&mut self, digits: &Ident, wanted: Option<Type>) -> Option<VariableId> {
        if wanted == Some(Type::Type) {
            let message = format!("expected a type, found the integer `{}`", digits.text);
            self.sema.error(digits.span, message);
            return None;
        }
        let node = self.number(digits)?;
        Some(self.frame.system.variable_of(node, Type::Attribute))
    }

    /// A plain number: an integer of the type `i64`, which gives way to any other type
    /// where functions compute.
    pub(in crate::sema) fn number(&mut self, digits: &Ident) -> Option<NodeId> {
        let literal = self
            .sema
            .host
            .parse_attribute(&format!("{} : i64", digits.text));
        let Ok(literal) = literal else {
            self.sema
                .error(digits.span, "the integer does not fit 64 bits");
            return None;
        };
        Some(self.push(NodeKind::AttributeLiteral(literal), digits.span))
    }

    /// Whether the section checks what it says.
    pub(super) fn checks(&self) -> bool {
        self.frame.section == Section::Match
    }
}

/// The name of a variable, where it is mentioned or defined.
fn variable_name(expr: &Expr) -> Option<&Ident> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::Variable(variable) => variable.name.as_ref(),
        _ => None,
    }
}

/// Whether the definition of a predicate mentions a parameter, and only in branches
/// of `or`.
fn mentions_only_in_or(predicate: &Predicate<'_>, parameter: &Parameter) -> bool {
    match &predicate.meaning {
        Meaning::Condition(condition) => !mentions_outside_of_or(condition, &parameter.name),
        Meaning::Native(_) => false,
    }
}

fn mentions_outside_of_or(expr: &Expr, name: &str) -> bool {
    let mentions = |expr: &Expr| mentions_outside_of_or(expr, name);
    match &expr.kind {
        ExprKind::Joined(Connective::Or, _) => false,
        ExprKind::Joined(Connective::And, parts) | ExprKind::Valued(_, parts) => {
            parts.iter().any(mentions)
        }
        ExprKind::Tuple(parts) => parts.iter().any(|part| mentions(&part.value)),
        ExprKind::Call(_, arguments) => arguments.iter().any(mentions),
        ExprKind::Name(found) => found.text == name,
        _ => false,
    }
}
