//! The match section of a pattern as PDLL.

use super::{
    groups, pdll_names,
    printer::{Place, Printer, Unsayable, list},
};
use crate::{
    front::contract::TYPE_OF,
    front::hir::{Call, CallKind, NodeId, NodeKind, Type},
    front::ods::{Arity, Group},
};
use smol_str::{SmolStr, format_smolstr};

impl Printer<'_, '_, '_> {
    /// Prints the statements of the match section.
    pub(super) fn match_section(&mut self) -> Result<(), Unsayable> {
        self.find_hints();
        self.attach_checks()?;
        let form = self.form;
        let matched = || (0..form.rewrite_start as u32).map(NodeId);
        for node in matched() {
            if form.operation(node).is_some() && self.has_name(node) {
                let expression = self.operation(node)?;
                self.let_statement(node, "", expression);
            }
        }
        for node in matched() {
            if let NodeKind::Call(call) = form.kind(node) {
                self.match_call(node, call)?;
            }
        }
        Ok(())
    }

    /// Whether an operation of the match section is a variable, and not a part of the
    /// expression that uses it.
    fn has_name(&self, node: NodeId) -> bool {
        node == self.form.root || self.has_own_name(node) || self.form.mentions(node) != 1
    }

    /// A statement that defines a variable.
    pub(super) fn let_statement(&mut self, node: NodeId, constraint: &str, value: String) {
        let name = self.name(node);
        self.known[node.index()].is_defined = true;
        let statement = ["let ", &name, constraint, " = ", &value, ";\n"].concat();
        self.statements.push(statement);
    }

    /// Names things as the definitions of their operations do.
    fn find_hints(&mut self) {
        let form = self.form;
        for node in form.ids().take(form.rewrite_start) {
            let (Some(operation), Some(definition)) = (form.operation(node), form.definition(node))
            else {
                continue;
            };
            let divided = groups::of_operands(form, node).unwrap_or_default();
            for (values, group) in std::iter::zip(divided, &definition.operands) {
                for value in values {
                    self.hint(value, &group.name);
                    let own = form.nodes[value.index()].name.as_ref();
                    let of_value = own.unwrap_or(&group.name);
                    if let NodeKind::Operand { ty: Some(ty) } = form.kind(value) {
                        self.hint(*ty, &format_smolstr!("{of_value}Type"));
                    }
                }
            }
            for (name, value) in &operation.attributes {
                self.hint(*value, name);
            }
            let types = operation.result_types.as_deref().unwrap_or_default();
            if types.len() == definition.results.len() {
                for (ty, group) in std::iter::zip(types, &definition.results) {
                    self.hint(*ty, &type_name(group));
                }
            }
        }
    }

    fn hint(&mut self, node: NodeId, name: &SmolStr) {
        if !name.is_empty() {
            let hint = &mut self.known[node.index()].hint;
            hint.get_or_insert_with(|| name.clone());
        }
    }

    /// Finds the conditions that stand in the lists of variables.
    fn attach_checks(&mut self) -> Result<(), Unsayable> {
        let form = self.form;
        for node in form.ids().take(form.rewrite_start) {
            if let NodeKind::Call(call) = form.kind(node)
                && self.is_check(call)
            {
                let callee = self.callee(call)?;
                if callee.is_predicate {
                    let argument = call.arguments[0].index();
                    self.known[argument].checks.push(callee.name);
                }
            }
        }
        Ok(())
    }

    /// Whether a call may be a condition in the list of a variable.
    fn is_check(&self, call: &Call) -> bool {
        let ([argument], CallKind::Constraint, []) =
            (&call.arguments[..], call.kind, &call.results[..])
        else {
            return false;
        };
        matches!(
            self.form.kind(*argument),
            NodeKind::Type | NodeKind::Attribute { .. } | NodeKind::CallResult { .. }
        )
    }

    /// A variable of the match section, which its first mention defines.
    pub(super) fn variable(&mut self, node: NodeId) -> Result<String, Unsayable> {
        let known = &mut self.known[node.index()];
        let checks = known.checks.clone();
        if std::mem::replace(&mut known.is_defined, true) {
            return Ok(self.name(node).to_string());
        }
        let form = self.form;
        let is_named = self.has_own_name(node) || form.mentions(node) > 1 + checks.len();
        let name = match is_named {
            true => self.name(node),
            false => "_".into(),
        };
        let (core, mut all) = match form.kind(node) {
            NodeKind::Operand { ty } => ("Value", self.type_of_variable(*ty)?),
            NodeKind::Operands { ty } => ("ValueRange", self.type_of_variable(*ty)?),
            NodeKind::Attribute { ty } => ("Attr", self.type_of_variable(*ty)?),
            NodeKind::Types => ("TypeRange", TypeOfVariable::default()),
            _ => ("Type", TypeOfVariable::default()),
        };
        let core = core.to_owned() + &all.written.take().unwrap_or_default();
        let is_implied = !checks.is_empty();
        all.checks.extend(checks);
        let mut parts: Vec<_> = all.checks.iter().map(|check| check.to_string()).collect();
        if !is_implied {
            parts.insert(0, core);
        }
        let constraint = match parts.len() {
            1 => parts.remove(0),
            _ => list("[", &parts, "]"),
        };
        Ok([&name, ": ", &constraint].concat())
    }

    /// What the constraint of a variable says about its type.
    fn type_of_variable(&mut self, ty: Option<NodeId>) -> Result<TypeOfVariable, Unsayable> {
        let Some(ty) = ty else {
            return Ok(TypeOfVariable::default());
        };
        let known = &mut self.known[ty.index()];
        let checks = known.checks.clone();
        if !known.is_defined && matches!(self.form.kind(ty), NodeKind::Type) {
            let is_used = self.form.mentions(ty) > 1 + checks.len();
            if !is_used {
                known.is_defined = true;
                return Ok(TypeOfVariable {
                    written: None,
                    checks,
                });
            }
            // The checks are those of the value.
            known.checks.clear();
            let written = self.variable(ty)?;
            return Ok(TypeOfVariable {
                written: Some(["<", &written, ">"].concat()),
                checks,
            });
        }
        let written = self.expression(ty, Place::Converted)?;
        Ok(TypeOfVariable {
            written: Some(["<", &written, ">"].concat()),
            checks: Vec::new(),
        })
    }

    /// A call of the match section, unless it stands in the list of a variable.
    fn match_call(&mut self, node: NodeId, call: &Call) -> Result<(), Unsayable> {
        if call.function == TYPE_OF || (self.is_check(call) && self.callee(call)?.is_predicate) {
            return Ok(());
        }
        let expression = self.call(call)?;
        if call.results.is_empty() || self.form.mentions(node) == 0 {
            let statement = format!("{expression};\n");
            self.statements.push(statement);
            return Ok(());
        }
        let result = self.form.result_of(node);
        if let ([ty], Some(result)) = (&call.results[..], result) {
            let name = self.form.nodes[result.index()].name.clone();
            self.suggest(node, name);
            let constraint = self.constraint_of_result(result, *ty);
            self.let_statement(node, &constraint, expression);
        } else {
            let function = pdll_names::of_function(&self.callee(call)?.name);
            self.suggest(node, Some(function.into()));
            self.let_statement(node, "", expression);
            self.name_results(node)?;
        }
        Ok(())
    }

    /// Names those of the results of a call that have names in the rule, or conditions.
    fn name_results(&mut self, call: NodeId) -> Result<(), Unsayable> {
        let form = self.form;
        for node in form.ids().take(form.rewrite_start) {
            let NodeKind::CallResult { call: of, ty, .. } = form.kind(node) else {
                continue;
            };
            let constraint = self.constraint_of_result(node, *ty);
            if *of == call && (self.has_own_name(node) || !constraint.is_empty()) {
                let result = self.expression(node, Place::Converted)?;
                self.let_statement(node, &constraint, result);
            }
        }
        Ok(())
    }

    /// The constraint of a variable for the result of a call.
    fn constraint_of_result(&self, result: NodeId, ty: Type) -> String {
        let form = self.form;
        let mut checks = self.known[result.index()].checks.clone();
        let mut list = Vec::new();
        for node in form.ids().take(form.rewrite_start) {
            if let NodeKind::Call(call) = form.kind(node)
                && call.function == TYPE_OF
                && call.arguments == [result]
                && let Some(ty) = self.form.result_of(node)
            {
                checks.extend(self.known[ty.index()].checks.iter().cloned());
                list = vec![SmolStr::from("Value")];
            }
        }
        list.extend(checks);
        match &list[..] {
            [] => String::new(),
            [one] if ty != Type::Value => format!(": {one}"),
            several => format!(": [{}]", several.join(", ")),
        }
    }
}

/// What the constraint of a variable says about its type.
#[derive(Default)]
struct TypeOfVariable {
    /// The type in `<…>`.
    written: Option<String>,
    checks: Vec<SmolStr>,
}

/// The name of a variable for the types of a group of results.
fn type_name(group: &Group) -> SmolStr {
    let end = match group.arity {
        Arity::Single => "Type",
        Arity::Optional | Arity::Variadic => "Types",
    };
    let plain = ["", "res", "results", "output", "outputs"];
    match plain.contains(&group.name.as_str()) {
        true => format_smolstr!("result{end}"),
        false => format_smolstr!("{}{end}", group.name),
    }
}
