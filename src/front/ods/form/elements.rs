//! The elements of an `assemblyFormat`.

use super::quoted;
use crate::ods::TypeDef;
use std::mem;

/// The elements of a format.
#[derive(Default)]
pub(super) struct Elements {
    /// The elements in the form.
    pub(super) text: String,
    /// The indices of parameters that are written with their dialects.
    pub(super) qualified: Vec<usize>,
}

/// Reads the format of a definition.
///
/// # Errors
///
/// The reason why it is not known.
pub(super) fn parse(def: &TypeDef) -> Result<Elements, String> {
    let mut reader = Reader {
        def,
        tokens: tokens(&def.format)?,
        next: 0,
        needs_space: true,
        after_punctuation: false,
        qualified: Vec::new(),
        mentioned: vec![false; def.parameters.len()],
        depth: 0,
    };
    let list = reader.list()?;
    if reader.next < reader.tokens.len() {
        return Err(not_understood());
    }
    let mut missing = std::iter::zip(&def.parameters, &reader.mentioned);
    let missing =
        missing.find(|(parameter, is_mentioned)| !*is_mentioned && parameter.default.is_empty());
    if let Some((parameter, _)) = missing {
        let name = &parameter.name;
        return Err(format!(
            "its `assemblyFormat` does not mention its parameter `{name}`"
        ));
    }
    Ok(Elements {
        text: list.elements.join(", "),
        qualified: reader.qualified,
    })
}

fn not_understood() -> String {
    "pdll does not understand its `assemblyFormat`".to_owned()
}

/// How deeply groups may be nested.
const MAX_DEPTH: usize = 16;

/// A word, a sign, or what stands between backticks.
#[derive(Debug, Clone, PartialEq)]
enum Token {
    Literal(String),
    Variable(String),
    Word(String),
    Sign(char),
}

fn tokens(format: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut rest = format.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '`' => {
                let end = rest[1..].find('`').ok_or_else(not_understood)?;
                tokens.push(Token::Literal(rest[1..1 + end].to_owned()));
                end + 2
            }
            '$' => {
                let end = word(&rest[1..]);
                tokens.push(Token::Variable(rest[1..1 + end].to_owned()));
                1 + end
            }
            _ if word(rest) > 0 => {
                tokens.push(Token::Word(rest[..word(rest)].to_owned()));
                word(rest)
            }
            _ => {
                tokens.push(Token::Sign(first));
                first.len_utf8()
            }
        };
        rest = rest[length..].trim_start();
    }
    Ok(tokens)
}

/// How long the word at the start of a text is.
fn word(text: &str) -> usize {
    let is_of_word = |sign: char| sign.is_ascii_alphanumeric() || sign == '_' || sign == '-';
    text.find(|sign| !is_of_word(sign)).unwrap_or(text.len())
}

/// Elements, and the parameters of which one is the anchor of their group.
#[derive(Default)]
struct List {
    elements: Vec<String>,
    anchor: Option<Vec<usize>>,
}

struct Reader<'d> {
    def: &'d TypeDef,
    tokens: Vec<Token>,
    next: usize,
    /// Whether MLIR prints a space before the next element, by its rules.
    needs_space: bool,
    after_punctuation: bool,
    qualified: Vec<usize>,
    /// By the index of the parameter.
    mentioned: Vec<bool>,
    depth: usize,
}

