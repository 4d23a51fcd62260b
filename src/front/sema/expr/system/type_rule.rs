//! The result types of created operations, from rules.
//!
//! A rule is a system whose known variables are the types of the operands, and the
//! attributes. It is solved where an operation is created, at once and alone.

use super::{
    Argument, Constraints, Draft,
    collect::{Definition, Given},
    emit::{Function, Values, application},
};
use crate::{
    base::diagnostic::{Diagnostic, count},
    base::source::Span,
    constraints::{Apply, Capture, Plan, Step, VariableId},
    hir::{self, CallKind, NodeId, NodeKind, RuleInput, Type},
    ods::{Arity, Group},
    sema::{
        decl::Body,
        names::{TypeRule, kind_of_variable},
        operation::Parts,
    },
    syntax::ast::{ConstraintKind, Expr, ExprKind, Ident, VariableExpr},
};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;
use std::{mem, rc::Rc};

/// The system of a rule.
struct RuleDraft {
    draft: Draft,
    /// The types of the operands; none for a range.
    operands: Vec<Option<VariableId>>,
    attributes: Vec<(SmolStr, VariableId)>,
    /// The types of the results.
    results: Vec<VariableId>,
}

impl<'a> Body<'_, 'a> {
    /// Reports what is wrong with a rule.
    pub(in crate::sema) fn check_type_rule(&mut self, rule: &TypeRule<'a>) {
        let errors = self.sema.report.error_count();
        self.check_operation_name(rule.operation.name.as_ref());
        self.check_against_definition(rule);
        let Some(mut system) = self.rule_draft(rule, None) else {
            return;
        };
        if self.sema.report.error_count() > errors || self.frame.uses_errors {
            return;
        }
        let operands = system.operands.iter().flatten();
        let attributes = system.attributes.iter().map(|(_, id)| id);
        let known: Vec<_> = operands.chain(attributes).copied().collect();
        for id in known {
            system.draft.system.variables[id.index()].is_known = true;
        }
        system.know_literals();
        if let Err(problems) = system.draft.system.plan_creation(&system.results) {
            for (id, expr) in std::iter::zip(&system.results, rule.results) {
                self.explain_unmentioned(&system.draft, &problems, *id, expr.span);
            }
            self.explain(&system.draft, &problems);
            return;
        }
        let checked = self.checked_rule(rule, system);
        self.sema.checked_rules.extend(checked);
    }

    /// The program that checks an operation against a rule. None if some condition
    /// depends on more than the operation.
    fn checked_rule(
        &mut self,
        rule: &TypeRule<'a>,
        mut system: RuleDraft,
    ) -> Option<hir::TypeRule> {
        let operation = rule.operation.name.as_ref()?.text.clone();
        let mut parts = Vec::new();
        for (index, id) in system.operands.iter().enumerate() {
            parts.extend(id.map(|id| (id, RuleInput::Operand(index))));
        }
        for (name, id) in &system.attributes {
            parts.push((*id, RuleInput::Attribute(name.clone())));
        }
        for (index, id) in system.results.iter().enumerate() {
            parts.push((*id, RuleInput::Result(index)));
        }
        // Nodes stand for what an operation will have.
        let mut inputs = FxHashMap::default();
        for (id, input) in parts {
            let kind = match system.draft.variables[id.index()].ty {
                Type::Attribute => NodeKind::Attribute { ty: None },
                _ => NodeKind::Type,
            };
            let node = self.push(kind, rule.span);
            inputs.insert(node, input);
            system.draft.variables[id.index()].node = Some(node);
            system.draft.system.variables[id.index()].is_known = true;
        }
        let plan = system.draft.system.plan().ok()?;
        let (program, nodes) = self.branch(&system.draft, &plan);
        let input = |node: &NodeId| match inputs.get(node) {
            Some(input) => Some(input.clone()),
            None => self.builder.kind(*node).cloned().map(RuleInput::Literal),
        };
        let operands = rule.operation.operands.as_ref();
        Some(hir::TypeRule {
            span: rule.span,
            operation,
            operands: operands.map(|listed| listed.iter().map(is_range).collect()),
            results: rule.results.len(),
            program,
            inputs: nodes.iter().map(input).collect::<Option<_>>()?,
        })
    }

    /// Reports a rule that fits no operation as its definition describes it.
    fn check_against_definition(&mut self, rule: &TypeRule<'a>) {
        let name = rule.operation.name.as_ref();
        let Some(known) = name.and_then(|name| self.sema.ods.operation(&name.text)) else {
            return;
        };
        let operands = rule.operation.operands.as_ref();
        let is_single = |group: &Group| group.arity == Arity::Single;
        let results = known.results.iter().all(is_single);
        let lists = [
            ("operand", operands.map(Vec::len), known.operands.len()),
            (
                "result",
                results.then_some(rule.results.len()),
                known.results.len(),
            ),
        ];
        for (what, stated, expected) in lists {
            if let Some(stated) = stated.filter(|stated| *stated != expected) {
                let message = format!(
                    "`{}` has {}, but the rule states {stated}",
                    known.name,
                    count(expected, what)
                );
                self.sema.report(
                    Diagnostic::error(rule.span, message)
                        .note(known.span, "the operation is defined here"),
                );
            }
        }
    }

    /// The result types of an operation to create, or none if no rule is
    /// about it. The outer none is an error.
    pub(in crate::sema) fn types_by_rule(
        &mut self,
        name: &str,
        parts: &Parts<'_>,
    ) -> Option<Option<Vec<NodeId>>> {
        if self.sema.type_rules.is_empty() {
            return Some(None);
        }
        let rules = self.sema.type_rules_of(name);
        let Some(first) = rules.first() else {
            return Some(None);
        };
        let (operands, place) = (parts.operands, parts.place);
        let fits = |rule: &&Rc<TypeRule<'a>>| self.fits(rule, operands);
        let Some(rule) = rules.iter().find(fits) else {
            let listed = first.operation.operands.as_deref().unwrap_or_default();
            let message = format!(
                "the type rule of `{name}` is about {}, but there {} {}",
                count(listed.len(), "operand"),
                if operands.len() == 1 { "is" } else { "are" },
                operands.len()
            );
            self.sema.report(
                Diagnostic::error(place, message)
                    .note(first.span, "the rule is here")
                    .help("write the result types: `-> (…)`"),
            );
            return None;
        };
        let rule = rule.clone();
        let outside = self.sema.scope.enter_item(rule.item);
        let system = self.rule_draft(&rule, Some(place));
        self.sema.scope.resume(outside);
        self.apply_rule(system?, parts).map(Some)
    }

    /// Whether a rule has as many operands, single ones and ranges in the same places.
    fn fits(&self, rule: &TypeRule<'_>, operands: &[NodeId]) -> bool {
        let listed = match &rule.operation.operands {
            Some(listed) => listed,
            None => return true,
        };
        let fits = |(expr, node): (&Expr, &NodeId)| {
            // All results of an operation are written like the only one.
            is_range(expr) == (self.builder.ty(*node) == Some(Type::ValueRange))
                || matches!(self.builder.kind(*node), Some(NodeKind::Results { .. }))
        };
        listed.len() == operands.len() && listed.iter().zip(operands).all(fits)
    }

    fn apply_rule(&mut self, mut system: RuleDraft, parts: &Parts<'_>) -> Option<Vec<NodeId>> {
        let mut values: Values = system
            .draft
            .variables
            .iter()
            .map(|slot| slot.node)
            .collect();
        for (name, id) in &system.attributes {
            let mut given = parts.attributes.iter();
            if let Some((_, node)) = given.find(|(given, _)| given == name) {
                values[id.index()] = Some(*node);
                system.draft.system.variables[id.index()].is_known = true;
            }
        }
        for id in system.operands.iter().flatten() {
            system.draft.system.variables[id.index()].is_known = true;
        }
        system.know_literals();
        let plan = match system.draft.system.plan_creation(&system.results) {
            Ok(plan) => plan,
            Err(problems) => {
                self.explain(&system.draft, &problems);
                return None;
            }
        };
        let mut operand_types = vec![None; values.len()];
        for (id, operand) in system.operands.iter().zip(parts.operands) {
            if let Some(id) = id {
                operand_types[id.index()] = Some(*operand);
            }
        }
        let mut creation = Creation {
            draft: &system.draft,
            operands: operand_types,
            values,
            place: parts.place,
        };
        creation.run(self, &plan);
        let results = system.results.iter();
        Some(results.map(|id| creation.value(self, *id)).collect())
    }

    /// The system of a rule. Messages and calls are at `place`, or where the rule says
    /// what they are about.
    fn rule_draft(&mut self, rule: &TypeRule<'a>, place: Option<Span>) -> Option<RuleDraft> {
        let outer = mem::take(&mut self.frame.system);
        let mut parameters = FxHashMap::default();
        if !self.name_variables(rule, &mut parameters) {
            self.frame.system = outer;
            return None;
        }
        let definition = Definition {
            parameters,
            open: &[],
            at: place,
        };
        let mut constraints = Vec::new();
        let system = self.rule_parts(rule, &definition, &mut constraints);
        for condition in &rule.conditions {
            self.condition(condition, Some(&definition), &mut constraints);
        }
        let mut draft = mem::replace(&mut self.frame.system, outer);
        draft.system.constraints = constraints;
        Some(RuleDraft { draft, ..system? })
    }

    /// Adds the variables that a rule defines anywhere. Returns whether all is well.
    fn name_variables(
        &mut self,
        rule: &TypeRule<'a>,
        parameters: &mut FxHashMap<SmolStr, Given<'_>>,
    ) -> bool {
        let mut found = Found::default();
        found.variables.extend(rule.variables.iter().copied());
        let operation = rule.operation;
        for expr in operation.operands.iter().flatten() {
            if let ExprKind::Variable(variable) = &expr.kind {
                variable_types(variable).for_each(|ty| found.expr(ty));
            }
        }
        let attributes = operation.attributes.iter();
        attributes
            .filter_map(|attribute| attribute.value.as_ref())
            .chain(rule.results)
            .chain(rule.conditions.iter().copied())
            .for_each(|expr| found.expr(expr));
        let errors = self.sema.report.error_count();
        for error in found.errors {
            self.sema.report(error);
        }
        for (name, ty) in found.variables {
            let id = self.frame.system.add(None, ty);
            self.frame.system.system.variables[id.index()].name = Some(name.text.clone());
            let given = Given::Value(Some(id));
            if parameters.insert(name.text.clone(), given).is_some() {
                let message = format!("`{}` is already defined", name.text);
                self.sema.error(name.span, message);
            }
        }
        self.sema.report.error_count() == errors
    }

    /// The variables of the operation, and what it says about them.
    fn rule_parts(
        &mut self,
        rule: &TypeRule<'a>,
        definition: &Definition<'_>,
        out: &mut Constraints,
    ) -> Option<RuleDraft> {
        let mut system = RuleDraft {
            draft: Draft::default(),
            operands: Vec::new(),
            attributes: Vec::new(),
            results: Vec::new(),
        };
        let mut is_valid = true;
        for expr in rule.operation.operands.iter().flatten() {
            if is_range(expr) {
                system.operands.push(None);
                continue;
            }
            let ExprKind::Variable(variable) = &expr.kind else {
                let message = "expected an operand such as `x: Value<t: Type>`";
                self.sema.error(expr.span, message);
                is_valid = false;
                continue;
            };
            let id = self.frame.system.add(None, Type::Type);
            system.operands.push(Some(id));
            for ty in variable_types(variable) {
                is_valid &= self.position(ty, id, definition, out).is_some();
            }
        }
        for attribute in &rule.operation.attributes {
            let Some(value) = &attribute.value else {
                continue;
            };
            let id = self.frame.system.add(None, Type::Attribute);
            let name = &attribute.name.text;
            self.frame.system.system.variables[id.index()].name = Some(name.clone());
            system.attributes.push((name.clone(), id));
            is_valid &= self.position(value, id, definition, out).is_some();
        }
        for expr in rule.results {
            if let Some(id) = self.own_variable(expr, definition, &system.results) {
                system.results.push(id);
                continue;
            }
            let id = self.frame.system.add(None, Type::Type);
            system.results.push(id);
            is_valid &= self.position(expr, id, definition, out).is_some();
        }
        is_valid.then_some(system)
    }

    /// The variable for the type of a result, if it is written and no result before has
    /// it.
    fn own_variable(
        &self,
        expr: &Expr,
        definition: &Definition<'_>,
        taken: &[VariableId],
    ) -> Option<VariableId> {
        let name = match &expr.kind {
            ExprKind::Name(name) => name,
            ExprKind::Variable(VariableExpr {
                name: Some(name),
                constraints,
            }) if matches!(&constraints[..], [only] if matches!(only.kind, ConstraintKind::Type)) => {
                name
            }
            _ => return None,
        };
        let Some(Given::Value(Some(id))) = definition.parameters.get(&name.text) else {
            return None;
        };
        let is_type = self.frame.system.variables[id.index()].ty == Type::Type;
        (is_type && !taken.contains(id)).then_some(*id)
    }

    /// Adds what an expression says about the type or attribute `this`, in the place
    /// of which it stands.
    fn position(
        &mut self,
        expr: &Expr,
        this: VariableId,
        definition: &Definition<'_>,
        out: &mut Constraints,
    ) -> Option<()> {
        let (name, arguments) = match &expr.kind {
            ExprKind::Any => return Some(()),
            ExprKind::Variable(VariableExpr { name: None, .. }) => return Some(()),
            ExprKind::Name(name) => (Some(name), &[][..]),
            ExprKind::Valued(name, arguments) => (Some(name), &arguments[..]),
            _ => (None, &[][..]),
        };
        if let Some(name) = name
            && !definition.parameters.contains_key(&name.text)
        {
            let id = self.valued_predicate(name)?;
            let Some(predicate) = self.sema.predicate(id) else {
                self.frame.uses_errors = true;
                return None;
            };
            let definition = Some(definition);
            self.apply_expr(
                &predicate,
                Some(this),
                arguments,
                name.span,
                definition,
                out,
            );
            return Some(());
        }
        let ty = self.frame.system.variables[this.index()].ty;
        let other = self.argument(expr, Some(ty), Some(definition), out)?;
        self.equate(this, other, definition.at.unwrap_or(expr.span), out);
        Some(())
    }

    fn equate(&mut self, this: VariableId, other: Argument, span: Span, out: &mut Constraints) {
        let equality = self.sema.equality();
        let native = equality.native().expect("it has no definition");
        self.apply(&native, &equality, vec![Some(this), other], span, out);
    }
}

