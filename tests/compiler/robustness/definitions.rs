//! Damaged `.td` files: TableGen need not survive them, but we do.

use super::{check_cases, compiler::Compiler};
use crate::{
    effort,
    support::{
        generator::program::generate_program,
        ours,
        random::{self, Random, seed},
    },
};
use melior::{
    Context,
    ir::{Module, operation::OperationLike},
};
use pdll::{
    internals::{
        dialects::AllDialects,
        driver::{Outcome, Status, Stdin, migrate, options},
        source::Disk,
    },
    pattern_set::{Builder, Driver, Failed, Options, PatternSet},
};
use std::{
    fs,
    ops::Range,
    path::{Path, PathBuf},
};

/// A definition file with a word or line gone, doubled, or another one of the
/// same file.
#[test]
fn damaged_definitions() {
    let seed = seed();
    check_numbered(
        "definitions",
        ours::context,
        effort::share(300),
        |compiler, folder, number, random| {
            let definitions = include_str!("../../support/includes/operations.td");
            let definitions = damage(definitions, random);
            fs::write(folder.join(format!("{number}.td")), &definitions)
                .expect("the folder for temporary files is writable");
            // The number of another program, so that some have the operations.
            let programs = (0..).map(|next| generate_program(seed, number * 100 + next));
            let program = programs
                .filter(|program| program.has_definitions && program.included.is_none())
                .map(|program| program.main)
                .next()?;
            let text = format!("#include \"{number}.td\"\n{program}");
            let folders = [folder.to_owned()];
            let problem = compiler.check_with(&Disk, text.as_bytes(), &folders)?;
            Some(format!("{problem}\n--- with ---\n{definitions}"))
        },
    );
}

/// Files of rewrite rules with the same damages, or with parts in the places of others,
/// which TableGen mostly accepts. What compiles is applied.
#[test]
fn damaged_rules() {
    let (folder, files) = rules();
    check_numbered(
        "rules",
        ours::context_with_dialects,
        effort::share(400),
        |compiler, _, _, random| {
            let file = random.pick::<PathBuf>(&files);
            let text = damaged(file, random);
            let program =
                fs::read_to_string(file.with_extension("mlir")).expect("it has a program");
            let skips = random.chance(50);
            compiler.check_run(text.as_bytes(), || {
                let rules = PatternSet::builder(&compiler.context)
                    .include_dir(&folder)
                    .text("rules.td", text.as_bytes());
                let rules = if skips {
                    rules.skip_unsupported()
                } else {
                    rules
                };
                use_rules(&compiler.context, rules, &program)
            })
        },
    );
}

/// What compiles becomes PDLL, which is compared with it.
#[test]
fn damaged_rules_that_become_pdll() {
    let (folder, files) = rules();
    check_numbered(
        "migrated-rules",
        ours::context,
        effort::share(400),
        |compiler, scratch, number, random| {
            let text = damaged(random.pick::<PathBuf>(&files), random);
            let input = scratch.join(format!("{number}.td"));
            fs::write(&input, &text).expect("the folder for temporary files is writable");
            let options = options::Migrate {
                output: Some(input.with_extension("pdll")),
                input,
                skip_unsupported: random.chance(50),
                load_dialect_plugin: Vec::new(),
                common: options::Common {
                    include_dirs: vec![folder.clone()],
                    ..options::Common::default()
                },
            };
            compiler.check_run(text.as_bytes(), || {
                let dialects = AllDialects::new(&[]);
                let Outcome {
                    status, messages, ..
                } = migrate::run(&options, &dialects, &Stdin::default());
                let is_silent = status != Status::Success && messages.is_empty();
                is_silent.then(|| "no PDLL, and no error".to_owned())
            })
        },
    );
}

/// Predicates with the same damages. What compiles is applied.
#[test]
fn damaged_predicates() {
    let file = include_str!("../../../lit-tests/Types/predicates-in-td.test");
    check_types(file, "predicates", &["other"]);
}

/// Type rules with the same damages.
#[test]
fn damaged_type_rules() {
    let file = include_str!("../../../lit-tests/Types/type-rules-in-td.test");
    check_types(file, "type-rules", &[]);
}

/// Damages the part `kit.td` of a test of types. `others` are further `.td` files.
fn check_types(file: &str, name: &'static str, others: &[&str]) {
    let part = |name: &str| {
        let (_, rest) = file.split_once(&format!("//--- {name}\n"))?;
        Some(rest.split("//--- ").next().unwrap_or(rest))
    };
    let [kit, patterns, program] =
        ["kit.td", "p.pdll", "in.mlir"].map(|name| part(name).expect("it is there"));
    let other = |name: &&str| {
        (
            name.to_string(),
            part(&format!("{name}.td")).expect("it is there"),
        )
    };
    let others: Vec<_> = others.iter().map(other).collect();
    check_numbered(
        name,
        ours::context_with_dialects,
        effort::share(400),
        |compiler, folder, number, random| {
            let kit = match random.chance(40) {
                true => damage(kit, random),
                false => exchange(kit.to_owned(), random),
            };
            let others = others.iter().map(|(name, text)| (&**name, *text));
            for (name, text) in others.chain([("kit", &*kit)]) {
                fs::write(folder.join(format!("{name}{number}.td")), text)
                    .expect("the folder for temporary files is writable");
            }
            let text = patterns.replace(".td\"", &format!("{number}.td\""));
            let problem = compiler.check_run(text.as_bytes(), || {
                let patterns = PatternSet::builder(&compiler.context)
                    .include_dir(folder)
                    .text("p.pdll", text.as_bytes());
                use_rules(&compiler.context, patterns, program)
            })?;
            Some(format!("{problem}\n--- with ---\n{kit}"))
        },
    );
}

