//! The library with the dialect of the rules and with mlir-tblgen's patterns, and
//! runs of mlir-opt with it.

use super::generated;
use crate::support::{
    process::{Ending, Run, llvm_tool, plugin, run},
    workers::parallel,
};
use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
};

/// The folder with the dialect and the C++ of the peer.
pub(crate) const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engine/drr");

/// What mlir-tblgen makes of the dialect.
const DIALECT: [(&str, &str); 8] = [
    ("Dialect.h.inc", "-gen-dialect-decls -dialect=drr"),
    ("Dialect.cpp.inc", "-gen-dialect-defs -dialect=drr"),
    ("Enums.h.inc", "-gen-enum-decls"),
    ("Enums.cpp.inc", "-gen-enum-defs"),
    ("Attrs.h.inc", "-gen-attrdef-decls"),
    ("Attrs.cpp.inc", "-gen-attrdef-defs"),
    ("Ops.h.inc", "-gen-op-decls"),
    ("Ops.cpp.inc", "-gen-op-defs"),
];

/// A file of rules.
pub(crate) struct Rules {
    pub(crate) path: PathBuf,
    /// The C++ namespace of its patterns.
    pub(crate) name: String,
}

impl Rules {
    pub(crate) fn new(path: &Path) -> Self {
        let name = path.file_stem().expect("a file has a name");
        Rules {
            path: path.to_owned(),
            name: name.to_string_lossy().into_owned(),
        }
    }
}

impl Rules {
    /// Writes the rules as PDLL.
    pub(crate) fn migrate(&self, folder: &Path) -> PathBuf {
        let output = folder.join(format!("{}.pdll", self.name));
        let arguments: [&OsStr; 6] = [
            "migrate".as_ref(),
            "-I".as_ref(),
            SOURCES.as_ref(),
            self.path.as_ref(),
            "-o".as_ref(),
            output.as_ref(),
        ];
        let program = Path::new(env!("CARGO_BIN_EXE_pdll-opt"));
        let Run { ending, stderr, .. } = run(program, arguments, b"");
        assert_eq!(ending, Ending::Exit(0), "{}:\n{stderr}", self.name);
        let arguments: [&OsStr; 3] = ["fmt".as_ref(), "--check".as_ref(), output.as_ref()];
        let Run { ending, stdout, .. } = run(program, arguments, b"");
        assert_eq!(ending, Ending::Exit(0), "{}:\n{stdout}", self.name);
        output
    }
}

/// The program after a pass, or why there is none.
pub(crate) type Outcome = Result<String, String>;

/// The library.
pub(crate) struct Peer {
    library: PathBuf,
}

impl Peer {
    /// Builds the library with the patterns of these files, in one compilation.
    pub(crate) fn build<'r>(folder: &Path, rules: impl Iterator<Item = &'r Rules>) -> Self {
        let rules: Vec<_> = rules.collect();
        let dialect = Path::new(SOURCES).join("dialect.td");
        for (output, options) in DIALECT {
            generate(options, &dialect, &folder.join(output));
        }
        parallel(
            &rules,
            || (),
            |(), rules| {
                let output = folder.join(format!("{}.inc", rules.name));
                generate("-gen-rewriters", &rules.path, &output);
            },
        );
        fs::write(folder.join("Rules.inc"), unit(&rules)).expect("the folder is ours");
        let library = folder.join("libpeer.so");
        let peer = Path::new(SOURCES).join("Peer.cpp");
        generated::compile(&peer, &[folder.to_owned()], &[], &library);
        Peer { library }
    }

    /// The program without any rewrite.
    pub(crate) fn untouched(&self, program: &Path) -> Outcome {
        self.apply(program, "")
    }

    /// The program after mlir-tblgen's patterns.
    pub(crate) fn theirs(&self, rules: &Rules, program: &Path, options: &str) -> Outcome {
        let pass = format!("apply-generated{{rules={} {options}}},", rules.name);
        self.apply(program, &pass)
    }

    /// The program after our patterns, which are the rules or what they became.
    pub(crate) fn ours(&self, patterns: &Path, program: &Path, options: &str) -> Outcome {
        let patterns = patterns.display();
        let pass = format!(
            "apply-pdll{{patterns={patterns} include-dirs={SOURCES} native-code=compile {options}}},"
        );
        self.apply(program, &pass)
    }

    /// The program after some passes.
    fn apply(&self, program: &Path, passes: &str) -> Outcome {
        let peer = self.library.display();
        let arguments = [
            format!("--load-dialect-plugin={peer}"),
            format!("--load-pass-plugin={peer}"),
            format!("--load-pass-plugin={}", plugin().display()),
            format!("--pass-pipeline=builtin.module({passes}sort-fused-locations)"),
            "--mlir-print-op-generic".to_owned(),
            "--mlir-print-debuginfo".to_owned(),
            "--mlir-disable-threading".to_owned(),
            program.display().to_string(),
        ];
        let Run {
            ending,
            stdout,
            stderr,
        } = run(&llvm_tool("mlir-opt"), arguments, b"");
        match ending {
            Ending::Exit(0) => Ok(stdout),
            ending => Err(format!("{ending:?}: {stderr}")),
        }
    }
}

/// What mlir-tblgen makes of a file.
fn generate(options: &str, input: &Path, output: &Path) {
    let made = generated::generate(options, &[SOURCES.into()], input, output);
    made.unwrap_or_else(|errors| panic!("{options} of {}:\n{errors}", input.display()));
}

/// The C++ that includes the patterns of each file in a namespace of its own.
fn unit(rules: &[&Rules]) -> String {
    let mut text = String::new();
    let mut list = String::from("#define RULE_FILES");
    for Rules { name, .. } in rules {
        text += &format!("namespace {name} {{\n#include \"{name}.inc\"\n}}\n");
        list += &format!(" RULE_FILE({name})");
    }
    format!("{text}{list}\n")
}
