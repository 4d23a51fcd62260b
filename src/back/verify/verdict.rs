//! What is said about a pattern.

use super::{
    interpret::Returned,
    run::Computation,
    subject::Subject,
    types::{self, Assignment, Lanes},
    witness::{self, Programs},
};
use crate::back::graph::pattern::NodeId;
use pdll_verify::{
    evaluate::{Assignment as Values, Evaluator},
    meanings,
    term::Constant,
    value,
};
use std::collections::BTreeSet;

/// What is known of a pattern.
#[derive(Debug, Clone)]
pub(crate) enum Verdict {
    /// It is right for these types, under these assumptions.
    Proven {
        types: String,
        assumptions: Vec<&'static str>,
        /// For which other types nothing is known, and why.
        open: Option<(String, &'static str)>,
    },
    Wrong(Box<Counterexample>),
    /// The rewrite creates an operation that MLIR refuses: for which types, and why.
    Invalid {
        types: String,
        reason: String,
        remedy: Option<String>,
    },
    /// Nothing is known, for this reason.
    Undecided(String),
    /// The solver does not work.
    Failed(String),
}

/// Values for which a pattern is wrong.
#[derive(Debug, Clone)]
pub(crate) struct Counterexample {
    pub(crate) types: String,
    /// What the variables are.
    pub(crate) values: Vec<String>,
    /// The results before and after.
    pub(crate) results: Vec<(String, String)>,
    /// The programs, if they can be written.
    pub(crate) programs: Option<Programs>,
    /// The types of what is passed to the programs.
    pub(crate) argument_types: Vec<String>,
    /// What is passed to the programs, and what the second one returns.
    pub(crate) arguments: Vec<Constant>,
    pub(crate) returned: Returned,
    /// How many bits `index` has.
    pub(crate) index_width: u32,
    /// Whether an operation or function has the meaning that the user has given it.
    pub(crate) has_definitions: bool,
    /// Whether it is asked where operations stand, or what uses values, which the programs
    /// may not fulfil.
    pub(crate) looks_around: bool,
    /// How an open point must be read for the pattern to be wrong.
    pub(crate) only_if: Option<&'static str>,
    /// What would make the pattern right.
    pub(crate) remedy: Option<String>,
}

/// What is found at some types.
pub(crate) enum Finding {
    Right {
        assumptions: Vec<&'static str>,
    },
    /// Its conditions contradict each other.
    NeverMatches,
    /// Its conditions exclude the types.
    Excluded,
    Wrong(Box<Counterexample>),
    Invalid(String),
    /// The solver has given up.
    Limit,
    Undecided(String),
    Failed(String),
}

const LIMIT: &str = "the solver has reached its limit";
const NO_SOLVER: &str = "there is no solver; install z3";

impl Verdict {
    pub(super) fn undecided(reason: impl Into<String>) -> Self {
        Verdict::Undecided(reason.into())
    }

    /// The verdict with what would make the pattern right, if it is wrong.
    pub(super) fn with_remedy(self, remedy: Option<String>) -> Self {
        match self {
            Verdict::Wrong(counterexample) => Verdict::Wrong(Box::new(Counterexample {
                remedy,
                ..*counterexample
            })),
            Verdict::Invalid { types, reason, .. } => Verdict::Invalid {
                types,
                reason,
                remedy,
            },
            other => other,
        }
    }
}

/// What is found at all types.
pub(super) struct Tally {
    right: BTreeSet<Vec<Known>>,
    open: BTreeSet<Vec<Known>>,
    assumptions: BTreeSet<&'static str>,
    undecided: Option<String>,
    /// Whether anything is found for types that are no vectors or tensors.
    has_elements: bool,
    /// Whether it is undecided for some vectors or tensors of elements for which it is right.
    is_open_for_lanes: bool,
    num_unmatched: usize,
    num_excluded: usize,
    refused: Option<String>,
}

/// A type, in the order of the report.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Known {
    Integer(u32),
    Other(String),
    Vectors,
    Tensors,
}

impl Tally {
    pub(super) fn new(refused: Option<String>) -> Self {
        Tally {
            right: BTreeSet::new(),
            open: BTreeSet::new(),
            assumptions: BTreeSet::new(),
            undecided: None,
            has_elements: false,
            is_open_for_lanes: false,
            num_unmatched: 0,
            num_excluded: 0,
            refused,
        }
    }

