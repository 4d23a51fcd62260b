//! The native functions that patterns name: they exist, and take and return what they
//! are used for.

use super::report::Report;
use crate::{
    back::graph::{
        Graph, Place,
        pattern::{Call, NodeId, Nodes, Pattern, Statement},
    },
    back::lower::disjunction,
    base::diagnostic::{Severity, all_closest},
    front::contract::{ANY_OF, BOUND_TYPES, FOUND, LIBRARY_PREFIX, SAME, SEGMENT_SIZES},
    front::hir::{Disjunction, DisjunctionStep},
    mlir::ffi::{diagnostics::emit_at, native::NativeFacts, pattern_set::Natives, program::Kind},
};
use rustc_hash::FxHashMap;

/// Sets the patterns to false whose calls are refused.
pub(super) fn check(
    graph: &Graph<'_, '_>,
    natives: &Natives,
    report: &Report<'_, '_, '_>,
    are_sound: &mut [bool],
) {
    let mut calls = Calls {
        natives,
        report,
        are_sound,
        unregistered: Vec::new(),
        indices: FxHashMap::default(),
    };
    for (index, pattern) in graph.patterns().iter().enumerate() {
        for (number, call) in pattern.constraints.iter().enumerate() {
            let place = (index, Place::Constraint(number));
            calls.check(graph, pattern, call, place, true);
        }
        for (number, statement) in pattern.rewrite.iter().enumerate() {
            if let Statement::Call(call) = statement {
                let place = (index, Place::Statement(number));
                calls.check(graph, pattern, call, place, false);
            }
        }
    }
    calls.report_unregistered();
}

/// A place in the pattern of that index.
type PlaceOfPattern = (usize, Place);

/// A place that names a native function.
struct Use<'g> {
    place: PlaceOfPattern,
    is_constraint: bool,
    name: &'g str,
    arguments: Vec<Kind>,
    results: Vec<Kind>,
    /// A branch of `or` states no kinds of results.
    is_in_branch: bool,
}

impl Use<'_> {
    /// The function as it is used here, in the words of PDLL.
    fn describe(&self) -> String {
        let results = match (&self.results[..], self.is_in_branch) {
            ([], _) | (_, true) => String::new(),
            ([result], _) => format!(" -> {}", kind_name(*result)),
            (results, _) => format!(" -> ({})", kind_names(results)),
        };
        format!("{}({}){results}", self.name, kind_names(&self.arguments))
    }
}

fn kind_names(kinds: &[Kind]) -> String {
    let names: Vec<_> = kinds.iter().map(|kind| kind_name(*kind)).collect();
    names.join(", ")
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::PdllAttribute => "Attr",
        Kind::PdllOperation => "Op",
        Kind::PdllType => "Type",
        Kind::PdllTypeRange => "TypeRange",
        Kind::PdllValue => "Value",
        Kind::PdllValueRange => "ValueRange",
    }
}

fn word(is_constraint: bool) -> &'static str {
    match is_constraint {
        true => "constraint",
        false => "rewrite",
    }
}

/// Compares calls with the functions.
struct Calls<'a, 'g, 'm, 'c> {
    natives: &'a Natives,
    report: &'a Report<'g, 'm, 'c>,
    are_sound: &'a mut [bool],
    /// The functions that nobody registers, and their indices by name.
    unregistered: Vec<Unregistered>,
    indices: FxHashMap<(bool, String), usize>,
}

/// A function that nobody registers.
struct Unregistered {
    is_constraint: bool,
    name: String,
    /// Where it is used, and as what.
    uses: Vec<(PlaceOfPattern, String)>,
}

