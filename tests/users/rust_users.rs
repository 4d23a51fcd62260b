//! Programs in Rust that use the crate, built and run as their authors would.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use crate::page::block;
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};
use tempfile::TempDir;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const LLVM: &str = env!("PDLL_LLVM_PREFIX");

/// What both examples make of their input.
const REWRITTEN: &str = "\
module {
  func.func @f(%arg0: i32, %arg1: i64) -> (i32, i64) {
    %c3_i32 = arith.constant 3 : i32
    %c1_i32 = arith.constant 1 : i32
    %0 = arith.shli %arg0, %c1_i32 : i32
    %1 = arith.shli %0, %c3_i32 : i32
    %2 = arith.addi %arg1, %arg1 : i64
    return %1, %2 : i32, i64
  }
}
";

#[test]
fn a_compiler_reads_patterns_when_it_runs() {
    let output = cargo(Path::new(ROOT))
        .args(["run", "--release", "--quiet", "--example", "apply"])
        .args(["examples/embed/src/simplify.pdll", "examples/embed/in.mlir"])
        .output()
        .expect("cargo can be run");
    expect(&output, REWRITTEN);
}

#[test]
fn a_crate_embeds_patterns() {
    let user = User::new();
    let build = user.build();
    assert!(build.status.success(), "{}", text(&build.stderr));

    // The program and its build script use one and the same build of pdll.
    let again = text(&user.build().stderr);
    assert!(!again.contains("Compiling"), "{again}");

    // Neither the sources nor Cargo are needed any more.
    let program = user.program();
    fs::rename(user.path("src"), user.path("moved")).expect("the folder is ours");
    let input = fs::File::open(user.path("in.mlir")).expect("it was copied");
    let mut command = Command::new(&program);
    command.stdin(Stdio::from(input)).env_clear();
    expect(&command.output().expect("it was built"), REWRITTEN);
    fs::rename(user.path("moved"), user.path("src")).expect("the folder is ours");

    // Whatever the patterns include is watched.
    user.edit("src/constants.pdll", "number: Attr", "number: Atr");
    let build = user.build();
    assert!(!build.status.success());
    let errors = text(&build.stderr);
    for expected in [
        "error: pdll-embed-example@0.1.0: src/constants.pdll:4:26: `Atr` is not defined\n",
        "Rewrite Constant(number: Atr) -> Value {\n",
        "                         ^~~\n",
    ] {
        assert!(errors.contains(expected), "{errors}");
    }
    user.edit("src/constants.pdll", "number: Atr", "number: Attr");

    // C++ for a compiler cannot be part of the bytes.
    user.edit(
        "src/simplify.pdll",
        "Constraint IsPowerOfTwo(number: Attr);",
        "Constraint IsPowerOfTwo(number: Attr) [{ return success(isPowerOfTwo(number)); }];",
    );
    let build = user.build();
    assert!(!build.status.success());
    let errors = text(&build.stderr);
    let expected = "simplify.pdll:18:12: `IsPowerOfTwo` has a body in C++ that cannot run \
                    without a compiler: pdll does not know the C++ code `isPowerOfTwo(number)`";
    assert!(errors.contains(expected), "{errors}");
}

