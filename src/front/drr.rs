//! Declarative rewrite rules: the `Pattern` records of `.td` files, which mean the
//! same as patterns in PDLL.
//!
//! TableGen has instantiated the templates, and [`Rules`] holds what is left: trees
//! of records. A rule becomes one [`hir::Pattern`], or several that differ in the
//! order of operands, if the rule says `either`.
//!
//! ```text
//! Rule ─shape→ trees that fit the definitions ─matching, conditions→ match section
//!                                             ─rewrite, creation───→ rewrite section
//! ```
//!
//! | module | subject |
//! |---|---|
//! | `shape` | the source tree, checked against the definitions of its operations |
//! | `choices` | `either`, and the results by which operations are found |
//! | `symbols` | names: what each stands for |
//! | `matching` | the match section |
//! | `match_operands`, `match_attributes`, `match_native` | its parts |
//! | `conditions` | constraints of arguments and of whole rules |
//! | `rewrite` | the rewrite section |
//! | `creation`, `arguments`, `result_types`, `copies` | operations to create |
//! | `directives` | `location` and `returnType` |
//! | `rule_code`, `returned` | calls of C++ |
//! | `snippet` | C++ code of rules as native functions |
//! | `constants` | constant attributes |
//! | `nodes` | the nodes of a pattern under construction |
//! | `library` | calls of functions that pdll itself has |
//! | `natives` | the native functions that rules need |
//! | `report` | errors, with the places where templates were instantiated |
//!
//! What rules mean is written in MLIR's `DeclarativeRewrites.md`; where that is
//! silent, they mean what the code of `mlir-tblgen -gen-rewriters` does.
//! `docs/drr.md` lists the differences.

mod arguments;
mod choices;
mod conditions;
mod constants;
mod copies;
mod creation;
mod defaults;
mod directives;
mod library;
mod match_attributes;
mod match_native;
mod match_operands;
mod matching;
mod natives;
mod nodes;
mod report;
mod result_types;
mod returned;
mod rewrite;
mod rule_code;
mod shape;
mod snippet;
mod symbols;

use crate::{
    base::diagnostic::{Diagnostics, Severity},
    hir,
    host::Host,
    ods::{
        Ods, RuleFile,
        rules::{Rule, Rules},
    },
};
use natives::Natives;
pub use report::{skipped, title};

/// Finds out what rules mean. When `diagnostics` has errors afterwards, the module is
/// incomplete and must not be lowered.
pub fn analyze(file: &RuleFile, host: &mut dyn Host, diagnostics: &mut Diagnostics) -> hir::Module {
    let ods = &file.ods;
    let (meanings, natives) = analyze_each(&file.rules, ods, host);
    let mut patterns = Vec::new();
    for (rule, mut meaning) in std::iter::zip(&file.rules.rules, meanings) {
        let is_left_out = file.skip_unsupported && meaning.problems.has_errors();
        let problems = meaning.problems.take();
        if is_left_out {
            let errors = problems.into_iter();
            let errors = errors.filter(|one| one.severity == Severity::Error);
            diagnostics.extend(errors.map(|one| skipped(rule, one)));
        } else {
            diagnostics.extend(problems);
        }
        patterns.extend(meaning.patterns);
    }
    let classes = ods.code_classes(&hir::code_words(&natives), host);
    hir::Module {
        patterns,
        natives,
        declared: Vec::new(),
        dialects: ods.dialects().cloned().collect(),
        type_rules: Vec::new(),
        extensions: Vec::new(),
        classes,
    }
}

/// What one rule means.
pub struct Meaning {
    /// Its forms; none after an error.
    pub patterns: Vec<hir::Pattern>,
    /// What is wrong with it.
    pub problems: Diagnostics,
}

/// What each rule means, in their order, and the native functions that they need.
pub fn analyze_each(
    rules: &Rules,
    ods: &Ods,
    host: &mut dyn Host,
) -> (Vec<Meaning>, Vec<hir::Native>) {
    let mut natives = Natives::default();
    let mut meanings = Vec::new();
    for rule in &rules.rules {
        let mut problems = Diagnostics::default();
        let mut analysis = Analysis {
            rules,
            ods,
            rule,
            host,
            diagnostics: &mut problems,
            natives: &mut natives,
        };
        let patterns = analysis.patterns();
        meanings.push(Meaning { patterns, problems });
    }
    (meanings, natives.into_list())
}

/// The analysis of one rule.
struct Analysis<'a> {
    rules: &'a Rules,
    ods: &'a Ods,
    rule: &'a Rule,
    host: &'a mut dyn Host,
    diagnostics: &'a mut Diagnostics,
    natives: &'a mut Natives,
}

impl Analysis<'_> {
    /// The patterns of the rule; none after an error.
    fn patterns(&mut self) -> Vec<hir::Pattern> {
        let errors_before = self.diagnostics.error_count();
        let Some(source) = self.source() else {
            return Vec::new();
        };
        let Some(choices) = self.choices(&source) else {
            return Vec::new();
        };
        let mut patterns = Vec::new();
        for (number, choice) in choices.into_iter().enumerate() {
            let pattern = self.pattern(&source, choice, number);
            if pattern.is_none() && self.diagnostics.error_count() == errors_before {
                // A rule is never left out in silence.
                self.error("pdll does not know what this rule means");
            }
            if self.diagnostics.error_count() > errors_before {
                // The other choices have the same errors.
                return Vec::new();
            }
            patterns.extend(pattern);
        }
        patterns
    }
}