impl<'a> Calls<'a, '_, '_, '_> {
    fn check(
        &mut self,
        graph: &'a Graph<'_, '_>,
        pattern: &Pattern,
        call: &Call,
        place: PlaceOfPattern,
        is_constraint: bool,
    ) {
        let kinds = |nodes: &[NodeId]| kinds(&pattern.nodes, nodes);
        let found = Use {
            place,
            is_constraint,
            name: graph.pool().text(call.name),
            arguments: kinds(&call.arguments),
            results: kinds(&call.results),
            is_in_branch: false,
        };
        match self.find(&found) {
            Some(native) => self.check_signature(&found, &native),
            None => self.add_unregistered(&found),
        }
        if found.name == ANY_OF
            && let Some(program) = call.arguments.first()
            && let Some(program) = pattern.nodes[*program].constant()
            && let Some(program) =
                disjunction::read(graph.pool().constants()[program.0 as usize].attribute)
        {
            let mut values = Values::new(&found.arguments[1..]);
            self.check_branches(&program, &mut values, place);
        }
        if call.is_negated && !call.results.is_empty() {
            self.refuse(place, "a negated constraint has no results".to_owned());
        }
    }

    fn find(&self, found: &Use<'_>) -> Option<NativeFacts> {
        self.natives.find(
            found.is_constraint,
            found.name,
            &found.arguments,
            &found.results,
        )
    }

    fn refuse(&mut self, (pattern, place): PlaceOfPattern, text: String) {
        self.are_sound[pattern] = false;
        self.report.error(pattern, place, text, &[]);
    }

    /// Checks that a function takes and returns what it is used for.
    fn check_signature(&mut self, found: &Use<'_>, native: &NativeFacts) {
        let expected = match (&native.refused_signature, &native.results) {
            (Some(signature), _) => Some(format!("{}{signature}", found.name)),
            (None, Some(_)) => None,
            (None, None) => expected(found).map(str::to_owned),
        };
        let Some(expected) = expected else {
            return;
        };
        let origin = match &*native.origin {
            "" => String::new(),
            origin => format!(" in {origin}"),
        };
        let text = format!(
            "native {} `{}` is used as `{}`, but it is `{expected}`{origin}",
            word(found.is_constraint),
            found.name,
            found.describe()
        );
        self.refuse(found.place, text);
    }
}

fn kinds(nodes: &Nodes, ids: &[NodeId]) -> Vec<Kind> {
    ids.iter().map(|id| nodes.kind(*id)).collect()
}

/// The functions of pdll that accept several kinds.
const WITHOUT_SIGNATURE: [&str; 5] = [ANY_OF, BOUND_TYPES, FOUND, SAME, SEGMENT_SIZES];

