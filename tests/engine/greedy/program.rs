//! Random programs for the patterns of `turns.pdll` and `structure.pdll`.

use crate::support::random::Random;
use std::fmt::Write;

/// The text of a module with some functions, and with operations of a graph
/// region.
pub(crate) fn generate(random: &mut Random, functions: usize) -> String {
    write(random, functions, |writer, number| match number % 10 {
        0 => writer.graph(),
        even if even % 2 == 0 => writer.control_flow(number),
        _ => writer.function(number),
    })
}

/// The text of a module with some functions of one block, whose operations use each
/// other, so that a change may reach what is several steps away. Nothing in it is for
/// the driver to simplify.
pub(crate) fn generate_towers(random: &mut Random, functions: usize) -> String {
    write(random, functions, |writer, number| writer.tower(number))
}

/// The text of a module with one or two functions of any kind.
pub(crate) fn generate_mixed(random: &mut Random) -> String {
    let functions = random.below(2) + 1;
    let first = random.below(10);
    write(random, functions, |writer, number| {
        match (first + number) % 10 {
            0 => writer.graph(),
            1 => writer.backwards(),
            2..=4 => writer.control_flow(number),
            _ => writer.function(number),
        }
    })
}

fn write(
    random: &mut Random,
    functions: usize,
    write_function: impl Fn(&mut Writer<'_>, usize),
) -> String {
    let mut writer = Writer {
        random,
        text: String::new(),
        next: 0,
    };
    for number in 0..functions {
        write_function(&mut writer, number);
    }
    writer.text
}

struct Writer<'a> {
    random: &'a mut Random,
    text: String,
    /// The number of the next value.
    next: usize,
}

/// The values that an operation may use, all of type `i32`.
type Scope = Vec<String>;

