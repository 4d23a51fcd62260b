//! Cases in which patterns make something grow.
//!
//! Each run must end before the memory of a child does: with an error, unless the
//! patterns terminate.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use crate::{
    random::cases::{Anchor, Case, Independence, Run, way_without_reference},
    support::random::Random,
};

/// Something that grows: a variable of the root, and calls that make more of it. A call
/// takes `@` and `#`, which are the variable or what earlier calls made.
struct Kind {
    variable: &'static str,
    calls: &'static [&'static str],
}

const LISTS: Kind = Kind {
    variable: "list",
    calls: &[
        "AppendElement(@, #)",
        "AppendElement(@, attr<\"1 : i32\">)",
        "AppendElement(attr<\"[]\">, @)",
    ],
};

const STRINGS: Kind = Kind {
    variable: "text",
    calls: &[
        "ConcatStrings(@, #)",
        "ConcatStrings(@, attr<\"\\\"x\\\"\">)",
    ],
};

const TYPES: Kind = Kind {
    variable: "types",
    calls: &["ConcatTypes(@, #)", "ConcatTypes(@, type<\"f32\">)"],
};

const VALUES: Kind = Kind {
    variable: "values",
    calls: &["Concat(@, #)"],
};

/// The case with a number.
pub(crate) fn generate(seed: u64, number: u64) -> Case {
    let mut random = Random::new(seed, 0x6407_0000 + number);
    Case {
        patterns: vec![],
        text: Some(pattern(&mut random)),
        runs: vec![Run {
            program: program(&mut random),
            way: way_without_reference(&mut random),
            anchor: Anchor::Module,
        }],
        independence: Independence::None,
    }
}

fn pattern(random: &mut Random) -> String {
    let mut matched = String::new();
    let mut rewrite = String::new();
    let list = grow(&LISTS, &mut matched, random);
    let text = grow(&STRINGS, &mut matched, random);
    let types = grow(&TYPES, &mut rewrite, random);
    let values = grow(&VALUES, &mut rewrite, random);
    // What has other results cannot replace the root.
    let end = match types == TYPES.variable && random.chance(50) {
        true => "replace root with more",
        false => "erase root",
    };
    let more = ["", "    op<t.use>(values) -> ();\n"];
    format!(
        "#include \"pdll/std.pdll\"\nPattern {{\n  let root = op<t.a>(values: ValueRange) {{list = \
         list: Attr, text = text: Attr}} -> (types: TypeRange);\n{matched}  rewrite root with \
         {{\n{rewrite}{}    let more = op<t.a>({values}) {{list = {list}, text = {text}}} -> \
         ({types});\n    {end};\n  }};\n}}\n",
        random.pick(&more),
    )
}

/// Adds calls to `text`. Returns the variable with what the last one makes.
fn grow(kind: &Kind, text: &mut String, random: &mut Random) -> String {
    let mut variables = vec![kind.variable.to_owned()];
    // Mostly, one thing grows.
    let count = match random.chance(40) {
        true => *random.pick(&[1, 1, 1, 2, 3, 40]),
        false => 0,
    };
    for index in 0..count {
        let call = *random.pick(kind.calls);
        let last = variables.last().expect("there is the first one");
        let other = match random.chance(70) {
            true => last,
            false => random.pick(&variables),
        };
        let call = call.replace('@', last).replace('#', other);
        let name = format!("{}{index}", kind.variable);
        text.push_str(&format!("    let {name} = {call};\n"));
        variables.push(name);
    }
    variables.pop().expect("there is the first one")
}

/// Some operations that match.
fn program(random: &mut Random) -> String {
    let mut program = "%0 = \"t.x\"() : () -> i32\n".to_owned();
    for index in 0..=random.below(3) {
        let list = random.pick(&["[]", "[1, \"a\"]"]);
        let text = random.pick(&["", "some text"]);
        program.push_str(&format!(
            "%a{index}:2 = \"t.a\"(%0, %0) {{list = {list}, text = \"{text}\"}} : (i32, i32) -> \
             (i32, f32)\n"
        ));
    }
    program
}
