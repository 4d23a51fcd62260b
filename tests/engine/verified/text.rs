//! Random patterns as PDLL, and the programs that they match.

use super::{
    evaluate::{mask, sign},
    expression::{Condition, Expression, Flags, Number, Width, is_constant},
    generate::Case,
    operations::{DISJOINT, Dialect, EXACT, Kind, NON_NEGATIVE, NSW, NUW},
};
use std::fmt::Write;

/// The attribute of operations that are matched.
pub(super) const MATCHED: &str = "t.matched";

/// One side as operations, each after what it uses.
#[derive(Debug, Default)]
struct Steps<'e> {
    /// The operations and their names.
    done: Vec<(&'e Expression, String)>,
}

impl Case {
    /// The pattern with a name.
    pub(super) fn pattern(&self, name: &str) -> String {
        let mut text = format!("Pattern {name} {{\n");
        for leaf in self.rule.source.leaves() {
            let ty = self.width(Expression::Leaf(leaf).width());
            if !is_constant(leaf) {
                let _ = writeln!(text, "  let {leaf}: Value<type<\"i{ty}\">>;");
            } else if self.dialect == Dialect::Comb {
                let _ = writeln!(
                    text,
                    "  let v{leaf} = op<hw.constant> {{value = c{leaf}: Attr}} -> (type<\"i{ty}\">);"
                );
            } else {
                let _ = writeln!(text, "  let v{leaf}: Value<type<\"i{ty}\">>;");
            }
        }
        if self.rule.source.copies_flags() {
            text.push_str("  let flags: Attr;\n");
        }
        let mut source = Steps::default();
        self.steps(
            &self.rule.source,
            "s",
            self.shares,
            &mut source,
            &mut |step| {
                let _ = writeln!(text, "  let {step};");
            },
        );
        let (_, root) = source.done.last().expect("there is a root");
        for leaf in self.rule.source.leaves() {
            if is_constant(leaf) && self.dialect != Dialect::Comb {
                let _ = writeln!(text, "  let c{leaf} = GetConstant(v{leaf});");
            }
        }
        for (part, name) in &source.done {
            let is_inner = matches!(part, Expression::Operation(_)) && name != root;
            if self.is_alone && is_inner {
                let _ = writeln!(text, "  HasOneUse({name}.0);");
            }
        }
        let mut calls = Vec::new();
        for Condition {
            is_negated,
            name,
            arguments,
        } in &self.rule.conditions
        {
            let arguments = numbers(arguments, &mut calls, &mut text);
            let not = if *is_negated { "not " } else { "" };
            let _ = writeln!(text, "  {not}{name}({arguments});");
        }
        self.rule.target.visit(&mut |part| {
            if let Expression::Constant(number, _) = part {
                let _ = numbers(std::slice::from_ref(number), &mut calls, &mut text);
            }
        });
        let _ = writeln!(text, "  rewrite {root} with {{");
        let mut target = Steps::default();
        if self.reuses {
            target.done.extend(source.done.iter().cloned());
        }
        let mut made = String::new();
        let result = self.steps(&self.rule.target, "t", true, &mut target, &mut |step| {
            let _ = writeln!(made, "    let {step};");
        });
        text.push_str(&made);
        let _ = writeln!(text, "    replace {root} with {result};\n  }};\n}}\n");
        text
    }

