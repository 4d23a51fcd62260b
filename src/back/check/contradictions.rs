//! Native constraints of a match section that cannot all hold.
//!
//! Only pdll's own constraints are known: those whose arguments are constants are called,
//! and the others say what they demand of types and numbers.

use super::{
    known_values::{Contradiction, Demand, Known, KnownValues, Value},
    type_kinds::{self, TypePredicate},
};
use crate::{
    back::graph::{
        Graph, Place,
        pattern::{Call, NodeId, Pattern},
        pool::{NameId, Pool},
    },
    back::lower::disjunction,
    front::contract::{ANY_OF, LIBRARY_PREFIX, SAME, predicate_of},
    front::hir::{Disjunction, DisjunctionStep},
    mlir::ffi::{
        entity::{Entity, constant_type},
        native::{Answer, LibraryConstraint},
        program::ConstantKind,
    },
};
use melior::Context;
use rustc_hash::FxHashMap;
use std::{mem, rc::Rc};

/// What follows moves along chains of constraints. Longer ones than this are not followed
/// to the end.
const MAX_ROUNDS: usize = 16;

/// Judges the constraints of patterns.
pub(super) struct Judge<'a, 'c> {
    context: &'c Context,
    pool: &'a Pool<'c>,
    functions: Functions,
}

impl<'a, 'c> Judge<'a, 'c> {
    pub(super) fn new(graph: &'a Graph<'_, 'c>) -> Self {
        Judge {
            context: graph.context(),
            pool: graph.pool(),
            functions: Functions::default(),
        }
    }

    /// Why the constraints of a pattern cannot all hold.
    pub(super) fn contradiction(&mut self, pattern: &Pattern) -> Option<Contradiction> {
        if pattern.constraints.is_empty() {
            return None;
        }
        let programs = self.programs(pattern);
        let mut conditions = self.collect(pattern, &programs);
        conditions.solve(&mut self.functions)
    }

    /// Why the last constraint cannot hold, a disjunction of one branch, when the others
    /// do.
    pub(super) fn contradicted_rule(&mut self, pattern: &Pattern) -> Option<Contradiction> {
        let programs = self.programs(pattern);
        let mut conditions = self.collect(pattern, &programs);
        let rule = conditions.calls.pop()?;
        if conditions.solve(&mut self.functions).is_some() {
            return None;
        }
        let program = rule.program.as_ref()?;
        match &program.disjunction.branches[..] {
            [branch] => conditions.try_branch(branch, program, rule.place, &mut self.functions),
            _ => None,
        }
    }

    /// The disjunctions that constraints evaluate.
    fn programs(&self, pattern: &Pattern) -> Vec<Option<Disjunction>> {
        let program = |call: &Call| {
            let is_disjunction = self.pool.text(call.name) == ANY_OF;
            let first = call.arguments.first().filter(|_| is_disjunction)?;
            match self.known(pattern, *first)? {
                Known::Attribute(attribute) => disjunction::read(attribute),
                Known::Type(_) => None,
            }
        };
        pattern.constraints.iter().map(program).collect()
    }

    fn known(&self, pattern: &Pattern, node: NodeId) -> Option<Known<'c>> {
        let constant = pattern.nodes[node].constant()?;
        let constant = self.pool.constants()[constant.0 as usize];
        match constant.kind {
            ConstantKind::PdllConstantIsAttribute => Some(Known::Attribute(constant.attribute)),
            ConstantKind::PdllConstantIsType => {
                Some(Known::Type(constant_type(constant.attribute)))
            }
            ConstantKind::PdllConstantIsTypes => None,
        }
    }

    fn collect<'p>(
        &mut self,
        pattern: &Pattern,
        programs: &'p [Option<Disjunction>],
    ) -> Conditions<'p, 'c> {
        let mut conditions = Conditions::new(self.context);
        let mut numbers = FxHashMap::default();
        let calls = pattern.constraints.iter().zip(programs).enumerate();
        for (index, (call, program)) in calls {
            let mut values = |nodes: &[NodeId]| -> Vec<Value> {
                let nodes = nodes.iter().map(|node| {
                    *numbers
                        .entry(*node)
                        .or_insert_with(|| match self.known(pattern, *node) {
                            Some(known) => {
                                conditions.values.add_constant(known, Place::Node(*node))
                            }
                            None => conditions.values.add(),
                        })
                });
                nodes.collect()
            };
            let arguments = values(&call.arguments);
            let results = values(&call.results);
            let program = program.as_ref().map(|disjunction| Program {
                disjunction,
                inputs: arguments[1..].iter().copied().enumerate().collect(),
                count: arguments.len() - 1,
            });
            conditions.calls.push(Condition {
                function: self.functions.of_pool(call.name, self.pool),
                arguments,
                results,
                program,
                place: Place::Constraint(index),
                is_negated: call.is_negated,
                has_run: false,
                has_evaluated: false,
            });
        }
        conditions
    }
}