/// The folder with the dialect of written rules, and the files with the rules.
fn rules() -> (PathBuf, Vec<PathBuf>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engine/drr");
    let mut files: Vec<PathBuf> = fs::read_dir(folder.join("rules"))
        .expect("there are rules")
        .map(|entry| entry.expect("the folder is readable").path())
        .filter(|path| path.extension().is_some_and(|end| end == "td"))
        .collect();
    files.sort();
    (folder, files)
}

/// The text of a file of rules with damages.
fn damaged(file: &Path, random: &mut Random) -> String {
    let text = fs::read_to_string(file).expect("the rules are readable");
    match random.chance(25) {
        true => damage(&text, random),
        false => exchange(text, random),
    }
}

/// Applies rules to a program. Returns what is wrong with the outcome.
fn use_rules(context: &Context, rules: Builder<'_>, program: &str) -> Option<String> {
    context.set_allow_unregistered_dialects(true);
    let has_no_errors = |failed: Failed| failed.messages().is_empty();
    let rules = match rules.build() {
        Ok(rules) => rules,
        Err(failed) => return has_no_errors(failed).then(|| "no rules, and no error".to_owned()),
    };
    for driver in [Driver::Walk, Driver::Greedy] {
        let module = Module::parse(context, program).expect("the program is valid");
        let options = Options {
            driver,
            max_num_rewrites: 100,
            ..Options::default()
        };
        let failed = rules.apply(module.as_operation(), &options).err();
        if failed.is_some_and(has_no_errors) {
            return Some("a failure, and no error".to_owned());
        }
        if !module.as_operation().verify() {
            return Some(format!("an invalid program:\n{}", module.as_operation()));
        }
    }
    None
}

/// Looks for problems with texts that each depend on a number and random choices.
fn check_numbered(
    name: &str,
    context: fn() -> Context,
    texts: usize,
    problem: impl Fn(&Compiler, &Path, usize, &mut Random) -> Option<String> + Sync,
) {
    check_cases(name, context, &random::cases(0x0D5_0000, texts), problem);
}

fn damage(text: &str, random: &mut Random) -> String {
    let by_line = random.chance(30);
    let mut parts: Vec<&str> = match by_line {
        true => text.split_inclusive('\n').collect(),
        false => text
            .split_inclusive([' ', '\n', '(', '<', ',', ':'])
            .collect(),
    };
    for _ in 0..1 + random.below(2) {
        let part = random.below(parts.len());
        match random.below(5) {
            0 => parts.truncate(part.max(1)),
            1 => drop(parts.remove(part)),
            2 => parts.insert(part, parts[part]),
            // Most of those that end alike are of one kind.
            _ => {
                let end = parts[part].chars().last();
                let alike = parts.iter().filter(|other| other.chars().last() == end);
                let alike: Vec<&str> = alike.copied().collect();
                parts[part] = *random.pick::<&str>(&alike);
            }
        }
    }
    parts.concat()
}

/// Puts words and parentheses in the places of others, once or more often.
fn exchange(mut text: String, random: &mut Random) -> String {
    for _ in 0..1 + random.below(3) {
        let parts = if random.chance(60) {
            words(&text)
        } else {
            groups(&text)
        };
        if parts.is_empty() {
            continue;
        }
        let (to, from) = (random.pick(&parts).clone(), random.pick(&parts).clone());
        let from = text[from].to_owned();
        text.replace_range(to, &from);
    }
    text
}

/// Where names, numbers and symbols of a rule are.
fn words(text: &str) -> Vec<Range<usize>> {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    let (mut words, mut start) = (Vec::new(), None);
    for (index, c) in text.char_indices() {
        match (start, is_word(c)) {
            (None, true) => start = Some(index),
            (Some(first), false) => {
                words.push(first..index);
                start = None;
            }
            _ => {}
        }
    }
    words
}

/// Where pairs of parentheses are, with what they hold.
fn groups(text: &str) -> Vec<Range<usize>> {
    let (mut groups, mut open) = (Vec::new(), Vec::new());
    for (index, c) in text.char_indices() {
        match c {
            '(' => open.push(index),
            ')' => groups.extend(open.pop().map(|start| start..index + 1)),
            _ => {}
        }
    }
    groups
}
