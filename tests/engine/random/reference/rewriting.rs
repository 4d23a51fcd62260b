//! What the rewrite of a pattern does.

use super::{
    matching::Bindings,
    program::{NewOperation, OperationId, Place, Program, Text, ValueId},
};
use crate::random::{
    definitions::{Definition, Group, definition},
    patterns::{AttributeMatch, Creation, Pattern, Replacement, Statement, TypeMatch, Values, Var},
};
use std::collections::BTreeMap;

/// Why a run ends with an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Problem {
    ErasedInUse,
    WrongNumber,
    OwnResult,
    MissingResult,
    NativeFails,
    /// An operation of a dialect is invalid at the end.
    Invalid,
}

/// The statements in the order in which they take effect: operations are erased
/// and replaced at the end, or before the next native function.
pub(crate) fn order(statements: &[Statement]) -> Vec<&Statement> {
    let (mut ordered, mut erasures) = (vec![], vec![]);
    for statement in statements {
        match statement {
            Statement::Replace { .. } | Statement::Erase(_) => erasures.push(statement),
            Statement::Create(_) => ordered.push(statement),
            Statement::SetAttribute { .. }
            | Statement::RemoveAttribute { .. }
            | Statement::ReplaceUses { .. } => {
                ordered.append(&mut erasures);
                ordered.push(statement);
            }
        }
    }
    ordered.append(&mut erasures);
    ordered
}

/// Whether a match can be rewritten: what the rewrite still needs must outlive
/// the operations that it erases, and it must not erase an operation twice.
pub(crate) fn can_rewrite(program: &Program, pattern: &Pattern, bindings: &Bindings) -> bool {
    let statements = order(&pattern.rewrite);
    let is_matched = |variable: Var| {
        let mut matched = pattern.matched.iter();
        matched.any(|matched| matched.operation == variable)
    };
    let mut erased = vec![];
    for (index, statement) in statements.iter().enumerate() {
        let (Statement::Erase(variable)
        | Statement::Replace {
            operation: variable,
            ..
        }) = statement
        else {
            continue;
        };
        if !is_matched(*variable) {
            continue;
        }
        let operation = bindings.operation(*variable);
        if erased.contains(&operation) {
            return false;
        }
        erased.push(operation);
        let mut needs = Needs {
            pattern,
            bindings,
            operations: vec![],
            values: vec![],
        };
        if let Statement::Replace { by, .. } = statement {
            needs.add_replacement(by);
        }
        for later in &statements[index + 1..] {
            needs.add(later);
        }
        let others = needs
            .operations
            .iter()
            .filter(|(needed, _)| needed != variable);
        let vanishes = |needed: OperationId| program.contains(operation, needed);
        if others.into_iter().any(|(_, needed)| vanishes(*needed))
            || needs
                .values
                .iter()
                .any(|value| vanishes(program.owner(*value)))
        {
            return false;
        }
    }
    true
}

/// What statements need of a match.
struct Needs<'p> {
    pattern: &'p Pattern,
    bindings: &'p Bindings,
    operations: Vec<(Var, OperationId)>,
    values: Vec<ValueId>,
}

impl Needs<'_> {
    fn add(&mut self, statement: &Statement) {
        match statement {
            Statement::Create(creation) => {
                self.add_root();
                creation
                    .operands
                    .iter()
                    .for_each(|values| self.add_values(values));
            }
            Statement::Replace { operation, by } => {
                self.add_operation(*operation);
                self.add_replacement(by);
            }
            Statement::Erase(operation) => self.add_operation(*operation),
            Statement::SetAttribute { operation, .. }
            | Statement::RemoveAttribute { operation, .. } => {
                self.add_root();
                self.add_operation(*operation);
            }
            Statement::ReplaceUses { before, after } => {
                self.add_root();
                self.add_values(before);
                self.add_values(after);
            }
        }
    }

    fn add_replacement(&mut self, by: &Replacement) {
        match by {
            Replacement::Operation(operation) => self.add_operation(*operation),
            Replacement::Values(values) => values.iter().for_each(|values| self.add_values(values)),
        }
    }

    fn add_values(&mut self, values: &Values) {
        match values {
            Values::Value(variable) | Values::Range(variable) => {
                self.values.extend(self.bindings.values(*variable));
            }
            Values::Result(operation, _)
            | Values::Group(operation, _)
            | Values::Results(operation) => {
                self.add_operation(*operation);
            }
            Values::Nothing => {}
        }
    }

    fn add_operation(&mut self, variable: Var) {
        let mut matched = self.pattern.matched.iter();
        if matched.any(|matched| matched.operation == variable) {
            let operation = self.bindings.operation(variable);
            self.operations.push((variable, operation));
        }
    }

    /// What is created has its place before the root.
    fn add_root(&mut self) {
        self.add_operation(self.pattern.root());
    }
}

