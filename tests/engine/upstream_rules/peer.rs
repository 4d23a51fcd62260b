//! The library with mlir-tblgen's patterns of a rule file, and runs of mlir-opt with
//! it.

use super::{
    Host, RuleFile,
    fit::{Fitted, fit},
};
use crate::{
    drr::generated::{compile, generate},
    support::process::{Ending, Run, llvm_includes, llvm_tool, plugin, run, scratch},
};
use std::{
    fs,
    path::{Path, PathBuf},
};

const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engine");

/// What mlir-tblgen makes of MLIR's dialect for tests. The operations are those that
/// rules use.
const TEST_CLASSES: [(&str, &str, &str); 4] = [
    ("TestEnumDefs.td", "TestOpEnums.h.inc", "-gen-enum-decls"),
    (
        "TestOps.td",
        "TestAttrDefs.h.inc",
        "-gen-attrdef-decls -attrdefs-dialect=test",
    ),
    (
        "TestInterfaces.td",
        "TestAttrInterfaces.h.inc",
        "-gen-attr-interface-decls",
    ),
    (
        "TestOps.td",
        "TestOpsDialect.h.inc",
        "-gen-dialect-decls -dialect=test",
    ),
];

/// What mlir-tblgen makes of a dialect with a source file.
const DIALECT: [(&str, &str); 4] = [
    ("Ops.h.inc", "-gen-op-decls"),
    ("Ops.cpp.inc", "-gen-op-defs"),
    ("Dialect.h.inc", "-gen-dialect-decls"),
    ("Dialect.cpp.inc", "-gen-dialect-defs"),
];

/// The library, and the rules.
pub(crate) struct Peer {
    pub(crate) rules: Fitted,
    /// The names of the rules, in the order of the file.
    pub(crate) names: Vec<String>,
    /// The C++ namespace of the patterns.
    namespace: String,
    pub(crate) folder: PathBuf,
    /// Where the rules find other `.td` files, and C++ finds headers.
    pub(crate) include_dirs: Vec<PathBuf>,
    /// What the C++ of the rules sees.
    pub(crate) prelude: Option<PathBuf>,
    library: PathBuf,
    host: Host,
}

impl Peer {
    pub(crate) fn build(file: &RuleFile, upstream: &Path) -> Self {
        let folder = scratch(&format!("upstream-rules-{}", file.name));
        let source = upstream.join(file.rules);
        if let Host::Source(dialect) = file.host {
            copy_dialect(&upstream.join(dialect), &folder);
        }
        let gone = folder.join("gone");
        copy_missing(&upstream.join("include"), &llvm_includes(), &gone);
        let own = [folder.clone(), gone];
        let others = file.include_dirs.iter().map(|dir| upstream.join(dir));
        let beside = source.parent().expect("it is in a folder");
        let beside = if file.host == Host::Test {
            copy_test_dialect(beside, &folder);
            None
        } else {
            Some(beside.to_owned())
        };
        let include_dirs: Vec<_> = own.into_iter().chain(beside).chain(others).collect();
        let copy = folder.join(source.file_name().expect("it is a file"));
        let rules = fit(&source, &include_dirs, copy);
        let patterns = folder.join("Patterns.inc");
        generate("-gen-rewriters", &include_dirs, &rules.path, &patterns)
            .expect("the rules were accepted before");
        let names = names(&fs::read_to_string(&patterns).expect("it was written"));
        let mut peer = Peer {
            library: folder.join("libpeer.so"),
            prelude: None,
            host: file.host,
            rules,
            names,
            // The name itself may be that of a namespace of MLIR.
            namespace: format!("{}_rules", file.name),
            folder,
            include_dirs,
        };
        if peer.has_dialect() {
            peer.compile(file, upstream);
        }
        peer
    }

    /// Whether the rules can run.
    pub(crate) fn has_dialect(&self) -> bool {
        self.host != Host::Nowhere
    }