impl Writer<'_> {
    fn function(&mut self, number: usize) {
        self.line(&format!(
            "func.func @f{number}(%arg0: i32, %arg1: i32) -> i32 {{"
        ));
        let mut scope = vec!["%arg0".to_owned(), "%arg1".to_owned()];
        self.operations(&mut scope, 12, 2);
        let result = self.random.pick(&scope).clone();
        self.line(&format!("return {result} : i32\n}}"));
    }

    fn tower(&mut self, number: usize) {
        self.line(&format!("func.func @f{number}(%arg0: i32) -> i32 {{"));
        let mut top = "%arg0".to_owned();
        for _ in 0..24 {
            let name = self.define();
            let operation = self.random.pick(&["t.c", "t.e", "t.f"]);
            self.line(&format!("{name} = \"{operation}\"({top}) : (i32) -> i32"));
            top = name;
        }
        self.line(&format!("return {top} : i32\n}}"));
    }

    /// A function of several blocks: two ways that meet, a loop, and a block that
    /// nothing leads to.
    fn control_flow(&mut self, number: usize) {
        self.line(&format!(
            "func.func @f{number}(%arg0: i32, %arg1: i32, %arg2: i1) -> i32 {{"
        ));
        let mut entry = vec!["%arg0".to_owned(), "%arg1".to_owned()];
        self.operations(&mut entry, 6, 1);
        let (x, y) = (self.value(&entry), self.value(&entry));
        self.line(&format!("cf.cond_br %arg2, ^left({x} : i32), ^right"));
        let ends = [
            ("^left(%left: i32):", Some("%left"), "cf.br ^end"),
            ("^right:", None, "cf.br ^end"),
            ("^unreachable:", None, "cf.br ^end"),
        ];
        for (label, argument, branch) in ends {
            self.line(label);
            let mut scope = entry.clone();
            scope.extend(argument.map(str::to_owned));
            self.operations(&mut scope, 4, 1);
            let value = self.value(&scope);
            self.line(&format!("{branch}({value}, {y} : i32, i32)"));
        }
        self.line("^end(%end: i32, %unused: i32):");
        let mut scope = entry.clone();
        scope.push("%end".to_owned());
        self.operations(&mut scope, 4, 1);
        let (value, again) = (self.value(&scope), self.value(&scope));
        self.line(&format!(
            "cf.cond_br %arg2, ^end({value}, {again} : i32, i32), ^exit"
        ));
        let result = self.value(&scope);
        self.line(&format!("^exit:\nreturn {result} : i32\n}}"));
    }

    /// Operations that use what comes later, and dead ones that use each other.
    fn graph(&mut self) {
        self.line("module {");
        let (first, second, third) = (self.define(), self.define(), self.define());
        let mut scope = vec![third.clone()];
        self.operations(&mut scope, 5, 0);
        self.line(&format!("{first} = math.ctpop {second} : i32"));
        self.line(&format!("{second} = math.ctpop {first} : i32"));
        self.line(&format!("{third} = \"t.x\"() : () -> i32"));
        if self.random.chance(50) {
            self.line(&format!("\"t.use\"({second}) : (i32) -> ()"));
        }
        self.line("}");
    }

    /// Operations that come before those that define their operands.
    fn backwards(&mut self) {
        self.line("module {");
        let names: Vec<_> = (0..8).map(|_| self.define()).collect();
        for (number, name) in names.iter().enumerate() {
            let Some(later) = names.get(number + 1) else {
                self.line(&format!("{name} = \"t.x\"() : () -> i32"));
                break;
            };
            let operation = match self.random.below(4) {
                0 => format!("\"t.a\"({later}, {later}) : (i32, i32) -> i32"),
                1 => format!("\"t.b\"({later}, {later}) : (i32, i32) -> i32"),
                2 => format!("\"t.c\"({later}) : (i32) -> i32"),
                _ => format!("\"t.d\"({later}) : (i32) -> i32"),
            };
            self.line(&format!("{name} = {operation}"));
        }
        self.line("}");
    }

    fn operations(&mut self, scope: &mut Scope, count: usize, depth: usize) {
        for _ in 0..self.random.below(count) + 1 {
            self.operation(scope, depth);
        }
    }

    fn operation(&mut self, scope: &mut Scope, depth: usize) {
        let (x, y) = (self.value(scope), self.value(scope));
        let kind = self.random.below(if depth == 0 { 20 } else { 26 });
        let value = match kind {
            0..=2 => format!("\"t.a\"({x}, {y}) : (i32, i32) -> i32"),
            3..=4 => format!("\"t.b\"({x}, {y}) : (i32, i32) -> i32"),
            5..=6 => format!("\"t.c\"({x}) : (i32) -> i32"),
            7 => format!("\"t.d\"({x}) : (i32) -> i32"),
            8 => "\"t.k\"() : () -> i32".to_owned(),
            9 => "\"t.h\"() : () -> i32".to_owned(),
            10..=11 => format!("arith.constant {} : i32", self.random.below(4)),
            12 => format!("arith.addi {x}, {x} : i32"),
            13..=14 => format!("arith.addi {x}, {y} : i32"),
            15 => format!("arith.subi {x}, {y} : i32"),
            16..=19 => return self.effect(&x, &y),
            _ => return self.nest(scope, &x, &y, depth - 1),
        };
        let name = self.define();
        self.line(&format!("{name} = {value}"));
        scope.push(name);
    }

    /// An operation without results.
    fn effect(&mut self, x: &str, y: &str) {
        let operation = match self.random.below(4) {
            0 => format!("\"t.use\"({x}, {y}) : (i32, i32) -> ()"),
            1 => format!("\"t.gone\"({x}) : (i32) -> ()"),
            2 => format!("\"t.drop\"({x}) : (i32) -> ()"),
            _ => format!("\"t.m\"() {{left = {}}} : () -> ()", self.random.below(4)),
        };
        self.line(&operation);
    }

    /// An operation with operations in it.
    fn nest(&mut self, scope: &mut Scope, x: &str, y: &str, depth: usize) {
        let mut inner = scope.clone();
        match self.random.below(4) {
            0 => {
                let (condition, result) = (self.define(), self.define());
                self.line(&format!("{condition} = arith.cmpi slt, {x}, {y} : i32"));
                self.line(&format!("{result} = scf.if {condition} -> i32 {{"));
                self.operations(&mut inner, 5, depth);
                let value = self.value(&inner);
                self.line(&format!("scf.yield {value} : i32\n}} else {{"));
                self.line(&format!("scf.yield {x} : i32\n}}"));
                scope.push(result);
            }
            1 => {
                let (place, loaded) = (self.define(), self.define());
                self.line(&format!("{place} = memref.alloca() : memref<i32>"));
                self.line(&format!("memref.store {x}, {place}[] : memref<i32>"));
                self.line(&format!("{loaded} = memref.load {place}[] : memref<i32>"));
                scope.push(loaded);
            }
            2 => {
                self.line(&format!("\"t.gone\"({x}) ({{"));
                self.operations(&mut inner, 5, depth);
                self.line("}) : (i32) -> ()");
            }
            _ => {
                let result = self.define();
                self.line(&format!("{result} = \"t.r\"({x}) ({{"));
                self.operations(&mut inner, 5, depth);
                self.line("}) : (i32) -> i32");
                scope.push(result);
            }
        }
    }

    fn value(&mut self, scope: &Scope) -> String {
        // What was defined last is used more often.
        let recent = scope.len().saturating_sub(4);
        let from = if self.random.chance(60) { recent } else { 0 };
        self.random.pick(&scope[from..]).clone()
    }

    fn define(&mut self) -> String {
        self.next += 1;
        format!("%v{}", self.next)
    }

    fn line(&mut self, line: &str) {
        writeln!(self.text, "{line}").expect("strings grow");
    }
}
