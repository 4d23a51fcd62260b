//! Patterns that match and rewrite regions, against MLIR's own C++ for the same, on the
//! programs of MLIR's own tests.
//!
//! They are not part of this repository: `PDLL_UPSTREAM_TESTS` names a copy of LLVM's
//! folder `mlir`. The patterns are those of `lit-tests/EndToEnd`, which compare the same on
//! programs of our own. They do not say all that the C++ does. So programs differ, but
//! those that need nothing else are the same, and all are valid.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use crate::support::{
    self,
    process::{Ending, Run, llvm_tool, plugin, run},
    workers::parallel,
};
use std::{
    env, fs,
    path::{Path, PathBuf},
};

const FOLDER: &str = "PDLL_UPSTREAM_TESTS";
const PATTERNS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/lit-tests/EndToEnd");

/// Patterns, and what they do the same as.
struct Subject {
    patterns: &'static str,
    /// The passes in C++.
    passes: &'static str,
    programs: &'static str,
    /// The functions of the programs that become the same. Without any, all do.
    same: &'static [&'static str],
}

const SUBJECTS: [Subject; 2] = [
    Subject {
        patterns: "linalg-specialization.pdll",
        passes: "linalg-specialize-generic-ops",
        programs: "test/Dialect/Linalg/specialize-generic-ops.mlir",
        same: &[],
    },
    Subject {
        patterns: "scf-canonicalization.pdll",
        passes: "func.func(canonicalize)",
        programs: "test/Dialect/SCF/canonicalize.mlir",
        same: &[
            "cond_prop",
            "constant_iter_arg",
            "empty_if1",
            "empty_if2",
            "execute_region_inline",
            "execute_region_no_inline",
            "execute_region_under_func_no_inline",
            "for_yields_2",
            "for_yields_4",
            "if_condition_swap",
            "index_switch_fold",
            "index_switch_fold_no_res",
            "merge_nested_if",
            "remove_false_if",
            "remove_zero_iteration_loop",
            "remove_zero_iteration_loop_vals",
            "replace_false_if_with_values",
            "replace_single_iteration_loop_1",
            "replace_single_iteration_loop_2",
            "replace_single_iteration_loop_non_unit_step",
            "replace_single_iteration_loop_unsigned_cmp",
            "replace_true_if",
            "replace_true_if_with_values",
            "to_select1",
            "to_select2",
            "to_select_same_val",
            "to_select_with_body",
            "while_cmp_lhs",
            "while_cmp_rhs",
            "while_cond_true",
        ],
    },
];

#[test]
#[ignore = "needs LLVM's folder `mlir`, which is not part of this repository"]
fn upstream_programs_become_what_cpp_makes_of_them() {
    let upstream = env::var_os(FOLDER).map(PathBuf::from);
    let upstream = upstream
        .filter(|folder| folder.join("test/Dialect/SCF").exists())
        .expect("PDLL_UPSTREAM_TESTS names LLVM's folder `mlir`");
    let wrong: Vec<_> = SUBJECTS
        .iter()
        .flat_map(|subject| compare(subject, &upstream))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is wrong with the programs of a subject.
fn compare(subject: &Subject, upstream: &Path) -> Vec<String> {
    let file = upstream.join(subject.programs);
    let text = fs::read_to_string(&file).expect("the programs are readable");
    let parts: Vec<_> = text.split("// -----\n").collect();
    let pass = format!(
        "func.func(apply-pdll{{patterns={PATTERNS}/{}}})",
        subject.patterns
    );
    let results = parallel(
        &parts,
        || (),
        |(), part| (apply(part, subject.passes), apply(part, &pass)),
    );
    let mut wrong = Vec::new();
    let mut counts = [0, 0, 0];
    let mut missing = subject.same.to_vec();
    for (part, (theirs, ours)) in std::iter::zip(&parts, results) {
        let names = functions(part);
        if theirs.ending != Ending::Exit(0) {
            counts[2] += 1;
            continue;
        }
        let is_same = theirs.stdout == ours.stdout;
        counts[usize::from(!is_same)] += 1;
        let is_covered =
            subject.same.is_empty() || names.iter().any(|name| subject.same.contains(name));
        missing.retain(|name| !names.contains(name));
        if ours.ending != Ending::Exit(0) {
            wrong.push(format!("{}: {}", names.join(" "), ours.stderr));
        } else if is_covered && !is_same {
            wrong.push(format!(
                "{}: expected\n{}found\n{}",
                names.join(" "),
                theirs.stdout,
                ours.stdout
            ));
        }
    }
    for name in missing {
        wrong.push(format!("there is no function {name} in {}", file.display()));
    }
    let [same, other, unknown] = counts;
    support::say(&format!(
        "{}: {same} programs become the same, {other} others, {unknown} are not read",
        subject.programs
    ));
    wrong
}

/// A program after some passes, which MLIR has verified.
fn apply(program: &str, passes: &str) -> Run {
    let arguments = [
        format!("--load-pass-plugin={}", plugin().display()),
        format!("--pass-pipeline=builtin.module({passes})"),
        "--allow-unregistered-dialect".to_owned(),
        "--mlir-print-op-generic".to_owned(),
    ];
    run(&llvm_tool("mlir-opt"), arguments, program.as_bytes())
}

/// The names of the functions of a program.
fn functions(program: &str) -> Vec<&str> {
    let lines = program
        .lines()
        .filter(|line| line.trim_start().starts_with("func"));
    lines
        .filter_map(|line| Some(line.split_once('@')?.1.split_once('(')?.0))
        .collect()
}