#[test]
fn the_first_program_of_the_page_runs() {
    let page = fs::read_to_string(Path::new(ROOT).join("docs/rust.md")).expect("it is there");
    let user = User::new();
    // Cargo takes packages of one name in the same target folder for one package.
    user.edit("Cargo.toml", "pdll-embed-example", "pdll-first-program");
    user.write("src/bin/first.rs", block(&page, "rust"));
    user.write("double.pdll", block(&page, "pdll"));
    let build = user.build();
    assert!(build.status.success(), "{}", text(&build.stderr));
    let mut command = Command::new(target().join("release/first"));
    command.current_dir(user.folder.path());
    let output = command.output();
    let console = block(&page, "console");
    let printed = console.strip_prefix("$ cargo run --release\n");
    expect(
        &output.expect("it was built"),
        printed.expect("it is how to run the program"),
    );

    // The error that the page shows, for the change that it describes.
    user.edit("double.pdll", "(x: Value, x)", "(x: Value, y)");
    let output = command.output().expect("it was built");
    assert_eq!(output.status.code(), Some(1));
    let (_, errors) = page
        .split_once("\n## Errors\n")
        .expect("the page is complete");
    let console = block(errors, "console");
    let printed = console.strip_prefix("$ cargo run --release\n");
    assert_eq!(Some(&*text(&output.stderr)), printed);

    // The handler of the page renders warnings.
    let handler = block(errors, "rust");
    let start = "    let patterns = ";
    user.edit("src/bin/first.rs", start, &format!("{handler}{start}"));
    user.write("double.pdll", "Pattern => erase op<arith.adi>;\n");
    assert!(user.build().status.success());
    let output = command.output().expect("it was built");
    let shown = "double.pdll:1:18: warning: nothing matches `arith.adi`: the dialect `arith` has no \
                 such operation; did you mean `arith.addi`?\n\
                 Pattern => erase op<arith.adi>;\n                 ^\n";
    assert_eq!(text(&output.stderr), shown);
}

/// Cargo, in the folder of a crate, and with its configuration, not with ours.
/// An LLVM in another place is named, as users would.
fn cargo(folder: &Path) -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(folder).env_remove("MLIR_SYS_LINK_SHARED");
    for prefix in ["MLIR_SYS_220_PREFIX", "TABLEGEN_220_PREFIX"] {
        match LLVM {
            "/usr/lib/llvm-22" => cargo.env_remove(prefix),
            other => cargo.env(prefix, other),
        };
    }
    cargo
}

/// The target folder of the crate that embeds patterns. It stays, so that only
/// the first run takes long; ours would be changed by it.
fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("rust-users")
}

/// A copy of the example crate, in a folder of a user.
struct User {
    folder: TempDir,
}

impl User {
    fn new() -> Self {
        let folder = tempfile::Builder::new().prefix("a user ").tempdir();
        let user = User {
            folder: folder.expect("there is a place for temporary files"),
        };
        let example = Path::new(ROOT).join("examples/embed");
        for name in [
            ".cargo/config.toml",
            "Cargo.toml",
            "build.rs",
            "in.mlir",
            "src/constants.pdll",
            "src/main.rs",
            "src/simplify.pdll",
        ] {
            let copy = user.path(name);
            fs::create_dir_all(copy.parent().expect("it is in the folder"))
                .expect("the folder is ours");
            fs::copy(example.join(name), copy).expect("the example has the file");
        }
        user.edit("Cargo.toml", "\"../..\"", &format!("{ROOT:?}"));
        // The same versions as ours, which are built.
        fs::copy(Path::new(ROOT).join("Cargo.lock"), user.path("Cargo.lock"))
            .expect("we have versions");
        user
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        let folder = path.parent().expect("it is in the folder");
        fs::create_dir_all(folder).expect("the folder is ours");
        fs::write(path, text).expect("the folder is ours");
    }

    fn edit(&self, name: &str, from: &str, to: &str) {
        let path = self.path(name);
        let text = fs::read_to_string(&path).expect("it was copied");
        fs::write(path, text.replace(from, to)).expect("the folder is ours");
    }

    fn build(&self) -> Output {
        cargo(self.folder.path())
            .env("CARGO_TARGET_DIR", target())
            // Those of this build, which took long enough.
            .env("PDLL_SHIM_ARCHIVES", env!("OUT_DIR"))
            // Compiling some 120 crates takes a third of the time without
            // optimization, and the program does the same.
            .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0")
            .env("CARGO_PROFILE_RELEASE_BUILD_OVERRIDE_OPT_LEVEL", "0")
            .args(["build", "--release", "--offline"])
            .output()
            .expect("cargo can be run")
    }

    fn program(&self) -> PathBuf {
        let built = target().join("release/pdll-embed-example");
        assert!(built.exists(), "{built:?} was built");
        built
    }
}

fn expect(output: &Output, expected: &str) {
    let errors = text(&output.stderr);
    assert!(output.status.success(), "{errors}");
    assert_eq!(
        text(&output.stdout).trim_end(),
        expected.trim_end(),
        "{errors}"
    );
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
