//! Constraints: those of arguments, and those of whole rules.

use super::{
    Analysis,
    matching::Match,
    result_types::has_types_of_operands,
    rule_code::Placeholder,
    snippet::{Function, Snippet},
    symbols::Symbol,
};
use crate::{
    hir::{Builder, Call, CallKind, Native, NativeBody, NodeId, Type},
    ods::{
        Subject,
        rules::{ConstraintRecord, Dag, RecordId, RecordKind, Value},
    },
};
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

/// The constraint of a rule may be about as many entities as MLIR allows.
const MAX_ENTITIES: usize = 4;

impl<'a> Analysis<'a> {
    /// The names whose types the rule constrains or uses.
    pub(super) fn typed_names(&self) -> FxHashSet<SmolStr> {
        let mut names = FxHashSet::default();
        constrained_names(&self.rule.source, &mut names);
        for result in self.rule.results.iter().chain(&self.rule.supplemental) {
            self.names_with_used_types(result, &mut names);
        }
        for constraint in &self.rule.constraints {
            if let RecordKind::Type(_) = self.kind(constraint.operator) {
                names.extend(
                    constraint
                        .arguments
                        .iter()
                        .filter_map(|one| one.name.clone()),
                );
            }
        }
        names
    }

    /// Adds the names whose types an operation that the rule creates has.
    fn names_with_used_types(&self, dag: &Dag, names: &mut FxHashSet<SmolStr>) {
        let is_return_type = self.is_directive(dag.operator, "returnType");
        let has_first = match self.kind(dag.operator) {
            RecordKind::Operation(record) => has_types_of_operands(self.definition(record)),
            _ => false,
        };
        for (index, argument) in dag.arguments.iter().enumerate() {
            match &argument.value {
                Value::Dag(inner) => self.names_with_used_types(inner, names),
                Value::Unset if is_return_type || (has_first && index == 0) => {
                    names.extend(argument.name.clone());
                }
                _ => {}
            }
        }
    }

    /// Adds the constraints of the rule.
    pub(super) fn conditions(&mut self, section: &mut Match<'a>, root: NodeId) -> Option<()> {
        let mut is_valid = true;
        for dag in &self.rule.constraints {
            let valid = match self.kind(dag.operator) {
                RecordKind::Type(_) => self.type_condition(section, dag),
                RecordKind::Constraint(constraint) => {
                    self.condition(section, root, dag, constraint)
                }
                _ => {
                    let name = &self.rules.record(dag.operator).name;
                    self.error(format!("expected a constraint of types or of any entities in the constraints of the rule, found `{name}`"));
                    None
                }
            };
            is_valid &= valid.is_some();
        }
        is_valid.then_some(())
    }

    /// A constraint of the type of one entity.
    fn type_condition(&mut self, section: &mut Match<'a>, dag: &Dag) -> Option<()> {
        let names = self.names(dag)?;
        let [name] = names[..] else {
            let found = names.len();
            let constraint = &self.rules.record(dag.operator).name;
            self.error(format!(
                "expected one name after the constraint `{constraint}` of a type, found {found}"
            ));
            return None;
        };
        let (symbol, index) = self.find(&section.symbols, name)?;
        let types = match symbol {
            Symbol::Operand(operand) => operand.ty.into_iter().collect(),
            Symbol::Operation(operation) => match index {
                Some(index) => vec![operation.types[index]],
                None => operation.types.clone(),
            },
            Symbol::Attribute(_)
            | Symbol::Optional(_)
            | Symbol::Property(_)
            | Symbol::Values(_) => Vec::new(),
        };
        let is_single = |ty: &NodeId| section.nodes.builder.ty(*ty) == Some(Type::Type);
        let [ty] = types[..] else {
            self.error(format!(
                "expected a single value in place of `${name}`, whose type can be constrained"
            ));
            return None;
        };
        if !is_single(&ty) {
            self.error(format!(
                "`${name}` may be any number of values, which a constraint of one type does not fit"
            ));
            return None;
        }
        self.type_constraint(section, dag.operator, ty)
    }

