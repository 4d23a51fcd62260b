//! The native functions that pattern files define.

use super::selection::Selection;
use crate::{
    base::source::{SourceMap, Span, StablePlace},
    base::unique_names::UniqueNames,
    front::hir::{Module, Native, NativeBody},
    front::ods::CodeClasses,
    library::compile::Definition,
};
use smol_str::{SmolStr, format_smolstr};
use std::collections::{BTreeSet, HashMap};

/// The functions of all files so far.
#[derive(Debug, Default)]
pub(super) struct Definitions {
    definitions: Vec<Definition>,
    /// The names of constraints, and those of rewrites.
    constraints: UniqueNames,
    rewrites: UniqueNames,
    /// The index of each definition by its kind and name.
    names: HashMap<(bool, SmolStr), usize>,
    /// The index of each definition by its place and the name that its file calls it:
    /// the code of one rule may be several functions.
    places: HashMap<(StablePlace, SmolStr), usize>,
    /// The dialects whose classes the code may use.
    dialects: BTreeSet<SmolStr>,
    classes: CodeClasses,
}

impl Definitions {
    /// Takes the functions that `module` defines, and that patterns call which may be
    /// selected. If another file has a function of the same name, the later one is
    /// renamed.
    pub(super) fn take(&mut self, module: &mut Module, selection: Selection<'_>) {
        let sources = selection.sources;
        self.dialects.extend(std::mem::take(&mut module.dialects));
        self.classes.append(std::mem::take(&mut module.classes));
        let called = called(module, selection);
        let mut renamed = HashMap::new();
        for native in std::mem::take(&mut module.natives) {
            let key = (native.is_constraint, native.name.clone());
            let Some(uses) = called.get(&key) else {
                continue;
            };
            let name = self.add(native, uses, sources);
            if name != key.1 {
                renamed.insert(key, name);
            }
        }
        if renamed.is_empty() {
            return;
        }
        let nodes = module.patterns.iter_mut().flat_map(|one| &mut one.nodes);
        for node in nodes {
            node.kind.for_each_function_mut(|is_constraint, function| {
                if let Some(name) = renamed.get(&(is_constraint, function.clone())) {
                    *function = name.clone();
                }
            });
        }
    }

    /// Returns all definitions, in the order of their files, and the dialects and
    /// classes of the operations that the files define.
    pub(super) fn into_parts(self) -> (Vec<Definition>, BTreeSet<SmolStr>, CodeClasses) {
        (self.definitions, self.dialects, self.classes)
    }

    /// Adds a function. Returns its new name.
    fn add(&mut self, native: Native, uses: &[Span], sources: &SourceMap) -> SmolStr {
        let file = sources.file(native.span.file).name().to_owned();
        let place = (sources.stable_place(native.span), native.name.clone());
        if let Some(known) = self.places.get(&place) {
            let known = &mut self.definitions[*known];
            if is_same_code(&known.native.body, &native.body) {
                known.uses.extend(uses);
                return known.native.name.clone();
            }
        }
        self.add_new(native, file, uses.to_vec(), Some(place))
    }

    /// Adds classes of operations that compiled patterns mention.
    pub(super) fn add_classes(&mut self, classes: CodeClasses) {
        self.classes.append(classes);
    }

    /// Adds a function of compiled patterns. Returns its new name. Equal functions
    /// with the same name become one.
    pub(super) fn add_embedded(&mut self, native: Native, file: String) -> SmolStr {
        let known = self.names.get(&(native.is_constraint, native.name.clone()));
        match known.map(|known| &self.definitions[*known].native) {
            Some(known) if is_same_function(&known.body, &native.body) => known.name.clone(),
            _ => self.add_new(native, file, Vec::new(), None),
        }
    }

    fn add_new(
        &mut self,
        mut native: Native,
        file: String,
        uses: Vec<Span>,
        place: Option<(StablePlace, SmolStr)>,
    ) -> SmolStr {
        let taken = if native.is_constraint {
            &mut self.constraints
        } else {
            &mut self.rewrites
        };
        let wanted = &native.name;
        native.name = taken.take(wanted, 1, |number| format_smolstr!("{wanted} <{number}>"));
        let index = self.definitions.len();
        let name = native.name.clone();
        self.names
            .insert((native.is_constraint, name.clone()), index);
        self.places.extend(place.map(|place| (place, index)));
        self.definitions.push(Definition { native, file, uses });
        name
    }
}

/// Whether two functions of one place have the same code. A rule may pass other
/// arguments to the code of a `.td` file than a rule of another file does.
fn is_same_code(one: &NativeBody, other: &NativeBody) -> bool {
    match (one, other) {
        (NativeBody::Code { code, .. }, NativeBody::Code { code: other, .. }) => {
            code.text == other.text
        }
        _ => true,
    }
}

/// Whether two functions have the same condition or the same code.
fn is_same_function(one: &NativeBody, other: &NativeBody) -> bool {
    match (one, other) {
        (
            NativeBody::Predicate {
                subject, predicate, ..
            },
            NativeBody::Predicate {
                subject: other_subject,
                predicate: other_predicate,
                ..
            },
        ) => subject == other_subject && predicate == other_predicate,
        (
            NativeBody::Code {
                code,
                parameters,
                results,
            },
            NativeBody::Code {
                code: other_code,
                parameters: other_parameters,
                results: other_results,
            },
        ) => {
            code.text == other_code.text
                && parameters == other_parameters
                && results == other_results
        }
        _ => false,
    }
}

/// The functions that patterns call which may be selected: whether each is a
/// constraint, its name, and the places of the calls.
fn called(module: &Module, selection: Selection<'_>) -> HashMap<(bool, SmolStr), Vec<Span>> {
    let mut called: HashMap<_, Vec<Span>> = HashMap::new();
    let patterns = module.patterns.iter();
    let patterns = patterns.filter(|pattern| selection.may_select(pattern));
    for node in patterns.flat_map(|pattern| &pattern.nodes) {
        node.kind.for_each_function(|is_constraint, function| {
            let key = (is_constraint, function.clone());
            called.entry(key).or_default().push(node.span);
        });
    }
    called
}
