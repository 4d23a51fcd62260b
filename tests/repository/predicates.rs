//! The table of predicates in `cpp-shim/runtime/predicates`: that it is what the
//! installed definitions ask for, how much of them it covers, and that it gives
//! the answers that C++ gives.
//!
//! `UPDATE_EXPECT=1 cargo test --release --test repository predicates` writes the table.

pub(crate) mod installed;
mod table;
mod truth;
mod typedefs;

use expect_test::expect_file;
use installed::Definition;
use melior::{
    Context,
    dialect::DialectRegistry,
    ir::{
        Attribute, Module, Type,
        operation::{OperationLike, WalkOrder, WalkResult},
    },
};
use pdll::internals::ods::Subject;
use pdll::internals::predicates::{self, Checker, Condition};
use pdll::pattern_set::{Options, PatternSet};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// The folder of the tables of this LLVM.
const TABLES: &str = concat!("llvm-", env!("PDLL_LLVM_MAJOR"));

/// Whether the pages are about this LLVM.
const IS_DOCUMENTED: bool = matches!(env!("PDLL_LLVM_MAJOR").as_bytes(), b"22");

/// The path of a table in C++ of a folder of the run time.
pub(crate) fn tables(folder: &str, file: &str) -> String {
    let root = env!("CARGO_MANIFEST_DIR");
    format!("{root}/cpp-shim/runtime/{folder}/generated/{TABLES}/{file}")
}

/// The path of a table in Rust.
fn known(file: &str) -> String {
    let folder = concat!("llvm_", env!("PDLL_LLVM_MAJOR"));
    format!(
        "{}/src/front/ods/known/{folder}/{file}",
        env!("CARGO_MANIFEST_DIR")
    )
}

/// Every C++ file is made of the definitions. This guards the texts by which the
/// shim finds the entries: they are those of `pdll::predicates`.
#[test]
fn is_up_to_date() {
    let mut questions = BTreeSet::new();
    for definition in installed::definitions() {
        let constraint = &definition.constraint;
        if let Ok(condition) = predicates::resolve(constraint.subject, &constraint.predicate) {
            collect(&condition, &mut questions);
        }
    }
    for (path, text) in table::files(&questions) {
        expect_file![path].assert_eq(&text);
    }
}

/// What bodies of native functions find in these tables is in no second table.
#[test]
fn questions_are_no_functions_of_bodies() {
    let shim = Path::new(env!("CARGO_MANIFEST_DIR")).join("cpp-shim/runtime");
    let texts = |folder: &str| {
        let files = fs::read_dir(shim.join(folder)).expect("the folder is readable");
        let paths = files.map(|file| file.expect("the file is readable").path());
        let text = |path| fs::read_to_string(path).expect("the file is text");
        paths.map(text).collect::<String>()
    };
    let questions = texts(&format!("predicates/generated/{TABLES}"));
    let functions = texts("evaluator");
    let methods = functions.lines().filter_map(|line| {
        let arguments = line.strip_prefix("  METHOD(")?.strip_suffix(");")?;
        arguments.split_once(", ")
    });
    let is_question = |(class, method): &(&str, &str)| {
        let subject = match *class {
            "Attribute" | "Type" => "$_self".to_owned(),
            class => format!("cast<{class}>($_self)"),
        };
        let start = format!("{{\"{subject}.{method}()\", ");
        questions
            .lines()
            .any(|line| line.contains(&start) && line.contains("std::optional<bool>"))
    };
    let (twice, once): (Vec<_>, Vec<_>) = methods.partition(is_question);
    assert!(twice.is_empty(), "bodies ask {twice:?} already");
    assert!(!once.is_empty() && questions.contains("{\"$_self.isF32()\", "));
}

