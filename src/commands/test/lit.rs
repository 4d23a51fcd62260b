//! Tests as one file for lit and FileCheck.

use crate::commands::{
    options::{DEFAULT_PIPELINE, Setup},
    relative_path::relative,
};
use std::{
    collections::{HashMap, HashSet},
    fmt::Write,
    path::Path,
};

/// A program, and what becomes of it.
pub(super) struct Example<'t> {
    pub(super) program: &'t str,
    pub(super) result: &'t str,
}

/// The text of a test in a folder, whose patterns are applied as the setup says.
pub(super) fn test(folder: &Path, setup: &Setup, examples: &[Example<'_>]) -> String {
    let mut text = format!("// RUN: {}\n", command(folder, setup));
    for (index, example) in examples.iter().enumerate() {
        text.push_str(if index == 0 { "\n" } else { "\n// -----\n\n" });
        text.push_str(example.program.trim());
        text.push_str("\n\n");
        text.push_str(&checks(example.result));
    }
    text
}

/// The command of the test.
fn command(folder: &Path, setup: &Setup) -> String {
    let mut words = vec!["pdll-opt apply".to_owned()];
    for file in setup.pattern_files() {
        words.push(quoted(&beside(folder, file)));
    }
    words.push("%s --split-input-file".to_owned());
    words.extend(setup.pass.words().map(|word| quoted(&word)));
    if setup.pass_pipeline != DEFAULT_PIPELINE {
        words.push(quoted(&format!("--pass-pipeline={}", setup.pass_pipeline)));
    }
    for (flag, paths) in [
        ("--load-dialect-plugin", &setup.load_dialect_plugin),
        ("--load-pass-plugin", &setup.load_pass_plugin),
        ("-I", &setup.common.include_dirs),
    ] {
        for path in paths {
            words.push(format!("{flag} {}", quoted(&beside(folder, path))));
        }
    }
    if setup.allow_unregistered_dialect {
        words.push("--allow-unregistered-dialect".to_owned());
    }
    words.push("| FileCheck %s".to_owned());
    words.join(" ")
}

/// A file as a test in a folder names it.
fn beside(folder: &Path, file: &Path) -> String {
    format!("%S/{}", relative(&folder.join("test"), file))
}

/// A word for a shell.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "%/._-=,:+".contains(c);
    match word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// The lines that FileCheck compares with a result.
fn checks(result: &str) -> String {
    let mut text = String::new();
    let mut names = Names::default();
    let mut is_first = true;
    for line in result.lines().filter(|line| !line.trim().is_empty()) {
        let is_function = line.trim_start().starts_with("func.func");
        if is_function {
            names.forget();
        }
        match line.trim_start().split_once('(') {
            Some((label, rest)) if is_function => {
                let rest = names.replace(rest);
                let _ = writeln!(text, "// CHECK-LABEL: {}(", escaped(label));
                let _ = writeln!(text, "// CHECK-SAME: {rest}");
            }
            _ => {
                let line = names.replace(line.trim());
                let kind = if is_first { "CHECK" } else { "CHECK-NEXT" };
                let _ = writeln!(text, "// {kind}: {line}");
            }
        }
        is_first = false;
    }
    text
}

/// FileCheck's names for values.
#[derive(Default)]
struct Names {
    by_value: HashMap<String, String>,
    taken: HashSet<String>,
}

impl Names {
    /// Another function may have other values of the same names.
    fn forget(&mut self) {
        self.by_value.clear();
        self.taken.clear();
    }

    /// The line with variables in the place of the names of values.
    fn replace(&mut self, line: &str) -> String {
        let mut text = String::new();
        let mut rest = line;
        while let Some(at) = rest.find('%') {
            text += &escaped(&rest[..at]);
            let name = &rest[at + 1..];
            let is_part = |c: char| c.is_ascii_alphanumeric() || "_$.-".contains(c);
            let end = name.find(|c| !is_part(c)).unwrap_or(name.len());
            text += &self.variable(&name[..end]);
            rest = &name[end..];
        }
        text + &escaped(rest)
    }

    fn variable(&mut self, value: &str) -> String {
        if value.is_empty() {
            return "%".to_owned();
        }
        if let Some(known) = self.by_value.get(value) {
            return format!("%[[{known}]]");
        }
        let upper = value.to_ascii_uppercase();
        let mut variable: String = upper
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
            .collect();
        if variable.starts_with(|c: char| c.is_ascii_digit()) {
            variable.insert(0, 'V');
        }
        while !self.taken.insert(variable.clone()) {
            variable.push('_');
        }
        self.by_value.insert(value.to_owned(), variable.clone());
        format!("%[[{variable}:[a-zA-Z0-9_$.-]+]]")
    }
}

/// A text that FileCheck takes as it is.
fn escaped(text: &str) -> String {
    text.replace("{{", "{{[{][{]}}").replace("[[", "{{\\[\\[}}")
}

#[cfg(test)]
mod tests {
    use super::checks;
    use expect_test::expect;

    #[test]
    fn values_are_variables() {
        expect![[r#"
            // CHECK-LABEL: func.func @f(
            // CHECK-SAME: %[[ARG0:[a-zA-Z0-9_$.-]+]]: i32) -> tensor<2x1xi32> {
            // CHECK-NEXT: %[[CST:[a-zA-Z0-9_$.-]+]] = arith.constant dense<{{\[\[}}1], [2]]> : tensor<2x1xi32>
            // CHECK-NEXT: %[[V0:[a-zA-Z0-9_$.-]+]]:2 = "t.a"(%[[ARG0]]) : (i32) -> (i32, i32)
            // CHECK-NEXT: %[[V1:[a-zA-Z0-9_$.-]+]] = arith.addi %[[V0]]#0, %[[V0]]#1 : i32
            // CHECK-NEXT: return %[[CST]] : tensor<2x1xi32>
            // CHECK-NEXT: }
            // CHECK-LABEL: func.func private @g(
            // CHECK-SAME: i32)
        "#]]
        .assert_eq(&checks(
            "func.func @f(%arg0: i32) -> tensor<2x1xi32> {\n  %cst = arith.constant dense<[[1], \
             [2]]> : tensor<2x1xi32>\n  %0:2 = \"t.a\"(%arg0) : (i32) -> (i32, i32)\n  %1 = \
             arith.addi %0#0, %0#1 : i32\n  return %cst : tensor<2x1xi32>\n}\nfunc.func private \
             @g(i32)\n",
        ));
    }
}
