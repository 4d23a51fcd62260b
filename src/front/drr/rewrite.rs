//! The rewrite section of a rule.
//!
//! The last values that the result trees make replace those of the root: as many
//! as it has. Trees before these make auxiliary operations. Supplemental ones run after
//! all of these, and before the replacement: they may still use the root.

use super::{
    Analysis,
    choices::Choice,
    matching::Match,
    shape::Source,
    symbols::{Symbol, split},
};
use crate::{
    base::diagnostic::{Diagnostics, count},
    hir::{self, MAX_BENEFIT, NodeId, NodeKind, Pattern, Replacement},
    ods::{
        Arity,
        rules::{Dag, RecordKind, Value},
    },
};
use std::ops::Range;

/// What becomes of the values of a result tree.
#[derive(Debug, Clone, Copy)]
pub(super) enum Place {
    /// Nothing, unless it has a name.
    Auxiliary,
    /// They replace results of the root from this one on.
    Replacement(usize),
    /// They are a group of operands.
    Operands(Arity),
    /// It is an attribute.
    Attribute,
    /// It is a type.
    Type,
}

impl<'a> Analysis<'a> {
    /// The pattern that a rule means, in one of its forms.
    pub(super) fn pattern(
        &mut self,
        source: &Source<'a>,
        choice: Choice,
        number: usize,
    ) -> Option<Pattern> {
        let span = self.rule.span;
        let (mut section, root) = self.match_section(source, choice)?;
        section.nodes.builder.start_rewrite(root, span);
        self.rewrite_section(&mut section, source, root)?;
        let mut pattern = section
            .nodes
            .builder
            .finish(span, self.ods, self.diagnostics);
        pattern.benefit = self.benefit(pattern.benefit)?;
        if let Some(name) = &self.rule.name {
            pattern.name = Some(self.natives.pattern_name(name));
            if number > 0 {
                // Each form of a rule is selected by the name of the rule.
                pattern.labels.push(name.to_string());
            }
        }
        let mut mistakes = Diagnostics::default();
        hir::check::check(&pattern, self.ods, self.host, &mut mistakes);
        for mut mistake in mistakes.take_sorted() {
            if mistake.help.as_deref() == Some(hir::check::WRITE_TYPES) {
                mistake.help = Some("write `(returnType …)` as the last argument of it".to_owned());
            }
            self.report(mistake);
        }
        Some(pattern)
    }

    /// The benefit of the rule, whose source has as many operations.
    fn benefit(&mut self, operations: u16) -> Option<u16> {
        let dag = &self.rule.benefit;
        let added = match (
            &dag.arguments[..],
            self.is_directive(dag.operator, "addBenefit"),
        ) {
            ([argument], true) => match argument.value {
                Value::Number(number) => Some(number),
                _ => None,
            },
            _ => None,
        };
        let Some(added) = added else {
            self.error("expected `(addBenefit N)` with one number as the added benefit");
            return None;
        };
        let benefit = i64::from(operations).saturating_add(added);
        let valid = u16::try_from(benefit)
            .ok()
            .filter(|benefit| *benefit <= MAX_BENEFIT);
        if valid.is_none() {
            self.error(format!(
                "the benefit of this rule is {benefit}, expected 0 to {MAX_BENEFIT}: {} and {added}",
                count(usize::from(operations), "operation")
            ));
        }
        valid
    }

    fn rewrite_section(
        &mut self,
        section: &mut Match<'a>,
        source: &Source<'a>,
        root: NodeId,
    ) -> Option<()> {
        let replaced = source.definition.results.len();
        let places = self.places(replaced)?;
        let mut values = Vec::new();
        for (dag, place) in std::iter::zip(&self.rule.results, places) {
            let made = self.result(section, dag, place)?;
            if let Place::Replacement(_) = place {
                values.extend(made);
            }
        }
        for dag in &self.rule.supplemental {
            self.result(section, dag, Place::Auxiliary)?;
        }
        let operation = root;
        let last = if replaced == 0 {
            NodeKind::Erase { operation }
        } else {
            let with = Replacement::Values(values);
            NodeKind::Replace { operation, with }
        };
        section.nodes.builder.push(last, self.rule.span);
        Some(())
    }