    fn compile(&mut self, file: &RuleFile, upstream: &Path) {
        if self.host == Host::Test {
            self.declare_test_operations();
        }
        let head = self.folder.join("Head.h");
        let text = match file.code {
            Some(code) => before_patterns(&upstream.join(code)),
            None => file
                .headers
                .iter()
                .map(|header| format!("#include \"{header}\"\n"))
                .collect(),
        };
        fs::write(&head, text).expect("the folder is ours");
        let host = match file.host {
            Host::Source(dialect) => format!(
                "#include \"{}\"\n#include \"upstream_rules/Toy.h\"\n",
                upstream.join(dialect).display()
            ),
            _ => String::new(),
        };
        let name = &self.namespace;
        let unit = format!(
            "#include \"Head.h\"\n{host}\
             namespace {name} {{\nusing namespace ::mlir;\n#include \"Patterns.inc\"\n}}\n\
             #define RULE_FILES RULE_FILE({name})\n#include \"drr/Passes.h\"\n"
        );
        let source = self.folder.join("Peer.cpp");
        fs::write(&source, unit).expect("the folder is ours");
        let mut folders = self.include_dirs.clone();
        folders.push(SOURCES.into());
        compile(&source, &folders, &[], &self.library);
        self.prelude = file.code.map(|_| head);
    }

    /// Generates the classes of the operations that rules use.
    fn declare_test_operations(&self) {
        let folder = &self.folder;
        for (input, output, options) in TEST_CLASSES {
            let (input, output) = (folder.join(input), folder.join(output));
            generate(options, &self.include_dirs, &input, &output)
                .expect("the definitions were accepted before");
        }
        let operations = format!(
            "-gen-op-decls -op-include-regex={}",
            operations(&self.ast())
        );
        let output = folder.join("TestOps.h.inc");
        generate(&operations, &self.include_dirs, &self.rules.path, &output)
            .expect("the definitions were accepted before");
        for name in ["TestDialect.h", "TestTypes.h"] {
            fs::write(folder.join(name), "").expect("the folder is ours");
        }
        let header = Path::new(SOURCES).join("upstream_rules/TestOps.h");
        fs::copy(header, folder.join("TestOps.h")).expect("the folder is ours");
        let polynomial = folder.join("mlir/Dialect/Polynomial/IR");
        fs::create_dir_all(&polynomial).expect("the folder is ours");
        let classes = "namespace mlir::polynomial { class IntPolynomialAttr; }\n";
        fs::write(polynomial.join("PolynomialAttributes.h"), classes).expect("the folder is ours");
    }

    /// The rules as JSON.
    pub(crate) fn ast(&self) -> serde_json::Value {
        let text = self.compiled(&["-x", "ast", "--format=json"], &self.rules.path);
        serde_json::from_str(&text).expect("it is JSON")
    }

    /// What `pdll-opt compile` prints for rules.
    pub(crate) fn compiled(&self, options: &[&str], rules: &Path) -> String {
        let mut arguments = vec!["compile".to_owned(), "-W".into(), "none".into()];
        arguments.extend(options.iter().map(|option| (*option).to_owned()));
        for folder in &self.include_dirs {
            arguments.extend(["-I".into(), folder.display().to_string()]);
        }
        arguments.push(rules.display().to_string());
        run(Path::new(env!("CARGO_BIN_EXE_pdll-opt")), arguments, b"").stdout
    }

    /// How mlir-opt ends when it reads a program.
    pub(crate) fn reads(&self, program: &Path) -> Ending {
        self.apply(program, "").ending
    }

    /// The program after mlir-tblgen's patterns.
    pub(crate) fn theirs(&self, program: &Path, options: &str) -> Run {
        let name = &self.namespace;
        self.apply(
            program,
            &format!("apply-generated{{rules={name} {options}}},"),
        )
    }

    /// The program after our patterns.
    pub(crate) fn ours(&self, rules: &Path, program: &Path, options: &str) -> Run {
        let folders = self
            .include_dirs
            .iter()
            .map(|dir| dir.display().to_string());
        let pass = format!(
            "apply-pdll{{patterns={} include-dirs={} {options}}},",
            rules.display(),
            folders.collect::<Vec<_>>().join(","),
        );
        self.apply(program, &pass)
    }

