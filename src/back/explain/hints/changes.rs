//! What in the program would have to change so that a pattern matches. Each change is
//! tried on a copy of the program, and taken back.

use super::{Miss, Trials};
use crate::{
    back::explain::{name_of, question::are_of_one_rule, report::Hint},
    back::graph::pattern::{Node, NodeId},
    back::reference::{PartId, Step, Tested},
    base::diagnostic::closest,
    mlir::ffi::{
        entity::{self, Definition, Entity},
        program::List,
    },
};
use melior::ir::{OperationRef, Value, operation::OperationLike};

impl<'a> Miss<'_, '_, 'a> {
    /// An operation whose operands may change places.
    pub(super) fn swapped(&self, trials: &Trials<'a>) -> Option<Hint> {
        let operations = self.record.parts.iter().filter_map(|part| match part {
            part if !matches!(part.step, Step::Root | Step::Definition) => None,
            part => match part.entity {
                Some(Entity::Operation(operation)) => Some(operation),
                _ => None,
            },
        });
        let mut commutative = operations.filter(|operation| {
            operation.operand_count() == 2 && entity::is_commutative(*operation)
        });
        commutative.find_map(|operation| {
            let (root, copy) = (trials.copy_of(self.root)?, trials.copy_of(operation)?);
            let [first, second] = entity::operands(copy)[..] else {
                return None;
            };
            let set = |[first, second]: [_; 2]| {
                entity::set_operand(copy, 0, first);
                entity::set_operand(copy, 1, second);
            };
            set([second, first]);
            let matches = self.matches_with(root, None);
            set([first, second]);
            let name = name_of(operation);
            (matches && !self.is_matched_by_its_rule()).then(|| Hint {
                kind: "swapped-operands",
                message: format!(
                    "it matches with the operands of `{name}` in the other order, which means the \
                     same; a second pattern can match that"
                ),
                edit: None,
            })
        })
    }

    /// Whether another pattern of the same rule matches, as one with `either` makes several.
    fn is_matched_by_its_rule(&self) -> bool {
        let patterns = self.reference.patterns();
        let own = &patterns[self.pattern];
        let mut others = patterns.iter().enumerate();
        others.any(|(index, other)| {
            self.reference.place(index) == self.reference.place(self.pattern)
                && are_of_one_rule((&own.name, &own.labels), (&other.name, &other.labels))
                && self.is_match_of(index, self.root, None)
        })
    }

    /// An operation between the one that is expected and its user.
    pub(super) fn without_cast(&self, between: PartId, trials: &Trials<'a>) -> Option<Hint> {
        let part = &self.record.parts[between.0];
        let value = &self.record.parts[part.parent?.0];
        let user = &self.record.parts[value.parent?.0];
        let (Some(Entity::Operation(cast)), Some(Entity::Operation(user)), Step::Element(_, index)) =
            (&part.entity, &user.entity, &value.step)
        else {
            return None;
        };
        let source = match entity::operands(*cast)[..] {
            [source] if cast.result_count() == 1 => source,
            _ => return None,
        };
        let Definition::Result(..) = entity::definition(source) else {
            return None;
        };
        let (root, user, copy) = (
            trials.copy_of(self.root)?,
            trials.copy_of(*user)?,
            trials.copy_of(*cast)?,
        );
        let before = *entity::operands(user).get(*index)?;
        let source = *entity::operands(copy).first()?;
        entity::set_operand(user, *index, source);
        let matches = self.matches_with(root, None);
        entity::set_operand(user, *index, before);
        matches.then(|| Hint {
            kind: "operation-between",
            message: format!("it matches without the `{}` between", name_of(*cast)),
            edit: None,
        })
    }

    /// An attribute that an operation has under another name, instead of the one with
    /// that index.
    pub(super) fn other_attribute_name(
        &self,
        (node, index): (NodeId, usize),
        missing: PartId,
        trials: &Trials<'a>,
    ) -> Option<Hint> {
        let nodes = &self.words.pattern().nodes;
        let (name, attribute) = nodes.operation(node).attributes[index];
        let name = self.words.name(name);
        let owner = self.operation(self.record.parts[missing.0].parent?)?;
        let mut others = entity::attribute_names(owner);
        let is_constant = matches!(nodes[attribute], Node::Attribute { value: Some(_), .. });
        if !is_constant {
            // Any attribute would do, so that only a similar name is worth a hint.
            let similar = closest(name, others.iter().map(String::as_str))?.to_owned();
            others = vec![similar];
        }
        let (root, copy) = (trials.copy_of(self.root)?, trials.copy_of(owner)?);
        others.into_iter().find_map(|other| {
            entity::set_attribute(copy, name, entity::attribute(copy, &other));
            let matches = self.matches_with(root, None);
            entity::set_attribute(copy, name, None);
            matches.then(|| Hint {
                kind: "attribute-name",
                message: format!("it matches if attribute `{other}` is called `{name}`"),
                edit: None,
            })
        })
    }

