//! The names of operations.

use crate::{
    base::diagnostic::{Diagnostic, UNKNOWN_OPERATION, all_closest},
    host::OperationKnowledge,
    portable::Extension,
    sema::{decl::Body, index::EntityKind},
    syntax::ast::OpName,
};

/// How many names a message proposes at most.
const MAX_PROPOSALS: usize = 4;

impl Body<'_, '_> {
    /// The operations of a dialect are known when one of them is, from a `.td`
    /// file. Those that are registered exist in any case.
    pub(in crate::sema) fn check_operation_name(&mut self, name: Option<&OpName>) {
        let ods = self.sema.ods;
        let Some(name) = name else { return };
        if let Some(known) = ods.operation(&name.text) {
            self.sema.used(name.span, known.span, EntityKind::Operation);
            let included = self.sema.program.definition_files.get(&known.span.file);
            if included.is_some_and(|item| *item > self.sema.scope.item()) {
                self.sema.extended(Extension::DeclaredLater, name.span);
            }
            return;
        }
        let Some((dialect, _)) = name.text.split_once('.') else {
            return self.report_misspelt(name);
        };
        let is_possible = !ods.has_dialect(dialect)
            || self.sema.host.allows_unknown_operations()
            || self.sema.host.operation(&name.text) != OperationKnowledge::Unknown;
        if is_possible {
            return;
        }
        let names = ods
            .operations()
            .map(|operation| operation.name.as_str())
            .filter(|known| known.split('.').next() == Some(dialect));
        let message = format!(
            "no operation `{}` in the included definitions of `{dialect}`",
            name.text
        );
        let diagnostic = Diagnostic::named_error(UNKNOWN_OPERATION, name.span, message);
        let similar = all_closest(&name.text, names);
        self.sema.report(match &similar[..] {
            [_, ..] => diagnostic.did_you_mean_one_of(name.span, &similar),
            [] => diagnostic.help(
                "include the `.td` file that defines it, or make this a warning with `-W unknown-operation`",
            ),
        });
    }

    /// Reports the name of an operation that is not one of the form `dialect.operation`.
    fn report_misspelt(&mut self, name: &OpName) {
        let message = format!("expected `dialect.operation`, found `{}`", name.text);
        let diagnostic = Diagnostic::error(name.span, message);
        let meant = match self.has_enough_suggestions() {
            true => Vec::new(),
            false => self.meant_operations(&name.text),
        };
        self.sema.report(match &meant[..] {
            [] => diagnostic
                .help("the name of an operation begins with its dialect, as in `arith.addi`"),
            _ => diagnostic.did_you_mean_one_of(name.span, &meant),
        });
    }

    /// The operations that C++, a definition, or a name without its dialect may mean. Those
    /// that are included come before the others that MLIR has.
    fn meant_operations(&self, written: &str) -> Vec<&str> {
        let included = self.sema.ods.operations();
        let included = included.map(|operation| operation.name.as_str());
        let listed = self.sema.host.listed_operations().lines();
        let listed = listed.filter(|name| name.contains('.'));
        let candidates: [Vec<&str>; 2] = [included.collect(), listed.collect()];
        let written = Written::new(written);
        let ways = [Written::names, Written::resembles];
        let found = ways.iter().find_map(|is_meant| {
            candidates.iter().find_map(|names| {
                let names = names.iter().copied();
                let meant: Vec<_> = names.filter(|name| is_meant(&written, name)).collect();
                let is_clear = (1..=MAX_PROPOSALS).contains(&meant.len());
                is_clear.then_some(meant)
            })
        });
        found.unwrap_or_default()
    }
}

/// The name of an operation as its author wrote it.
struct Written {
    /// With the dialect, or without.
    name: String,
    /// Without what only definitions and C++ classes have.
    letters: String,
}

impl Written {
    fn new(text: &str) -> Self {
        let name = text.strip_prefix("mlir::").unwrap_or(text);
        let name = name.replace("::", ".");
        let letters = letters(name.strip_suffix("Op").unwrap_or(&name));
        Written { name, letters }
    }

    /// Whether it is the name of that operation, or ends it.
    fn names(&self, operation: &str) -> bool {
        let mnemonic = operation.split_once('.').map(|(_, rest)| rest);
        operation == self.name || mnemonic == Some(&*self.name)
    }

    /// Whether it has the letters of that operation, or of what follows its dialect.
    fn resembles(&self, operation: &str) -> bool {
        let mnemonic = operation.split_once('.').map(|(_, rest)| rest);
        let is_same = |name: &str| letters(name) == self.letters;
        is_same(operation) || mnemonic.is_some_and(is_same)
    }
}

/// The letters and digits of a name, without their case.
fn letters(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|letter| letter.to_ascii_lowercase()).collect()
}