/// What a function of pdll without a signature accepts, if it is used for something else.
fn expected(found: &Use<'_>) -> Option<&'static str> {
    use Kind::{PdllAttribute, PdllOperation, PdllType, PdllTypeRange};
    let Use {
        arguments, results, ..
    } = found;
    let is_part = |kind: &Kind| matches!(kind, PdllAttribute | PdllType);
    let are_parts = results.is_empty() && arguments.iter().all(is_part);
    let (is_right, expected) = match found.name {
        BOUND_TYPES => (
            matches!(arguments[..], [PdllType | PdllTypeRange]) && arguments == results,
            "pdll.bound_types(Type) -> Type, or of ranges",
        ),
        SAME => (
            are_parts && matches!(arguments[..], [one, other] if one == other),
            "pdll.same(Type, Type), or of attributes",
        ),
        ANY_OF => (
            results.is_empty() && arguments.first() == Some(&PdllAttribute),
            "pdll.any_of(Attr, ...)",
        ),
        FOUND => (results.is_empty(), "pdll.found(...)"),
        // The only other one is [`SEGMENT_SIZES`].
        _ => (
            !arguments.is_empty()
                && !arguments
                    .iter()
                    .any(|kind| matches!(kind, PdllAttribute | PdllOperation))
                && results[..] == [PdllAttribute],
            "pdll.segment_sizes(Value, ValueRange, Type or TypeRange, ...) -> Attr",
        ),
    };
    (!is_right).then_some(expected)
}

/// The kinds of the values of a disjunction, as far as they are known.
struct Values {
    kinds: Vec<Option<Kind>>,
    /// The kinds that the branches around have replaced, with their numbers. There may be
    /// as many branches as values, so nothing is copied for a branch.
    replaced: Vec<(usize, Option<Kind>)>,
}

impl Values {
    fn new(inputs: &[Kind]) -> Self {
        Values {
            kinds: inputs.iter().copied().map(Some).collect(),
            replaced: Vec::new(),
        }
    }

    /// The kinds of some, if they are known, and otherwise of those that are.
    fn get(&self, numbers: &[usize]) -> Vec<Kind> {
        let known = numbers
            .iter()
            .filter_map(|number| *self.kinds.get(*number)?);
        known.collect()
    }

    fn set(&mut self, number: usize, kind: Option<Kind>) {
        match self.kinds.get(number) {
            Some(before) => self.replaced.push((number, *before)),
            None => self.kinds.resize(number + 1, None),
        }
        self.kinds[number] = kind;
    }

    /// Leaves a branch.
    fn restore(&mut self, num_kinds: usize, num_replaced: usize) {
        for (number, kind) in self.replaced.drain(num_replaced..).rev() {
            self.kinds[number] = kind;
        }
        self.kinds.truncate(num_kinds);
    }
}

impl Calls<'_, '_, '_, '_> {
    fn check_branches(
        &mut self,
        program: &Disjunction,
        values: &mut Values,
        place: PlaceOfPattern,
    ) {
        let before = (values.kinds.len(), values.replaced.len());
        for branch in &program.branches {
            for step in branch {
                match step {
                    DisjunctionStep::Call {
                        function,
                        inputs,
                        results,
                    } => self.check_step(function, inputs, results, values, place),
                    DisjunctionStep::AnyOf { inner, .. } => {
                        self.check_branches(inner, values, place);
                    }
                }
            }
            values.restore(before.0, before.1);
        }
    }

    fn check_step(
        &mut self,
        function: &str,
        inputs: &[usize],
        outputs: &[usize],
        values: &mut Values,
        place: PlaceOfPattern,
    ) {
        if function == ANY_OF {
            let text =
                format!("a branch of `{ANY_OF}` calls it; write the inner branches in its place");
            return self.refuse(place, text);
        }
        let mut found = Use {
            place,
            is_constraint: true,
            name: function,
            arguments: values.get(inputs),
            results: Vec::new(),
            is_in_branch: true,
        };
        let native = self.find(&found);
        let results = native.as_ref().and_then(|native| native.results.clone());
        match (&native, &results) {
            (None, _) => self.add_unregistered(&found),
            (Some(_), Some(results)) if found.arguments.len() == inputs.len() => {
                // What a branch states of results is how many there are.
                found.results = match results.len() == outputs.len() {
                    true => results.clone(),
                    false => vec![Kind::PdllAttribute; outputs.len()],
                };
                if let Some(native) = self.find(&found) {
                    self.check_signature(&found, &native);
                }
            }
            _ => {}
        }
        let results = results.unwrap_or_default();
        let limit = values.kinds.len() + results.len();
        for (index, output) in outputs.iter().enumerate() {
            if *output <= limit {
                values.set(*output, results.get(index).copied());
            }
        }
    }

    fn add_unregistered(&mut self, found: &Use<'_>) {
        self.are_sound[found.place.0] = false;
        let next = self.unregistered.len();
        let key = (found.is_constraint, found.name.to_owned());
        let index = *self.indices.entry(key).or_insert(next);
        if index == next {
            self.unregistered.push(Unregistered {
                is_constraint: found.is_constraint,
                name: found.name.to_owned(),
                uses: Vec::new(),
            });
        }
        let uses = &mut self.unregistered[index].uses;
        uses.push((found.place, found.describe()));
    }

    fn report_unregistered(&self) {
        if self.unregistered.is_empty() {
            return;
        }
        let functions = self.natives.functions();
        for function in &self.unregistered {
            let is_constraint = function.is_constraint;
            let signed = functions.iter();
            let signed = signed.filter(|known| known.is_constraint == is_constraint);
            let signed = signed.map(|known| &*known.name);
            let others = WITHOUT_SIGNATURE.into_iter();
            let others = others.filter(|name| self.exists(is_constraint, name));
            self.report_function(function, &signed.chain(others).collect::<Vec<_>>());
        }
    }

    fn exists(&self, is_constraint: bool, name: &str) -> bool {
        self.natives.find(is_constraint, name, &[], &[]).is_some()
    }

    fn report_function(&self, function: &Unregistered, known: &[&str]) {
        let Unregistered {
            is_constraint,
            name,
            uses,
        } = function;
        let remark =
            |(pattern, place): PlaceOfPattern, text| self.report.remark(pattern, place, text);
        let (first, others) = uses.split_first().expect("it is used");
        let mut text = format!(
            "native {} `{}` is not registered",
            word(*is_constraint),
            first.1
        );
        let mut notes = Vec::new();
        if self.exists(!is_constraint, name) {
            text += &format!("; `{name}` is a native {}", word(!is_constraint));
        } else if let Some(meant) = closest(name, known.iter().copied()) {
            text += &format!("; did you mean `{meant}`?");
        } else {
            notes.push(remark(first.0, remedy(name, known)));
        }
        for (place, description) in others {
            notes.push(remark(
                *place,
                format!("`{description}` is needed here too"),
            ));
        }
        emit_at(Severity::Error, "", &remark(first.0, text), &notes);
    }
}

/// The known name that `name` may be a misspelling of. Ties need a rule.
fn closest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    all_closest(name, known).into_iter().min()
}

/// How a function can be defined.
fn remedy(name: &str, known: &[&str]) -> String {
    // Names in lower case are those of functions that only pdll itself calls.
    let library = known
        .iter()
        .filter_map(|known| known.strip_prefix(LIBRARY_PREFIX))
        .filter(|known| known.starts_with(|first: char| first.is_ascii_uppercase()));
    match closest(name, library) {
        Some(known) if known == name => "`pdll/std.pdll` has a function of this name: include \
             that file, and remove the declaration here"
            .to_owned(),
        Some(known) => format!(
            "name a file that registers it with the option `natives`, or use `{known}` of \
             `pdll/std.pdll`"
        ),
        None => "name a file that registers it with the option `natives`, or write its body in \
             the pattern file"
            .to_owned(),
    }
}