/// Executes the rewrite of a match.
pub(crate) fn rewrite(
    program: &mut Program,
    pattern: &Pattern,
    bindings: &Bindings,
) -> Result<(), Problem> {
    let root = bindings.operation(pattern.root());
    let place = Place {
        block: program
            .operation(root)
            .block
            .expect("the root is in a block"),
        next: Some(root),
    };
    let mut rewriter = Rewriter {
        program,
        pattern,
        bindings,
        created: BTreeMap::new(),
        place,
        erasures: vec![],
    };
    for statement in &pattern.rewrite {
        rewriter.execute(statement)?;
    }
    rewriter.erase_pending()?;
    match uses_what_is_erased(program) {
        true => Err(Problem::ErasedInUse),
        false => Ok(()),
    }
}

fn uses_what_is_erased(program: &Program) -> bool {
    let present = program.present();
    let is_present = |value: &ValueId| present.contains(&program.owner(*value));
    let mut operations = present.iter().map(|id| program.operation(*id));
    operations.any(|operation| !operation.operands.iter().all(is_present))
}

struct Rewriter<'p> {
    program: &'p mut Program,
    pattern: &'p Pattern,
    bindings: &'p Bindings,
    created: BTreeMap<Var, OperationId>,
    /// Where the next operation is created.
    place: Place,
    /// What to erase later, and what to replace it with before.
    erasures: Vec<(OperationId, Option<Vec<ValueId>>)>,
}

