//! Operations of the `pdl` dialect as text, as MLIR prints the same IR with locations.
//!
//! To make IR, verify and print it takes several times as long. The spaces are those of the
//! printers that MLIR generates for the dialect.

mod lexical;
mod locations;

use super::op::{Constant, Mark, Op, Parts, Place, Target, mark_of_layout, marks_of_pattern};
use crate::{
    base::source::{SourceMap, Span},
    front::hir::{self, CallKind, Type},
};
use lexical::{push_number, push_string, push_symbol};
use locations::Locations;
use melior::ir::{Attribute, AttributeLike};
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// The text of a module.
pub(super) struct Text<'s> {
    out: String,
    locations: Locations<'s>,
    /// The texts of the locations of the open blocks, the innermost one last.
    open: Vec<String>,
    /// How many operations with results the pattern has so far.
    num_named: u32,
    /// The types of all results of the pattern so far.
    types: Vec<Type>,
    /// The texts of constants, by where MLIR has them.
    constants: FxHashMap<usize, String>,
}

/// An operation that was written.
#[derive(Clone, Copy)]
pub(super) struct Written {
    /// The number by which its results go.
    number: u32,
    /// Where the types of its results begin.
    first_type: u32,
    num_results: u32,
}

/// A result of an operation.
#[derive(Clone, Copy)]
pub(super) struct Value {
    number: u32,
    /// Which one, if there are several.
    part: Option<u32>,
    ty: Type,
}

impl<'s> Text<'s> {
    /// Starts a module at the beginning of `file`.
    pub(super) fn new(sources: &'s SourceMap, file: Span) -> Self {
        let mut text = Text {
            out: String::new(),
            locations: Locations::new(sources),
            open: Vec::new(),
            num_named: 0,
            types: Vec::new(),
            constants: FxHashMap::default(),
        };
        text.out += "module {\n";
        text.push_open(Place {
            span: file,
            name: None,
            call: None,
            calls: &[],
        });
        text
    }

    /// Ends the module.
    pub(super) fn finish(mut self) -> String {
        self.end_block();
        self.out
    }

    fn push_open(&mut self, place: Place<'_>) {
        let mut location = String::new();
        self.locations.push(place, &mut location);
        self.open.push(location);
    }

    fn end_block(&mut self) {
        let location = self.open.pop().expect("a block is open");
        self.indent();
        self.out += "}";
        self.out += &location;
        self.out.push('\n');
    }

    fn indent(&mut self) {
        for _ in &self.open {
            self.out += "  ";
        }
    }

    /// Starts a line with an operation that has results of these types.
    fn start(&mut self, results: &[Type]) -> Written {
        self.indent();
        let written = Written {
            number: self.num_named,
            first_type: self.types.len() as u32,
            num_results: results.len() as u32,
        };
        if !results.is_empty() {
            self.types.extend_from_slice(results);
            self.num_named += 1;
            self.out.push('%');
            push_number(&mut self.out, written.number);
            if results.len() > 1 {
                self.out.push(':');
                push_number(&mut self.out, written.num_results);
            }
            self.out += " = ";
        }
        written
    }

    fn end(&mut self, place: Place<'_>) {
        self.locations.push(place, &mut self.out);
        self.out.push('\n');
    }
}

impl<'c> Target<'c> for Text<'_> {
    type Operation = Written;
    type Value = Value;

    fn append(&mut self, place: Place<'_>, op: &Op<'_, 'c, Value>) -> Written {
        let written = self.start(results(op));
        self.op(op);
        self.end(place);
        written
    }

    fn open(&mut self, place: Place<'_>, op: &Op<'_, 'c, Value>) {
        if let Op::Pattern(_) = op {
            // MLIR numbers the values of each pattern from zero.
            self.num_named = 0;
            self.types.clear();
        }
        self.start(results(op));
        self.op(op);
        self.out += " {\n";
        self.push_open(place);
    }

    fn close(&mut self) {
        self.end_block();
    }

    fn result(&self, operation: Written, index: usize) -> Option<Value> {
        let Written {
            number,
            first_type,
            num_results,
        } = operation;
        let index = u32::try_from(index).ok()?;
        (index < num_results).then(|| Value {
            number,
            part: (num_results > 1).then_some(index),
            ty: self.types[(first_type + index) as usize],
        })
    }
}

