//! The steps of the routines, for people.

use super::{
    Matcher,
    code::{Fields, Step},
    print::{Names, line},
};
use crate::back::graph::pool::{ConstantId, NameId};
use crate::mlir::ffi::program::{List, NONE, Opcode, Parts};

/// Prints what each pattern does with an operation whose structure matches.
pub(super) fn print(matcher: &Matcher<'_, '_>, names: &Names<'_, '_>, text: &mut String) {
    let printer = Printer { matcher, names };
    for (rank, pattern) in (0..).zip(&matcher.routines) {
        line(text, 0, &format!("{}:", matcher.describe(rank)));
        let start = pattern.accepted as usize;
        for step in &matcher.code.steps[start..] {
            if step.opcode == Opcode::PdllEndRewrite {
                break;
            }
            line(text, 1, &printer.step(step));
        }
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
}

struct Printer<'p, 'c> {
    matcher: &'p Matcher<'p, 'c>,
    names: &'p Names<'p, 'c>,
}

impl Printer<'_, '_> {
    /// An instruction as a line. Registers are called `%0`, `%1` and so on.
    fn step(&self, step: &Step) -> String {
        let Fields { kind, a, b, c } = step.fields;
        let opcode = step.opcode;
        let list_name = || Names::list(list(kind));
        match opcode {
            Opcode::PdllLoadDefinition => format!("%{a} = the definition of %{b}"),
            Opcode::PdllLoadFirst => format!("%{a} = the first of %{b}"),
            Opcode::PdllLoadElement => format!("%{a} = {}[{c}] of %{b}", list_name()),
            Opcode::PdllLoadRest => format!("%{a} = {}[{c}..] of %{b}", list_name()),
            Opcode::PdllLoadGroup | Opcode::PdllLoadGroups | Opcode::PdllTakeGroup => {
                let [layout, index] = self.words(c);
                let layout = self.names.layout(layout);
                format!("%{a} = group {index} of %{b}: {layout}")
            }
            Opcode::PdllLoadAttribute => {
                format!("%{a} = the attribute `{}` of %{b}", self.name(c))
            }
            Opcode::PdllLoadAttributeType | Opcode::PdllLoadType => {
                format!("%{a} = the type of %{b}")
            }
            Opcode::PdllLoadTypes => format!("%{a} = the types of %{b}"),
            Opcode::PdllLoadConstant => format!("%{a} = {}", self.constant(b)),
            Opcode::PdllLoadRegion => format!("%{a} = regions[{c}] of %{b}"),
            Opcode::PdllLoadBlock => format!("%{a} = blocks[{c}] of %{b}"),
            Opcode::PdllLoadArgument => format!("%{a} = arguments[{c}] of %{b}"),
            Opcode::PdllLoadArguments => format!("%{a} = arguments[{c}..] of %{b}"),
            Opcode::PdllLoadLast => format!("%{a} = the last operation of %{b}"),
            Opcode::PdllLoadParent => format!("%{a} = the parent of %{b}"),
            Opcode::PdllTestName => format!("%{a} is `{}`", self.name(b)),
            Opcode::PdllTestCount => format!("%{a} has {}", Names::counted(b, list(kind))),
            Opcode::PdllTestCountAtLeast => {
                format!("%{a} has {} or more", Names::counted(b, list(kind)))
            }
            Opcode::PdllTestLayout => format!("%{a} has {}", self.names.layout(b)),
            Opcode::PdllTestConstant | Opcode::PdllTestTypes => {
                format!("%{a} is {}", self.constant(b))
            }
            Opcode::PdllTestResultNumber => format!("%{a} is result {b}"),
            Opcode::PdllTestEqual => format!("%{a} is %{b}"),
            Opcode::PdllTestArgument => format!("%{a} is arguments[{c}] of %{b}"),
            Opcode::PdllTestParts => format!("%{a} has {}", Names::counted_parts(b, parts(kind))),
            Opcode::PdllTestInside => format!("%{a} is in %{b}"),
            Opcode::PdllEachUser => format!("%{a} = each user of %{b}"),
            Opcode::PdllEachInside => format!("%{a} = each operation of %{b}"),
            Opcode::PdllCallConstraint => {
                let verb = if b == 0 { "" } else { "not " };
                self.call(verb, a)
            }
            Opcode::PdllTestDistinct => format!("%{a} is not %{b}"),
            Opcode::PdllTestSurvives => format!("%{b} outlives %{a}"),
            Opcode::PdllTestFits => {
                format!("%{a} fits as `{}` of `{}`", self.name(c), self.name(b))
            }
            Opcode::PdllTestBounded => format!("%{a} is not excessively long"),
            Opcode::PdllBeginRewrite => "rewrite:".to_owned(),
            Opcode::PdllKeepRange => format!("keep %{a}"),
            Opcode::PdllTakeResult => {
                let [index] = self.words(c);
                format!("%{a} = results[{index}] of %{b}")
            }
            Opcode::PdllMakeRange => {
                let (parts, _) = self.typed(b);
                format!("%{a} = ({})", parts.join(", "))
            }
            Opcode::PdllCreate => self.create(a, b),
            Opcode::PdllCallRewrite => self.call("", a),
            Opcode::PdllReplaceByOperation => format!("replace %{a} by %{b}"),
            Opcode::PdllReplaceByValues => {
                let (values, _) = self.typed(b);
                format!("replace %{a} by ({})", values.join(", "))
            }
            Opcode::PdllErase => format!("erase %{a}"),
            Opcode::PdllNewRegion => format!("%{a} = new region"),
            Opcode::PdllNewBlock => {
                let (types, _) = self.typed(c);
                format!("%{a} = new block({}) in %{b}", types.join(", "))
            }
            Opcode::PdllCopyRegion => format!("%{a} = copy of %{b}"),
            Opcode::PdllTakePlace => format!("%{a} = the place"),
            Opcode::PdllInsert => match kind {
                0 => format!("insert at %{b}"),
                1 => format!("insert before %{b}"),
                _ => format!("insert at the start of %{b}"),
            },
            Opcode::PdllInline => {
                let verb = if kind == 0 {
                    "inline"
                } else {
                    "inline a copy of"
                };
                let (values, _) = self.typed(c);
                format!("%{a} = {verb} %{b}({})", values.join(", "))
            }
            Opcode::PdllSwitchName
            | Opcode::PdllSwitchConstant
            | Opcode::PdllSwitchCount
            | Opcode::PdllSwitchParts
            | Opcode::PdllSwitchAttributes
            | Opcode::PdllTry
            | Opcode::PdllJump
            | Opcode::PdllAccept
            | Opcode::PdllFail
            | Opcode::PdllEndRewrite
            | Opcode::PdllCallSet
            | Opcode::PdllTestNameAndCounts
            | Opcode::PdllTestNameAndCount
            | Opcode::PdllTestCounts
            | Opcode::PdllLoadOnlyBlock
            | Opcode::PdllLoadElementDefinition
            | Opcode::PdllLoadElementTestArgument => format!("{opcode:?}"),
        }
    }

    fn call(&self, verb: &str, record: u32) -> String {
        let [name] = self.words(record);
        let (arguments, next) = self.typed(record + 1);
        let (results, _) = self.typed(next);
        let results = match results.is_empty() {
            true => String::new(),
            false => results.join(", ") + " = ",
        };
        let arguments = arguments.join(", ");
        format!("{results}{verb}{}({arguments})", self.name(name))
    }

    fn create(&self, result: u32, record: u32) -> String {
        let [name] = self.words(record);
        let (operands, mut next) = self.typed(record + 1);
        let [num_attributes] = self.words(next);
        next += 1;
        let mut attributes = Vec::new();
        for _ in 0..num_attributes {
            let [name, source, what] = self.words(next);
            next += 3;
            let value = match source {
                0 => self.constant(what),
                _ => format!("%{what}"),
            };
            attributes.push(format!("{} = {value}", self.name(name)));
        }
        let [num_regions] = self.words(next);
        next += 1;
        let mut regions = Vec::new();
        for _ in 0..num_regions {
            let [source, register] = self.words(next);
            next += 2;
            let verb = if source == 0 { "" } else { "move " };
            regions.push(format!("{verb}%{register}"));
        }
        let regions = match regions.is_empty() {
            true => String::new(),
            false => format!(" ({})", regions.join(", ")),
        };
        let attributes = match attributes.is_empty() {
            true => String::new(),
            false => format!(" {{{}}}", attributes.join(", ")),
        };
        let types = match self.words(next) {
            [0, _] => {
                let (types, _) = self.typed(next + 1);
                format!("({})", types.join(", "))
            }
            [2, model] => format!("the types of %{model}"),
            [_, NONE] => "its own types".to_owned(),
            [_, replaced] => format!("its own types or those of %{replaced}"),
        };
        let name = self.name(name);
        let operands = operands.join(", ");
        format!("%{result} = new `{name}`({operands}){attributes} -> {types}{regions}")
    }

    /// The registers in a list of typed registers, and what follows it.
    fn typed(&self, record: u32) -> (Vec<String>, u32) {
        let [count] = self.words(record);
        let register = |index| {
            let [_, register] = self.words(record + 1 + 2 * index);
            format!("%{register}")
        };
        ((0..count).map(register).collect(), record + 1 + 2 * count)
    }

    fn words<const N: usize>(&self, record: u32) -> [u32; N] {
        let start = record as usize;
        let words = &self.matcher.code.words[start..start + N];
        words.try_into().expect("the slice has that length")
    }

    fn name(&self, id: u32) -> &str {
        self.names.text(NameId(id))
    }

    fn constant(&self, id: u32) -> String {
        format!("`{}`", self.names.constant(ConstantId(id)))
    }
}

fn list(kind: u16) -> List {
    match kind {
        0 => List::PdllOperands,
        _ => List::PdllResults,
    }
}

fn parts(kind: u16) -> Parts {
    match kind {
        0 => Parts::PdllRegions,
        1 => Parts::PdllBlocks,
        2 => Parts::PdllArguments,
        _ => Parts::PdllOperations,
    }
}
