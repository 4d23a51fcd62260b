//! The native functions of rules, as PDLL declares them.

use super::{
    code,
    literals::quoted,
    pdll_names::{self, Names},
    printer::list,
};
use crate::{
    base::source::{FileId, Span},
    front::contract::LIBRARY_PREFIX,
    front::hir::{CodeSlot, Native, NativeBody, Type},
    front::ods::{self, Arity, Ods, Subject},
};
use rustc_hash::FxHashMap;
use smol_str::{SmolStr, format_smolstr};

/// The functions of a file of rules.
pub(super) struct Functions<'a> {
    natives: FxHashMap<(bool, SmolStr), &'a Native>,
    ods: &'a Ods,
    /// The file whose definitions the PDLL does not include, if there is one.
    not_included: Option<FileId>,
    /// What each function is called.
    known: FxHashMap<(bool, SmolStr), Callee>,
    /// Their order.
    order: Vec<(bool, SmolStr)>,
    /// The functions to declare that are not printed yet.
    new: Vec<Declaration>,
    /// Whether a function of the standard library is called.
    pub(super) uses_library: bool,
}

/// What functions are known at some time.
pub(super) struct Mark {
    num_known: usize,
    num_new: usize,
    uses_library: bool,
}

/// How a function is called.
#[derive(Debug, Clone)]
pub(super) struct Callee {
    /// The name in PDLL.
    pub(super) name: SmolStr,
    /// The name under which it is registered.
    pub(super) registered: SmolStr,
    /// Whether it is a condition of one entity that depends on nothing else.
    pub(super) is_predicate: bool,
}

/// A native function with its code.
#[derive(Debug, Clone)]
pub(super) struct Declaration {
    pub(super) name: SmolStr,
    pub(super) is_constraint: bool,
    pub(super) parameters: Vec<(SmolStr, Type)>,
    pub(super) results: Vec<Type>,
    /// The name of the operation that it returns, if its results have groups that PDLL
    /// can only tell apart by the definition.
    pub(super) operation: Option<SmolStr>,
    /// The code, with its line breaks.
    pub(super) code: String,
    /// The def that has the code, or the rule.
    pub(super) span: Span,
    /// The name of that def, if the code has one.
    pub(super) def: SmolStr,
}

/// Where a function is called first.
pub(super) struct FirstCall<'c> {
    /// The name of the rule.
    pub(super) rule: Option<&'c str>,
    /// The names of the arguments, as far as they have some.
    pub(super) arguments: Vec<Option<SmolStr>>,
}

impl<'a> Functions<'a> {
    pub(super) fn new(natives: &'a [Native], ods: &'a Ods, not_included: Option<FileId>) -> Self {
        let key = |native: &Native| (native.is_constraint, native.name.clone());
        Functions {
            natives: natives.iter().map(|native| (key(native), native)).collect(),
            ods,
            not_included,
            known: FxHashMap::default(),
            order: Vec::new(),
            new: Vec::new(),
            uses_library: false,
        }
    }

    /// How a function of the rules is called. Its first call declares it.
    pub(super) fn callee(
        &mut self,
        is_constraint: bool,
        function: &SmolStr,
        first: &FirstCall<'_>,
        names: &mut Names,
    ) -> Option<Callee> {
        let key = (is_constraint, function.clone());
        let callee = match self.known.get(&key) {
            Some(known) => known.clone(),
            None => {
                let callee = self.declare(&key, first, names)?;
                self.known.insert(key.clone(), callee.clone());
                self.order.push(key);
                callee
            }
        };
        self.uses_library |= callee.registered.starts_with(LIBRARY_PREFIX);
        Some(callee)
    }

    /// How a function is called. What is called in silence is known by its own name.
    pub(super) fn known(&self, is_constraint: bool, function: &SmolStr) -> Callee {
        let known = self.known.get(&(is_constraint, function.clone()));
        known.cloned().unwrap_or_else(|| Callee {
            name: function.clone(),
            registered: function.clone(),
            is_predicate: false,
        })
    }