    /// Adds what is found at some types. Returns the verdict if that decides.
    pub(super) fn add(&mut self, assignment: &Assignment<'_>, finding: Finding) -> Option<Verdict> {
        let has_lanes = assignment.all().any(types::has_lanes);
        self.has_elements |= !has_lanes;
        match finding {
            // Elements come first, so it is known what holds for them.
            Finding::Undecided(_) | Finding::Limit if has_lanes && self.has_elements => {
                self.is_open_for_lanes = true;
            }
            Finding::Right { assumptions } => {
                self.assumptions.extend(assumptions);
                self.right.insert(known(assignment));
            }
            Finding::NeverMatches => self.num_unmatched += 1,
            Finding::Excluded => self.num_excluded += 1,
            Finding::Limit => {
                self.open.insert(known(assignment));
            }
            Finding::Undecided(reason) => {
                self.undecided.get_or_insert(reason);
            }
            Finding::Wrong(counterexample) => return Some(Verdict::Wrong(counterexample)),
            Finding::Invalid(reason) => {
                let types = describe_one(assignment);
                return Some(Verdict::Invalid {
                    types,
                    reason,
                    remedy: None,
                });
            }
            Finding::Failed(reason) => return Some(Verdict::Failed(reason)),
        }
        None
    }

    pub(super) fn finish(mut self, has_solver: bool) -> Verdict {
        self.right.retain(|types| !self.open.contains(types));
        if self.is_open_for_lanes {
            let of_lanes = [Known::Vectors, Known::Tensors];
            let has_lanes = |types: &Vec<Known>| types.iter().any(|ty| of_lanes.contains(ty));
            self.right.retain(|types| !has_lanes(types));
        }
        if let Some(reason) = self.undecided {
            return Verdict::Undecided(reason);
        }
        if self.right.is_empty() {
            return Verdict::Undecided(match (self.open.is_empty(), self.refused) {
                (false, _) if !has_solver => NO_SOLVER.to_owned(),
                (false, _) => format!("{LIMIT}; `--limit` raises it"),
                _ if self.num_unmatched > 0 => {
                    "it never matches: its conditions contradict each other".to_owned()
                }
                _ if self.num_excluded > 0 => {
                    "its conditions exclude all types that are tried".to_owned()
                }
                (_, Some(reason)) => {
                    format!("it matches no type that is tried; MLIR says: {reason}")
                }
                (_, None) => "it matches no type that is tried".to_owned(),
            });
        }
        Verdict::Proven {
            types: describe(&self.right),
            assumptions: self.assumptions.into_iter().collect(),
            open: (!self.open.is_empty()).then(|| {
                let reason = if has_solver { LIMIT } else { NO_SOLVER };
                (describe(&self.open), reason)
            }),
        }
    }
}

/// The types of an assignment, each once.
fn known(assignment: &Assignment<'_>) -> Vec<Known> {
    let all: BTreeSet<_> = assignment
        .all()
        .map(|ty| match (types::lanes(ty), types::known(ty, 64)) {
            (Some(Lanes::OfVector), _) => Known::Vectors,
            (Some(Lanes::OfTensor), _) => Known::Tensors,
            (None, value::Type::Integer(width)) => Known::Integer(width),
            (None, _) => Known::Other(ty.to_string()),
        })
        .collect();
    all.into_iter().collect()
}

/// All types of some assignments.
pub(super) fn describe_all(assignments: &[&Assignment<'_>]) -> String {
    let all = assignments.iter().map(|assignment| known(assignment));
    describe(&all.collect())
}

/// Whether each type of an assignment is one of some others.
pub(super) fn is_covered(assignment: &Assignment<'_>, others: &[&Assignment<'_>]) -> bool {
    let others: BTreeSet<_> = others.iter().flat_map(|other| known(other)).collect();
    known(assignment).iter().all(|ty| others.contains(ty))
}

/// The types of an assignment, as they are.
fn describe_one(assignment: &Assignment<'_>) -> String {
    let mut all: Vec<String> = Vec::new();
    for ty in assignment.all().map(|ty| ty.to_string()) {
        if !all.contains(&ty) {
            all.push(ty);
        }
    }
    enumerate(&all)
}

fn enumerate(parts: &[String]) -> String {
    match parts.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => "all programs".to_owned(),
    }
}

/// All types in which one of the sets has one, with ranges of integers.
fn describe(sets: &BTreeSet<Vec<Known>>) -> String {
    let all: BTreeSet<_> = sets.iter().flatten().collect();
    let mut parts: Vec<String> = Vec::new();
    let mut widths: Vec<u32> = Vec::new();
    let mut others = Vec::new();
    let mut of_elements = Vec::new();
    for known in all {
        match known {
            Known::Integer(width) => widths.push(*width),
            Known::Other(text) => others.push(text.clone()),
            Known::Vectors => of_elements.push("vectors"),
            Known::Tensors => of_elements.push("tensors"),
        }
    }
    let mut rest = &widths[..];
    while let [first, ..] = rest {
        let length = (1..)
            .zip(&rest[1..])
            .take_while(|(step, width)| *first + *step as u32 == **width)
            .count();
        parts.push(match length {
            0 => format!("i{first}"),
            1 => format!("i{first}, i{}", first + 1),
            _ => format!("i{first} to i{}", rest[length]),
        });
        rest = &rest[length + 1..];
    }
    parts.extend(others);
    match (parts.is_empty(), of_elements.join(" and ")) {
        (_, none) if none.is_empty() => enumerate(&parts),
        (true, of_elements) => of_elements,
        (false, of_elements) => format!("{}, and {of_elements} of them", enumerate(&parts)),
    }
}

