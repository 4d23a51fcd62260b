//! Python modules for the bindings of MLIRs without pdll: the patterns as text, and a
//! method to write for each native function.

mod names;
mod support;

use crate::back::elsewhere::{Function, Slot};
use crate::front::hir::Type;
use names::Names;
use std::fmt::Write;
use support::{FREEZE, FUNCTIONS_TO_CALL, PATTERNS_WITH_FUNCTIONS, PATTERNS_WITHOUT, SUPPORT};

/// Writes the module. `origin` is the pattern file, `name` what programs import, and `pdl`
/// the text of the patterns.
pub(crate) fn python_module(
    origin: &str,
    name: &str,
    functions: &[Function<'_>],
    pdl: &str,
) -> String {
    let methods = methods(functions);
    let mut text = head(origin, &names::identifier(name), &methods);
    let _ = write!(
        text,
        "#: The patterns in the dialect `pdl`.\nPDL = \"\"\"\\\n{}\"\"\"\n\n\n",
        escaped(pdl)
    );
    if methods.is_empty() {
        text += PATTERNS_WITHOUT;
        return text;
    }
    text += CLASS;
    for method in &methods {
        text += "\n";
        text += &method.definition();
    }
    text += "\n\n";
    text += PATTERNS_WITH_FUNCTIONS;
    for method in &methods {
        let _ = writeln!(text, "        \"{}\",", method.name);
    }
    text += FUNCTIONS_TO_CALL;
    for method in &methods {
        text += &method.registration();
    }
    text += FREEZE;
    text += SUPPORT;
    text
}

const CLASS: &str = r#"class Functions:
    """The native functions that the patterns call. Write each in a subclass.

    `rewriter` is a `PatternRewriter`. The other arguments are objects of the module `ir`.

    * A constraint without results returns `True` if it holds, and `False` if it does not.
    * A constraint with results returns them, several as a tuple, or `None` if it does not
      hold.
    * A rewrite returns its results, several as a tuple.

    MLIR's own rule is the opposite one: a function that is registered as a constraint
    *succeeds* if it returns a false value, such as `None`. `patterns` translates.
    """
"#;

/// A method that stands for a native function.
struct Method<'f> {
    function: &'f Function<'f>,
    name: String,
    /// Of the parameters.
    names: Vec<String>,
}

fn methods<'f>(functions: &'f [Function<'f>]) -> Vec<Method<'f>> {
    let mut names = Names::default();
    let method = |function: &'f Function<'f>| {
        let mut own = Names::of(["self", "rewriter"]);
        let parameter = |slot: &Slot| {
            own.take(match &slot.name {
                Some(name) => name,
                None => default_name(slot.ty),
            })
        };
        Method {
            names: function.parameters.iter().map(parameter).collect(),
            name: names.take(&function.name),
            function,
        }
    };
    functions.iter().map(method).collect()
}

impl Method<'_> {
    /// The method that a program overrides.
    fn definition(&self) -> String {
        let mut text = format!(
            "    def {} -> {}:\n        \"\"\"The {} `{}`.\n",
            self.signature(": Any"),
            self.annotation(),
            self.kind(),
            escaped(&self.declaration()),
        );
        if !self.names.is_empty() {
            text += "\n        Args:\n";
        }
        for (name, slot) in self.names.iter().zip(&self.function.parameters) {
            let _ = writeln!(text, "            {name}: An `{}`.", class(slot.ty));
        }
        let _ = write!(text, "\n        Returns:\n{}", self.returned());
        if let Some(code) = self.function.code {
            text += "\n        The pattern file has this C++ code for it:\n\n";
            for line in without_margin(code) {
                let line = format!("            {}", escaped(line));
                text += line.trim_end();
                text.push('\n');
            }
        }
        let _ = write!(
            text,
            "        \"\"\"\n        raise NotImplementedError({})\n",
            quoted(&format!("write `{}` in a subclass", self.name)),
        );
        text
    }

    /// `name(self, rewriter, …)`, with annotations that end in `after`.
    fn signature(&self, after: &str) -> String {
        let mut text = format!("{}(self, rewriter{after}", self.name);
        for name in &self.names {
            let _ = write!(text, ", {name}{after}");
        }
        text + ")"
    }

    /// As the pattern file declares it.
    fn declaration(&self) -> String {
        let parameters = self.names.iter().zip(&self.function.parameters);
        let parameters: Vec<_> = parameters
            .map(|(name, slot)| format!("{name}: {}", slot.ty.name()))
            .collect();
        let results: Vec<_> = self.function.results.iter().map(result).collect();
        let results = match &results[..] {
            [] => String::new(),
            [one] => format!(" -> {one}"),
            all => format!(" -> ({})", all.join(", ")),
        };
        format!("{}({}){results}", self.function.name, parameters.join(", "))
    }

    fn returned(&self) -> String {
        let classes: Vec<_> = self
            .function
            .results
            .iter()
            .map(|slot| class(slot.ty))
            .collect();
        let what = match &classes[..] {
            [] if self.function.is_constraint => {
                return "            `True` if it holds, and `False` if it does not.\n".to_owned();
            }
            [] => return "            Nothing.\n".to_owned(),
            [one] => format!("An `{one}`"),
            all => format!("A tuple of `{}`", all.join("`, `")),
        };
        match self.function.is_constraint {
            true => format!("            {what}, or `None` if it does not hold.\n"),
            false => format!("            {what}.\n"),
        }
    }

    fn annotation(&self) -> &'static str {
        match (self.function.results.len(), self.function.is_constraint) {
            (0, true) => "bool",
            (0, false) => "None",
            (1, _) => "Any",
            (_, true) => "tuple[Any, ...] | None",
            (_, false) => "tuple[Any, ...]",
        }
    }

    fn kind(&self) -> &'static str {
        match self.function.is_constraint {
            true => "constraint",
            false => "rewrite",
        }
    }

    /// The statement that registers it.
    fn registration(&self) -> String {
        let Method { function, name, .. } = self;
        let kind = self.kind();
        format!(
            "    patterns.register_{kind}_function(\n        {},\n        _{kind}(\"{name}\", \
             functions.{name}, {}),\n    )\n",
            quoted(&function.name),
            function.results.len(),
        )
    }
}

