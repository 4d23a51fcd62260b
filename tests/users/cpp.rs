//! Every pattern file of the repository, or a share of them, as C++: what we generate
//! compiles without warnings with the system's compiler, and a share of it with clang.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use crate::{
    effort, precompiled,
    support::{
        corpus::{self, Chunk},
        process::{llvm_includes, scratch},
        say,
        workers::parallel,
    },
};
use melior::{Context, dialect::DialectRegistry, ir::Module, utility::register_all_dialects};
use pdll::internals::{
    diagnostic::Diagnostics,
    emit_cpp::{self, Place},
    hir::Native,
    lower::DialectAccess,
    session::Session,
    source::{Disk, SourceMap},
};
use std::{
    collections::BTreeSet,
    fmt::Write,
    fs,
    iter::zip,
    path::{Path, PathBuf},
    process::Command,
};

/// The file that a header is in, and its text.
type File<'a> = (PathBuf, &'a str);

/// How many headers one run of a compiler reads.
const GROUP: usize = 64;

#[test]
fn headers_compile_without_warnings() {
    let mut chunks = corpus::chunks("cpp");
    for file in WRONG_CODE {
        let all = chunks.len();
        chunks.retain(|chunk| !chunk.origin.starts_with(file));
        assert!(chunks.len() < all, "{file} has pattern files");
    }
    let chunks = effort::sample(chunks);
    let headers = parallel(&chunks, context, |context, chunk| {
        FORMS.map(|write| header(context, chunk, write))
    });
    let headers: Vec<_> = headers.into_iter().flatten().flatten().collect();
    say(&format!("{} headers", headers.len()));
    let most = effort::share(400);
    assert!(headers.len() > most, "most pattern files have headers");

    let folder = scratch("cpp");
    let files = headers.iter().enumerate().map(|(index, text)| {
        let path = folder.join(format!("{index}.h.inc"));
        fs::write(&path, text).expect("a scratch folder takes files");
        (path, text.as_str())
    });
    let files: Vec<File<'_>> = files.collect();
    let some = effort::sample(files.clone());
    let compilers = [(SYSTEM, files), ("clang++-22", some)];
    let preludes = parallel(
        &compilers,
        || (),
        |(), (name, _)| match *name {
            SYSTEM => precompiled::header(),
            other => precompile(other, &folder),
        },
    );
    let jobs: Vec<_> = zip(&compilers, &preludes)
        .flat_map(|((compiler, files), prelude)| {
            let groups = files.chunks(GROUP);
            groups.map(move |group| (compiler, prelude, group))
        })
        .enumerate()
        .collect();
    let errors = parallel(
        &jobs,
        || (),
        |(), (number, (compiler, prelude, group))| {
            let source = folder.join(format!("{number}.cpp"));
            compile(compiler, prelude, &source, group)
        },
    );
    let errors = errors.concat();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

/// A context with all dialects.
fn context() -> Context {
    let registry = DialectRegistry::new();
    register_all_dialects(&registry);
    let context = Context::new_with_registry(&registry, false);
    context.set_allow_unregistered_dialects(true);
    // Some inputs are there to be refused.
    context.attach_diagnostic_handler(|_| true);
    context
}

/// A function that writes a header.
type WriteHeader = fn(
    &Context,
    &mut Module<'_>,
    &[Native],
    &SourceMap,
    Place<'_>,
    &mut Diagnostics,
) -> Option<String>;

/// Patterns for MLIR's interpreter, and as C++.
const FORMS: [WriteHeader; 2] = [emit_cpp::interpreter_header, emit_cpp::native_header];

/// The header for a chunk, if it is valid.
fn header(context: &Context, chunk: &Chunk, write: WriteHeader) -> Option<String> {
    let mut session = Session::new(&Disk, chunk.include_dirs.clone());
    let name = chunk.path.display().to_string();
    let file = session.add(&name, chunk.text.clone());
    let program = session.parse(file);
    let (mut module, foreign) =
        session.compile_with_natives(context, file, &program, DialectAccess::Available)?;
    let place = Place {
        file: "generated",
        first_line: 1,
        origin: &name,
    };
    let Session {
        sources,
        diagnostics,
        ..
    } = &mut session;
    write(
        context,
        &mut module,
        &foreign.natives,
        sources,
        place,
        diagnostics,
    )
}

/// Tests share the headers that are precompiled for this compiler.
const SYSTEM: &str = "c++";

const FLAGS: [&str; 4] = ["-Wall", "-Wextra", "-pedantic", "-Werror"];

/// The headers that a program includes before a generated one: those with the
/// classes in conditions, and those that every such program includes. They are
/// precompiled for all tests, too.
const HEADERS: [&str; 8] = [
    "Dialect/Arith/IR/Arith",
    "Dialect/LLVMIR/LLVMTypes",
    "Dialect/Linalg/IR/LinalgInterfaces",
    "IR/PatternMatch",
    "IR/TypeUtilities",
    "Interfaces/InferTypeOpInterface",
    "Interfaces/LoopLikeInterface",
    "Parser/Parser",
];

/// The files with C++ code that does not compile, most of them on purpose. An
/// error in one header would hide warnings about the others.
const WRONG_CODE: [&str; 20] = [
    "lit-tests/Cpp/conversion.test",
    "lit-tests/Cpp/places.test",
    "lit-tests/Language/defining-native-rewrites.pdll",
    "lit-tests/Lints/never-matches-types-of-dialects.test",
    "lit-tests/Lowering/default-benefit-of-calls.pdll",
    "lit-tests/Lowering/inline-constraints.pdll",
    "lit-tests/Lowering/inline-rewrites.pdll",
    "lit-tests/Lowering/native-constraints.pdll",
    "lit-tests/Natives/bodies-that-fail.test",
    "lit-tests/Natives/casts-as-methods.test",
    "lit-tests/Natives/code-bodies.test",
    "lit-tests/Natives/code-cache.test",
    "lit-tests/Natives/code-errors.test",
    "lit-tests/Natives/code-off.test",
    "lit-tests/Natives/code-without-compiler.test",
    "lit-tests/Natives/functions-of-unused-patterns.test",
    "lit-tests/Natives/ods-unknown-condition.test",
    "lit-tests/PatternPlugins/code-is-not-run.test",
    "lit-tests/PatternPlugins/dependencies.test",
    "lit-tests/PatternPlugins/errors.test",
];

/// Precompiles them for clang.
fn precompile(compiler: &str, folder: &Path) -> PathBuf {
    let mut text = String::new();
    for header in HEADERS {
        let _ = writeln!(text, "#include \"mlir/{header}.h\"");
    }
    let header = folder.join(format!("{compiler}.h"));
    fs::write(&header, text).expect("a scratch folder takes files");
    let output = Command::new(compiler)
        .args(precompiled::OPTIONS)
        .args(FLAGS)
        .arg("-isystem")
        .arg(llvm_includes())
        .args(["-x", "c++-header"])
        .arg(&header)
        .arg("-o")
        .arg(folder.join(format!("{compiler}.h.pch")))
        .output();
    let output = output.unwrap_or_else(|error| panic!("{compiler} cannot be run: {error}"));
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    header
}

/// Compiles headers together, each in a namespace of its own, and returns the
/// compiler's errors.
fn compile(compiler: &str, prelude: &Path, source: &Path, group: &[File<'_>]) -> Vec<String> {
    let mut text = "using namespace mlir;\n".to_owned();
    for (index, (path, header)) in group.iter().enumerate() {
        let _ = writeln!(text, "namespace n{index} {{\n#include {path:?}");
        let _ = writeln!(text, "void use(::mlir::RewritePatternSet &patterns) {{");
        let _ = writeln!(text, "  populateGeneratedPDLLPatterns(patterns);");
        for name in structs(header) {
            let functions = match wants_functions(header, name) {
                true => ", patterns.getPDLPatterns()",
                false => "",
            };
            let _ = writeln!(
                text,
                "  patterns.add<{name}>(patterns.getContext(){functions});"
            );
        }
        let _ = writeln!(text, "}}\n}}");
    }
    fs::write(source, text).expect("a scratch folder takes files");
    let output = Command::new(compiler)
        .args(precompiled::OPTIONS)
        .args(FLAGS)
        .arg("-isystem")
        .arg(llvm_includes())
        .arg("-include")
        .arg(prelude)
        .arg("-fsyntax-only")
        .arg(source)
        .output();
    let output = output.unwrap_or_else(|error| panic!("{compiler} cannot be run: {error}"));
    let text = String::from_utf8_lossy(&output.stderr);
    let errors: BTreeSet<_> = text
        .lines()
        .filter(|line| line.contains("error:"))
        .map(|line| format!("{line} ({})", source.display()))
        .collect();
    errors.into_iter().collect()
}

/// Whether the constructors of a struct take the functions that the program registers.
fn wants_functions(header: &str, name: &str) -> bool {
    header.contains(&format!(
        "  {name}(::mlir::MLIRContext *context, const ::mlir::PDLPatternModule &functions,"
    ))
}

fn structs(header: &str) -> Vec<&str> {
    header
        .lines()
        .filter_map(|line| {
            let (name, base) = line.strip_prefix("struct ")?.split_once(" : ")?;
            let is_pattern = [
                "::mlir::PDLPatternModule {",
                "pdll_support::NativePattern {",
            ]
            .contains(&base);
            is_pattern.then_some(name)
        })
        .collect()
}
