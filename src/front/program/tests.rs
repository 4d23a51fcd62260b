//! How includes are followed.

use super::*;
use crate::{base::source::Memory, mlir::ffi::ods::LinkedTableGen};
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
        &ods::Settings::new(&LinkedTableGen),
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

#[test]
fn what_includes_define_is_kept_until_they_change() {
    let settings = ods::Settings {
        memory: Some(ods::Memory::default()),
        ..ods::Settings::new(&LinkedTableGen)
    };
    let definitions = |pdll: &str, op: &str| {
        let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
        let td = format!(
            "include \"mlir/IR/OpBase.td\"\n\
             def T : Dialect {{ let name = \"t\"; let cppNamespace = \"t\"; }}\n\
             def A : Op<T, \"{op}\">;\n"
        );
        let loader = WithDisk(Memory::default().with("d.td", td));
        let file = sources.add("main.pdll", pdll, None);
        let path = Some(Path::new("main.pdll"));
        let program = load(
            file,
            path,
            &[],
            &loader,
            &settings,
            &mut sources,
            &mut diagnostics,
        );
        assert!(!diagnostics.has_errors());
        let operation = program.ods.operation(&format!("t.{op}"));
        let defined = operation.map(|operation| sources.text(operation.span).to_owned());
        assert_eq!(defined.as_deref(), Some("A"));
        let places = program.included_paths.len();
        assert!(places > 1, "the files that it includes count, too");
        (program.ods, places)
    };
    let first = definitions("#include \"d.td\"\n", "a");
    let edited = definitions("#include \"d.td\"\n// Text.\n", "a");
    assert!(Arc::ptr_eq(&first.0, &edited.0));
    assert_eq!(first.1, edited.1);
    let moved = definitions("// Text.\n#include \"d.td\"\n", "a");
    assert!(!Arc::ptr_eq(&first.0, &moved.0));
    let changed = definitions("#include \"d.td\"\n", "b");
    assert!(!Arc::ptr_eq(&first.0, &changed.0));
}

/// Files in memory, and those of the installed MLIR.
struct WithDisk(Memory);

impl Loader for WithDisk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.0.read(path).or_else(|_| source::Disk.read(path))
    }

    fn identity(&self, path: &Path) -> Option<PathBuf> {
        self.0
            .identity(path)
            .or_else(|| source::Disk.identity(path))
    }
}
