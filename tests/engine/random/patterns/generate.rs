//! Random patterns that have few names in common, so that they interact.

mod bodies;

use super::{
    AttributeMatch, Condition, Creation, Demand, Match, OperandMatch, Pattern, Replacement,
    Statement, TypeMatch, Values, Var,
};
use crate::{
    random::definitions::{DEFINITIONS, Definition, Group, definition},
    support::random::Random,
};
use std::collections::BTreeMap;

const NAMES: [&str; 4] = ["t.a", "t.b", "t.c", "t.d"];
const TYPES: [&str; 3] = ["i32", "i64", "f32"];
const KEYS: [&str; 2] = ["x", "y"];
const ATTRIBUTES: [&str; 3] = ["0 : i32", "1 : i32", "\"s\""];

/// The operations that independent patterns create, and that no pattern matches.
const TARGETS: [&str; 3] = ["u.a", "u.b", "u.c"];

/// A set of patterns.
pub(crate) fn generate(random: &mut Random) -> Vec<Pattern> {
    let count = 1 + random.below(5);
    let pattern = |number| Generator::new(random).pattern(number);
    (0..count).map(pattern).collect()
}

/// A set of patterns whose rewrites do not depend on each other: each matches one
/// operation, and replaces it with one that no pattern matches.
pub(crate) fn generate_independent(random: &mut Random) -> Vec<Pattern> {
    let count = 1 + random.below(8);
    let pattern = |number| Generator::new(random).independent(number);
    (0..count).map(pattern).collect()
}

/// How far from other operations a root may be.
const ROOT_DEPTH: usize = 2;

struct Generator<'r> {
    random: &'r mut Random,
    created_names: &'static [&'static str],
    num_variables: usize,
    matched: Vec<Match>,
    /// What the match binds.
    values: Vec<Var>,
    ranges: Vec<Var>,
    types: Vec<Var>,
    type_ranges: Vec<Var>,
    attributes: Vec<Var>,
    created: Vec<Created>,
    /// What has been erased or replaced.
    gone: Vec<Var>,
    /// The block in which the next operation is matched.
    inside: Option<Var>,
    /// The operations around what is matched in their bodies, as long as it is there.
    places: BTreeMap<Var, Var>,
    /// The regions and blocks of the match that are still where they were.
    regions: Vec<Part>,
    blocks: Vec<Part>,
    /// What blocks have left where they were inlined.
    left: Vec<Var>,
}

/// A region or block of a matched operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Part {
    variable: Var,
    operation: Var,
}

/// An operation that the rewrite creates.
struct Created {
    operation: Var,
    name: &'static str,
    /// Not known if types come from a range, or from what it replaces.
    num_results: Option<usize>,
}

impl<'r> Generator<'r> {
    fn new(random: &'r mut Random) -> Self {
        Generator {
            random,
            created_names: &NAMES,
            num_variables: 0,
            matched: vec![],
            values: vec![],
            ranges: vec![],
            types: vec![],
            type_ranges: vec![],
            attributes: vec![],
            created: vec![],
            gone: vec![],
            inside: None,
            places: BTreeMap::new(),
            regions: vec![],
            blocks: vec![],
            left: vec![],
        }
    }

    fn pattern(mut self, number: usize) -> Pattern {
        self.matched(ROOT_DEPTH, |_| true);
        let demands = self.demands();
        let rewrite = self.rewrite();
        self.end(number, demands, rewrite)
    }

    fn independent(mut self, number: usize) -> Pattern {
        self.created_names = &TARGETS;
        let root = self.matched(0, |_| true);
        let (new, creation) = self.creation(|_| None);
        let replace = Statement::Replace {
            operation: root,
            by: Replacement::Operation(new),
        };
        self.end(number, vec![], vec![Statement::Create(creation), replace])
    }