impl RuleDraft {
    /// Only literals have nodes.
    fn know_literals(&mut self) {
        let variables = self.draft.system.variables.iter_mut();
        for (variable, slot) in variables.zip(&self.draft.variables) {
            variable.is_known |= slot.node.is_some();
        }
    }
}

/// The variables that expressions define where they stand.
#[derive(Default)]
struct Found<'e> {
    variables: Vec<(&'e Ident, Type)>,
    errors: Vec<Diagnostic>,
}

impl<'e> Found<'e> {
    fn expr(&mut self, expr: &'e Expr) {
        match &expr.kind {
            ExprKind::Variable(variable) => {
                let Some(name) = &variable.name else { return };
                match kind_of_variable(&variable.constraints, expr.span) {
                    Ok(ty) => self.variables.push((name, ty)),
                    Err(problem) => self.errors.extend(problem.map(|error| *error)),
                }
            }
            ExprKind::Valued(_, parts) | ExprKind::Joined(_, parts) => {
                parts.iter().for_each(|part| self.expr(part));
            }
            ExprKind::Call(_, arguments) => arguments.iter().for_each(|part| self.expr(part)),
            ExprKind::Tuple(parts) => parts.iter().for_each(|part| self.expr(&part.value)),
            _ => {}
        }
    }
}

