//! Operations as PDLL.

use super::{
    groups, literals, pdll_names,
    printer::{Place, Printer, Unsayable, list},
};
use crate::{
    base::diagnostic::count,
    front::hir::{NodeId, NodeKind, OPERAND_SIZES, Operation},
    front::ods::{Arity, Group},
};

impl Printer<'_, '_, '_> {
    /// An operation with all of its parts.
    pub(super) fn operation(&mut self, node: NodeId) -> Result<String, Unsayable> {
        let operation = self.form.operation(node).expect("the caller knows it");
        let name = operation.name.as_deref().unwrap_or_default();
        let operands = self.operands(node, operation)?.unwrap_or_default();
        let mut text = ["op<", name, ">", &operands].concat();
        let attributes = self.attributes(node, operation)?;
        if !attributes.is_empty() {
            text += &list(" {", &attributes, "}");
        }
        if let Some(types) = self.result_types(node, operation)? {
            text += &list(" -> (", &types, ")");
        }
        Ok(text)
    }

    fn operands(
        &mut self,
        node: NodeId,
        operation: &Operation,
    ) -> Result<Option<String>, Unsayable> {
        let form = self.form;
        let is_matched = !form.is_created(node);
        let definition = form.definition(node);
        let is_fixed = operation
            .attributes
            .iter()
            .any(|(name, _)| name == OPERAND_SIZES);
        let has_names = operation.operands.iter().any(|one| self.has_own_name(*one));
        if is_matched && !is_fixed && !has_names && form.has_any_operands(node) {
            return Ok(None);
        }
        let Some(definition) = definition else {
            let each = operation.operands.iter();
            let each: Result<Vec<_>, _> = each
                .map(|one| self.expression(*one, Place::Converted))
                .collect();
            return Ok(Some(list("(", &each?, ")")));
        };
        if definition.operands.is_empty() {
            return Ok(None);
        }
        let Some(groups) = groups::of_operands(form, node) else {
            let name = &definition.name;
            return Err(format!("the groups of operands of `{name}` are not known"));
        };
        let mut elements = Vec::new();
        for (values, group) in std::iter::zip(groups, &definition.operands) {
            elements.push(match is_matched {
                true => self.matched_group(&values, group, is_fixed)?,
                false => self.created_group(&values)?,
            });
        }
        if !is_matched && definition.operands.len() == 1 && operation.operands.is_empty() {
            elements.clear();
        }
        Ok(Some(list("(", &elements, ")")))
    }

    fn matched_group(
        &mut self,
        values: &[NodeId],
        group: &Group,
        is_fixed: bool,
    ) -> Result<String, Unsayable> {
        let is_variable = |node: &NodeId| {
            let kind = self.form.kind(*node);
            matches!(kind, NodeKind::Operand { .. } | NodeKind::Operands { .. })
        };
        match values {
            [one] if group.arity == Arity::Single || (!is_fixed && is_variable(one)) => {
                self.expression(*one, Place::Converted)
            }
            _ => {
                let values = values.iter();
                let values: Result<Vec<_>, _> = values
                    .map(|value| self.expression(*value, Place::Converted))
                    .collect();
                Ok(list("(", &values?, ")"))
            }
        }
    }

    fn created_group(&mut self, values: &[NodeId]) -> Result<String, Unsayable> {
        match values {
            [one] => self.expression(*one, Place::Converted),
            _ => {
                let values = values.iter();
                let values: Result<Vec<_>, _> = values
                    .map(|value| self.expression(*value, Place::Exact))
                    .collect();
                Ok(list("(", &values?, ")"))
            }
        }
    }

    fn attributes(
        &mut self,
        node: NodeId,
        operation: &Operation,
    ) -> Result<Vec<String>, Unsayable> {
        let form = self.form;
        let mut list = Vec::new();
        for (name, value) in &operation.attributes {
            if !form.is_created(node) && name == OPERAND_SIZES {
                // The tuples of operands say it.
                continue;
            }
            let shown = match pdll_names::is_safe(name) {
                true => name.to_string(),
                false => literals::quoted(name),
            };
            let is_unit = match form.kind(*value) {
                NodeKind::UnitAttribute => true,
                NodeKind::AttributeLiteral(literal) => form.texts.attribute(*literal) == "unit",
                _ => false,
            };
            list.push(match is_unit {
                true => shown,
                false => shown + " = " + &self.expression(*value, Place::Converted)?,
            });
        }
        Ok(list)
    }

    fn result_types(
        &mut self,
        node: NodeId,
        operation: &Operation,
    ) -> Result<Option<Vec<String>>, Unsayable> {
        let Some(types) = &operation.result_types else {
            return Ok(None);
        };
        let form = self.form;
        if !form.is_created(node) && !form.is_divided(node) && form.has_any_results(node) {
            return Ok(None);
        }
        if let Some(definition) = form.definition(node)
            && definition.results.len() != types.len()
        {
            let (name, types) = (&definition.name, count(types.len(), "type"));
            let results = count(definition.results.len(), "result");
            return Err(format!(
                "it gives {types} to `{name}`, which has {results} in its definition"
            ));
        }
        let types: Result<_, _> = types
            .iter()
            .map(|ty| self.expression(*ty, Place::Converted))
            .collect();
        types.map(Some)
    }
}
