//! The engine matches exactly the operations that `explain` says.
//!
//! Each pattern gets one more constraint, the first one, by which the test chooses the
//! operation and the pattern to match. Its rewrite begins with a function that says
//! that there is a match, and then fails, so that nothing changes.

use super::{Input, say, visit};
use crate::{
    back::explain,
    back::graph::Checked,
    back::matcher,
    back::reference::{Outcome, Reference},
    mlir::ffi::{
        entity::{self, operations_in_order},
        ir::pdl_types,
        native::{Attr, NativeClosure, NativeKind, Op},
        pattern_set::{Natives, PatternSet, PatternUse},
    },
    mlir::options::{Driver, Options},
};
use melior::{
    Context,
    ir::{
        Attribute, BlockLike, Identifier, Location, Module, OperationRef, RegionLike, Value,
        attribute::{BoolAttribute, IntegerAttribute, StringAttribute},
        operation::{OperationBuilder, OperationLike},
        r#type::IntegerType,
    },
};
use std::{
    collections::BTreeSet,
    iter,
    sync::{Arc, Mutex, MutexGuard},
};

const CHOICE: &str = "TestChoice";
const MATCH: &str = "TestMatch";

/// The indices of a pattern and of an operation.
type Pair = (usize, usize);

#[derive(Default)]
struct Totals {
    inputs: usize,
    pairs: usize,
    matches: usize,
    broken: usize,
    /// Patterns to which the test cannot be added.
    externals: usize,
}

#[test]
fn the_engine_matches_what_explain_says() {
    let mut totals = Totals::default();
    let mut differences = Vec::new();
    let skipped = visit("verdicts", |input| {
        let name = input.name.to_owned();
        let found = compare(input, &mut totals);
        differences.extend(found.map(|found| format!("{name}: {found}")));
    });
    say(&format!(
        "{} pairs of patterns and operations of {} inputs, {} matches, {} in which a constraint \
         cannot be evaluated; left out: {} patterns whose rewrite is a function, and {skipped:?}",
        totals.pairs, totals.inputs, totals.matches, totals.broken, totals.externals
    ));
    assert!(differences.is_empty(), "{differences:#?}");
    assert!(totals.pairs > 10_000, "there are many pairs");
    assert!(totals.matches > 500, "many of them match");
}

/// The first difference between the engine and `explain`.
fn compare(mut input: Input<'_, '_>, totals: &mut Totals) -> Option<String> {
    let choice = Choice::default();
    choice.register(&mut input.patterns.natives);
    let checked = input.patterns.graph.module();
    let root = input.module.as_operation();
    // The patterns were read before they change.
    let reference = Reference::new(&input.patterns.graph, &input.patterns.natives);
    let said = explain::matches(&reference, root);
    let externals = instrument(input.context, checked.module(), &reference);
    let natives = &input.patterns.natives;
    // The program comes from the changed patterns. The calls of the test need no check.
    let program = matcher::compile(&Checked::read(input.context, checked)).into_program();
    let engine = Engine {
        set: PatternSet::new(checked, natives, &program, PatternUse::PdllUseRewrite),
        choice,
        root,
    };
    let operations = operations_in_order(root);
    totals.inputs += 1;
    totals.externals += externals.len();
    totals.pairs += (said.len() - externals.len()) * operations.len();
    let reached = engine.reached();
    for (pattern, said) in said.iter().enumerate() {
        if externals.contains(&pattern) {
            continue;
        }
        let said: BTreeSet<_> = said.iter().map(|one| address(*one)).collect();
        for (index, operation) in operations.iter().enumerate() {
            let pair = (pattern, index);
            let is_reached = reached.as_ref().is_none_or(|all| all.contains(&pair));
            let outcome = match is_reached {
                true => engine.outcome(pair),
                false => Outcome::Fails,
            };
            let expected = reference.judge(pattern, *operation).outcome;
            let is_said = said.contains(&address(*operation));
            totals.matches += usize::from(is_said);
            totals.broken += usize::from(outcome == Outcome::Breaks);
            if outcome != expected || is_said != (expected == Outcome::Matches) {
                let name = &reference.patterns()[pattern].name;
                return Some(format!(
                    "`{name}`: engine {outcome:?}, reference {expected:?}, explain says \
                     {is_said}: {operation}"
                ));
            }
        }
    }
    None
}

fn address(operation: OperationRef<'_, '_>) -> usize {
    operation.to_raw().ptr.addr()
}

/// What the functions of the test do. Clones share it.
#[derive(Default, Clone)]
struct Choice(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    /// The addresses of the operations of the program that is rewritten.
    operations: Vec<usize>,
    /// The only pair that may match. Without one, none may, and all that come so far
    /// are collected.
    chosen: Option<Pair>,
    reached: BTreeSet<Pair>,
    has_matched: bool,
}

impl Choice {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().expect("no function panics")
    }

    fn register(&self, natives: &mut Natives) {
        let [choose, matched] = [self.clone(), self.clone()];
        let choose = NativeClosure::new::<(Op, Attr), (), _>(
            NativeKind::Constraint,
            CHOICE.to_owned(),
            move |_, (root, pattern)| {
                let mut state = choose.state();
                let mut operations = state.operations.iter();
                let index = operations.position(|one| *one == address(root));
                let pair = (number(pattern), index.expect("it is in the program"));
                if state.chosen.is_none() {
                    state.reached.insert(pair);
                }
                Ok((state.chosen == Some(pair)).then_some(()))
            },
        );
        let matched =
            NativeClosure::new::<(), (), _>(NativeKind::Rewrite, MATCH.to_owned(), move |_, ()| {
                matched.state().has_matched = true;
                Err("the test has seen it".to_owned())
            });
        for closure in [choose, matched] {
            closure.register(natives).expect("the names differ");
        }
    }
}