/// What is known about constraints of the library, each looked up once.
#[derive(Default)]
struct Functions {
    by_name: FxHashMap<String, Rc<Function>>,
    by_id: FxHashMap<NameId, Rc<Function>>,
}

struct Function {
    name: String,
    /// A number that no other function has.
    id: usize,
    /// The constraint itself, if it is one of the library.
    constraint: Option<LibraryConstraint>,
    /// What evaluates the first argument from all others, if that is another constraint.
    evaluate: Option<LibraryConstraint>,
    predicate: Option<&'static TypePredicate>,
    order: Option<Order>,
}

/// How a constraint orders two numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Less,
    AtMost,
    Greater,
    AtLeast,
    Differs,
}

impl Functions {
    fn of_pool(&mut self, name: NameId, pool: &Pool<'_>) -> Rc<Function> {
        if let Some(known) = self.by_id.get(&name) {
            return Rc::clone(known);
        }
        let function = self.named(pool.text(name));
        self.by_id.insert(name, Rc::clone(&function));
        function
    }

    fn named(&mut self, name: &str) -> Rc<Function> {
        if let Some(known) = self.by_name.get(name) {
            return Rc::clone(known);
        }
        let function = Rc::new(Function::new(name, self.by_name.len()));
        self.by_name.insert(name.to_owned(), Rc::clone(&function));
        function
    }
}

impl Function {
    fn new(name: &str, id: usize) -> Self {
        let order = match name.strip_prefix(LIBRARY_PREFIX) {
            Some("lt_check") => Some(Order::Less),
            Some("le_check") => Some(Order::AtMost),
            Some("gt_check") => Some(Order::Greater),
            Some("ge_check") => Some(Order::AtLeast),
            Some("ne_check") => Some(Order::Differs),
            _ => None,
        };
        let evaluate = format!("{LIBRARY_PREFIX}{}_evaluate", predicate_of(name));
        Function {
            name: name.to_owned(),
            id,
            constraint: LibraryConstraint::find(name),
            evaluate: LibraryConstraint::find(&evaluate).filter(|_| evaluate != name),
            predicate: type_kinds::find(name),
            order,
        }
    }

    /// What `results[index]` is, so that equal ones have equal arguments.
    fn part(&self, index: usize) -> Part {
        let parts = self.predicate.map_or(&[][..], |predicate| predicate.parts);
        match parts.get(index) {
            Some(part) => Part::OfType(part),
            None => Part::Result(self.id, index),
        }
    }
}

/// What a constraint returns.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Part {
    /// A part of a type, which other constraints return too.
    OfType(&'static str),
    /// A result of a function, and its number.
    Result(usize, usize),
}

/// The argument of a constraint. Constants are equal if their addresses are.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Argument {
    Constant(usize),
    Class(Value),
}

/// A constraint that must hold.
struct Condition<'p> {
    function: Rc<Function>,
    arguments: Vec<Value>,
    results: Vec<Value>,
    /// What a disjunction evaluates.
    program: Option<Program<'p>>,
    place: Place,
    is_negated: bool,
    has_run: bool,
    has_evaluated: bool,
}