    /// The program after some passes.
    fn apply(&self, program: &Path, passes: &str) -> Run {
        let mut arguments = Vec::new();
        let mut last = "strip-debuginfo";
        if self.has_dialect() {
            last = "sort-fused-locations";
            let library = self.library.display();
            arguments.push(format!("--load-pass-plugin={library}"));
            if let Host::Source(_) = self.host {
                arguments.push(format!("--load-dialect-plugin={library}"));
            }
        }
        arguments.extend([
            format!("--load-pass-plugin={}", plugin().display()),
            format!("--pass-pipeline=builtin.module({passes}{last})"),
            "--split-input-file".to_owned(),
            "--allow-unregistered-dialect".to_owned(),
            "--mlir-print-op-generic".to_owned(),
            "--mlir-print-debuginfo".to_owned(),
            "--mlir-disable-threading".to_owned(),
            program.display().to_string(),
        ]);
        run(&llvm_tool("mlir-opt"), arguments, b"")
    }
}

/// Copies the `.td` files that the installed MLIR does not have any more.
fn copy_missing(from: &Path, installed: &Path, to: &Path) {
    for entry in fs::read_dir(from).expect("LLVM's folder has headers") {
        let path = entry.expect("the folder is readable").path();
        let name = path.file_name().expect("an entry has a name");
        let (installed, to) = (installed.join(name), to.join(name));
        if path.is_dir() {
            copy_missing(&path, &installed, &to);
        } else if path.extension().is_some_and(|end| end == "td") && !installed.exists() {
            let folder = to.parent().expect("it is in a folder");
            fs::create_dir_all(folder).expect("the folder is ours");
            fs::copy(&path, &to).expect("the folder is ours");
        }
    }
}

/// Copies the definitions of MLIR's dialect for tests, and those of its headers that
/// the C++ of rules needs. pdll would find the others, too.
fn copy_test_dialect(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).expect("the dialect is readable") {
        let path = entry.expect("the folder is readable").path();
        let name = path.file_name().expect("an entry has a name");
        let is_td = path.extension().is_some_and(|end| end == "td");
        if is_td || name == "TestAttributes.h" || name == "TestTraits.h" {
            fs::copy(&path, to.join(name)).expect("the folder is ours");
        }
    }
}

/// Copies what belongs to a dialect of another MLIR, and generates its classes.
fn copy_dialect(source: &Path, folder: &Path) {
    let chapter = source.ancestors().nth(2).expect("it is in a chapter");
    let copies = folder.join("toy");
    fs::create_dir_all(&copies).expect("the folder is ours");
    for name in ["Ops.td", "Dialect.h"] {
        let from = chapter.join("include/toy").join(name);
        let text = fs::read_to_string(from).expect("the tutorial is readable");
        // `build` takes no `std::nullopt` for an empty range any more.
        let text = text.replace("std::nullopt", "::mlir::ValueRange()");
        fs::write(copies.join(name), text).expect("the folder is ours");
    }
    for (output, options) in DIALECT {
        let folders = [folder.to_owned()];
        generate(
            options,
            &folders,
            &copies.join("Ops.td"),
            &copies.join(output),
        )
        .expect("the definitions fit the installed MLIR");
    }
}

/// What a C++ file says before it includes the generated patterns, without the start of
/// the namespace for them.
fn before_patterns(file: &Path) -> String {
    let text = fs::read_to_string(file).expect("the C++ is readable");
    let is_patterns = |line: &&str| {
        line.strip_prefix("#include \"")
            .is_some_and(|path| path.ends_with(".inc\"") && !path.contains('/'))
    };
    let lines: Vec<_> = text.lines().take_while(|line| !is_patterns(line)).collect();
    let text = lines.join("\n");
    let text = text.trim_end();
    format!("{}\n", text.strip_suffix("namespace {").unwrap_or(text))
}

/// The names of the patterns.
fn names(patterns: &str) -> Vec<String> {
    let names = patterns.lines().filter_map(|line| {
        let rest = line.trim_start().strip_prefix("patterns.add<")?;
        Some(rest.split('>').next()?.to_owned())
    });
    names.collect()
}

/// A regular expression for the operations that rules use.
fn operations(ast: &serde_json::Value) -> String {
    let records = ast["files"][0]["records"].as_array().into_iter().flatten();
    let names = records.filter_map(|record| record["operation"].as_str());
    let names: Vec<_> = names.map(|name| name.replace('.', "\\.")).collect();
    format!("^({})$", names.join("|"))
}