    fn end(self, number: usize, demands: Vec<Demand>, rewrite: Vec<Statement>) -> Pattern {
        let benefit = self.random.chance(60);
        Pattern {
            name: format!("P{number}"),
            benefit: benefit.then(|| self.random.below(6)),
            has_recursion: self.random.chance(30),
            matched: self.matched,
            demands,
            rewrite,
            num_variables: self.num_variables,
        }
    }

    fn text(&mut self, from: &[&'static str]) -> &'static str {
        from[self.random.below(from.len())]
    }

    fn variable(&mut self) -> Var {
        self.num_variables += 1;
        Var(self.num_variables - 1)
    }

    /// Adds an operation to the match, after those that define its operands. If
    /// it has a definition, that satisfies `can_have`.
    fn matched(&mut self, depth: usize, can_have: impl Fn(&Definition) -> bool) -> Var {
        let operation = self.variable();
        // Without a name, it could match what others create.
        let needs_name = depth == ROOT_DEPTH || self.created_names == TARGETS;
        let described = self.random.pick(&DEFINITIONS);
        let described = (self.random.chance(20) && can_have(described)).then_some(described);
        let name = match described {
            Some(described) => Some(described.name),
            None if !needs_name && self.random.chance(8) => None,
            None => Some(self.text(&NAMES)),
        };
        let has_body = described.is_none() && self.random.chance(30);
        // Otherwise, few bodies would match as a whole.
        let is_loose = has_body || self.inside.is_some();
        let (has_operands, has_results) = if is_loose { (30, 25) } else { (85, 70) };
        let mut operands = self.random.chance(has_operands).then(|| match described {
            Some(described) if self.random.chance(90) => self.groups(described, depth),
            Some(_) => vec![self.range()],
            None => self.operands(depth),
        });
        let mut attributes = vec![];
        for key in KEYS {
            if self.random.chance(12) {
                attributes.push((key, self.matched_attribute()));
            }
        }
        let results = self.random.chance(has_results).then(|| match described {
            Some(described) => self.result_groups(described),
            None => self.results(),
        });
        if has_body && attributes.is_empty() && results.is_none() {
            // Otherwise, the list of regions would be taken for one of operands.
            operands = operands.or_else(|| Some(vec![self.range()]));
        }
        let body = has_body.then(|| self.body(operation, depth));
        self.matched.push(Match {
            operation,
            name,
            operands,
            attributes,
            results,
            inside: self.inside,
            body,
        });
        operation
    }

    /// The groups of operands of an operation with a definition.
    fn groups(&mut self, described: &Definition, depth: usize) -> Vec<OperandMatch> {
        let groups = described.operands.groups.iter();
        let group = |group: &Group| match (group, self.random.below(100)) {
            (Group::One | Group::Optional, 0..25) if depth > 0 => self.result(depth - 1),
            (Group::One, 25..40) => match self.random.pick_any(&self.values) {
                Some(value) => OperandMatch::Value(*value, None),
                None => self.new_value(None),
            },
            (Group::One, _) | (Group::Optional, 25..50) | (Group::Variadic, 25..35) => {
                self.new_value(None)
            }
            _ => self.range(),
        };
        groups.map(group).collect()
    }

    fn result_groups(&mut self, described: &Definition) -> Vec<TypeMatch> {
        if self.random.chance(15) {
            return vec![self.type_range()];
        }
        let groups = described.results.groups.iter();
        let group = |group: &Group| match (group, self.random.below(100)) {
            (Group::One, _) | (Group::Optional, 0..40) | (Group::Variadic, 0..15) => {
                self.matched_type()
            }
            _ => self.type_range(),
        };
        groups.map(group).collect()
    }

    fn operands(&mut self, depth: usize) -> Vec<OperandMatch> {
        if depth > 0 && self.random.chance(5) {
            return vec![OperandMatch::Results(self.matched(depth - 1, |_| true))];
        }
        let mut operands: Vec<OperandMatch> = vec![];
        for _ in 0..self.random.below(4) {
            let has_range = operands.iter().any(OperandMatch::is_range);
            let operand = match self.random.below(100) {
                0..35 => self.new_value(None),
                35..47 => match self.random.pick_any(&self.values) {
                    Some(value) => OperandMatch::Value(*value, None),
                    None => self.new_value(None),
                },
                47..55 => {
                    let r#type = self.matched_type();
                    self.new_value(Some(r#type))
                }
                // After a range, pdll cannot tell the place of an operand.
                55..78 if depth > 0 && !has_range => self.result(depth - 1),
                78..95 if !has_range => self.range(),
                _ => self.new_value(None),
            };
            operands.push(operand);
        }
        operands
    }

    /// A result of another operation, which has one.
    fn result(&mut self, depth: usize) -> OperandMatch {
        let begins_with_one = |own: &Definition| own.results.groups[0] == Group::One;
        let operation = self.matched(depth, begins_with_one);
        let index = if self.random.chance(85) { 0 } else { 1 };
        let last = self.matched.last_mut().expect("it was just added");
        if let Some(described) = last.definition() {
            // Only such results have a place that a pattern knows.
            let mut ones = described.results.groups.iter();
            let ones = ones.by_ref().take_while(|group| **group == Group::One);
            return OperandMatch::Result(operation, index.min(ones.count() - 1));
        }
        let max = last.fixed_results().map(|count| count.checked_sub(1));
        let index = match max {
            None => index,
            Some(Some(max)) => index.min(max),
            Some(None) => {
                last.results = None;
                index
            }
        };
        OperandMatch::Result(operation, index)
    }

    fn new_value(&mut self, r#type: Option<TypeMatch>) -> OperandMatch {
        let value = self.variable();
        self.values.push(value);
        OperandMatch::Value(value, r#type)
    }

    fn range(&mut self) -> OperandMatch {
        if let Some(range) = self.random.pick_any(&self.ranges)
            && self.random.chance(25)
        {
            return OperandMatch::Range(*range);
        }
        let range = self.variable();
        self.ranges.push(range);
        OperandMatch::Range(range)
    }

    fn results(&mut self) -> Vec<TypeMatch> {
        if self.random.chance(25) {
            return vec![self.type_range()];
        }
        let count = *self.random.pick(&[0, 1, 1, 1, 1, 2, 2]);
        let mut types: Vec<_> = (0..count).map(|_| self.matched_type()).collect();
        if self.random.chance(5) {
            types.push(self.type_range());
        }
        types
    }

    fn matched_type(&mut self) -> TypeMatch {
        if self.random.chance(30) {
            return TypeMatch::Literal(self.text(&TYPES));
        }
        if let Some(r#type) = self.random.pick_any(&self.types)
            && self.random.chance(25)
        {
            return TypeMatch::Variable(*r#type);
        }
        let r#type = self.variable();
        self.types.push(r#type);
        TypeMatch::Variable(r#type)
    }

    fn type_range(&mut self) -> TypeMatch {
        if let Some(types) = self.random.pick_any(&self.type_ranges)
            && self.random.chance(25)
        {
            return TypeMatch::Range(*types);
        }
        let types = self.variable();
        self.type_ranges.push(types);
        TypeMatch::Range(types)
    }

    fn matched_attribute(&mut self) -> AttributeMatch {
        if self.random.chance(50) {
            return AttributeMatch::Literal(self.text(&ATTRIBUTES));
        }
        if let Some(attribute) = self.random.pick_any(&self.attributes)
            && self.random.chance(30)
        {
            return AttributeMatch::Variable(*attribute);
        }
        let attribute = self.variable();
        self.attributes.push(attribute);
        AttributeMatch::Variable(attribute)
    }

    fn demands(&mut self) -> Vec<Demand> {
        let mut demands = vec![];
        while self.random.chance(20) {
            if let Some(range) = self.random.pick_any(&self.ranges).copied()
                && self.random.chance(40)
            {
                let value = self.variable();
                self.values.push(value);
                demands.push(match self.random.chance(50) {
                    true => Demand::First { range, value },
                    false => Demand::Last { range, value },
                });
            } else if let Some(condition) = self.condition() {
                demands.push(match self.random.chance(50) {
                    true => Demand::Holds(condition),
                    false => Demand::Fails(condition),
                });
            }
        }
        demands
    }

    fn condition(&mut self) -> Option<Condition> {
        let operation = self.random.pick(&self.matched).operation;
        let other = self.random.pick(&self.matched).operation;
        let value = self.random.pick_any(&self.values).copied();
        let range = self.random.pick_any(&self.ranges).copied();
        Some(match self.random.below(8) {
            0 => Condition::HasOneUse(value?),
            1 => Condition::HasNoUses(value?),
            2 => Condition::IsBlockArgument(value?),
            3 => Condition::HasAttribute(operation, self.text(&KEYS)),
            4 => Condition::HasLength(range?, self.random.below(3)),
            5 => Condition::Contains(range?, value?),
            6 => Condition::SameBlock(operation, other),
            _ => Condition::OperationHasNoUses(operation),
        })
    }

    fn rewrite(&mut self) -> Vec<Statement> {
        let mut statements = vec![];
        for _ in 0..self.random.below(3) {
            statements.push(self.create());
        }
        if !self.blocks.is_empty() {
            for _ in 0..self.random.below(3) {
                statements.extend(match self.random.chance(60) {
                    true => self.inline(),
                    false => self.at(),
                });
            }
        }
        for _ in 0..2 {
            if self.random.chance(10) {
                statements.extend(self.native());
            }
        }
        let root = self.matched.last().expect("there is a root").operation;
        if self.random.chance(95) || statements.is_empty() {
            self.finish(root, &mut statements);
        }
        while self.random.chance(15) {
            let operation = self.random.pick(&self.matched).operation;
            match self.random.below(5) {
                0 => statements.push(self.create()),
                1 => statements.extend(self.native()),
                2 => statements.extend(self.inline()),
                3 => statements.extend(self.at()),
                _ if self.is_gone(operation) => {}
                _ => self.finish(operation, &mut statements),
            }
        }
        statements
    }

    /// Erases or replaces a matched operation.
    fn finish(&mut self, operation: Var, statements: &mut Vec<Statement>) {
        let statement = match self.random.below(100) {
            0..20 => Statement::Erase(operation),
            20..50 => {
                let (new, creation) = self.creation(|_| None);
                self.created.push(Created {
                    operation: new,
                    name: creation.name,
                    num_results: None,
                });
                statements.push(Statement::Create(creation));
                Statement::Replace {
                    operation,
                    by: Replacement::Operation(new),
                }
            }
            50..60 => match self.created_for(operation) {
                Some(by) => Statement::Replace {
                    operation,
                    by: Replacement::Operation(by),
                },
                None => Statement::Erase(operation),
            },
            _ => {
                self.gone.push(operation);
                let values = self.values_for(operation);
                self.gone.pop();
                match values.filter(|values| !values.is_empty()) {
                    Some(values) => Statement::Replace {
                        operation,
                        by: Replacement::Values(values),
                    },
                    None => Statement::Erase(operation),
                }
            }
        };
        self.gone.push(operation);
        statements.push(statement);
    }

    /// Values that may replace an operation. A range may have the wrong length.
    fn values_for(&mut self, operation: Var) -> Option<Vec<Values>> {
        let Some(count) = self.num_results(operation) else {
            let count = *self.random.pick(&[1, 1, 1, 2]);
            let values = (0..count).map(|_| self.values());
            let values: Option<Vec<_>> = values.collect();
            return values.filter(|values| {
                let mut variables = values.iter().filter_map(Values::variable);
                !variables.any(|variable| self.is_within(variable, operation))
            });
        };
        let outside = |own: &Self, values: &Values| {
            let variable = values.variable();
            variable.is_none_or(|variable| !own.is_within(variable, operation))
        };
        let lists = [&self.ranges[..], &self.left].concat();
        if let Some(range) = self.random.pick_any(&lists)
            && (self.random.chance(10) || self.left.contains(range))
            && outside(self, &Values::Range(*range))
        {
            return Some(vec![Values::Range(*range)]);
        }
        let values = (0..count).map(|_| self.values().filter(is_single));
        let values: Vec<_> = values.collect::<Option<_>>()?;
        let are_outside = values.iter().all(|values| outside(self, values));
        are_outside.then_some(values)
    }

    /// A created operation that may replace a matched one. Without result types,
    /// another replacement determines them.
    fn created_for(&mut self, operation: Var) -> Option<Var> {
        let expected = self.num_results(operation);
        let fits = |created: &&Created| {
            let count = created.num_results;
            count.is_some() && (expected.is_none() || expected == count)
        };
        let fitting: Vec<_> = self.created.iter().filter(fits).collect();
        self.random
            .pick_any(&fitting)
            .map(|created| created.operation)
    }

    /// The number of results of a matched operation, if the match tells.
    fn num_results(&self, operation: Var) -> Option<usize> {
        let mut matched = self.matched.iter();
        let matched = matched.find(|matched| matched.operation == operation);
        matched.and_then(Match::fixed_results)
    }

    fn create(&mut self) -> Statement {
        let described = self.random.pick(&DEFINITIONS);
        let (operation, creation) = match self.random.chance(15) {
            true => self.described_creation(described),
            false => self.creation(|generator| Some(generator.created_types())),
        };
        let types = creation.types.as_ref().expect("they are written");
        let has_range = types
            .iter()
            .any(|r#type| matches!(r#type, TypeMatch::Range(_)));
        self.created.push(Created {
            operation,
            name: creation.name,
            num_results: (!has_range).then_some(types.len()),
        });
        Statement::Create(creation)
    }

    fn creation(&mut self, types: impl Fn(&mut Self) -> Option<Vec<TypeMatch>>) -> (Var, Creation) {
        let count = self.random.below(4);
        let operands = (0..count).filter_map(|_| self.values()).collect();
        let mut attributes = vec![];
        for key in KEYS {
            if self.random.chance(15) {
                attributes.push((key, self.attribute()));
            }
        }
        let operation = self.variable();
        let types = types(self);
        let creation = Creation {
            operation,
            name: self.text(self.created_names),
            operands,
            attributes,
            types,
            regions: self.new_regions(),
        };
        (operation, creation)
    }

    fn described_creation(&mut self, described: &Definition) -> (Var, Creation) {
        let groups = described.operands.groups.iter();
        let operand = |group: &Group| match group {
            Group::One => self.values().filter(is_single),
            Group::Optional if self.random.chance(50) => self.values().filter(is_single),
            Group::Variadic if self.random.chance(80) => self.values(),
            Group::Optional | Group::Variadic => Some(Values::Nothing),
        };
        let Some(operands) = groups.map(operand).collect() else {
            return self.creation(|generator| Some(generator.created_types()));
        };
        let groups = described.results.groups.iter();
        let r#type = |group: &Group| match (group, self.random.pick_any(&self.type_ranges)) {
            (Group::Variadic, Some(range)) if self.random.chance(70) => TypeMatch::Range(*range),
            _ => self.created_type(),
        };
        let types = Some(groups.map(r#type).collect());
        let operation = self.variable();
        let creation = Creation {
            operation,
            name: described.name,
            operands,
            attributes: vec![],
            types,
            regions: vec![],
        };
        (operation, creation)
    }

    fn created_type(&mut self) -> TypeMatch {
        match self.random.pick_any(&self.types).copied() {
            Some(r#type) if self.random.chance(70) => TypeMatch::Variable(r#type),
            _ => TypeMatch::Literal(self.text(&TYPES)),
        }
    }

    fn created_types(&mut self) -> Vec<TypeMatch> {
        let range = self.random.pick_any(&self.type_ranges).copied();
        if let Some(range) = range.filter(|_| self.random.chance(40)) {
            return vec![TypeMatch::Range(range)];
        }
        let count = *self.random.pick(&[0, 1, 1, 1, 2, 2]);
        (0..count).map(|_| self.created_type()).collect()
    }

    fn attribute(&mut self) -> AttributeMatch {
        match self.random.pick_any(&self.attributes).copied() {
            Some(attribute) if self.random.chance(50) => AttributeMatch::Variable(attribute),
            _ => AttributeMatch::Literal(self.text(&ATTRIBUTES)),
        }
    }

    /// Values that the rewrite can use here, if it finds some.
    fn values(&mut self) -> Option<Values> {
        (0..4).find_map(|_| match self.random.below(100) {
            0..45 => self.some_of(&self.values.clone()).map(Values::Value),
            45..52 => self.some_of(&self.ranges.clone()).map(Values::Range),
            52..57 => self.some_of(&self.left.clone()).map(Values::Range),
            57..70 => self.matched_results(),
            _ => self.created_results(),
        })
    }

    /// A variable of a list, unless what it stands for is gone.
    fn some_of(&mut self, variables: &[Var]) -> Option<Var> {
        let variable = *self.random.pick_any(variables)?;
        (!self.is_gone(variable)).then_some(variable)
    }

    fn matched_results(&mut self) -> Option<Values> {
        let matched = self.random.pick(&self.matched);
        let operation = matched.operation;
        if self.is_gone(operation) {
            return None;
        }
        if let Some(described) = matched.definition() {
            return Some(self.group_of(operation, described));
        }
        let index = if self.random.chance(85) { 0 } else { 1 };
        let has_result = matched.fixed_results().is_none_or(|count| index < count);
        Some(match self.random.chance(80) && has_result {
            true => Values::Result(operation, index),
            false => Values::Results(operation),
        })
    }

    /// Results of an operation with a definition.
    fn group_of(&mut self, operation: Var, described: &Definition) -> Values {
        let groups = described.results.groups;
        let index = self.random.below(groups.len());
        match groups[index] {
            _ if self.random.chance(20) => Values::Results(operation),
            Group::One | Group::Optional => Values::Result(operation, index),
            Group::Variadic => Values::Group(operation, index),
        }
    }

    fn created_results(&mut self) -> Option<Values> {
        let created = self.random.pick_any(&self.created)?;
        if self.gone.contains(&created.operation) {
            return None;
        }
        if let Some(described) = definition(created.name) {
            let operation = created.operation;
            return Some(self.group_of(operation, described));
        }
        match created.num_results {
            Some(0) => None,
            Some(count) => Some(match self.random.chance(80) {
                true => Values::Result(created.operation, self.random.below(count)),
                false => Values::Results(created.operation),
            }),
            None => Some(match self.random.chance(70) {
                true => Values::Result(created.operation, 0),
                false => Values::Results(created.operation),
            }),
        }
    }

    fn native(&mut self) -> Option<Statement> {
        let operation = self.random.pick(&self.matched).operation;
        let is_gone = self.is_gone(operation);
        match self.random.below(4) {
            0 | 1 if is_gone => None,
            0 => Some(Statement::SetAttribute {
                operation,
                name: self.text(&KEYS),
                value: self.attribute(),
            }),
            1 => Some(Statement::RemoveAttribute {
                operation,
                name: self.text(&KEYS),
            }),
            _ => Some(Statement::ReplaceUses {
                before: self.values().filter(is_single)?,
                after: self.values().filter(is_single)?,
            }),
        }
    }
}

fn is_single(values: &Values) -> bool {
    matches!(values, Values::Value(_) | Values::Result(..))
}