fn number(attribute: Attribute<'_>) -> usize {
    let number = IntegerAttribute::try_from(attribute).map(|number| number.value());
    number
        .ok()
        .and_then(|number| usize::try_from(number).ok())
        .expect("it is an index")
}

/// Adds the calls of the test to all patterns. Returns those whose rewrite is a function
/// of its own, which nothing can be added to.
fn instrument(
    context: &Context,
    module: &Module<'_>,
    reference: &Reference<'_>,
) -> BTreeSet<usize> {
    let patterns = operations(module.body().first_operation());
    let patterns = patterns.filter(|operation| is(*operation, "pdl.pattern"));
    let patterns: Vec<_> = patterns.collect();
    let mut externals = BTreeSet::new();
    for (index, pattern) in patterns.into_iter().enumerate() {
        let root = reference.patterns()[index].root;
        let body = pattern
            .region(0)
            .ok()
            .and_then(|region| region.first_block());
        let body = body.expect("a pattern has a body");
        let statements: Vec<_> = operations(body.first_operation()).collect();
        let rewrite = *statements.last().expect("a pattern has a rewrite");
        let matched = statements.iter().flat_map(|one| one.results());
        let root = matched
            .map(Value::from)
            .nth(root.index())
            .expect("the node exists");
        // The operation may be defined after a constraint that is not about it.
        let follows_root = |one: &&OperationRef<'_, '_>| {
            let mut rest = iter::successors(Some(**one), OperationLike::next_in_block);
            rest.all(|later| later.results().all(|result| Value::from(result) != root))
        };
        let mut places = statements.iter().filter(follows_root);
        let is_call = |one: &&OperationRef<'_, '_>| is(**one, "pdl.apply_native_constraint");
        let place = *places.find(is_call).unwrap_or(&rewrite);
        let types = pdl_types(context);
        let location = Location::unknown(context);
        let id = Identifier::new(context, "value");
        let value = IntegerAttribute::new(IntegerType::new(context, 64).into(), index as i64);
        let number = OperationBuilder::new("pdl.attribute", location)
            .add_attributes(&[(id, value.into())])
            .add_results(&[types.attribute])
            .build()
            .expect("it is valid");
        let number = body.insert_operation_before(place, number);
        let number = number.result(0).expect("it has a result").into();
        let call = call(
            context,
            "pdl.apply_native_constraint",
            CHOICE,
            &[root, number],
        );
        body.insert_operation_before(place, call);
        let inner = rewrite
            .region(0)
            .ok()
            .and_then(|region| region.first_block());
        let Some(inner) = inner else {
            externals.insert(index);
            continue;
        };
        let call = self::call(context, "pdl.apply_native_rewrite", MATCH, &[]);
        match inner.first_operation() {
            Some(first) => inner.insert_operation_before(first, call),
            None => inner.append_operation(call),
        };
    }
    externals
}

fn call<'c>(
    context: &'c Context,
    operation: &str,
    function: &str,
    arguments: &[Value<'c, '_>],
) -> melior::ir::Operation<'c> {
    let name = StringAttribute::new(context, function).into();
    let mut attributes = vec![(Identifier::new(context, "name"), name)];
    if !arguments.is_empty() {
        let negated = BoolAttribute::new(context, false).into();
        attributes.push((Identifier::new(context, "isNegated"), negated));
    }
    OperationBuilder::new(operation, Location::unknown(context))
        .add_attributes(&attributes)
        .add_operands(arguments)
        .build()
        .expect("it is valid")
}

fn is(operation: OperationRef<'_, '_>, name: &str) -> bool {
    operation.name().as_string_ref().as_str() == Ok(name)
}

fn operations<'c, 'a>(
    first: Option<OperationRef<'c, 'a>>,
) -> impl Iterator<Item = OperationRef<'c, 'a>> {
    iter::successors(first, OperationLike::next_in_block)
}

/// What matches and rewrites.
struct Engine<'a> {
    set: PatternSet,
    choice: Choice,
    root: OperationRef<'a, 'a>,
}

impl Engine<'_> {
    /// Applies the patterns to a copy of the program. Returns whether that went well.
    fn run(&self, chosen: Option<Pair>) -> bool {
        let copy = entity::lasting_copy(self.root);
        let operations = operations_in_order(copy);
        *self.choice.state() = State {
            operations: operations.into_iter().map(address).collect(),
            chosen,
            ..State::default()
        };
        let options = Options {
            driver: Driver::Walk,
            max_num_rewrites: 1,
            ..Options::default()
        };
        self.set.apply(copy, &options)
    }

    /// The pairs for which the engine asks the test: their structure matches. Nothing is
    /// known if a constraint before that cannot be evaluated.
    fn reached(&self) -> Option<BTreeSet<Pair>> {
        let went_well = self.run(None);
        went_well.then(|| self.choice.state().reached.clone())
    }

    /// What becomes of a pair.
    fn outcome(&self, pair: Pair) -> Outcome {
        let went_well = self.run(Some(pair));
        let has_matched = self.choice.state().has_matched;
        match (has_matched, went_well) {
            (true, _) => Outcome::Matches,
            (false, true) => Outcome::Fails,
            (false, false) => Outcome::Breaks,
        }
    }
}