    /// The place of each result tree. The last trees with values replace the results of
    /// the root; trees without values replace nothing, wherever they stand.
    fn places(&mut self, replaced: usize) -> Option<Vec<Place>> {
        let mut offset = replaced as i64;
        let mut places = Vec::new();
        for dag in self.rule.results.iter().rev() {
            let before = offset;
            let values = self.value_count(dag);
            offset -= values as i64;
            if offset < 0 && before > 0 {
                let name = self.operator(dag);
                self.error_with_help(
                    format!("some results of `{name}` would replace those of the root, and others not"),
                    "give it a name, and write `(replaceWithValue …)` for each value that replaces one",
                );
                return None;
            }
            places.push(match usize::try_from(offset) {
                Ok(first) if values > 0 => Place::Replacement(first),
                _ => Place::Auxiliary,
            });
        }
        if offset > 0 {
            let found = replaced as i64 - offset;
            let name = self.operator(&self.rule.source);
            let expected = count(replaced, "value");
            self.error(format!(
                "expected {expected} to replace the results of `{name}`, found {found}"
            ));
            return None;
        }
        places.reverse();
        Some(places)
    }

    /// The name of the operation at the root of a tree, or that of its record.
    fn operator(&self, dag: &Dag) -> &'a str {
        match self.kind(dag.operator) {
            RecordKind::Operation(record) => &record.name,
            _ => &self.rules.record(dag.operator).name,
        }
    }

    /// How many values a result tree makes.
    fn value_count(&self, dag: &Dag) -> usize {
        match self.kind(dag.operator) {
            RecordKind::Operation(record) => match dag.name.as_deref().map(split) {
                Some((_, Some(_))) => 1,
                _ => self.definition(record).results.len(),
            },
            RecordKind::NativeCall { returns, .. } => usize::try_from(*returns).unwrap_or(0),
            _ => 1,
        }
    }

    /// Adds what a result tree says. Returns its values, or the attribute or type
    /// that it makes.
    pub(super) fn result(
        &mut self,
        section: &mut Match<'a>,
        dag: &'a Dag,
        place: Place,
    ) -> Option<Vec<NodeId>> {
        match self.kind(dag.operator) {
            RecordKind::Operation(record) => Some(self.create(section, dag, record, place)?.values),
            RecordKind::NativeCall { code, returns } => {
                self.native_result(section, dag, code, *returns, place)
            }
            _ if self.is_directive(dag.operator, "replaceWithValue") => {
                self.existing_value(section, dag, place)
            }
            _ => {
                let name = &self.rules.record(dag.operator).name;
                self.error(format!(
                    "expected an operation or a call of C++ in the result pattern, found `{name}`"
                ));
                None
            }
        }
    }

    /// The values of `(replaceWithValue $x)`.
    fn existing_value(
        &mut self,
        section: &mut Match<'a>,
        dag: &Dag,
        place: Place,
    ) -> Option<Vec<NodeId>> {
        if dag.name.is_some() {
            self.error("`replaceWithValue` makes no value, so that it cannot have a name");
            return None;
        }
        match &dag.arguments[..] {
            [argument] if matches!(argument.value, Value::Unset) => {
                let name = argument.name.as_deref().unwrap_or_default();
                if matches!(place, Place::Auxiliary)
                    && let (Symbol::Operation(operation), _) = self.find(&section.symbols, name)?
                    && operation.definition.results.is_empty()
                {
                    // It replaces nothing: the root has no results, either.
                    return Some(Vec::new());
                }
                let values = self.values(section, name)?;
                if values.len() > 1 {
                    let found = values.len();
                    self.error_with_help(
                        format!("`${name}` stands for {found} results, expected one"),
                        format!("write `(replaceWithValue ${name}__0)` and so on"),
                    );
                    return None;
                }
                Some(values)
            }
            _ => {
                self.error("expected one name in `replaceWithValue`");
                None
            }
        }
    }

    /// The values that a name stands for.
    pub(super) fn values(&mut self, section: &mut Match<'a>, name: &str) -> Option<Vec<NodeId>> {
        let Match { nodes, symbols, .. } = section;
        let (symbol, index) = self.find(symbols, name)?;
        match symbol {
            Symbol::Operand(operand) => Some(vec![operand.node]),
            Symbol::Operation(operation) if operation.definition.results.is_empty() => {
                self.error(format!(
                    "`${name}` is an operation without results, expected values"
                ));
                None
            }
            Symbol::Operation(operation) => Some(match index {
                Some(index) => vec![nodes.result(operation, index, self.rule.span)],
                None => nodes.results(operation, self.rule.span),
            }),
            Symbol::Values(values) => {
                let range: Range<usize> = index.map_or(0..values.len(), |index| index..index + 1);
                Some(values[range].to_vec())
            }
            Symbol::Attribute(_) | Symbol::Optional(_) | Symbol::Property(_) => {
                self.error_with_help(
                    format!("`${name}` is an attribute, expected a value"),
                    "create an operation with this attribute that has a constant as its result",
                );
                None
            }
        }
    }
}