    /// The names after a constraint.
    fn names<'d>(&mut self, dag: &'d Dag) -> Option<Vec<&'d str>> {
        let name = |argument: &'d crate::ods::rules::Argument| match argument.value {
            Value::Unset => argument.name.as_deref(),
            _ => None,
        };
        let names: Option<Vec<_>> = dag.arguments.iter().map(name).collect();
        if names.is_none() {
            let name = &self.rules.record(dag.operator).name;
            self.error(format!(
                "expected names of the source pattern after the constraint `{name}`"
            ));
        }
        names
    }

    /// A constraint in C++ of any entities.
    fn condition(
        &mut self,
        section: &mut Match<'a>,
        root: NodeId,
        dag: &Dag,
        constraint: &ConstraintRecord,
    ) -> Option<()> {
        let names = self.names(dag)?;
        let record = self.rules.record(dag.operator);
        if names.len() > MAX_ENTITIES {
            let found = names.len();
            self.error(format!(
                "the constraint `{}` has more than {MAX_ENTITIES} entities: {found}",
                record.name
            ));
            return None;
        }
        let mut snippet = Snippet::default();
        let Match { nodes, symbols, .. } = section;
        let mut entities = Vec::new();
        for name in names {
            entities.push(self.entity(nodes, symbols, &mut snippet, name)?);
        }
        let itself = match &dag.name {
            Some(name) => Some(self.entity(nodes, symbols, &mut snippet, name)?),
            None => None,
        };
        let condition =
            self.substituted(&constraint.condition, entities.len(), |part| match part {
                Placeholder::Special("_self") => itself.clone(),
                Placeholder::Special("_builder") => Some("rewriter".into()),
                Placeholder::Special(_) => None,
                Placeholder::Argument(index) => entities.get(index).cloned(),
            })?;
        if !snippet.has_parameters() {
            // PDL cannot call a function without arguments.
            snippet.parameter(root, Type::Operation, None);
        }
        snippet.statement(&format!("return ::llvm::success({condition});"));
        let name = record.title(&constraint.condition);
        let function = Function::constraint(&name, record.span);
        self.call(&mut nodes.builder, function, snippet);
        Some(())
    }

    /// Demands a constraint of a type.
    pub(super) fn type_constraint(
        &mut self,
        section: &mut Match<'a>,
        constraint: RecordId,
        ty: NodeId,
    ) -> Option<()> {
        let RecordKind::Type(record) = self.kind(constraint) else {
            let name = &self.rules.record(constraint).name;
            self.error(format!(
                "expected a constraint of types for an operand, found `{name}`"
            ));
            return None;
        };
        self.predicate(
            &mut section.nodes.builder,
            constraint,
            record,
            ty,
            Subject::Type,
        );
        Some(())
    }

    /// Demands a constraint of an attribute.
    pub(super) fn attribute_constraint(
        &mut self,
        section: &mut Match<'a>,
        constraint: RecordId,
        attribute: NodeId,
    ) -> Option<()> {
        let RecordKind::Attribute(record) = self.kind(constraint) else {
            let name = &self.rules.record(constraint).name;
            self.error(format!(
                "expected a constraint of attributes, found `{name}`"
            ));
            return None;
        };
        let subject = Subject::Attribute;
        self.predicate(
            &mut section.nodes.builder,
            constraint,
            &record.constraint,
            attribute,
            subject,
        );
        Some(())
    }

    fn predicate(
        &mut self,
        builder: &mut Builder,
        constraint: RecordId,
        demanded: &ConstraintRecord,
        entity: NodeId,
        subject: Subject,
    ) {
        if demanded.condition.trim().trim_matches(['(', ')']) == "true" {
            return;
        }
        let record = self.rules.record(constraint);
        let function = self.natives.predicate(constraint, || Native {
            name: record.title(&demanded.condition),
            is_constraint: true,
            returns_outcome: false,
            span: record.span,
            body: NativeBody::Predicate {
                subject,
                predicate: demanded.predicate.clone(),
                condition: demanded.condition.clone(),
                by_name: demanded.by_name.clone(),
            },
        });
        let kind = match subject {
            Subject::Attribute => Type::Attribute,
            Subject::Type => Type::Type,
            Subject::Operation => Type::Operation,
        };
        self.push_call(
            builder,
            Call {
                kind: CallKind::Constraint,
                function,
                arguments: vec![entity],
                parameters: vec![kind],
                results: Vec::new(),
            },
        );
    }
}

/// Adds the names of arguments that have constraints.
fn constrained_names(dag: &Dag, names: &mut FxHashSet<SmolStr>) {
    for argument in &dag.arguments {
        match &argument.value {
            Value::Dag(inner) => constrained_names(inner, names),
            Value::Record(_) => names.extend(argument.name.clone()),
            _ => {}
        }
    }
}
