//! Whether a pattern matches an operation.

use super::program::{BlockId, OperationId, Program, RegionId, Text, ValueId};
use crate::random::{
    definitions::Groups,
    patterns::{
        AttributeMatch, BlockMatch, Body, Condition, Demand, Match, OperandMatch, Pattern,
        TypeMatch, Var,
    },
};
use std::iter::zip;

/// What a variable stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Bound {
    Operation(OperationId),
    Value(ValueId),
    Values(Vec<ValueId>),
    Type(Text),
    Types(Vec<Text>),
    Attribute(Text),
    Region(RegionId),
    Block(BlockId),
}

/// What the variables of a match stand for.
#[derive(Debug)]
pub(crate) struct Bindings(Vec<Option<Bound>>);

impl Bindings {
    fn get(&self, variable: Var) -> &Bound {
        self.0[variable.0].as_ref().expect("the match binds it")
    }

    pub(crate) fn operation(&self, variable: Var) -> OperationId {
        match self.get(variable) {
            Bound::Operation(operation) => *operation,
            other => panic!("{other:?} is not an operation"),
        }
    }

    pub(crate) fn value(&self, variable: Var) -> ValueId {
        match self.get(variable) {
            Bound::Value(value) => *value,
            other => panic!("{other:?} is not a value"),
        }
    }

    pub(crate) fn region(&self, variable: Var) -> RegionId {
        match self.get(variable) {
            Bound::Region(region) => *region,
            other => panic!("{other:?} is not a region"),
        }
    }

    pub(crate) fn block(&self, variable: Var) -> BlockId {
        match self.get(variable) {
            Bound::Block(block) => *block,
            other => panic!("{other:?} is not a block"),
        }
    }

    /// A value, or the values of a range.
    pub(crate) fn values(&self, variable: Var) -> Vec<ValueId> {
        match self.get(variable) {
            Bound::Value(value) => vec![*value],
            Bound::Values(values) => values.clone(),
            other => panic!("{other:?} is not a range of values"),
        }
    }

    /// The same, if the match binds them.
    pub(crate) fn known_values(&self, variable: Var) -> Option<Vec<ValueId>> {
        self.0[variable.0].is_some().then(|| self.values(variable))
    }

    /// A type, or the types of a range.
    pub(crate) fn types(&self, variable: Var) -> Vec<Text> {
        match self.get(variable) {
            Bound::Type(r#type) => vec![r#type.clone()],
            Bound::Types(types) => types.clone(),
            other => panic!("{other:?} is not a type"),
        }
    }

    pub(crate) fn attribute(&self, variable: Var) -> Text {
        match self.get(variable) {
            Bound::Attribute(attribute) => attribute.clone(),
            other => panic!("{other:?} is not an attribute"),
        }
    }
}

/// Matches a pattern with an operation as its root.
pub(crate) fn matches(program: &Program, pattern: &Pattern, root: OperationId) -> Option<Bindings> {
    let mut matcher = Matcher {
        program,
        pattern,
        bindings: Bindings(vec![None; pattern.num_variables]),
    };
    let is_match = matcher.operation(pattern.root(), root)
        && pattern.demands.iter().all(|demand| matcher.demand(demand));
    is_match.then_some(matcher.bindings)
}

struct Matcher<'p> {
    program: &'p Program,
    pattern: &'p Pattern,
    bindings: Bindings,
}