/// The types that a variable for a value has.
fn variable_types(variable: &VariableExpr) -> impl Iterator<Item = &Expr> {
    variable
        .constraints
        .iter()
        .filter_map(|one| match &one.kind {
            ConstraintKind::Value(ty) => ty.as_deref(),
            _ => None,
        })
}

/// Whether an operand of a rule is a range.
fn is_range(expr: &Expr) -> bool {
    let ExprKind::Variable(variable) = &expr.kind else {
        return false;
    };
    let mut constraints = variable.constraints.iter();
    constraints.any(|one| matches!(one.kind, ConstraintKind::ValueRange(_)))
}

/// A rule while an operation is created.
struct Creation<'d> {
    draft: &'d Draft,
    /// The operands whose types are variables. A type that nothing reads is not asked
    /// for.
    operands: Vec<Option<NodeId>>,
    values: Values,
    place: Span,
}

impl Creation<'_> {
    fn run(&mut self, body: &mut Body<'_, '_>, plan: &Plan) {
        let constraints = &self.draft.system.constraints;
        for step in &plan.steps {
            match step {
                Step::Check {
                    constraint,
                    captures,
                } => self.take(body, application(&constraints[*constraint]), captures),
                Step::Evaluate { constraint } => {
                    self.evaluate(body, application(&constraints[*constraint]));
                }
                Step::Or { .. } => unreachable!("nothing is derived from `or`"),
            }
        }
    }

    fn take(&mut self, body: &mut Body<'_, '_>, apply: &Apply, captures: &[Capture]) {
        let native = &self.draft.applications[apply.tag].native;
        let read = apply.read_by_check().flatten();
        let read: Vec<_> = read.map(|id| self.value(body, id)).collect();
        if native.is_equality {
            for capture in captures {
                self.values[capture.variable.index()] = Some(read[0]);
            }
            return;
        }
        let (Some(function), Some((_, positions))) = (&native.take, &native.capture) else {
            unreachable!("the plan says that the predicate captures here");
        };
        let kinds = positions.iter().map(|position| native.kinds[*position]);
        let kinds: Vec<_> = kinds.collect();
        if let Some(test) = &native.test {
            self.call(body, test, read.clone(), &[]);
        }
        let results = self.call(body, function, read, &kinds);
        for capture in captures {
            let mut all = positions.iter();
            let index = all.position(|position| *position == capture.position);
            let index = index.expect("the clause captures it");
            self.values[capture.variable.index()] = Some(results[index]);
        }
    }

    fn evaluate(&mut self, body: &mut Body<'_, '_>, apply: &Apply) {
        let native = &self.draft.applications[apply.tag].native;
        let this = apply.arguments[0].expect("a variable is evaluated");
        let read = apply.read_by_evaluation().flatten();
        let read: Vec<_> = read.map(|id| self.value(body, id)).collect();
        let node = match &native.evaluate {
            Some([_, rewrite]) => {
                let results = [self.draft.variables[this.index()].ty];
                self.call(body, rewrite, read, &results)[0]
            }
            None => read[0],
        };
        self.values[this.index()] = Some(node);
    }

    /// The node of a variable that has a value.
    fn value(&mut self, body: &mut Body<'_, '_>, id: VariableId) -> NodeId {
        if let Some(node) = self.values[id.index()] {
            return node;
        }
        let operand = self.operands[id.index()].expect("a step reads only what has a value");
        let node = body.type_of_value(operand, self.place);
        let node = node.expect("a rule fits if its operands are single ones");
        self.values[id.index()] = Some(node);
        node
    }

    fn call(
        &self,
        body: &mut Body<'_, '_>,
        function: &SmolStr,
        arguments: Vec<NodeId>,
        results: &[Type],
    ) -> Vec<NodeId> {
        body.call_native(Function {
            kind: CallKind::Rewrite,
            name: function.clone(),
            arguments,
            results,
            span: self.place,
        })
    }
}