    /// Writes the operations of an expression that are not there, and returns its name.
    fn steps<'e>(
        &self,
        expression: &'e Expression,
        prefix: &str,
        shares: bool,
        steps: &mut Steps<'e>,
        write: &mut impl FnMut(String),
    ) -> String {
        let of = |width: Width| format!("(type<\"i{}\">)", self.width(width));
        if let Expression::Leaf(leaf) = expression {
            return match (is_constant(*leaf), self.dialect) {
                (false, _) => leaf.to_string(),
                (true, Dialect::Comb) => format!("v{leaf}.0"),
                (true, _) => format!("v{leaf}"),
            };
        }
        let done = steps.done.iter().find(|(own, _)| *own == expression);
        // What is matched twice may be one operation or two; the root is replaced.
        if let Some((_, name)) = done
            && shares
            && !(prefix == "t" && *expression == self.rule.source)
        {
            return format!("{name}.0");
        }
        let text = match expression {
            Expression::Leaf(_) => unreachable!("leaves have names"),
            Expression::Constant(number, width) => {
                let value = match number {
                    Number::Literal(number) => {
                        format!("attr<\"{}\">", literal(*number, self.width(*width)))
                    }
                    Number::Leaf(leaf) => format!("c{leaf}"),
                    Number::Call(..) => call_name(number),
                };
                let name = self.dialect.constant();
                format!("op<{name}> {{value = {value}}} -> {}", of(*width))
            }
            Expression::Operation(it) => {
                let operands: Vec<_> = it
                    .operands
                    .iter()
                    .map(|operand| self.steps(operand, prefix, shares, steps, write))
                    .collect();
                let attributes = attributes(it.kind, self.dialect, it.flags, it.predicate);
                let attributes: Vec<_> = attributes
                    .into_iter()
                    .map(|(name, value)| match value {
                        Some(value) => format!("{name} = attr<\"{value}\">"),
                        None => format!("{name} = flags"),
                    })
                    .collect();
                let attributes = match attributes.is_empty() {
                    true => String::new(),
                    false => format!(" {{{}}}", attributes.join(", ")),
                };
                let name = it.kind.name(self.dialect).expect("the case is valid");
                let operands = operands.join(", ");
                format!("op<{name}>({operands}){attributes} -> {}", of(it.width))
            }
        };
        let name = format!("{prefix}{}", steps.done.len());
        write(format!("{name} = {text}"));
        steps.done.push((expression, name.clone()));
        match *expression == self.rule.source && prefix == "s" {
            true => name,
            false => format!("{name}.0"),
        }
    }

    /// The functions that it matches, one for all values of constants and flags.
    pub(super) fn programs(&self) -> String {
        let mut text = String::new();
        for number in 0..self.num_programs() {
            self.program(number, &mut text);
        }
        text
    }

    fn program(&self, number: u64, text: &mut String) {
        let leaves = self.rule.source.leaves();
        let mut rest = number;
        let mut arguments = Vec::new();
        let mut constants = String::new();
        for leaf in leaves {
            let width = self.width(Expression::Leaf(leaf).width());
            if is_constant(leaf) {
                let bits = rest & mask(width);
                rest >>= width;
                let value = literal(bits as i64, width);
                let name = self.dialect.constant();
                let _ = writeln!(
                    constants,
                    "  %v{leaf} = \"{name}\"() {{value = {value}, {MATCHED}}} : () -> i{width}"
                );
            } else {
                arguments.push(format!("%{leaf}: i{width}"));
            }
        }
        let copied = rest as u8;
        let width = self.width(self.rule.source.width());
        let arguments = arguments.join(", ");
        let _ = write!(
            text,
            "func.func @f{number}({arguments}) -> i{width} {{\n{constants}"
        );
        let mut steps = Steps::default();
        let returned = self.operations(&self.rule.source, copied, &mut steps, text);
        let _ = writeln!(text, "  return %{returned} : i{width}\n}}");
    }

    /// Writes what is matched, and returns its name.
    fn operations<'e>(
        &self,
        expression: &'e Expression,
        copied: u8,
        steps: &mut Steps<'e>,
        text: &mut String,
    ) -> String {
        if let Expression::Leaf(leaf) = expression {
            return match is_constant(*leaf) {
                true => format!("v{leaf}"),
                false => leaf.to_string(),
            };
        }
        let done = steps.done.iter().find(|(own, _)| *own == expression);
        if let (Some((_, name)), true) = (done, self.shares) {
            return name.clone();
        }
        let width = self.width(expression.width());
        let (name, operands, attributes, types) = match expression {
            Expression::Constant(Number::Literal(number), _) => (
                self.dialect.constant(),
                String::new(),
                format!("value = {}, ", literal(*number, width)),
                String::new(),
            ),
            Expression::Operation(it) => {
                let operands: Vec<_> = it
                    .operands
                    .iter()
                    .map(|operand| format!("%{}", self.operations(operand, copied, steps, text)))
                    .collect();
                let flags = match it.flags {
                    Flags::Copied => Flags::Fixed(copied),
                    flags => flags,
                };
                let attributes: String = attributes(it.kind, self.dialect, flags, it.predicate)
                    .into_iter()
                    .map(|(name, value)| format!("{name} = {}, ", value.unwrap_or_default()))
                    .collect();
                let types = it.operands.iter().map(Expression::width);
                let types: Vec<_> = types.map(|it| format!("i{}", self.width(it))).collect();
                (
                    it.kind.name(self.dialect).expect("the case is valid"),
                    operands.join(", "),
                    attributes,
                    types.join(", "),
                )
            }
            other => unreachable!("{other:?} is not matched"),
        };
        let result = format!("s{}", steps.done.len());
        let (properties, attributes) = match self.dialect {
            Dialect::Comb => (String::new(), attributes),
            _ if attributes.is_empty() => (String::new(), attributes),
            _ => (
                format!("<{{{}}}> ", attributes.trim_end_matches(", ")),
                String::new(),
            ),
        };
        let _ = writeln!(
            text,
            "  %{result} = \"{name}\"({operands}) {properties}{{{attributes}{MATCHED}}} : ({types}) -> i{width}"
        );
        steps.done.push((expression, result.clone()));
        result
    }
}