/// The predicates of types are made of the definitions, too.
#[test]
fn types_are_up_to_date() {
    let defs = typedefs::with_parameters();
    let functions = typedefs::functions(&defs);
    expect_file![tables("std", "TypeDefs.cpp")].assert_eq(&functions);
    let table = typedefs::table();
    expect_file![known("types.rs")].assert_eq(&table);
    expect_file![known("attributes.rs")].assert_eq(&typedefs::attributes());
    if IS_DOCUMENTED {
        expect_file!["../../docs/dialect-types.md"].assert_eq(&typedefs::page());
    }
}

/// A question that a condition asks.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Question {
    /// `Attribute`, `Operation` or `Type`.
    kind: String,
    is_number: bool,
    text: String,
}

fn collect(condition: &Condition, questions: &mut BTreeSet<Question>) {
    let (leaf, is_number) = match condition {
        Condition::Leaf(leaf) => (leaf, false),
        Condition::Compare { leaf, .. } => (leaf, true),
        Condition::All(children) | Condition::Any(children) => {
            return children.iter().for_each(|one| collect(one, questions));
        }
        Condition::Not(body) | Condition::With { body, .. } | Condition::Each { body, .. } => {
            return collect(body, questions);
        }
    };
    questions.insert(Question {
        kind: format!("{:?}", leaf.kind),
        is_number,
        text: leaf.text.clone(),
    });
}

/// A type is taken apart, and built of its parts again.
#[test]
fn types_are_built_of_their_parts() {
    let registry = DialectRegistry::new();
    melior::utility::register_all_dialects(&registry);
    let context = Context::new_with_registry(&registry, false);
    context.load_all_available_dialects();
    context.set_allow_unregistered_dialects(true);
    let mut tried = BTreeSet::new();
    for line in include_str!("predicates/parameters.txt").lines() {
        let (name, ty) = line.split_once(' ').expect("a name and a type");
        tried.insert(name);
        let (def, file) = installed::type_def(name).expect("it is installed");
        let pattern = typedefs::round_trip(def, file);
        let patterns = PatternSet::builder(&context)
            .text("p.pdll", pattern)
            .build();
        let patterns = patterns.unwrap_or_else(|error| panic!("{name}: {error}"));
        let text = format!("{ENCODING}\"t.a\"() : () -> {}", typedefs::result(ty));
        let module = Module::parse(&context, &text);
        let module = module.unwrap_or_else(|| panic!("{name}: the type is not valid"));
        let options = Options::default();
        let applied = patterns.apply(module.as_operation(), &options);
        applied.unwrap_or_else(|error| panic!("{name}: {error}"));
        let expected = Module::parse(&context, &text.replace("\"t.a\"", "\"t.b\""));
        let expected = expected
            .expect("the type is valid")
            .as_operation()
            .to_string();
        let evaluates = typedefs::builder(def).is_some();
        assert_eq!(
            module.as_operation().to_string() == expected,
            evaluates,
            "{name}"
        );
    }
    let missing = typedefs::with_parameters();
    let missing: Vec<_> = missing
        .iter()
        .filter(|def| !tried.contains(&*def.name))
        .collect();
    // Nothing is printed or parsed as a graph.
    let names: Vec<_> = missing.iter().map(|def| &*def.name).collect();
    assert_eq!(names, ["Builtin_Graph", "LLVMStructType"]);
}

const ENCODING: &str = "#sp = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>\n";

/// How many of the constraints with names can be checked, and why others
/// cannot.
#[test]
fn coverage() {
    let mut report = String::new();
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let mut gaps: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for Definition { constraint, file } in installed::definitions() {
        if file.contains("cpp-shim") {
            continue;
        }
        let (covered, all) = counts
            .entry(format!("{:?}", constraint.subject))
            .or_default();
        *all += 1;
        match Checker::new(&constraint) {
            Ok(_) => *covered += 1,
            Err(gap) => gaps
                .entry(gap.to_string())
                .or_default()
                .push(constraint.name.to_string()),
        }
    }
    let (covered, all) = counts
        .values()
        .fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    report += &format!("{covered} of {all} constraints are covered\n");
    for (subject, (covered, all)) in &counts {
        report += &format!("  {subject}: {covered} of {all}\n");
    }
    for (reason, names) in &gaps {
        report += &format!("not covered, as {reason}: {}\n", names.join(", "));
    }
    let file = concat!("predicates/coverage-", env!("PDLL_LLVM_MAJOR"), ".txt");
    expect_file![file].assert_eq(&report);
}

