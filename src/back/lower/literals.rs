//! Literals: MLIR text that MLIR itself parses, in the caller's context.

use super::literal_size::check_size;
use crate::{
    base::diagnostic::Severity,
    code::predicates::{LiteralCheck, MakeLiteralCheck},
    front::host::{HiddenNatives, Host, LiteralError, LiteralId, OperationKnowledge},
    front::lints::Judge,
    front::ods::{Constraint, Subject},
    mlir::{
        ffi::{
            capture::{Capture, Captured},
            known_operations::{DialectLoading, Facts, near_dialect},
        },
        listed::{LIST, has_operation},
    },
};
use melior::{
    Context,
    ir::{Attribute, Type, TypeLike},
};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

/// How the dialects of a context become available.
pub enum DialectAccess<'h> {
    /// They are: ask the context, and let it load what it needs.
    Available,
    /// Call this when the first literal that mentions a dialect cannot be
    /// parsed. Registering all of MLIR's dialects takes longer than compiling a
    /// small file.
    OnDemand(Box<dyn FnOnce(&Context) + 'h>),
    /// It was called.
    Done,
}

/// Analysis's view of an MLIR context.
pub struct MlirHost<'c, 'h> {
    context: &'c Context,
    dialects: DialectAccess<'h>,
    literals: Literals<'c>,
    /// What was parsed before. Patterns repeat themselves, and MLIR's parser
    /// takes longer than all the rest of analysis.
    known_attributes: FxHashMap<String, LiteralId>,
    known_types: FxHashMap<String, LiteralId>,
    make_check: Option<MakeLiteralCheck>,
    has_unchecked_literals: bool,
    hidden_natives: HiddenNatives,
    runs_elsewhere: bool,
    /// The constraints that literals were checked against, by name, as far as
    /// pdll understands them.
    checks: FxHashMap<SmolStr, Option<Box<dyn LiteralCheck>>>,
}

/// The parsed literals of a compilation.
#[derive(Default)]
pub struct Literals<'c> {
    attributes: Vec<Attribute<'c>>,
    types: Vec<Type<'c>>,
}

impl<'c> Literals<'c> {
    pub(super) fn attribute(&self, id: LiteralId) -> Attribute<'c> {
        self.attributes[id.0 as usize]
    }

    pub(super) fn ty(&self, id: LiteralId) -> Type<'c> {
        self.types[id.0 as usize]
    }

    /// Adds a type that no text stands for.
    pub(super) fn add_type(&mut self, ty: Type<'c>) -> LiteralId {
        self.types.push(ty);
        LiteralId(self.types.len() as u32 - 1)
    }
}

impl<'c, 'h> MlirHost<'c, 'h> {
    /// A host over `context`.
    pub fn new(context: &'c Context, dialects: DialectAccess<'h>) -> Self {
        MlirHost {
            context,
            dialects,
            literals: Literals::default(),
            known_attributes: FxHashMap::default(),
            known_types: FxHashMap::default(),
            make_check: None,
            has_unchecked_literals: false,
            hidden_natives: HiddenNatives::Allowed,
            runs_elsewhere: false,
            checks: FxHashMap::default(),
        }
    }

    /// Lets lints check literals.
    #[must_use]
    pub fn with_literal_check(mut self, make: Option<MakeLiteralCheck>) -> Self {
        self.make_check = make;
        self
    }

    /// Says which native functions the patterns may call by themselves.
    #[must_use]
    pub fn with_hidden_natives(mut self, natives: HiddenNatives) -> Self {
        self.hidden_natives = natives;
        self
    }

    /// Says whether the patterns run in another process, on programs that are not known.
    #[must_use]
    pub fn with_runs_elsewhere(mut self, runs_elsewhere: bool) -> Self {
        self.runs_elsewhere = runs_elsewhere;
        self
    }

    /// Whether a lint wanted to check a literal, and could not.
    pub(crate) fn has_unchecked_literals(&self) -> bool {
        self.has_unchecked_literals
    }