/// A disjunction, and the values that it sees, by their numbers there.
struct Program<'p> {
    disjunction: &'p Disjunction,
    /// A branch may mention few of them.
    inputs: FxHashMap<usize, Value>,
    /// The first number that no value has.
    count: usize,
}

/// The constraints that must all hold, and what follows from them.
struct Conditions<'p, 'c> {
    context: &'c Context,
    calls: Vec<Condition<'p>>,
    values: KnownValues<'c>,
    /// The results of equal calls, by what makes them equal.
    results: FxHashMap<(Part, Vec<Argument>), Value>,
}

impl<'p, 'c> Conditions<'p, 'c> {
    fn new(context: &'c Context) -> Self {
        Conditions {
            context,
            calls: Vec::new(),
            values: KnownValues::default(),
            results: FxHashMap::default(),
        }
    }

    /// The first contradiction, if there is one.
    fn solve(&mut self, functions: &mut Functions) -> Option<Contradiction> {
        let mut calls = mem::take(&mut self.calls);
        self.learn_all(&mut calls);
        for call in &calls {
            if self.values.is_contradictory() {
                break;
            }
            if !call.is_negated {
                self.try_branches(call, functions);
            }
        }
        self.calls = calls;
        self.values.take_contradiction()
    }

    /// Learns from the constraints until there is nothing new.
    fn learn_all(&mut self, calls: &mut [Condition<'p>]) {
        for _ in 0..MAX_ROUNDS {
            self.results.clear();
            for call in &mut *calls {
                self.learn(call);
                if self.values.is_contradictory() {
                    return;
                }
            }
            if !self.values.take_change() {
                return;
            }
        }
    }

    fn learn(&mut self, call: &mut Condition<'p>) {
        if call.function.name == ANY_OF {
            return;
        }
        if !call.is_negated {
            self.learn_results(call);
            if let ([one, other], SAME) = (&call.arguments[..], &*call.function.name) {
                self.values.unify(*one, *other, call.place);
                return;
            }
            if let (Some(predicate), Some(ty)) = (call.function.predicate, call.arguments.first()) {
                self.values.restrict(*ty, predicate, call.place);
            }
            self.learn_order(call);
            self.evaluate(call);
        }
        if !self.values.is_contradictory() {
            self.run(call);
        }
    }

    /// Calls of a constraint with the same arguments have the same results, and so
    /// have two constraints that return the same part of a type.
    fn learn_results(&mut self, call: &Condition<'p>) {
        for (index, result) in call.results.iter().enumerate() {
            let arguments = call.arguments.iter();
            let arguments = arguments.map(|value| self.argument(*value)).collect();
            let key = (call.function.part(index), arguments);
            let known = *self.results.entry(key).or_insert(*result);
            if known != *result {
                self.values.unify(known, *result, call.place);
            }
        }
    }

    fn argument(&mut self, value: Value) -> Argument {
        match self.values.constant(value) {
            Some(constant) => Argument::Constant(constant.address()),
            None => Argument::Class(self.values.class(value)),
        }
    }

    fn learn_order(&mut self, call: &Condition<'p>) {
        let (Some(order), [one, other]) = (call.function.order, &call.arguments[..]) else {
            return;
        };
        let (one, other) = (*one, *other);
        if self.values.class(one) == self.values.class(other)
            && let Some(relation) = order.excludes_equality()
        {
            let demand = Demand {
                place: Some(call.place),
                text: format!("no number is {relation} itself"),
            };
            self.values.contradict(demand, Vec::new());
            return;
        }
        match order {
            Order::Less => self.values.order(one, other, true, call.place),
            Order::AtMost => self.values.order(one, other, false, call.place),
            Order::Greater => self.values.order(other, one, true, call.place),
            Order::AtLeast => self.values.order(other, one, false, call.place),
            Order::Differs => {}
        }
    }

    /// Calls a constraint whose arguments are all constants.
    fn run(&mut self, call: &mut Condition<'p>) {
        let Some(constraint) = call.function.constraint.as_ref().filter(|_| !call.has_run) else {
            return;
        };
        let Some(arguments) = self.constants(&call.arguments) else {
            return;
        };
        call.has_run = true;
        match self.call(constraint, &arguments, call.results.len()) {
            Some(_) if call.is_negated => self.refuse(call, &call.arguments, "holds for"),
            None if !call.is_negated => self.refuse(call, &call.arguments, "does not hold for"),
            Some(results) => {
                for (value, result) in call.results.iter().zip(results) {
                    self.set(*value, result, call.place);
                }
            }
            None => {}
        }
    }

    /// Evaluates the first argument of a predicate from all others, which are constants.
    fn evaluate(&mut self, call: &mut Condition<'p>) {
        let (Some(evaluate), [first, rest @ ..]) = (&call.function.evaluate, &call.arguments[..])
        else {
            return;
        };
        if call.has_evaluated {
            return;
        }
        // What a predicate of the library captures are its last arguments.
        let others = [rest, &call.results].concat();
        let Some(arguments) = self.constants(&others) else {
            return;
        };
        call.has_evaluated = true;
        match self.call(evaluate, &arguments, 1) {
            Some(mut results) => {
                let result = results.drain(..).next().flatten();
                self.set(*first, result, call.place);
            }
            None => self.refuse(call, &others, "holds for nothing with"),
        }
    }

    /// The constants that values are, if there are values and all are constants.
    fn constants(&mut self, values: &[Value]) -> Option<Vec<Option<Entity<'c>>>> {
        let constant = |value: &Value| Some(Some(self.values.constant(*value)?.entity()));
        let constants: Option<Vec<_>> = values.iter().map(constant).collect();
        constants.filter(|constants| !constants.is_empty())
    }

