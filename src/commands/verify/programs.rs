//! Counterexamples as files: what a pattern matches, and what it makes of that, each with a
//! function `main` that runs it with the values for which they differ.

use super::decision::{Decision, Entry, Wrong};
use crate::commands::output::{self, Target};
use pdll_verify::term::Constant;
use std::{
    collections::BTreeMap,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

/// Writes two files for each counterexample whose programs are known.
pub(super) fn write(folder: &Path, entries: &[Entry]) -> Result<(), String> {
    fs::create_dir_all(folder)
        .map_err(|error| format!("cannot make the folder `{}`: {error}", folder.display()))?;
    let mut files: Vec<(PathBuf, String)> = Vec::new();
    for (entry, name) in entries.iter().zip(names(entries)) {
        let Decision::Wrong(wrong) = &entry.decision else {
            continue;
        };
        let Some(programs) = &wrong.programs else {
            continue;
        };
        for (which, function) in [("before", &programs.before), ("after", &programs.after)] {
            let path = folder.join(format!("{name}.{which}.mlir"));
            files.push((path, program(entry, wrong, which, function)));
        }
    }
    let targets: Vec<_> = files
        .iter()
        .map(|(path, text)| Target {
            path,
            bytes: text.clone().into_bytes(),
            if_changed: true,
        })
        .collect();
    output::write(&targets).map_err(|problems| {
        let (path, error) = &problems[0];
        format!("cannot write `{}`: {error}", path.display())
    })
}

/// Names for files about patterns: their own ones, made different by numbers.
pub(super) fn names(entries: &[Entry]) -> Vec<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let names = entries.iter().map(|entry| {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
        let name = entry.shown_name().chars();
        let name: String = name.map(|c| if is_plain(c) { c } else { '_' }).collect();
        let count = counts.entry(name.clone()).or_insert(0);
        *count += 1;
        match count {
            1 => name,
            _ => format!("{name}-{count}"),
        }
    });
    names.collect()
}

/// Constants as MLIR writes them, with their types. Floats are written by their bits,
/// because NaN has no other form.
pub(super) fn constants(values: &[Constant], types: &[String]) -> Vec<String> {
    let constants = values.iter().zip(types).map(|(value, ty)| {
        let Constant::Bits { bits, width } = value else {
            panic!("values are given by their bits");
        };
        match &**ty {
            ty if ty.starts_with("vector<") || ty.starts_with("tensor<") => {
                let element = ty.trim_end_matches('>').rsplit('x').next().unwrap_or(ty);
                let element = constants(&[*value], &[element.to_owned()]).remove(0);
                let (number, _) = element.split_once(' ').unwrap_or((&element, ""));
                format!("dense<{number}> : {ty}")
            }
            "i1" => (*bits == 1).to_string(),
            "f16" | "bf16" | "f32" | "f64" => {
                format!("0x{bits:0digits$X} : {ty}", digits = *width as usize / 4)
            }
            _ => {
                let unused = 128 - width;
                let number = (bits << unused).cast_signed() >> unused;
                format!("{number} : {ty}")
            }
        }
    });
    constants.collect()
}

/// How to run a program, in comments.
fn how_to_run(index_width: Option<u32>) -> String {
    let width = match index_width {
        Some(width) => format!("=index-bitwidth={width}"),
        None => String::new(),
    };
    format!(
        "// To run this file:\n\
         //   mlir-opt FILE --convert-vector-to-llvm --convert-math-to-llvm \\\n\
         //     --convert-index-to-llvm{width} --convert-arith-to-llvm{width} \\\n\
         //     --convert-func-to-llvm{width} --convert-ub-to-llvm{width} \\\n\
         //     --reconcile-unrealized-casts |\n\
         //   mlir-runner -e main --entry-point-result=void \\\n\
         //     --shared-libs=$(llvm-config --libdir)/libmlir_c_runner_utils.so\n"
    )
}

fn program(entry: &Entry, wrong: &Wrong, which: &str, function: &str) -> String {
    let mut text = String::new();
    let name = entry.shown_name();
    let file = &entry.place.file;
    let _ = match which {
        "before" => writeln!(text, "// What the pattern `{name}` of {file} matches."),
        _ => writeln!(
            text,
            "// What the pattern `{name}` of {file} makes of the program before."
        ),
    };
    if !wrong.values.is_empty() {
        let _ = writeln!(text, "// With {}:", wrong.values.join(", "));
    }
    for (before, after) in &wrong.results {
        let returned = if which == "before" { before } else { after };
        let _ = writeln!(text, "// It returns {returned}.");
    }
    let _ = writeln!(text, "{}\n{function}\n", how_to_run(wrong.index_width));
    text.push_str(&main(function, &wrong.arguments));
    text
}

/// A function that calls another one with some values, and prints what it returns.
fn main(function: &str, arguments: &[String]) -> String {
    let signature = function.lines().next().unwrap_or_default();
    let (parameters, results) = signature.split_once(" -> ").unwrap_or((signature, ""));
    let results = results.trim_end_matches(" {").trim_matches(['(', ')']);
    let results: Vec<_> = results.split(", ").filter(|ty| !ty.is_empty()).collect();
    let types = parameters.split(": ").skip(1);
    let types: Vec<_> = types
        .map(|part| part.split([',', ')']).next().unwrap_or_default())
        .collect();
    let mut text = "func.func @main() {\n".to_owned();
    let mut names = Vec::new();
    for (index, argument) in arguments.iter().enumerate() {
        let _ = writeln!(text, "  %a{index} = arith.constant {argument}");
        names.push(format!("%a{index}"));
    }
    let bound = match results.len() {
        0 => String::new(),
        1 => "%r = ".to_owned(),
        count => format!("%r:{count} = "),
    };
    let (names, types, returned) = (names.join(", "), types.join(", "), results.join(", "));
    let _ = writeln!(
        text,
        "  {bound}func.call @f({names}) : ({types}) -> ({returned})"
    );
    for (index, ty) in results.iter().enumerate() {
        let name = match results.len() {
            1 => "%r".to_owned(),
            _ => format!("%r#{index}"),
        };
        let _ = writeln!(text, "  vector.print {name} : {ty}");
    }
    text.push_str("  return\n}\n");
    text
}
