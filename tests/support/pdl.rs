//! Modules of the `pdl` dialect, read from the generic form that MLIR prints.

use std::{collections::HashMap, fmt::Write};

/// A `pdl.pattern`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pattern {
    /// The properties of the pattern.
    pub(crate) properties: String,
    pub(crate) matcher: Vec<Op>,
    /// The operand of the `pdl.rewrite`.
    pub(crate) root: Value,
    pub(crate) rewriter: Vec<Op>,
    /// The attributes of the pattern that are no properties.
    pub(crate) attributes: String,
}

/// An operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Op {
    pub(crate) name: String,
    pub(crate) operands: Vec<Value>,
    pub(crate) properties: String,
    /// Its values, and their types.
    pub(crate) results: Vec<(Value, String)>,
}

/// The number of an operation, and which of its results it is.
pub(crate) type Value = (u32, u32);

/// The patterns of a module; none if it is not written as expected.
pub(crate) fn parse(module: &str) -> Option<Vec<Pattern>> {
    // Names of attributes come first.
    let mut lines = module.lines().skip_while(|line| line.starts_with('#'));
    lines
        .next()
        .filter(|line| line.starts_with("\"builtin.module\""))?;
    let mut patterns = Vec::new();
    loop {
        let line = lines.next()?;
        if line.starts_with("})") {
            return Some(patterns);
        }
        patterns.push(pattern(line, &mut lines)?);
    }
}

fn pattern<'a>(first: &str, lines: &mut impl Iterator<Item = &'a str>) -> Option<Pattern> {
    let properties = first
        .strip_prefix("  \"pdl.pattern\"() <{")?
        .strip_suffix("}> ({")?;
    let mut matcher = Vec::new();
    let root = loop {
        let line = lines.next()?.strip_prefix("    ")?;
        if let Some(root) = line.strip_prefix("\"pdl.rewrite\"(") {
            break value(root.split(')').next()?)?;
        }
        matcher.push(op(line)?);
    };
    let mut rewriter = Vec::new();
    loop {
        let line = lines.next()?;
        if line.starts_with("    })") {
            break;
        }
        rewriter.push(op(line.strip_prefix("      ")?)?);
    }
    let end = lines.next()?.strip_prefix("  })")?;
    Some(Pattern {
        properties: properties.to_owned(),
        matcher,
        root,
        rewriter,
        attributes: end.strip_suffix(" : () -> ()")?.trim().to_owned(),
    })
}

fn op(line: &str) -> Option<Op> {
    let (defines, line) = match line.strip_prefix('"') {
        Some(line) => (None, line),
        None => {
            let (defines, line) = line.split_once(" = \"")?;
            (Some(defines), line)
        }
    };
    let (name, line) = line.split_once("\"(")?;
    let (operands, line) = line.split_once(')')?;
    // All types after the last colon are of the dialect, without parentheses.
    let (properties, types) = line.rsplit_once(" : (")?;
    let (_, results) = types.split_once(") -> ")?;
    let results = results.trim_start_matches('(').trim_end_matches(')');
    // What the dialect has no place for, we add.
    let properties = match properties.split_once("}> {pdll.") {
        Some((properties, _)) => format!("{}}}>", properties.trim()),
        None => properties.trim().to_owned(),
    };
    let number = match defines {
        None => 0,
        Some(defines) => value(defines.split(':').next()?)?.0,
    };
    let results = split(results).zip(0..);
    Some(Op {
        name: name.to_owned(),
        operands: split(operands).map(value).collect::<Option<_>>()?,
        properties,
        results: results
            .map(|(ty, index)| ((number, index), ty.to_owned()))
            .collect(),
    })
}

fn split(list: &str) -> impl Iterator<Item = &str> {
    list.split(", ").filter(|item| !item.is_empty())
}

/// Parses `%1` or `%1#2`.
fn value(text: &str) -> Option<Value> {
    let text = text.strip_prefix('%')?;
    let (number, index) = text.split_once('#').unwrap_or((text, "0"));
    Some((number.parse().ok()?, index.parse().ok()?))
}

impl Pattern {
    /// All operations.
    pub(crate) fn ops(&self) -> impl Iterator<Item = &Op> {
        self.matcher.iter().chain(&self.rewriter)
    }

    /// All operations, to be changed.
    pub(crate) fn ops_mut(&mut self) -> impl Iterator<Item = &mut Op> {
        self.matcher.iter_mut().chain(&mut self.rewriter)
    }

    /// How many operations the match section has.
    pub(crate) fn matched(&self) -> usize {
        let is_operation = |op: &&Op| op.name == "pdl.operation";
        self.matcher.iter().filter(is_operation).count()
    }

    /// Puts other values in the place of some, in all operands.
    pub(crate) fn replace(&mut self, values: &HashMap<Value, Value>) {
        let map = |value: &mut Value| {
            while let Some(other) = values.get(value) {
                *value = *other;
            }
        };
        map(&mut self.root);
        for op in self.ops_mut() {
            op.operands.iter_mut().for_each(map);
        }
    }

    /// The text of it, with its values numbered in order; the same for patterns
    /// that differ in numbers only.
    pub(crate) fn print(&self) -> String {
        let mut numbers = HashMap::new();
        let mut text = format!("pattern {} {}\n", self.properties, self.attributes);
        for op in &self.matcher {
            op.print(&mut numbers, &mut text);
        }
        let _ = writeln!(text, "rewrite {}", show(&numbers, self.root));
        for op in &self.rewriter {
            op.print(&mut numbers, &mut text);
        }
        text
    }
}

impl Op {
    fn print(&self, numbers: &mut HashMap<Value, usize>, text: &mut String) {
        let operands = self.operands.iter().map(|one| show(numbers, *one));
        let operands: Vec<_> = operands.collect();
        text.push_str("  ");
        for (value, ty) in &self.results {
            let number = numbers.len();
            numbers.insert(*value, number);
            let _ = write!(text, "%{number}: {ty} = ");
        }
        let _ = writeln!(
            text,
            "{}({}) {}",
            self.name,
            operands.join(", "),
            self.properties
        );
    }
}

fn show(numbers: &HashMap<Value, usize>, value: Value) -> String {
    match numbers.get(&value) {
        Some(number) => format!("%{number}"),
        None => "%?".to_owned(),
    }
}
