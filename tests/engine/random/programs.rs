//! Random programs of operations that the patterns of these tests match, and of
//! others in between.

use crate::{
    random::definitions::{DEFINITIONS, Division, Group, Groups},
    support::random::Random,
};
use std::fmt::Write;

/// The text of a module. Each operation without regions is one line, so that a
/// part of the lines may be a program, too.
pub(crate) fn generate(random: &mut Random, content: Content) -> String {
    let mut writer = Writer {
        random,
        content,
        text: String::new(),
        next: 0,
    };
    for number in 0..1 + writer.random.below(3) {
        match writer.random.below(10) {
            0..3 => writer.graph(),
            3..7 => writer.function(number),
            _ => writer.control_flow(number),
        }
    }
    writer.text
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Content {
    Anything,
    /// Nothing that is dead, so that no driver erases it.
    Alive,
}

const TYPES: [&str; 3] = ["i32", "i64", "f32"];

#[derive(Debug, Clone)]
struct Value {
    name: String,
    r#type: &'static str,
}

/// The values that an operation may use.
type Scope = Vec<Value>;

struct Writer<'r> {
    random: &'r mut Random,
    content: Content,
    text: String,
    /// The number of the next value or block.
    next: usize,
}

impl Writer<'_> {
    fn function(&mut self, number: usize) {
        self.line(&format!(
            "func.func @f{number}(%a: i32, %b: f32, %c: i1) -> i32 {{"
        ));
        let mut scope = arguments();
        self.operations(&mut scope, 8, 2);
        let result = self.value_of_type(&scope, "i32");
        self.line(&format!("func.return {result} : i32"));
        self.line("}");
    }

    /// Two ways that meet, a loop, and a block that nothing leads to.
    fn control_flow(&mut self, number: usize) {
        self.line(&format!(
            "func.func @f{number}(%a: i32, %b: f32, %c: i1) -> i32 {{"
        ));
        let mut scope = arguments();
        self.operations(&mut scope, 5, 1);
        self.blocks(&scope, "func.return");
        self.line("}");
    }

    /// The last operation takes a number.
    fn blocks(&mut self, entry: &Scope, last: &str) {
        let [left, right, dead, end, exit] = [(); 5].map(|()| self.number());
        let [left_argument, end_argument] = [(); 2].map(|()| self.define("i32"));
        let x = self.value_of_type(entry, "i32");
        self.line(&format!("cf.cond_br %c, ^b{left}({x} : i32), ^b{right}"));
        let left_name = &left_argument.name;
        for (label, argument) in [
            (format!("^b{left}({left_name}: i32):"), Some(&left_argument)),
            (format!("^b{right}:"), None),
            (format!("^b{dead}:"), None),
        ]
        .into_iter()
        .take(if self.content == Content::Alive { 2 } else { 3 })
        {
            self.line(&label);
            let mut scope = entry.clone();
            scope.extend(argument.cloned());
            self.operations(&mut scope, 4, 1);
            let value = self.value_of_type(&scope, "i32");
            self.line(&format!("cf.br ^b{end}({value} : i32)"));
        }
        self.line(&format!("^b{end}({}: i32):", end_argument.name));
        let mut scope = entry.clone();
        scope.push(end_argument);
        self.operations(&mut scope, 4, 1);
        let again = self.value_of_type(&scope, "i32");
        self.line(&format!("cf.cond_br %c, ^b{end}({again} : i32), ^b{exit}"));
        self.line(&format!("^b{exit}:"));
        self.operations(&mut scope, 2, 0);
        let result = self.value_of_type(&scope, "i32");
        self.line(&format!("\"{last}\"({result}) : (i32) -> ()"));
    }

    /// Operations that use what comes later, or themselves.
    fn graph(&mut self) {
        self.line("builtin.module {");
        let later: Vec<_> = (0..self.random.below(4))
            .map(|_| {
                let r#type = *self.random.pick(&TYPES);
                self.define(r#type)
            })
            .collect();
        let mut scope = later.clone();
        self.operations(&mut scope, 6, 2);
        for value in &later {
            let text = self.shape(&scope, &[value.r#type]);
            self.line(&format!("{} = {text}", value.name));
        }
        self.operations(&mut scope, 2, 0);
        self.line("}");
    }

    fn operations(&mut self, scope: &mut Scope, count: usize, depth: usize) {
        for _ in 0..self.random.below(count + 1) {
            match self.random.below(100) {
                0..58 => self.plain(scope),
                58..70 => self.described(scope),
                70..82 if self.content == Content::Anything => self.defined(scope),
                82..92 if depth > 0 => self.nest(scope, depth - 1),
                92..97 if depth > 0 && self.content == Content::Anything => {
                    self.branch(scope, depth - 1);
                }
                _ => self.plain(scope),
            }
        }
    }

    /// An operation that patterns may match.
    fn plain(&mut self, scope: &mut Scope) {
        let count = *self.random.pick(&[0, 1, 1, 1, 1, 1, 2, 2, 3]);
        let types: Vec<_> = (0..count).map(|_| *self.random.pick(&TYPES)).collect();
        let text = self.shape(scope, &types);
        let prefix = self.define_all(scope, &types);
        self.line(&format!("{prefix}{text}"));
    }

    fn define_all(&mut self, scope: &mut Scope, types: &[&'static str]) -> String {
        if types.is_empty() {
            return String::new();
        }
        let number = self.number();
        for (index, r#type) in types.iter().enumerate() {
            let name = match types.len() {
                1 => format!("%v{number}"),
                _ => format!("%v{number}#{index}"),
            };
            scope.push(Value { name, r#type });
        }
        match types.len() {
            1 => format!("%v{number} = "),
            count => format!("%v{number}:{count} = "),
        }
    }

    /// An operation without its results and regions.
    fn shape(&mut self, scope: &Scope, types: &[&str]) -> String {
        let (name, operands, attributes) = self.parts(scope);
        let names: Vec<_> = operands.iter().map(|value| value.name.as_str()).collect();
        format!(
            "\"{name}\"({}) {attributes}: {}",
            names.join(", "),
            signature(&operands, types)
        )
    }

    fn parts(&mut self, scope: &Scope) -> (&'static str, Scope, String) {
        let name = *self
            .random
            .pick(&["t.a", "t.a", "t.b", "t.b", "t.c", "t.c", "t.d", "t.e"]);
        let count = *self.random.pick(&[0, 0, 1, 1, 1, 2, 2, 3]);
        let operands = (0..count).filter_map(|_| self.value(scope)).collect();
        let mut attributes = vec![];
        for key in ["x", "y"] {
            if self.random.chance(15) {
                let value = self.random.pick(&["0 : i32", "1 : i32", "\"s\""]);
                attributes.push(format!("{key} = {value}"));
            }
        }
        let attributes = match attributes.is_empty() {
            true => String::new(),
            false => format!("{{{}}} ", attributes.join(", ")),
        };
        (name, operands, attributes)
    }

    /// An operation of `own.td`. Sometimes it contradicts its definition.
    fn described(&mut self, scope: &mut Scope) {
        let definition = self.random.pick(&DEFINITIONS);
        let (operand_sizes, result_sizes) = (
            self.sizes(&definition.operands),
            self.sizes(&definition.results),
        );
        let count = operand_sizes.iter().sum();
        let operands: Vec<_> = (0..count).filter_map(|_| self.value(scope)).collect();
        let names: Vec<_> = operands.iter().map(|value| value.name.as_str()).collect();
        let count: usize = result_sizes.iter().sum();
        let types: Vec<_> = (0..count).map(|_| *self.random.pick(&TYPES)).collect();
        let attributes = [
            self.attribute_of_sizes(&definition.operands, &operand_sizes),
            self.attribute_of_sizes(&definition.results, &result_sizes),
        ];
        let attributes: Vec<_> = attributes.into_iter().flatten().collect();
        let text = format!(
            "\"{}\"({}) {{{}}} : {}",
            definition.name,
            names.join(", "),
            attributes.join(", "),
            signature(&operands, &types)
        );
        let prefix = self.define_all(scope, &types);
        self.line(&format!("{prefix}{text}"));
    }

    fn sizes(&mut self, groups: &Groups) -> Vec<usize> {
        let same = self.random.below(3);
        let mut size = |group: &Group| match group {
            Group::One => 1,
            Group::Optional => self.random.below(2),
            Group::Variadic if groups.division == Division::Equal => same,
            Group::Variadic => self.random.below(3),
        };
        let mut sizes: Vec<_> = groups.groups.iter().map(&mut size).collect();
        if self.random.chance(5) {
            let last = sizes.last_mut().expect("there is a group");
            *last = self.random.below(4);
        }
        sizes
    }

    fn attribute_of_sizes(&mut self, groups: &Groups, sizes: &[usize]) -> Option<String> {
        let mut sizes = sizes.to_vec();
        if self.random.chance(5) {
            let index = self.random.below(sizes.len());
            sizes[index] = self.random.below(3);
        }
        let (name, sizes) = groups.print_sizes(&sizes)?;
        let is_there = self.random.chance(95);
        is_there.then(|| format!("{name} = {sizes}"))
    }

    /// An operation that a dialect defines, and that no pattern matches.
    fn defined(&mut self, scope: &mut Scope) {
        let result = self.define("i32");
        let name = &result.name;
        let text = match self.random.below(3) {
            0 => format!("arith.constant {} : i32", self.random.below(3)),
            _ => {
                let (x, y) = (
                    self.value_of_type(scope, "i32"),
                    self.value_of_type(scope, "i32"),
                );
                let kind = self.random.pick(&["addi", "subi", "muli"]);
                format!("arith.{kind} {x}, {y} : i32")
            }
        };
        self.line(&format!("{name} = {text}"));
        scope.push(result);
    }

    /// An unknown operation with a region.
    fn nest(&mut self, scope: &mut Scope, depth: usize) {
        let (name, operands, attributes) = self.parts(scope);
        let types: Vec<_> = (0..self.random.below(3))
            .map(|_| *self.random.pick(&TYPES))
            .collect();
        let names: Vec<_> = operands.iter().map(|value| value.name.clone()).collect();
        let signature = signature(&operands, &types);
        let mut inner = scope.clone();
        let prefix = self.define_all(scope, &types);
        self.line(&format!("{prefix}\"{name}\"({}) ({{", names.join(", ")));
        if self.random.chance(33) {
            let argument = self.define("i32");
            self.line(&format!("^b{}({}: i32):", self.next, argument.name));
            inner.push(argument);
        }
        if depth > 0 && self.random.chance(15) && inner.iter().any(|value| value.name == "%c") {
            self.operations(&mut inner, 2, depth - 1);
            self.blocks(&inner, "t.e");
            self.line(&format!("}}) {attributes}: {signature}"));
            return;
        }
        // Dominance is not required in the region of an unknown operation.
        let later = self.random.chance(33).then(|| self.define("i32"));
        inner.extend(later.clone());
        self.operations(&mut inner, 3, depth);
        if let Some(later) = later {
            let text = self.shape(&inner, &[later.r#type]);
            self.line(&format!("{} = {text}", later.name));
            self.operations(&mut inner, 1, 0);
        }
        if depth > 0 && self.random.chance(10) {
            self.isolated(depth - 1);
        }
        self.line(&format!("}}) {attributes}: {signature}"));
    }

    /// An operation in which no value from outside can be used.
    fn isolated(&mut self, depth: usize) {
        self.line("builtin.module {");
        self.operations(&mut vec![], 4, depth);
        self.line("}");
    }

    fn branch(&mut self, scope: &mut Scope, depth: usize) {
        let result = self.define("i32");
        let has_condition = scope.iter().any(|value| value.name == "%c");
        if !has_condition {
            return self.plain(scope);
        }
        self.line(&format!("{} = scf.if %c -> (i32) {{", result.name));
        for end in ["} else {", "}"] {
            let mut inner = scope.clone();
            self.operations(&mut inner, 3, depth);
            let value = self.value_of_type(&inner, "i32");
            self.line(&format!("scf.yield {value} : i32"));
            self.line(end);
        }
        scope.push(result);
    }

    fn value(&mut self, scope: &Scope) -> Option<Value> {
        // What was defined last is used more often.
        let recent = scope.len().saturating_sub(4);
        let from = if self.random.chance(60) { recent } else { 0 };
        let value = self.random.pick_any(&scope[from..])?;
        Some(value.clone())
    }

    /// The name of a value of a type, which is defined if there is none.
    fn value_of_type(&mut self, scope: &Scope, r#type: &'static str) -> String {
        let fitting: Vec<_> = scope
            .iter()
            .filter(|value| value.r#type == r#type)
            .collect();
        if let Some(value) = self.random.pick_any(&fitting) {
            return value.name.clone();
        }
        let value = self.define(r#type);
        self.line(&format!("{} = \"t.e\"() : () -> {type}", value.name));
        value.name
    }

    fn define(&mut self, r#type: &'static str) -> Value {
        let name = format!("%v{}", self.number());
        Value { name, r#type }
    }

    fn number(&mut self) -> usize {
        self.next += 1;
        self.next
    }

    fn line(&mut self, line: &str) {
        writeln!(self.text, "{line}").expect("strings grow");
    }
}

/// The arguments of each function.
fn arguments() -> Scope {
    let arguments = [("%a", "i32"), ("%b", "f32"), ("%c", "i1")];
    let value = |(name, r#type): (&str, _)| Value {
        name: name.to_owned(),
        r#type,
    };
    arguments.map(value).into()
}

fn signature(operands: &[Value], results: &[&str]) -> String {
    let operands: Vec<_> = operands.iter().map(|value| value.r#type).collect();
    format!("({}) -> ({})", operands.join(", "), results.join(", "))
}
