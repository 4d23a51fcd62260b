//! Random patterns that are valid, each with a program that it matches.
//!
//! First a few connected operations are made up. The match section says of
//! them what it likes: each operand, attribute and type is left out, bound,
//! constrained, or named by an earlier variable that has the same value. So a
//! pattern is valid, and matches, by construction. The rewrite section uses
//! what the match section has bound.

mod declarations;
mod example;
mod matcher;
pub(crate) mod program;
mod rewriter;

use super::random::Random;

/// A pattern and a program.
#[derive(Debug)]
pub(crate) struct Generated {
    /// The text of the pattern, and of what it calls.
    pub(crate) pattern: String,
    /// Operations that it matches, in MLIR's generic form. Their values have
    /// names that are unique for the number of the pattern.
    pub(crate) program: String,
}

/// Which lists of operands and result types are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lists {
    /// All that the language has.
    Any,
    /// Those of which every part is where the run time finds it, though nothing
    /// says how the operation divides its operands and results: one range at
    /// most, and the operations connected by what is in front of it.
    Clear,
}

/// The pattern with that number.
pub(crate) fn generate(seed: u64, number: usize, lists: Lists) -> Generated {
    let mut random = Random::new(seed, number as u64);
    let example = example::Example::new(&mut random);
    let mut writer = Writer::new(&mut random, &example, number, lists);
    let root = writer.match_section();
    writer.rewrite_section(&root);
    let mut pattern = writer.declarations.concat();
    pattern += &writer.declaration();
    let program = example.print(&mut random, number);
    Generated { pattern, program }
}

/// Types that need no dialect.
pub(crate) const TYPES: &[&str] = &[
    "i1",
    "i32",
    "i32",
    "i64",
    "f32",
    "f32",
    "index",
    "vector<4xf32>",
    "tensor<2x?xi32>",
    "tuple<i32, f32>",
    "(i32, i1) -> f32",
    "memref<?xf32>",
    "complex<f32>",
    "none",
];

/// Attributes that need no dialect, and their types.
pub(crate) const ATTRIBUTES: &[(&str, Option<&str>)] = &[
    ("1 : i32", Some("i32")),
    ("-7 : i64", Some("i64")),
    ("true", Some("i1")),
    ("0.5 : f32", Some("f32")),
    ("3 : index", Some("index")),
    ("unit", None),
    ("\"a \\\\ b\"", None),
    ("[1 : i8, \"x\"]", None),
    ("{k = 1 : i8, u}", None),
    ("tensor<2xi32>", None),
    ("@symbol", None),
    ("affine_map<(d0)[s0] -> (d0 + s0)>", None),
    ("dense<[1, 2]> : tensor<2xi32>", Some("tensor<2xi32>")),
    ("array<i64: 1, 2>", None),
];

/// Names of attributes; the last ones are written as strings only.
pub(crate) const ATTRIBUTE_NAMES: &[&str] = &[
    "a",
    "b",
    "value",
    "attr",
    "let",
    "Value",
    "with",
    "x.y",
    "two words",
];

/// A value that a variable or another expression stands for.
#[derive(Debug, Clone)]
struct Known<T> {
    text: String,
    what: T,
}

/// Writes a pattern, and keeps what its variables stand for.
struct Writer<'a> {
    random: &'a mut Random,
    example: &'a example::Example,
    number: usize,
    lists: Lists,
    names: usize,
    /// What the pattern calls.
    declarations: Vec<String>,
    /// The statements so far.
    stmts: Vec<String>,
    /// Indentation of the statements.
    depth: usize,
    types: Vec<Known<&'static str>>,
    /// The variables among them that are types of attributes. An attribute need
    /// not have a type, so they are not used for operations to create.
    attribute_types: Vec<String>,
    type_ranges: Vec<Known<Vec<&'static str>>>,
    attributes: Vec<Known<usize>>,
    /// Variables for values, results of operations included.
    values: Vec<Known<example::Value>>,
    /// Variables for ranges of operands.
    ranges: Vec<Known<Vec<example::Value>>>,
    /// Variables for all results of an operation.
    result_ranges: Vec<Known<Vec<example::Value>>>,
    /// Of which operation the variables for ranges are operands or types.
    owners: Vec<(String, usize)>,
    /// The variable of each operation, if it has one.
    operations: Vec<Option<String>>,
}

impl<'a> Writer<'a> {
    fn new(
        random: &'a mut Random,
        example: &'a example::Example,
        number: usize,
        lists: Lists,
    ) -> Self {
        Writer {
            random,
            example,
            number,
            lists,
            names: 0,
            declarations: Vec::new(),
            stmts: Vec::new(),
            depth: 1,
            types: Vec::new(),
            attribute_types: Vec::new(),
            type_ranges: Vec::new(),
            attributes: Vec::new(),
            values: Vec::new(),
            ranges: Vec::new(),
            result_ranges: Vec::new(),
            owners: Vec::new(),
            operations: vec![None; example.operations.len()],
        }
    }

    /// A name that is not in use.
    fn name(&mut self, stem: &str) -> String {
        self.names += 1;
        match (self.names, self.random.below(40)) {
            // Keywords only in front of `<`.
            (3, 0) => "op".into(),
            (3, 1) => "attr".into(),
            (3, 2) => "type".into(),
            (number, _) => format!("{stem}{number}"),
        }
    }

    fn stmt(&mut self, text: &str) {
        let indent = "  ".repeat(self.depth);
        self.stmts.push(format!("{indent}{text};"));
    }

    /// MLIR text as a string or a block of the language.
    fn literal(&mut self, keyword: &str, text: &str) -> String {
        let is_block_safe = !text.contains('\\') && !text.contains("}]");
        if is_block_safe && self.random.chance(20) {
            return format!("{keyword}<[{{{text}}}]>");
        }
        let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
        format!("{keyword}<\"{escaped}\">")
    }

    fn attribute_name(&mut self, name: &str) -> String {
        let needs_quotes = name.contains(['.', ' ']);
        match needs_quotes || self.random.chance(20) {
            true => format!("\"{name}\""),
            false => name.to_owned(),
        }
    }

    /// The whole declaration.
    fn declaration(self) -> String {
        let mut text = "Pattern ".to_owned();
        if self.random.chance(60) {
            text += &format!("P{} ", self.number);
        }
        let benefit = format!("benefit({})", self.random.below(100));
        text += match self.random.below(8) {
            0 => "with recursion ".to_owned(),
            1 => format!("with {benefit} "),
            2 => format!("with {benefit}, recursion "),
            3 => format!("with recursion, {benefit} "),
            _ => String::new(),
        }
        .as_str();
        match &self.stmts[..] {
            [only] if self.random.chance(70) => text + "=> " + only.trim_start() + "\n",
            stmts => text + "{\n" + &stmts.join("\n") + "\n}\n",
        }
    }
}