    /// The results of a constraint of the library, if it holds.
    fn call(
        &self,
        constraint: &LibraryConstraint,
        arguments: &[Option<Entity<'c>>],
        num_results: usize,
    ) -> Option<Vec<Option<Entity<'c>>>> {
        match constraint.call(self.context, arguments, num_results) {
            Answer::Holds(results) => Some(results),
            Answer::Fails(_) | Answer::Breaks(_) | Answer::MissesArgument => None,
        }
    }

    fn set(&mut self, value: Value, result: Option<Entity<'c>>, place: Place) {
        let constant = match result {
            Some(Entity::Type(ty)) => Known::Type(ty),
            Some(Entity::Attribute(attribute)) => Known::Attribute(attribute),
            _ => return,
        };
        self.values.set_constant(value, constant, Some(place));
    }

    fn refuse(&mut self, call: &Condition<'p>, constants: &[Value], text: &str) {
        let name = predicate_of(&call.function.name);
        let known = constants
            .iter()
            .filter_map(|value| self.values.constant(*value));
        let known: Vec<_> = known.collect();
        // Numbers of several types may be refused for these.
        let show = match known.windows(2).all(|two| two[0].has_type_of(two[1])) {
            true => Known::show,
            false => Known::show_with_type,
        };
        let shown: Vec<_> = known.into_iter().map(show).collect();
        let demand = Demand {
            place: Some(call.place),
            text: format!("`{name}` {text} {}", shown.join(" and ")),
        };
        let others = constants.iter();
        let others = others.filter_map(|value| self.values.demand_of_constant(*value));
        let others = others.collect();
        self.values.contradict(demand, others);
    }

    /// A disjunction holds if one of its branches may.
    fn try_branches(&mut self, call: &Condition<'p>, functions: &mut Functions) {
        let Some(program) = &call.program else {
            return;
        };
        let branches = &program.disjunction.branches;
        let mut others = Vec::new();
        for branch in branches {
            match self.try_branch(branch, program, call.place, functions) {
                Some(found) => others.extend(found.others),
                None => return,
            }
        }
        if !branches.is_empty() {
            let demand = Demand {
                place: Some(call.place),
                text: "no branch of `or` can hold".to_owned(),
            };
            self.values.contradict(demand, others);
        }
    }