impl Reader<'_> {
    /// Elements up to the end or a closing parenthesis.
    fn list(&mut self) -> Result<List, String> {
        let mut list = List::default();
        while let Some(token) = self.tokens.get(self.next).cloned() {
            if token == Token::Sign(')') {
                break;
            }
            self.next += 1;
            let mut indices = Vec::new();
            let element = match token {
                Token::Literal(text) => self.literal(&text),
                Token::Variable(name) => {
                    indices.push(self.index(&name)?);
                    self.variable(indices[0])
                }
                Token::Word(word) => {
                    let (element, all) = self.directive(&word)?;
                    indices = all;
                    element
                }
                Token::Sign('(') => self.group()?,
                Token::Sign(_) => return Err(not_understood()),
            };
            list.elements.push(element);
            if self.take(&Token::Sign('^')) {
                list.anchor = Some(indices);
            }
        }
        Ok(list)
    }

    fn literal(&mut self, text: &str) -> String {
        if text.trim().is_empty() || text == "\\n" {
            self.needs_space = false;
            self.after_punctuation |= text.is_empty();
            let text = if text == "\\n" { "\n" } else { text };
            return format!("[\"space\", {}]", quoted(text));
        }
        let space = self.needs_space && has_space_before(text, self.after_punctuation);
        self.needs_space = !["<", "(", "{", "["].contains(&text);
        let is_first = |sign: char| sign.is_ascii_alphabetic() || sign == '_';
        self.after_punctuation = !text.starts_with(is_first);
        format!("[\"literal\", {}, {space}]", quoted(text))
    }

    fn variable(&mut self, index: usize) -> String {
        let space = self.needs_space || !self.after_punctuation;
        self.needs_space = true;
        self.after_punctuation = false;
        format!("[\"variable\", {index}, {space}]")
    }

    /// A directive, and the parameters in it.
    fn directive(&mut self, word: &str) -> Result<(String, Vec<usize>), String> {
        match word {
            "params" => {
                let all = self.all();
                Ok((self.commas(&all, false), all))
            }
            "struct" => {
                let all = self.arguments()?;
                Ok((self.commas(&all, true), all))
            }
            "qualified" => {
                let all = self.arguments()?;
                let [index] = all[..] else {
                    return Err(not_understood());
                };
                self.qualified.push(index);
                Ok((self.variable(index), all))
            }
            "custom" => {
                let mut rest = self.tokens[self.next..].iter();
                let name = rest.find_map(|token| match token {
                    Token::Word(name) => Some(&**name),
                    _ => None,
                });
                let name = name.unwrap_or_default();
                Err(format!(
                    "C++ code of the dialect reads its text (`custom<{name}>`)"
                ))
            }
            _ => Err(not_understood()),
        }
    }

    /// Parameters with commas between them.
    fn commas(&mut self, all: &[usize], has_names: bool) -> String {
        let space = self.needs_space || !self.after_punctuation;
        if !all.is_empty() {
            self.needs_space = true;
            self.after_punctuation = false;
        }
        format!("[\"list\", {all:?}, {has_names}, {space}]")
    }

    /// `($a, qualified($b), …)` or `(params)`.
    fn arguments(&mut self) -> Result<Vec<usize>, String> {
        let mut all = Vec::new();
        self.expect('(')?;
        loop {
            let token = self.tokens.get(self.next).cloned();
            self.next += 1;
            match token {
                Some(Token::Variable(name)) => all.push(self.index(&name)?),
                Some(Token::Word(word)) if word == "params" => {
                    all.extend(self.all());
                }
                Some(Token::Word(word)) if word == "qualified" => {
                    let inner = self.arguments()?;
                    self.qualified.extend(&inner);
                    all.extend(inner);
                }
                Some(Token::Word(word)) if word == "custom" => {
                    return self.directive(&word).map(|(_, all)| all);
                }
                _ => return Err(not_understood()),
            }
            if self.take(&Token::Sign(')')) {
                return Ok(all);
            }
            self.expect(',')?;
        }
    }

    /// `(…)?` or `(…) : (…)?`, after its first parenthesis.
    fn group(&mut self) -> Result<String, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(not_understood());
        }
        let spaces = (self.needs_space, self.after_punctuation);
        let then = self.list()?;
        self.expect(')')?;
        (self.needs_space, self.after_punctuation) = spaces;
        let mut otherwise = List::default();
        if self.take(&Token::Sign(':')) {
            self.expect('(')?;
            otherwise = self.list()?;
            self.expect(')')?;
        }
        self.expect('?')?;
        self.depth -= 1;
        let is_inverted = then.anchor.is_none();
        let anchor = then.anchor.or_else(|| mem::take(&mut otherwise.anchor));
        let anchor = anchor.ok_or_else(not_understood)?;
        Ok(format!(
            "[\"group\", [{}], [{}], {anchor:?}, {is_inverted}]",
            then.elements.join(", "),
            otherwise.elements.join(", ")
        ))
    }

    fn all(&mut self) -> Vec<usize> {
        self.mentioned.fill(true);
        (0..self.def.parameters.len()).collect()
    }

    fn index(&mut self, name: &str) -> Result<usize, String> {
        let mut parameters = self.def.parameters.iter();
        let index = parameters.position(|parameter| parameter.name == name);
        let index = index.ok_or_else(not_understood)?;
        self.mentioned[index] = true;
        Ok(index)
    }

    fn take(&mut self, token: &Token) -> bool {
        let is_next = self.tokens.get(self.next) == Some(token);
        self.next += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, sign: char) -> Result<(), String> {
        match self.take(&Token::Sign(sign)) {
            true => Ok(()),
            false => Err(not_understood()),
        }
    }
}

/// Whether MLIR prints a space before a literal, where it could.
fn has_space_before(text: &str, after_punctuation: bool) -> bool {
    let without = match after_punctuation {
        true => [">", ")", "}", "]", ","].as_slice(),
        false => ["<", ">", "(", ")", "{", "}", "[", "]", ","].as_slice(),
    };
    !without.contains(&text)
}
