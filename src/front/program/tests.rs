//! How includes are followed.

use super::*;
use crate::{base::source::Memory, testing::NoTableGen};
use expect_test::{Expect, expect};

fn check(loader: &Memory, expected: Expect) {
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let main = loader
        .load(Path::new("d/main.pdll"))
        .expect("the test has a main file");
    let file = sources.add("d/main.pdll", main.text, None);
    let dirs = [PathBuf::from("inc")];
    let program = load(
        file,
        Some(Path::new("d/main.pdll")),
        &dirs,
        loader,
        &ods::Settings::new(&NoTableGen),
        &mut sources,
        &mut diagnostics,
    );
    let names = program.items().map(|item| match item {
        Item::Pattern(pattern) => pattern.name.as_ref().map_or("?", |name| name.text.as_str()),
        _ => "other",
    });
    let mut lines: Vec<_> = names.map(str::to_owned).collect();
    lines.extend(diagnostics.iter().map(|d| d.message.clone()));
    expected.assert_eq(&lines.join("\n"));
}

fn pattern(name: &str) -> String {
    format!("Pattern {name} => erase op<t.a>;\n")
}

#[test]
fn includes_stand_where_they_are_written_and_once() {
    let loader = Memory::default()
        .with(
            "d/main.pdll",
            format!(
                "#include \"x.pdll\"\n{}#include \"y.pdll\"",
                pattern("Main")
            ),
        )
        .with("d/x.pdll", format!("#include \"y.pdll\"\n{}", pattern("X")))
        .with("inc/y.pdll", pattern("Y"));
    check(
        &loader,
        expect![[r#"
        Y
        X
        Main"#]],
    );
}

#[test]
fn cycles_and_missing_files_are_errors() {
    let loader = Memory::default()
        .with(
            "d/main.pdll",
            "#include \"x.pdll\"\n#include \"no.pdll\"\n#include \"a.txt\"",
        )
        .with(
            "d/x.pdll",
            format!("#include \"main.pdll\"\n{}", pattern("X")),
        );
    check(
        &loader,
        expect![[r#"
            X
            `main.pdll` includes itself
            cannot find `no.pdll`
            cannot include `a.txt`, expected a `.pdll` or `.td` file"#]],
    );
}