/// Names and values of attributes. Those that are copied have none.
fn attributes(
    kind: Kind,
    dialect: Dialect,
    flags: Flags,
    predicate: u8,
) -> Vec<(&'static str, Option<String>)> {
    let mut all = Vec::new();
    match (kind, dialect) {
        (Kind::Cmp, _) => all.push(("predicate", Some(format!("{predicate} : i64")))),
        (Kind::Trunc, Dialect::Comb) => all.push(("lowBit", Some("0 : i32".to_owned()))),
        _ => {}
    }
    let flags = match flags {
        Flags::Absent => return all,
        Flags::Copied => {
            all.push(("overflowFlags", None));
            return all;
        }
        Flags::Fixed(flags) => flags,
    };
    if kind.flags(dialect) & NSW != 0 {
        let words = match (flags & NSW != 0, flags & NUW != 0) {
            (true, true) => "nsw, nuw",
            (true, false) => "nsw",
            (false, true) => "nuw",
            (false, false) => "none",
        };
        all.push(("overflowFlags", Some(format!("#arith.overflow<{words}>"))));
    }
    for (flag, name) in [
        (EXACT, "isExact"),
        (DISJOINT, "isDisjoint"),
        (NON_NEGATIVE, "nonNeg"),
    ] {
        if flags & flag != 0 {
            all.push((name, Some("unit".to_owned())));
        }
    }
    all
}

/// Arguments of a call. Calls in them are made before, each once.
fn numbers<'e>(arguments: &'e [Number], calls: &mut Vec<&'e Number>, text: &mut String) -> String {
    let arguments = arguments.iter().map(|argument| match argument {
        Number::Literal(number) => number.to_string(),
        Number::Leaf(leaf) => format!("c{leaf}"),
        Number::Call(name, inner) => {
            let inner = numbers(inner, calls, text);
            let result = call_name(argument);
            if !calls.contains(&argument) {
                let _ = writeln!(text, "  let {result} = {name}({inner});");
                calls.push(argument);
            }
            result
        }
    });
    arguments.collect::<Vec<_>>().join(", ")
}

/// A name that tells what a call computes.
fn call_name(number: &Number) -> String {
    match number {
        Number::Literal(number) if *number < 0 => format!("m{}", -number),
        Number::Literal(number) => number.to_string(),
        Number::Leaf(leaf) => leaf.to_string(),
        Number::Call(name, arguments) => {
            let arguments: Vec<_> = arguments.iter().map(call_name).collect();
            format!("{name}_{}", arguments.join("_"))
        }
    }
}

/// A number as an attribute, cut to the width.
fn literal(number: i64, width: u32) -> String {
    let bits = number as u64 & mask(width);
    match width {
        1 => (bits == 1).to_string(),
        _ => format!("{} : i{width}", sign(bits, width)),
    }
}