/// Whatever a constraint is asked of, it has an answer.
#[test]
fn survives_all_questions() {
    let mut definitions = installed::definitions();
    definitions.retain(|one| Checker::new(&one.constraint).is_ok());
    let answers = own_answers(&definitions);
    let count = |holds| {
        answers
            .iter()
            .flatten()
            .filter(|one| one.1 == holds)
            .count()
    };
    assert!(count(true) > 0 && count(false) > 0);
}

/// Every constraint holds of what it holds of in C++, and of nothing else.
#[test]
#[ignore = "compiles C++ for some minutes"]
fn agrees_with_cpp() {
    let mut definitions = installed::definitions();
    definitions.retain(|one| {
        // Those of pdll's own definitions are no C++.
        let undefined = [UNDEFINED, "::pdll::"];
        let is_defined = !undefined
            .iter()
            .any(|text| one.constraint.condition.contains(text));
        is_defined && Checker::new(&one.constraint).is_ok()
    });
    let truth = truth::answers(&definitions);
    let own = own_answers(&definitions);
    assert_eq!(own.len(), truth.len());
    let mut differences = String::new();
    let mut counts = BTreeMap::new();
    for ((definition, own), truth) in std::iter::zip(&definitions, own).zip(&truth) {
        assert_eq!(own.len(), truth.len());
        let name = &definition.constraint.name;
        for ((entity, holds), answer) in std::iter::zip(own, truth.chars()) {
            *counts.entry(answer).or_insert(0) += 1;
            // Where C++ has no answer, there is none that is wrong.
            if answer != '?' && holds != (answer == '1') {
                differences += &format!("{name} of {entity}: C++ says {answer}\n");
            }
        }
    }
    assert!(differences.is_empty(), "{differences}");
    // Otherwise nothing was compared.
    assert!(
        counts.contains_key(&'0') && counts.contains_key(&'1'),
        "{counts:?}"
    );
}

/// A function that LLVM's definitions call for any type, and that reads what is
/// not there of most.
const UNDEFINED: &str = "isScalableVectorType";

/// What each definition is asked of, and the answer.
fn own_answers(definitions: &[Definition]) -> Vec<Vec<(String, bool)>> {
    let registry = DialectRegistry::new();
    melior::utility::register_all_dialects(&registry);
    let context = Context::new_with_registry(&registry, false);
    context.load_all_available_dialects();
    context.set_allow_unregistered_dialects(true);
    let types: Vec<_> = truth::TYPES
        .lines()
        .map(|text| (text, Type::parse(&context, text).expect("it is a type")))
        .collect();
    let attributes: Vec<_> = truth::ATTRIBUTES
        .lines()
        .map(|text| {
            let parsed = Attribute::parse(&context, text);
            (text, parsed.expect("it is an attribute"))
        })
        .collect();
    let module = Module::parse(&context, truth::OPERATIONS).expect("it is a module");
    let answers = definitions.iter().map(|Definition { constraint, .. }| {
        let checker = Checker::new(constraint).expect("others were left out");
        match constraint.subject {
            Subject::Type => types
                .iter()
                .map(|(text, ty)| ((*text).to_owned(), checker.holds_of_type(*ty)))
                .collect(),
            Subject::Attribute => attributes
                .iter()
                .map(|(text, one)| ((*text).to_owned(), checker.holds_of_attribute(*one)))
                .collect(),
            Subject::Operation => {
                let mut own = Vec::new();
                module.as_operation().walk(WalkOrder::PreOrder, |one| {
                    let name = one.name().as_string_ref().as_str().map(str::to_owned);
                    own.push((name.unwrap_or_default(), checker.holds_of_operation(one)));
                    WalkResult::Advance
                });
                own
            }
        }
    });
    answers.collect()
}