    /// A value that is a vector, a buffer or the like of what is expected.
    pub(super) fn element_type(&self, failing: PartId, trials: &Trials<'a>) -> Option<Hint> {
        let mut id = failing;
        if self.record.parts[id.0].step == Step::Type {
            id = self.record.parts[id.0].parent?;
        }
        let value = self.copy_of_value(id, trials)?;
        let root = trials.copy_of(self.root)?;
        let ty = entity::type_of(value);
        let element = entity::element_type(ty)?;
        entity::set_type(value, element);
        let matches = self.matches_with(root, None);
        entity::set_type(value, ty);
        matches.then(|| Hint {
            kind: "element-type",
            message: format!(
                "it matches if that value has the type `{element}`, as the elements of `{ty}` have"
            ),
            edit: None,
        })
    }

    /// Two operations that are the same constant, where one is expected.
    pub(super) fn equal_constants(&self, test: &Tested<'a>, trials: &Trials<'a>) -> Option<Hint> {
        // What differs is an operand, or the operation that defines it.
        let subject = &self.record.parts[test.subject.0];
        let part = match subject.entity {
            Some(Entity::Operation(_)) => &self.record.parts[subject.parent?.0],
            _ => subject,
        };
        let Step::Element(List::PdllOperands, index) = part.step else {
            return None;
        };
        let Some(Entity::Value(found)) = part.entity else {
            return None;
        };
        let Definition::Result(constant, number) = entity::definition(found) else {
            return None;
        };
        let (expected, number) = match self.record.parts[test.other?.0].entity {
            Some(Entity::Operation(expected)) => (expected, number),
            Some(Entity::Value(value)) => match entity::definition(value) {
                Definition::Result(expected, number) => (expected, number),
                Definition::Block(_) => return None,
            },
            _ => return None,
        };
        if !are_equal_constants(constant, expected) {
            return None;
        }
        let user = trials.copy_of(self.operation(part.parent?)?)?;
        let root = trials.copy_of(self.root)?;
        let expected = entity::results(trials.copy_of(expected)?)[number];
        let before = entity::operands(user)[index];
        entity::set_operand(user, index, expected);
        let matches = self.matches_with(root, None);
        entity::set_operand(user, index, before);
        matches.then(|| Hint {
            kind: "equal-constants",
            message: format!(
                "it matches if the two `{}`, which are equal, are one, as after `cse`",
                name_of(constant)
            ),
            edit: None,
        })
    }

    /// The operation that a part is.
    fn operation(&self, id: PartId) -> Option<OperationRef<'a, 'a>> {
        match self.record.parts[id.0].entity {
            Some(Entity::Operation(operation)) => Some(operation),
            _ => None,
        }
    }

    /// The value of the copy that stands for one that is an operand or a result.
    fn copy_of_value(&self, id: PartId, trials: &Trials<'a>) -> Option<Value<'a, 'a>> {
        let part = &self.record.parts[id.0];
        let Step::Element(list, index) = part.step else {
            return None;
        };
        let owner = trials.copy_of(self.operation(part.parent?)?)?;
        let values = match list {
            List::PdllOperands => entity::operands(owner),
            List::PdllResults => entity::results(owner),
        };
        values.get(index).copied()
    }
}

/// Whether two operations are constants that nothing tells apart.
fn are_equal_constants(first: OperationRef<'_, '_>, second: OperationRef<'_, '_>) -> bool {
    let attributes = |operation| {
        let names = entity::attribute_names(operation).into_iter();
        let mut all: Vec<_> = names
            .map(|name| {
                (
                    entity::attribute(operation, &name).map(|one| one.to_string()),
                    name,
                )
            })
            .collect();
        all.sort();
        all
    };
    let types = |operation| {
        let results = entity::results(operation).into_iter();
        results
            .map(|result| entity::type_of(result).to_string())
            .collect::<Vec<_>>()
    };
    [first, second].into_iter().all(entity::is_constant)
        && name_of(first) == name_of(second)
        && types(first) == types(second)
        && attributes(first) == attributes(second)
}