impl Rewriter<'_> {
    fn execute(&mut self, statement: &Statement) -> Result<(), Problem> {
        match statement {
            Statement::Create(creation) => self.create(creation),
            Statement::Erase(variable) => {
                self.erasures.push((self.operation(*variable), None));
                Ok(())
            }
            Statement::Replace { operation, by } => {
                let values = match by {
                    Replacement::Operation(by) => {
                        self.program.operation(self.operation(*by)).results.clone()
                    }
                    Replacement::Values(values) => self.evaluate_all(values)?,
                };
                self.erasures
                    .push((self.operation(*operation), Some(values)));
                Ok(())
            }
            Statement::SetAttribute {
                operation,
                name,
                value,
            } => {
                self.erase_pending()?;
                let value = self.attribute(value);
                let operation = self.operation(*operation);
                let attributes = &mut self.program.operation_mut(operation).attributes;
                attributes.insert((*name).to_owned(), value);
                Ok(())
            }
            Statement::RemoveAttribute { operation, name } => {
                self.erase_pending()?;
                let operation = self.operation(*operation);
                self.program
                    .operation_mut(operation)
                    .attributes
                    .remove(*name);
                Ok(())
            }
            Statement::ReplaceUses { before, after } => {
                let (before, after) = (self.evaluate(before)?[0], self.evaluate(after)?[0]);
                self.erase_pending()?;
                self.replace_uses(before, after)
            }
        }
    }

    fn create(&mut self, creation: &Creation) -> Result<(), Problem> {
        let operands: Result<Vec<_>, _> = creation
            .operands
            .iter()
            .map(|one| self.evaluate(one))
            .collect();
        let operands = operands?;
        let types: Vec<_> = match &creation.types {
            Some(types) => types.iter().map(|r#type| self.types(r#type)).collect(),
            None => vec![self.types_of_replaced(creation.operation)],
        };
        let attributes = creation.attributes.iter();
        let attributes =
            attributes.map(|(name, value)| ((*name).to_owned(), self.attribute(value)));
        let mut attributes: BTreeMap<_, _> = attributes.collect();
        if let Some(definition) = definition(creation.name) {
            let operand_sizes: Vec<_> = operands.iter().map(Vec::len).collect();
            let result_sizes: Vec<_> = types.iter().map(Vec::len).collect();
            let sizes = [
                definition.operands.print_sizes(&operand_sizes),
                definition.results.print_sizes(&result_sizes),
            ];
            let sizes = sizes.into_iter().flatten();
            attributes.extend(sizes.map(|(name, sizes)| (name.to_owned(), sizes.into())));
        }
        let (operands, types) = (operands.concat(), types.concat());
        let new = NewOperation {
            name: creation.name.into(),
            operands,
            attributes,
            types,
        };
        let operation = self.program.insert(self.place, new);
        self.created.insert(creation.operation, operation);
        Ok(())
    }

    fn types(&self, r#type: &TypeMatch) -> Vec<Text> {
        match r#type {
            TypeMatch::Literal(text) => vec![(*text).into()],
            TypeMatch::Variable(variable) | TypeMatch::Range(variable) => {
                self.bindings.types(*variable)
            }
        }
    }

    /// The result types of the first operation that `creation` replaces.
    fn types_of_replaced(&self, creation: Var) -> Vec<Text> {
        let mut statements = self.pattern.rewrite.iter();
        let replaced = statements.find_map(|statement| match statement {
            Statement::Replace {
                operation,
                by: Replacement::Operation(by),
            } if *by == creation => Some(self.operation(*operation)),
            _ => None,
        });
        let results = replaced.map(|replaced| &self.program.operation(replaced).results);
        results.map_or(vec![], |results| self.program.types(results))
    }

    fn operation(&self, variable: Var) -> OperationId {
        match self.created.get(&variable) {
            Some(created) => *created,
            None => self.bindings.operation(variable),
        }
    }

    fn attribute(&self, value: &AttributeMatch) -> Text {
        match value {
            AttributeMatch::Literal(text) => (*text).into(),
            AttributeMatch::Variable(variable) => self.bindings.attribute(*variable),
        }
    }

    fn evaluate_all(&self, all: &[Values]) -> Result<Vec<ValueId>, Problem> {
        let mut values = vec![];
        for some in all {
            values.extend(self.evaluate(some)?);
        }
        Ok(values)
    }

    fn evaluate(&self, values: &Values) -> Result<Vec<ValueId>, Problem> {
        match values {
            Values::Value(variable) | Values::Range(variable) => {
                Ok(self.bindings.values(*variable))
            }
            Values::Result(variable, index) | Values::Group(variable, index) => {
                self.group(*variable, *index).ok_or(Problem::MissingResult)
            }
            Values::Nothing => Ok(vec![]),
            Values::Results(variable) => Ok(self
                .program
                .operation(self.operation(*variable))
                .results
                .clone()),
        }
    }

    /// A result, or a group of results of an operation with a definition.
    fn group(&self, variable: Var, index: usize) -> Option<Vec<ValueId>> {
        let operation = self.program.operation(self.operation(variable));
        let definition = self.definition(variable);
        let definition = definition.filter(|own| !own.results.has_fixed_place(index));
        let Some(definition) = definition else {
            return Some(vec![*operation.results.get(index)?]);
        };
        let attribute = |name: &str| operation.attributes.get(name).map(|text| text.to_string());
        let groups = definition.results.divide(&operation.results, attribute)?;
        // An optional result must be there.
        let fits = definition.results.groups[index] == Group::Variadic || groups[index].len() == 1;
        fits.then(|| groups[index].to_vec())
    }

    /// The definition of an operation that the pattern mentions by name.
    fn definition(&self, variable: Var) -> Option<&'static Definition> {
        let mut matched = self.pattern.matched.iter();
        let matched = matched.find(|matched| matched.operation == variable);
        if let Some(matched) = matched {
            return matched.definition();
        }
        let mut statements = self.pattern.rewrite.iter();
        statements.find_map(|statement| match statement {
            Statement::Create(creation) if creation.operation == variable => {
                definition(creation.name)
            }
            _ => None,
        })
    }

    fn replace_uses(&mut self, before: ValueId, after: ValueId) -> Result<(), Problem> {
        let has_type = self.program.value(before).r#type == self.program.value(after).r#type;
        let definition = self.program.definition(after);
        let is_circle =
            definition.is_some_and(|(id, _)| self.program.operation(id).operands.contains(&before));
        if before == after {
            return Ok(());
        }
        if !has_type || is_circle {
            return Err(Problem::NativeFails);
        }
        self.program.replace_uses(before, after);
        Ok(())
    }

    fn erase_pending(&mut self) -> Result<(), Problem> {
        for (operation, values) in std::mem::take(&mut self.erasures) {
            if let Some(values) = values {
                self.replace(operation, &values)?;
            }
            if self.place.next == Some(operation) {
                self.place.next = self.program.next(operation);
            }
            self.program.erase(operation);
        }
        Ok(())
    }

    fn replace(&mut self, operation: OperationId, values: &[ValueId]) -> Result<(), Problem> {
        let results = self.program.operation(operation).results.clone();
        if results.len() != values.len() {
            return Err(Problem::WrongNumber);
        }
        if values.iter().any(|value| results.contains(value)) {
            return Err(Problem::OwnResult);
        }
        for (result, value) in results.iter().zip(values) {
            self.program.replace_uses(*result, *value);
        }
        Ok(())
    }
}
