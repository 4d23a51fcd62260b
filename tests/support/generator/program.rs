//! Random programs of the whole language: declarations of every kind, calls,
//! tuples, and operations with and without a definition.
//!
//! They are made to be compiled. A match need not be possible, and nobody
//! defines the native functions.

mod calls;
mod declarations;
mod expressions;
mod kinds;
mod matching;
mod rewriting;

use super::{super::mutate, Random};
use kinds::{DEFINED, IMPORTED, Kind, Ty, UNKNOWN};
use std::mem;

/// A program of one or two files, which include the definitions of operations
/// that the tests have, or none.
#[derive(Debug)]
pub(crate) struct Program {
    /// The text of a file that the main one includes.
    pub(crate) included: Option<String>,
    /// The text of the main file behind its `#include`s.
    pub(crate) main: String,
    /// Whether it needs the definitions.
    pub(crate) has_definitions: bool,
}

/// The program with that number.
pub(crate) fn generate_program(seed: u64, number: usize) -> Program {
    let mut random = Random::new(seed, 0x9A0_0000 + number as u64);
    let has_definitions = random.chance(50);
    let mut writer = Writer::new(&mut random, has_definitions);
    let mut texts = writer.natives();
    for _ in 0..2 + writer.random.below(5) {
        texts.push(writer.declaration());
    }
    for _ in 0..1 + writer.random.below(3) {
        texts.push(writer.pattern());
    }
    let cut = match random.chance(30) {
        true => 1 + random.below(texts.len() - 1),
        false => 0,
    };
    let main = texts.split_off(cut).concat();
    Program {
        included: (cut > 0).then(|| texts.concat()),
        main,
        has_definitions,
    }
}

/// What part of a pattern is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Section {
    Match,
    Rewrite,
}

/// A constraint or rewrite.
#[derive(Debug, Clone)]
struct Function {
    name: String,
    section: Section,
    is_native: bool,
    params: Vec<Ty>,
    /// A tuple if there are several.
    result: Option<Ty>,
    /// Whether its body has operations.
    makes: bool,
    /// Whether it is declared in a body.
    is_local: bool,
}

/// A variable.
#[derive(Debug, Clone)]
struct Variable {
    name: String,
    ty: Ty,
    /// Whether it stands for something that an operation has, so that it
    /// connects others with that.
    is_bound: bool,
    /// Whether a body can return it. The oracle evaluates again what it
    /// returns, and does not accept an operation that nobody uses.
    is_returnable: bool,
}

/// Writes a program.
struct Writer<'a> {
    random: &'a mut Random,
    kinds: Vec<&'static Kind>,
    functions: Vec<Function>,
    scope: Vec<Variable>,
    section: Section,
    /// Whether a pattern is written, not a function.
    is_pattern: bool,
    /// The statements of the innermost block.
    stmts: Vec<String>,
    names: usize,
    /// Whether the body that is written has operations.
    makes: bool,
    /// Whether a match section may have an attribute that is not that of an
    /// operation.
    has_literals: bool,
}

impl<'a> Writer<'a> {
    fn new(random: &'a mut Random, has_definitions: bool) -> Self {
        let mut kinds: Vec<&Kind> = UNKNOWN.iter().collect();
        let mut functions = Vec::new();
        if has_definitions {
            kinds.extend(DEFINED);
            functions.extend(IMPORTED.iter().map(|(name, ty)| Function {
                name: (*name).to_owned(),
                section: Section::Match,
                is_native: true,
                params: vec![ty.clone()],
                result: None,
                makes: false,
                is_local: false,
            }));
        }
        Writer {
            random,
            kinds,
            functions,
            scope: Vec::new(),
            section: Section::Match,
            is_pattern: false,
            stmts: Vec::new(),
            names: 0,
            makes: false,
            has_literals: false,
        }
    }

    /// A name that is not in use.
    fn name(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    fn stmt(&mut self, text: &str) {
        self.stmts.push(format!("{text};"));
    }

    /// The statements that `write` writes, with a scope of their own.
    fn block<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> (Vec<String>, T) {
        let outer = mem::take(&mut self.stmts);
        let (variables, functions) = (self.scope.len(), self.functions.len());
        let result = write(self);
        self.scope.truncate(variables);
        self.functions.truncate(functions);
        (mem::replace(&mut self.stmts, outer), result)
    }

    /// Defines a variable; whether it can be returned follows from the text of
    /// its initial value.
    fn define(&mut self, name: &str, ty: Ty, is_bound: bool, init: &str) {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let words: Vec<&str> = init.split(|c| !is_word(c)).collect();
        let is_kept = |variable: &Variable| {
            variable.is_returnable || !words.contains(&variable.name.as_str())
        };
        let makes = |function: &Function| function.makes && words.contains(&function.name.as_str());
        let is_returnable = !init.contains("op<")
            && self.scope.iter().all(is_kept)
            && !self.functions.iter().any(makes);
        self.scope.push(Variable {
            name: name.to_owned(),
            ty,
            is_bound,
            is_returnable,
        });
    }
}

/// A text in which a token is gone, doubled, or another one of the same text.
pub(crate) fn damage(text: &str, random: &mut Random) -> String {
    let damaged = mutate::Tokens::new(text.as_bytes()).exchange(random);
    String::from_utf8_lossy(&damaged).into_owned()
}