impl Matcher<'_> {
    /// Every mention of a variable stands for the same.
    fn bind(&mut self, variable: Var, bound: Bound) -> bool {
        match &mut self.bindings.0[variable.0] {
            Some(before) => *before == bound,
            none => {
                *none = Some(bound);
                true
            }
        }
    }

    fn operation(&mut self, variable: Var, id: OperationId) -> bool {
        if self.bindings.0[variable.0].is_some() {
            return self.bind(variable, Bound::Operation(id));
        }
        self.bind(variable, Bound::Operation(id));
        let matched = self.pattern.matched(variable);
        self.shape(matched.expect("the operation is matched"), id)
    }

    fn shape(&mut self, matched: &Match, id: OperationId) -> bool {
        let operation = self.program.operation(id);
        if matched.name.is_some_and(|name| *name != *operation.name) {
            return false;
        }
        for (name, value) in &matched.attributes {
            let Some(actual) = operation.attributes.get(*name) else {
                return false;
            };
            let is_equal = match value {
                AttributeMatch::Literal(text) => **text == **actual,
                AttributeMatch::Variable(variable) => {
                    self.bind(*variable, Bound::Attribute(actual.clone()))
                }
            };
            if !is_equal {
                return false;
            }
        }
        let (operands, results) = (matched.operands.as_ref(), matched.results.as_ref());
        operands.is_none_or(|operands| self.operands(operands, matched, id))
            && results.is_none_or(|types| self.results(types, matched, id))
            && matched.body.as_ref().is_none_or(|body| self.body(body, id))
    }

    fn body(&mut self, body: &Body, id: OperationId) -> bool {
        let program = self.program;
        let [region] = program.operation(id).regions[..] else {
            return false;
        };
        if let Some(variable) = body.region {
            self.bind(variable, Bound::Region(region));
        }
        let Some(matched) = &body.block else {
            return true;
        };
        let [block] = program.region(region).blocks[..] else {
            return false;
        };
        self.bind(matched.label, Bound::Block(block));
        self.block_arguments(matched, block) && self.operations(matched, block)
    }

    fn block_arguments(&mut self, matched: &BlockMatch, block: BlockId) -> bool {
        let (program, Some(arguments)) = (self.program, &matched.arguments) else {
            return true;
        };
        let list = &program.block(block).arguments;
        let is_range = |at: usize| arguments[at].is_range();
        let Some(groups) = divide(list, arguments.len(), is_range) else {
            return false;
        };
        zip(arguments, groups).all(|(argument, group)| self.operand(argument, group))
    }

    /// Different operations of the match are different ones of the block.
    fn operations(&mut self, matched: &BlockMatch, block: BlockId) -> bool {
        let operations = &self.program.block(block).operations;
        if let Some(variable) = matched.last {
            let Some(last) = operations.last() else {
                return false;
            };
            if !self.operation(variable, *last) {
                return false;
            }
        }
        let pattern = self.pattern.matched.iter();
        let inside = pattern.filter(|inner| inner.inside == Some(matched.label));
        let mut found: Vec<_> = inside
            .map(|inner| self.bindings.operation(inner.operation))
            .collect();
        let count = found.len();
        found.sort_unstable();
        found.dedup();
        found.len() == count
            && found.iter().all(|inner| operations.contains(inner))
            && (matched.is_open || operations.len() == count)
    }

    fn operands(&mut self, operands: &[OperandMatch], matched: &Match, id: OperationId) -> bool {
        let list = &self.program.operation(id).operands;
        let is_range = operands.iter().map(OperandMatch::is_range).collect();
        let groups = matched.definition().map(|definition| &definition.operands);
        let Some(groups) = self.divide(list, is_range, groups, id) else {
            return false;
        };
        zip(operands, groups).all(|(matched, group)| self.operand(matched, group))
    }

    fn operand(&mut self, matched: &OperandMatch, group: &[ValueId]) -> bool {
        match matched {
            OperandMatch::Value(variable, r#type) => {
                let actual = self.program.value(group[0]).r#type.clone();
                let has_type = r#type
                    .as_ref()
                    .is_none_or(|r#type| self.r#type(r#type, &[actual]));
                has_type && self.bind(*variable, Bound::Value(group[0]))
            }
            OperandMatch::Range(variable) => self.bind(*variable, Bound::Values(group.to_vec())),
            // The groups before a result have one element each.
            OperandMatch::Result(variable, index) => match self.program.definition(group[0]) {
                Some((definition, number)) => {
                    number == *index && self.operation(*variable, definition)
                }
                None => false,
            },
            OperandMatch::Results(variable) => {
                let first = group
                    .first()
                    .and_then(|value| self.program.definition(*value));
                first.is_some_and(|(definition, _)| {
                    self.program.operation(definition).results == group
                        && self.operation(*variable, definition)
                })
            }
        }
    }

    fn results(&mut self, types: &[TypeMatch], matched: &Match, id: OperationId) -> bool {
        let list = self.program.types(&self.program.operation(id).results);
        let is_range = |r#type: &TypeMatch| matches!(r#type, TypeMatch::Range(_));
        let is_range = types.iter().map(is_range).collect();
        let groups = matched.definition().map(|definition| &definition.results);
        let Some(groups) = self.divide(&list, is_range, groups, id) else {
            return false;
        };
        zip(types, groups).all(|(r#type, group)| self.r#type(r#type, group))
    }

    /// Divides operands or results as the definition says, if the match mentions
    /// its groups. `is_range` says what it mentions as ranges.
    fn divide<'l, T>(
        &self,
        list: &'l [T],
        is_range: Vec<bool>,
        groups: Option<&Groups>,
        id: OperationId,
    ) -> Option<Vec<&'l [T]>> {
        let (count, at) = (is_range.len(), |at: usize| is_range[at]);
        let Some(groups) = groups.filter(|groups| groups.groups.len() == count) else {
            return divide(list, count, at);
        };
        let attributes = &self.program.operation(id).attributes;
        let attribute = |name: &str| attributes.get(name).map(|text| text.to_string());
        let groups = groups.divide(list, attribute)?;
        let fits = zip(&groups, &is_range).all(|(group, is_range)| *is_range || group.len() == 1);
        fits.then_some(groups)
    }

    fn r#type(&mut self, matched: &TypeMatch, types: &[Text]) -> bool {
        match matched {
            TypeMatch::Literal(text) => **text == *types[0],
            TypeMatch::Variable(variable) => self.bind(*variable, Bound::Type(types[0].clone())),
            TypeMatch::Range(variable) => self.bind(*variable, Bound::Types(types.to_vec())),
        }
    }

    fn demand(&mut self, demand: &Demand) -> bool {
        match demand {
            Demand::Holds(condition) => self.holds(condition),
            Demand::Fails(condition) => !self.holds(condition),
            Demand::First { range, value } => match self.bindings.values(*range).first() {
                Some(first) => self.bind(*value, Bound::Value(*first)),
                None => false,
            },
            Demand::Last { range, value } => match self.bindings.values(*range).last() {
                Some(last) => self.bind(*value, Bound::Value(*last)),
                None => false,
            },
        }
    }

    fn holds(&self, condition: &Condition) -> bool {
        let (program, bindings) = (self.program, &self.bindings);
        let operation = |variable| program.operation(bindings.operation(variable));
        match condition {
            Condition::HasOneUse(value) => program.users(bindings.value(*value)).len() == 1,
            Condition::HasNoUses(value) => program.users(bindings.value(*value)).is_empty(),
            Condition::IsBlockArgument(value) => {
                program.definition(bindings.value(*value)).is_none()
            }
            Condition::HasAttribute(variable, name) => {
                operation(*variable).attributes.contains_key(*name)
            }
            Condition::HasLength(range, length) => bindings.values(*range).len() == *length,
            Condition::Contains(range, value) => {
                bindings.values(*range).contains(&bindings.value(*value))
            }
            Condition::SameBlock(a, b) => operation(*a).block == operation(*b).block,
            Condition::OperationHasNoUses(variable) => {
                let mut results = operation(*variable).results.iter();
                results.all(|result| program.users(*result).is_empty())
            }
        }
    }
}

/// Divides a list into groups of one element, and one that takes the rest if it
/// is a range.
fn divide<T>(list: &[T], num_groups: usize, is_range: impl Fn(usize) -> bool) -> Option<Vec<&[T]>> {
    let range = (0..num_groups).find(|at| is_range(*at));
    let length = match range {
        Some(_) => (list.len() + 1).checked_sub(num_groups)?,
        None if list.len() == num_groups => 1,
        None => return None,
    };
    let mut rest = list;
    let groups = (0..num_groups).map(|at| {
        let (group, others) = rest.split_at(if range == Some(at) { length } else { 1 });
        rest = others;
        group
    });
    Some(groups.collect())
}
