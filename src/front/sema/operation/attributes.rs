//! The attributes of operation expressions.

use crate::{
    base::diagnostic::{Diagnostic, closest},
    base::source::Span,
    contract::{PARENT, REGION_PREFIX},
    hir::{NodeId, NodeKind, OPERAND_SIZES, RESULT_SIZES, Type},
    ods::Operation,
    sema::{decl::Body, expr::Ty, index::EntityKind},
    syntax::ast::{Ident, NamedAttribute},
};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

impl Body<'_, '_> {
    pub(in crate::sema) fn attributes(
        &mut self,
        list: &[NamedAttribute],
        known: Option<&Operation>,
    ) -> Option<Vec<(SmolStr, NodeId)>> {
        let mut attributes = Vec::with_capacity(list.len());
        let mut failed = false;
        let mut given = FxHashMap::default();
        for attribute in list {
            failed |= !self.check_attribute_name(&attribute.name, &mut given);
            if let Some(known) = known {
                self.check_known_attribute(&attribute.name, known);
            }
            match self.attribute_value(attribute) {
                Some(node) => attributes.push((attribute.name.text.clone(), node)),
                None => failed = true,
            }
        }
        (!failed).then_some(attributes)
    }

    fn attribute_value(&mut self, attribute: &NamedAttribute) -> Option<NodeId> {
        let Some(value) = &attribute.value else {
            return Some(self.push(NodeKind::UnitAttribute, attribute.name.span));
        };
        let found = self.expr_for(value, Some(&Ty::Attribute))?;
        self.expect_kind(found, Type::Attribute, value.span)
    }

    /// `given` has the names before this one, each at its first place.
    fn check_attribute_name<'l>(
        &mut self,
        name: &'l Ident,
        given: &mut FxHashMap<&'l str, Span>,
    ) -> bool {
        if name.text.is_empty() {
            self.sema
                .error(name.span, "an attribute name cannot be empty");
            return false;
        }
        if let Some((what, help)) = reserved(&name.text) {
            let message = format!(
                "no attribute can have the name `{}`, by which IR says {what}",
                name.text
            );
            self.sema
                .report(Diagnostic::error(name.span, message).help(help));
            return false;
        }
        let previous = *given.entry(&name.text).or_insert(name.span);
        if previous == name.span {
            return true;
        }
        self.sema.report(
            Diagnostic::error(
                name.span,
                format!("the attribute `{}` is already given", name.text),
            )
            .note(previous, "it is first given here"),
        );
        false
    }

    /// Warns about an attribute that the definition does not have. Any operation
    /// may have attributes of the form `dialect.name`.
    fn check_known_attribute(&mut self, name: &Ident, known: &Operation) {
        let attributes = known.attributes.iter().map(|attribute| &attribute.name);
        let properties = known.properties.iter().map(|property| &property.name);
        let segments = [OPERAND_SIZES, RESULT_SIZES];
        let names = attributes
            .chain(properties)
            .map(SmolStr::as_str)
            .chain(segments);
        if names.clone().any(|known| known == name.text) {
            self.sema.used(name.span, known.span, EntityKind::Attribute);
            return;
        }
        if name.text.contains('.') {
            return;
        }
        let message = format!("`{}` has no attribute `{}`", known.name, name.text);
        self.warnings.push(
            Diagnostic::warning("unknown-attribute", name.span, message)
                .note(known.span, "the operation is defined here")
                .did_you_mean(name.span, closest(&name.text, names)),
        );
    }
}

/// What a name says in IR that no attribute can have, and how patterns say it.
fn reserved(name: &str) -> Option<(&'static str, &'static str)> {
    if name == PARENT {
        let help = "write the operation in a block of the one around it: `({ …; op<…>; … })`";
        return Some(("which block an operation is in", help));
    }
    let is_region = name.starts_with(REGION_PREFIX);
    let help = "write the regions after the result types: `op<…> -> (…) ({ … })`";
    is_region.then_some(("which regions an operation has", help))
}
