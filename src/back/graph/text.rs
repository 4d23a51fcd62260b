//! Graphs in a form that tests can compare.

use super::Graph;
use crate::mlir::ffi::program::Constant;
use std::fmt::Write;

impl Graph<'_, '_> {
    /// The patterns with all that they are made of, one a line. Places are left out.
    pub(crate) fn to_text(&self) -> String {
        let mut text = String::new();
        for pattern in &self.patterns {
            writeln!(text, "{pattern:?}").expect("a string takes everything");
        }
        let constants = self.pool.constants();
        let text = with_meaning(&text, "ConstantId(", |before, constant| {
            match before.ends_with("location: ") {
                true => "_".to_owned(),
                false => {
                    let Constant { attribute, kind } = constants[constant];
                    format!("{kind:?} {attribute}")
                }
            }
        });
        let names = self.pool.names();
        with_meaning(&text, "NameId(", |_, name| format!("{:?}", names[name]))
    }
}

/// A text in which what numbers mean, given also what is before, takes their place.
fn with_meaning(text: &str, start: &str, meaning: impl Fn(&str, usize) -> String) -> String {
    let mut parts = text.split(start);
    let mut before = parts.next().unwrap_or_default();
    let mut result = before.to_owned();
    for part in parts {
        let (number, rest) = part.split_once(')').expect("numbers are in brackets");
        result += &meaning(before, number.parse().expect("it is a number"));
        result += rest;
        before = rest;
    }
    result
}