    /// The definition of the operation that a function creates, if some of its groups of
    /// results may have any length.
    pub(super) fn created(&self, function: &SmolStr) -> Option<&'a ods::Operation> {
        let native = self.natives.get(&(false, function.clone()))?;
        let NativeBody::Code { results, .. } = &native.body else {
            return None;
        };
        let [CodeSlot { class, .. }] = &results[..] else {
            return None;
        };
        let class = class.as_ref()?;
        let is_divided = |known: &&ods::Operation| {
            let mut groups = known.results.iter();
            known.class == *class
                && known.results.len() > 1
                && groups.any(|group| group.arity != Arity::Single)
        };
        self.ods.operations().find(is_divided)
    }

    /// What is known now.
    pub(super) fn mark(&self) -> Mark {
        Mark {
            num_known: self.order.len(),
            num_new: self.new.len(),
            uses_library: self.uses_library,
        }
    }

    /// Forgets what was learnt since a mark. No functions that were new then were taken.
    pub(super) fn revert(&mut self, mark: &Mark) {
        for key in self.order.drain(mark.num_known..) {
            self.known.remove(&key);
        }
        self.new.truncate(mark.num_new);
        self.uses_library = mark.uses_library;
    }

    /// All functions that are called, in any order.
    pub(super) fn all(&self) -> impl Iterator<Item = &Callee> {
        self.known.values()
    }

    /// The functions that were declared since the last time.
    pub(super) fn take_new(&mut self) -> Vec<Declaration> {
        std::mem::take(&mut self.new)
    }

    fn declare(
        &mut self,
        (is_constraint, function): &(bool, SmolStr),
        first: &FirstCall<'_>,
        names: &mut Names,
    ) -> Option<Callee> {
        let Some(native) = self.natives.get(&(*is_constraint, function.clone())) else {
            let name: SmolStr = function.strip_prefix(LIBRARY_PREFIX)?.into();
            return Some(Callee {
                name,
                registered: function.clone(),
                is_predicate: false,
            });
        };
        match &native.body {
            NativeBody::Predicate { .. } if self.is_included(native) => Some(Callee {
                name: native.name.clone(),
                registered: native.name.clone(),
                is_predicate: true,
            }),
            NativeBody::Predicate {
                subject, condition, ..
            } => {
                let code = code::condition(condition);
                let ty = match subject {
                    Subject::Attribute => Type::Attribute,
                    Subject::Type => Type::Type,
                    Subject::Operation => Type::Operation,
                };
                let parameters = vec![("self".into(), ty)];
                Some(self.add(native, parameters, Vec::new(), code, first, names))
            }
            NativeBody::Code {
                code,
                parameters,
                results,
            } => {
                if let Some(name) = code::library(&code.text, parameters, results) {
                    return Some(Callee {
                        name: name.into(),
                        registered: format_smolstr!("{LIBRARY_PREFIX}{name}"),
                        is_predicate: false,
                    });
                }
                let results = results.iter().map(|slot| slot.ty).collect();
                let (named, code) = code::renamed(&code.text, parameters, &first.arguments);
                let kinds = parameters.iter().map(|slot: &CodeSlot| slot.ty);
                let parameters = named.into_iter().zip(kinds).collect();
                Some(self.add(native, parameters, results, code, first, names))
            }
        }
    }

    /// Whether the included definitions have the condition under its name.
    fn is_included(&self, native: &Native) -> bool {
        let NativeBody::Predicate { condition, .. } = &native.body else {
            return false;
        };
        Some(native.span.file) != self.not_included
            && self
                .ods
                .constraint(&native.name)
                .is_some_and(|known| known.condition == *condition)
    }

    fn add(
        &mut self,
        native: &Native,
        parameters: Vec<(SmolStr, Type)>,
        results: Vec<Type>,
        code: String,
        first: &FirstCall<'_>,
        names: &mut Names,
    ) -> Callee {
        let name = names.take(&wanted_name(native, first.rule));
        self.new.push(Declaration {
            name: name.clone(),
            is_constraint: native.is_constraint,
            parameters,
            results,
            operation: self.created(&native.name).map(|known| known.name.clone()),
            code,
            span: native.span,
            def: plain_name(&native.name).into(),
        });
        Callee {
            registered: name.clone(),
            name,
            is_predicate: matches!(native.body, NativeBody::Predicate { .. }),
        }
    }
}

/// The name of the def that has the code, or of the rule that calls it.
fn wanted_name(native: &Native, rule: Option<&str>) -> String {
    let plain = plain_name(&native.name);
    if pdll_names::is_safe(plain) && plain.starts_with(|c: char| c.is_ascii_uppercase()) {
        return plain.to_owned();
    }
    if let Some(name) = code::name_of_constant(native) {
        return name;
    }
    if let Some(operation) = plain.strip_prefix("create ") {
        return format!(
            "Create{}",
            pdll_names::joined(&pdll_names::of_operation(operation))
        );
    }
    let is_words = |text: &str| {
        text.chars()
            .all(|c| c.is_ascii_alphanumeric() || " ._".contains(c))
    };
    if is_words(plain) && plain.contains(' ') {
        return pdll_names::joined(plain);
    }
    let rule = pdll_names::joined(rule.unwrap_or_default());
    let results = match &native.body {
        NativeBody::Code { results, .. } => results.first().map(|slot| slot.ty.name()),
        NativeBody::Predicate { .. } => None,
    };
    match (native.is_constraint, results) {
        (true, _) => rule + "Condition",
        (false, Some(result)) => rule + result,
        (false, None) => rule + "Action",
    }
}

/// The name of a function without the number that makes it unique.
fn plain_name(name: &str) -> &str {
    let number = name.trim_end_matches(|c: char| c.is_ascii_digit());
    match number.strip_suffix('_') {
        Some(plain) if number.len() < name.len() => plain,
        _ => name,
    }
}

impl Declaration {
    /// The text of the declaration.
    pub(super) fn text(&self) -> String {
        let word = match self.is_constraint {
            true => "Constraint",
            false => "Rewrite",
        };
        let parameter = |(name, ty): &(SmolStr, Type)| format!("{name}: {}", ty.name());
        let parameters: Vec<_> = self.parameters.iter().map(parameter).collect();
        let results: Vec<_> = self.results.iter().map(|ty| ty.name()).collect();
        let results = match (&results[..], &self.operation) {
            ([], _) => String::new(),
            ([one], Some(operation)) => format!(" -> {one}<{operation}>"),
            ([one], None) => format!(" -> {one}"),
            (several, _) => format!(" -> ({})", several.join(", ")),
        };
        let parameters = list("(", &parameters, ")");
        let head = format!("{word} {}{parameters}{results} ", self.name);
        // The lines of the code stay as they are.
        head + &self.block() + ";\n"
    }

    /// The code between brackets, or as a string if it contains such brackets.
    fn block(&self) -> String {
        match self.code.contains("}]") {
            true => quoted(&self.code),
            false => format!("[{{{}}}]", self.code),
        }
    }
}