    /// Why a branch cannot hold.
    fn try_branch(
        &mut self,
        steps: &[DisjunctionStep],
        program: &Program<'_>,
        place: Place,
        functions: &mut Functions,
    ) -> Option<Contradiction> {
        let mut branch = Branch {
            outer: &mut self.values,
            program,
            copies: FxHashMap::default(),
            numbers: FxHashMap::default(),
            count: program.count,
            conditions: Conditions::new(self.context),
        };
        for step in steps {
            branch.add(step, place, functions)?;
        }
        branch.conditions.solve(functions)
    }
}

impl Order {
    /// How messages call it, if nothing is in that order with itself.
    fn excludes_equality(self) -> Option<&'static str> {
        match self {
            Order::Less => Some("less than"),
            Order::Greater => Some("greater than"),
            Order::Differs => Some("different from"),
            Order::AtMost | Order::AtLeast => None,
        }
    }
}

/// Collects the constraints of a branch.
struct Branch<'o, 'p, 'c> {
    outer: &'o mut KnownValues<'c>,
    program: &'o Program<'p>,
    /// The values of the branch, by the classes outside of it.
    copies: FxHashMap<Value, Value>,
    /// The same by their numbers in the disjunction, as far as the branch mentions them.
    numbers: FxHashMap<usize, Value>,
    /// The first number that no value has.
    count: usize,
    conditions: Conditions<'o, 'c>,
}

impl<'o, 'c> Branch<'o, '_, 'c> {
    /// Adds the constraint that a step calls, unless the step is not valid.
    fn add(
        &mut self,
        step: &'o DisjunctionStep,
        place: Place,
        functions: &mut Functions,
    ) -> Option<()> {
        let condition = match step {
            DisjunctionStep::Call {
                function,
                inputs,
                results,
            } => {
                let arguments = inputs.iter().map(|number| self.value(*number));
                Condition {
                    function: functions.named(function),
                    arguments: arguments.collect::<Option<_>>()?,
                    results: self.define(results)?,
                    program: None,
                    place,
                    is_negated: false,
                    has_run: false,
                    has_evaluated: false,
                }
            }
            DisjunctionStep::AnyOf { inner, is_negated } => {
                let mut mentioned = Vec::new();
                mention(inner, &mut mentioned);
                let inputs = mentioned.into_iter();
                let inputs = inputs.filter_map(|number| Some((number, self.value(number)?)));
                Condition {
                    function: functions.named(ANY_OF),
                    arguments: Vec::new(),
                    results: Vec::new(),
                    program: Some(Program {
                        disjunction: inner,
                        inputs: inputs.collect(),
                        count: self.count,
                    }),
                    place,
                    is_negated: *is_negated,
                    has_run: false,
                    has_evaluated: false,
                }
            }
        };
        self.conditions.calls.push(condition);
        Some(())
    }

    /// The value with that number, if there is one.
    fn value(&mut self, number: usize) -> Option<Value> {
        if let Some(known) = self.numbers.get(&number) {
            return Some(*known);
        }
        let class = self.outer.class(*self.program.inputs.get(&number)?);
        let values = &mut self.conditions.values;
        let copy = *self
            .copies
            .entry(class)
            .or_insert_with(|| values.add_copy(self.outer, class));
        self.numbers.insert(number, copy);
        Some(copy)
    }

    /// Adds the results of a step. It may use the number of a value that nothing reads any
    /// more.
    fn define(&mut self, numbers: &[usize]) -> Option<Vec<Value>> {
        let define = |number: &usize| {
            if *number > self.count {
                return None;
            }
            self.count = self.count.max(number + 1);
            let value = self.conditions.values.add();
            self.numbers.insert(*number, value);
            Some(value)
        };
        numbers.iter().map(define).collect()
    }
}

/// Adds the numbers of the values that a disjunction reads.
fn mention(disjunction: &Disjunction, numbers: &mut Vec<usize>) {
    for step in disjunction.branches.iter().flatten() {
        match step {
            DisjunctionStep::Call { inputs, .. } => numbers.extend(inputs),
            DisjunctionStep::AnyOf { inner, .. } => mention(inner, numbers),
        }
    }
}