/// The lines of a text without the blanks that all of them begin with.
fn without_margin(text: &str) -> impl Iterator<Item = &str> {
    let text = text.trim_end();
    let first = text.find(|c: char| !c.is_whitespace()).unwrap_or(0);
    let text = &text[text[..first].rfind('\n').map_or(0, |end| end + 1)..];
    let margin = |line: &&str| line.len() - line.trim_start().len();
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let margin = lines.map(|line| margin(&line)).min().unwrap_or(0);
    text.lines()
        .map(move |line| line.get(margin..).unwrap_or(""))
}

fn result(slot: &Slot) -> String {
    match &slot.name {
        Some(name) => format!("{name}: {}", slot.ty.name()),
        None => slot.ty.name().to_owned(),
    }
}

fn default_name(ty: Type) -> &'static str {
    match ty {
        Type::Attribute => "attr",
        Type::Operation => "op",
        Type::Type => "type",
        _ => "value",
    }
}

/// The class of the bindings. They have none for ranges, which the caller refuses.
fn class(ty: Type) -> &'static str {
    match ty {
        Type::Attribute => "ir.Attribute",
        Type::Operation => "ir.Operation",
        Type::Type => "ir.Type",
        _ => "ir.Value",
    }
}

/// The first lines, up to the imports.
fn head(origin: &str, name: &str, methods: &[Method<'_>]) -> String {
    let origin = escaped(&origin.replace('\n', " "));
    let mut text = format!(
        "# Patterns of {origin}, compiled by pdll. Do not edit.\n\
         \"\"\"Patterns of `{origin}`, for the Python bindings of any MLIR that has `pdl`.\n\n"
    );
    let (class, argument) = match methods {
        [] => (String::new(), ""),
        [first, ..] => {
            text +=
                "The patterns call native functions. Write them in a subclass of `Functions`:\n\n";
            let class = format!(
                "    class Functions({name}.Functions):\n        def {}:\n            ...\n\n",
                first.signature("")
            );
            (class, ", Functions()")
        }
    };
    let _ = write!(
        text,
        "    from mlir import ir, rewrite  # or from `torch_mlir`, `iree.compiler` and so on\n    \
         import {name}\n\n{class}    with ir.Context():\n        module = ir.Module.parse(...)\n        \
         patterns = {name}.patterns(ir, rewrite{argument})\n        \
         rewrite.apply_patterns_and_fold_greedily(module, patterns)\n\"\"\"\n\n\
         from __future__ import annotations\n\n"
    );
    text += match methods {
        [] => "from typing import Any\n\n",
        _ => "from typing import Any, Callable\n\n",
    };
    text
}

/// A text inside of `"""`.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace("\"\"\"", "\\\"\\\"\\\"")
}

/// A text as a literal.
fn quoted(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", text.replace('\n', "\\n"))
}