    /// The literals parsed so far.
    pub fn into_literals(self) -> Literals<'c> {
        self.literals
    }

    /// Parses, and if that fails for want of a dialect, again with all of them, and at last
    /// as what another process may know.
    fn parse<T>(
        &mut self,
        text: &str,
        parse: fn(&'c Context, &str) -> Option<T>,
    ) -> Result<T, LiteralError> {
        check_size(text)?;
        let mut result = self.attempt(text, parse);
        if result.is_ok() || !text.contains(['#', '!']) {
            return result;
        }
        match std::mem::replace(&mut self.dialects, DialectAccess::Done) {
            DialectAccess::OnDemand(register) => {
                register(self.context);
                result = self.attempt(text, parse);
            }
            as_before => self.dialects = as_before,
        }
        match self.runs_elsewhere && result.is_err() {
            true => self.parse_unregistered(text, parse, result),
            false => result,
        }
    }

    /// Who only compiles patterns does not know the dialects of the programs. A dialect with
    /// nearly the name of one that is there is not meant.
    fn parse_unregistered<T>(
        &self,
        text: &str,
        parse: fn(&'c Context, &str) -> Option<T>,
        result: Result<T, LiteralError>,
    ) -> Result<T, LiteralError> {
        let misspelt = dialects_of(text)
            .find_map(|dialect| Some((dialect, near_dialect(self.context, dialect)?)));
        if let Some((dialect, near)) = misspelt {
            let message =
                format!("the dialect `{dialect}` is not registered; did you mean `{near}`?");
            return result.map_err(|error| LiteralError { message, ..error });
        }
        let allowed_before = self.context.allow_unregistered_dialects();
        self.context.set_allow_unregistered_dialects(true);
        let parsed = self.attempt(text, parse);
        self.context.set_allow_unregistered_dialects(allowed_before);
        parsed
    }

    /// Parses. What this thread reports meanwhile is the reason why a text is invalid;
    /// what it says about a valid one is not for us.
    fn attempt<T>(
        &self,
        text: &str,
        parse: fn(&'c Context, &str) -> Option<T>,
    ) -> Result<T, LiteralError> {
        let capture = Capture::new(self.context);
        let parsed = parse(self.context, text);
        let captured = capture.finish();
        let Some(parsed) = parsed else {
            return Err(reason(captured, text));
        };
        for one in &captured {
            one.emit(self.context);
        }
        Ok(parsed)
    }
}

impl Host for MlirHost<'_, '_> {
    fn parse_attribute(&mut self, text: &str) -> Result<LiteralId, LiteralError> {
        if let Some(known) = self.known_attributes.get(text) {
            return Ok(*known);
        }
        check_presence(text, "expected attribute value")?;
        let attribute = self.parse(text, Attribute::parse)?;
        let id = LiteralId(self.literals.attributes.len() as u32);
        self.literals.attributes.push(attribute);
        self.known_attributes.insert(text.to_owned(), id);
        Ok(id)
    }

    fn parse_type(&mut self, text: &str) -> Result<LiteralId, LiteralError> {
        if let Some(known) = self.known_types.get(text) {
            return Ok(*known);
        }
        check_presence(text, "expected a type")?;
        let ty = self.parse(text, Type::parse)?;
        let id = LiteralId(self.literals.types.len() as u32);
        self.literals.types.push(ty);
        self.known_types.insert(text.to_owned(), id);
        Ok(id)
    }

    fn operation(&mut self, name: &str) -> OperationKnowledge {
        let loading = match self.dialects {
            DialectAccess::Available => DialectLoading::OnDemand,
            DialectAccess::OnDemand(_) | DialectAccess::Done => DialectLoading::Never,
        };
        Facts::find(self.context, name, loading).knowledge()
    }

    fn listed_operations(&self) -> &'static str {
        LIST.unwrap_or_default()
    }

    fn is_listed(&self, operation: &str) -> bool {
        has_operation(operation)
    }

    fn allows_unregistered(&self) -> bool {
        self.context.allow_unregistered_dialects()
    }

    fn allows_unknown_operations(&self) -> bool {
        self.allows_unregistered() && !self.runs_elsewhere
    }

    fn hidden_natives(&self) -> HiddenNatives {
        self.hidden_natives
    }
}

impl Judge for MlirHost<'_, '_> {
    fn satisfies(&mut self, literal: LiteralId, constraint: &Constraint) -> Option<bool> {
        let Some(make) = self.make_check else {
            self.has_unchecked_literals = true;
            return None;
        };
        let name = &constraint.name;
        if !self.checks.contains_key(name) {
            self.checks.insert(name.clone(), make(constraint));
        }
        let check = self.checks[name].as_ref()?;
        match constraint.subject {
            Subject::Type => Some(check.holds_of_type(self.literals.ty(literal))),
            Subject::Attribute => Some(check.holds_of_attribute(self.literals.attribute(literal))),
            Subject::Operation => None,
        }
    }

    fn exclude_each_other(&self, one: LiteralId, other: LiteralId) -> bool {
        let (one, other) = (self.literals.ty(one), self.literals.ty(other));
        one != other && (is_scalar(one) || is_scalar(other))
    }
}

/// The dialects whose types and attributes a text has.
fn dialects_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(['#', '!']).skip(1).map(|rest| {
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || "_$".contains(letter);
        let end = rest.find(|letter| !is_name(letter));
        &rest[..end.unwrap_or(rest.len())]
    })
}

/// MLIR reports what is wrong with an empty text at a place before it.
fn check_presence(text: &str, expected: &str) -> Result<(), LiteralError> {
    if !text.is_empty() {
        return Ok(());
    }
    Err(LiteralError {
        message: expected.into(),
        offset: Some(0),
    })
}

/// Whether a type is equal to no other one by the rules of any trait.
fn is_scalar(ty: Type<'_>) -> bool {
    ty.is_integer() || ty.is_index() || ty.is_f16() || ty.is_f32() || ty.is_f64()
}

/// The first error among the diagnostics about a text.
fn reason(captured: Vec<Captured>, text: &str) -> LiteralError {
    let mut errors = captured.into_iter();
    match errors.find(|one| one.severity == Severity::Error) {
        Some(Captured { message, .. }) => LiteralError {
            message: describe(&message.text),
            offset: offset_of(text, message.line as usize, message.column as usize),
        },
        None => LiteralError {
            message: "MLIR reports no reason".into(),
            offset: None,
        },
    }
}

/// MLIR's reason in the shape of ours: one line, without a full stop, and
/// without its advice to programmers.
fn describe(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    // MLIR says it at the whole, which it prints as it does for such dialects.
    if line.contains("created with unregistered dialect")
        && let Some(dialect) = line.split('"').nth(1)
    {
        return format!(
            "the dialect `{dialect}` is not registered, and unregistered dialects are not allowed"
        );
    }
    let reason = line.split(". If this is intended").next().unwrap_or(line);
    match reason.trim_end_matches('.') {
        "expected non-function type" => "expected a type".to_owned(),
        reason => reason.to_owned(),
    }
}

/// The byte at a position of MLIR, whose lines and byte columns count from 1.
fn offset_of(text: &str, line: usize, column: usize) -> Option<usize> {
    let start: usize = text
        .split_inclusive('\n')
        .take(line.checked_sub(1)?)
        .map(str::len)
        .sum();
    Some((start + column.saturating_sub(1)).min(text.len()))
}