impl Counterexample {
    pub(super) fn new(
        subject: &Subject<'_, '_>,
        assignment: &Assignment<'_>,
        index_width: u32,
        computation: &mut Computation<'_>,
        values: &Values,
    ) -> Self {
        let chosen = Chosen::new(computation, values);
        let computation = &*computation;
        let obligation = &computation.obligation;
        let mut roots = vec![obligation.is_target_undefined];
        for (_, before, after) in &obligation.results {
            roots.extend([
                before.content,
                before.is_poison,
                after.content,
                after.is_poison,
            ]);
        }
        for (_, input) in &computation.inputs {
            roots.extend([input.content, input.is_poison]);
        }
        let mut evaluator = Evaluator::new(&computation.terms, &roots);
        evaluator.run(values);
        let show = |ty: value::Type, value: &value::Value| {
            if evaluator.value(value.is_poison).is_true() {
                return "poison".to_owned();
            }
            show(ty, evaluator.value(value.content))
        };
        let undefined = evaluator.value(obligation.is_target_undefined).is_true();
        let used = witness::used(computation, values);
        let all = || used.iter().map(|index| &obligation.results[*index]);
        let after = all().map(|(_, _, after)| {
            let is_poison = evaluator.value(after.is_poison).is_true();
            (!is_poison).then(|| evaluator.value(after.content))
        });
        let returned = match undefined {
            _ if chosen.undefined || used.iter().any(|index| chosen.after[*index]) => {
                Returned::Several
            }
            true => Returned::Undefined,
            false => Returned::Values(after.collect()),
        };
        let passed = computation.inputs.iter().filter(|(node, value)| {
            let is_poison = evaluator.value(value.is_poison).is_true();
            !is_poison && !computation.constants.contains(node)
        });
        let type_of = |node: NodeId| assignment.types[node.index()].expect("operands have types");
        let (argument_types, arguments) = passed
            .map(|(node, value)| (type_of(*node).to_string(), evaluator.value(value.content)))
            .unzip();
        let results = used.iter().map(|index| {
            let (ty, before, after) = &obligation.results[*index];
            let after = match undefined {
                true => "undefined behaviour".to_owned(),
                false => show(*ty, after),
            };
            let before = match chosen.before[*index] {
                true => format!("{} or another value", show(*ty, before)),
                false => show(*ty, before),
            };
            (before, after)
        });
        let inputs = computation.inputs.iter().map(|(node, value)| {
            let ty = type_of(*node);
            let known = types::known(ty, 64);
            format!(
                "{}: {ty} = {}",
                subject.node_name(*node),
                show(known, value)
            )
        });
        Counterexample {
            types: describe_one(assignment),
            values: inputs.collect(),
            results: results.collect(),
            programs: witness::programs(subject, assignment, computation, values),
            argument_types,
            arguments,
            returned,
            index_width,
            has_definitions: computation.calls_definitions || has_definitions(subject, computation),
            looks_around: computation.looks_around,
            only_if: None,
            remedy: None,
        }
    }
}

fn has_definitions(subject: &Subject<'_, '_>, computation: &Computation<'_>) -> bool {
    let mut applied = computation.matched.iter().chain(&computation.created);
    applied.any(|applied| {
        let operation = subject.pattern.nodes.operation(applied.node);
        subject
            .name(operation)
            .is_ok_and(|name| meanings::find(name).is_none())
    })
}

/// What depends on what operations choose freely.
struct Chosen {
    /// By the index of the result.
    before: Vec<bool>,
    after: Vec<bool>,
    /// Whether the new behaviour is undefined.
    undefined: bool,
}

impl Chosen {
    fn new(computation: &mut Computation<'_>, values: &Values) -> Self {
        let Computation {
            terms, obligation, ..
        } = computation;
        let mut depends = |term| obligation.outcome(terms, term, values).is_none();
        let mut value_depends = |value: &value::Value| {
            let is_sure = !depends(value.is_poison);
            !is_sure || depends(value.content)
        };
        let results = obligation.results.iter();
        let (before, after) = results
            .map(|(_, before, after)| (value_depends(before), value_depends(after)))
            .unzip();
        let undefined = depends(obligation.is_target_undefined);
        Chosen {
            before,
            after,
            undefined,
        }
    }
}

/// A constant as people write it.
pub(super) fn show(ty: value::Type, constant: Constant) -> String {
    let Constant::Bits { bits, width } = constant else {
        panic!("values are given by their bits");
    };
    match ty {
        value::Type::Float(format) => super::attributes::float(format, bits).to_string(),
        value::Type::Integer(1) => bits.to_string(),
        _ => {
            let unused = 128 - width;
            (((bits << unused).cast_signed()) >> unused).to_string()
        }
    }
}