/// The types of the results of an operation.
fn results<'o, V>(op: &'o Op<'_, '_, V>) -> &'o [Type] {
    match op {
        Op::Operand { .. } | Op::Result { .. } => &[Type::Value],
        Op::Operands { .. } | Op::Results { .. } => &[Type::ValueRange],
        Op::Attribute { .. } | Op::AttributeConstant(_) => &[Type::Attribute],
        Op::Type(_) => &[Type::Type],
        Op::Types | Op::NoTypes => &[Type::TypeRange],
        Op::Operation(_) => &[Type::Operation],
        Op::ResultGroup { is_range: true, .. } => &[Type::ValueRange],
        Op::ResultGroup { .. } => &[Type::Value],
        Op::Range { ty, .. } => std::slice::from_ref(ty),
        Op::Call { results, .. } => results,
        Op::Pattern(_)
        | Op::Rewrite { .. }
        | Op::Erase { .. }
        | Op::ReplaceWithOperation { .. }
        | Op::ReplaceWithValues { .. } => &[],
    }
}

/// One function for each operation that is more than a line.
impl Text<'_> {
    fn op(&mut self, op: &Op<'_, '_, Value>) {
        match op {
            Op::Pattern(pattern) => self.pattern(pattern),
            Op::Rewrite { root } => self.words("rewrite ", *root),
            Op::Operand { ty } => self.variable("operand", *ty),
            Op::Operands { ty } => self.variable("operands", *ty),
            Op::Attribute { ty } => self.variable("attribute", *ty),
            Op::AttributeConstant(value) => {
                self.out += "attribute = ";
                self.constant(*value);
            }
            Op::Type(None) => self.out += "type",
            Op::Type(Some(ty)) => {
                let _ = write!(self.out, "type : {ty}");
            }
            Op::Types => self.out += "types",
            Op::NoTypes => self.out += "types : []",
            Op::Operation(parts) => self.operation(parts),
            Op::Result { operation, index } => {
                self.out += "result ";
                push_number(&mut self.out, *index);
                self.words(" of ", *operation);
            }
            Op::Results { operation } => {
                self.words("results of ", *operation);
                self.out.push(' ');
            }
            Op::ResultGroup {
                operation,
                index,
                layout,
                ..
            } => {
                self.out += "results ";
                push_number(&mut self.out, *index);
                self.words(" of ", *operation);
                self.out += "  -> ";
                self.out += name(results(op)[0]);
                let layout = layout.map(mark_of_layout);
                self.marks("", layout.into_iter().collect());
            }
            Op::Range { ty, elements } => self.range(*ty, elements),
            Op::Call {
                kind,
                function,
                arguments,
                results,
                marks,
            } => self.call(*kind, function, arguments, results, marks),
            Op::Erase { operation } => self.words("erase ", *operation),
            Op::ReplaceWithOperation { operation, with } => {
                self.words("replace ", *operation);
                self.words(" with ", *with);
            }
            Op::ReplaceWithValues { operation, with } => {
                self.words("replace ", *operation);
                self.out += " with";
                self.list(with.iter().copied());
            }
        }
    }

    fn pattern(&mut self, pattern: &hir::Pattern) {
        self.out += "pdl.pattern";
        if let Some(name) = &pattern.name {
            self.out.push(' ');
            push_symbol(&mut self.out, name);
        }
        self.out += " : benefit(";
        push_number(&mut self.out, pattern.benefit.into());
        self.out.push(')');
        self.marks(" attributes", marks_of_pattern(pattern));
    }

    fn operation(&mut self, parts: &Parts<'_, Value>) {
        self.out += "operation";
        if let Some(name) = parts.name {
            self.out.push(' ');
            push_string(&mut self.out, name);
        }
        self.list(parts.operands.iter().copied());
        self.out.push(' ');
        if !parts.attributes.is_empty() {
            self.out += " {";
            for (index, (name, value)) in parts.attributes.iter().enumerate() {
                self.comma(index);
                push_string(&mut self.out, name);
                self.words(" = ", *value);
            }
            self.out.push('}');
        }
        if !parts.result_types.is_empty() {
            self.out += " -> ";
            self.list(parts.result_types.iter().copied());
        }
        self.marks("", parts.marks());
    }

    fn range(&mut self, ty: Type, elements: &[Value]) {
        self.out += "range ";
        if elements.is_empty() {
            self.out += ": ";
            self.out += name(ty);
        } else {
            self.typed(elements.iter().copied());
            self.out.push(' ');
        }
    }

    fn call(
        &mut self,
        kind: CallKind,
        function: &str,
        arguments: &[Value],
        results: &[Type],
        marks: &[Mark<'_>],
    ) {
        self.out += match kind {
            CallKind::Constraint | CallKind::NegatedConstraint => "apply_native_constraint ",
            CallKind::Rewrite => "apply_native_rewrite ",
        };
        push_string(&mut self.out, function);
        match kind {
            CallKind::Rewrite => self.list(arguments.iter().copied()),
            CallKind::Constraint | CallKind::NegatedConstraint => {
                self.out.push('(');
                self.typed(arguments.iter().copied());
                self.out.push(')');
            }
        }
        if !results.is_empty() {
            self.out += " : ";
            self.names(results.iter().copied());
        }
        let negation = (kind == CallKind::NegatedConstraint).then_some("isNegated = true");
        self.attributes("", negation, marks);
    }

    /// A variable that may have a type.
    fn variable(&mut self, name: &str, ty: Option<Value>) {
        self.out += name;
        if let Some(ty) = ty {
            self.words(" : ", ty);
        }
    }

    fn words(&mut self, words: &str, value: Value) {
        self.out += words;
        self.value(value);
    }

    fn value(&mut self, value: Value) {
        self.out.push('%');
        push_number(&mut self.out, value.number);
        if let Some(part) = value.part {
            self.out.push('#');
            push_number(&mut self.out, part);
        }
    }

    /// Values and their types in parentheses, unless there are none.
    fn list(&mut self, values: impl ExactSizeIterator<Item = Value> + Clone) {
        if values.len() > 0 {
            self.out.push('(');
            self.typed(values);
            self.out.push(')');
        }
    }

    fn typed(&mut self, values: impl Iterator<Item = Value> + Clone) {
        for (index, value) in values.clone().enumerate() {
            self.comma(index);
            self.value(value);
        }
        self.out += " : ";
        self.names(values.map(|value| value.ty));
    }

    fn names(&mut self, types: impl Iterator<Item = Type>) {
        for (index, ty) in types.enumerate() {
            self.comma(index);
            self.out += name(ty);
        }
    }

    fn comma(&mut self, index: usize) {
        if index > 0 {
            self.out += ", ";
        }
    }

    fn constant(&mut self, attribute: Attribute<'_>) {
        let address = attribute.to_raw().ptr.addr();
        let text = self.constants.entry(address);
        self.out += text.or_insert_with(|| attribute.to_string());
    }

    fn marks(&mut self, keyword: &str, marks: Vec<Mark<'_>>) {
        self.attributes(keyword, None, &marks);
    }

    /// A dictionary, unless it is empty. `first` is sorted before all marks.
    fn attributes(&mut self, keyword: &str, first: Option<&str>, marks: &[Mark<'_>]) {
        if first.is_none() && marks.is_empty() {
            return;
        }
        self.out += keyword;
        self.out += " {";
        self.out += first.unwrap_or_default();
        let mut sorted: Vec<_> = marks.iter().collect();
        sorted.sort_unstable_by_key(|(name, _)| *name);
        for (index, (name, constant)) in sorted.into_iter().enumerate() {
            self.comma(index + usize::from(first.is_some()));
            self.out += name;
            self.mark(constant);
        }
        self.out.push('}');
    }

    fn mark(&mut self, constant: &Constant<'_>) {
        match constant {
            Constant::Unit => {}
            Constant::Number(number) => {
                self.out += " = ";
                push_number(&mut self.out, *number);
                self.out += " : i32";
            }
            Constant::Text(text) => {
                self.out += " = ";
                push_string(&mut self.out, text);
            }
            Constant::Texts(texts) => {
                self.out += " = [";
                for (index, text) in texts.iter().enumerate() {
                    self.comma(index);
                    push_string(&mut self.out, text);
                }
                self.out.push(']');
            }
        }
    }
}

fn name(ty: Type) -> &'static str {
    match ty {
        Type::Operation => "!pdl.operation",
        Type::Type => "!pdl.type",
        Type::TypeRange => "!pdl.range<type>",
        Type::Value => "!pdl.value",
        Type::ValueRange => "!pdl.range<value>",
        // The dialect has no types for regions, blocks and places.
        Type::Attribute | Type::Region | Type::Block | Type::Place => "!pdl.attribute",
    }
}
