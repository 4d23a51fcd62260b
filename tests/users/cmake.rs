//! What is installed, and the CMake package: the project in `cmake/example` is
//! configured, built, tested and built again, in folders with blanks in their
//! names.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use crate::{
    built,
    built::{ROOT, files, run, scratch},
    effort,
    page::block,
    precompiled,
};
use std::{
    env, fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{Mutex, OnceLock},
};
use tempfile::TempDir;

const LLVM: &str = env!("PDLL_LLVM_PREFIX");

#[test]
fn ninja_rebuilds_what_changed() {
    // MLIR's function has dependency files with Ninja only.
    let project = Project::build("Ninja");
    project.rebuilds(
        "include/shared.pdll",
        &["alone.h", "libAlone.so", "upstreams.h.inc"],
    );
    project.check_rebuilds();
}

#[test]
fn make_rebuilds_what_changed() {
    if !effort::is_full() {
        return;
    }
    let project = Project::build("Unix Makefiles");
    project.rebuilds("include/shared.pdll", &["alone.h", "libAlone.so"]);
    project.check_rebuilds();
}

/// The argument with which a project of CMake's uses precompiled headers. The
/// folder is for a file.
fn precompile(project: &str, folder: &Path) -> String {
    let file = folder.join("precompiled.cmake");
    let only_cxx = |option: &str| format!("\"$<$<COMPILE_LANGUAGE:CXX>:{option}>\" ");
    let mut options: String = precompiled::OPTIONS.map(only_cxx).concat();
    options += &only_cxx("-include");
    options += &only_cxx(&precompiled::header().display().to_string());
    let text = format!("set(CMAKE_CXX_EXTENSIONS OFF)\nadd_compile_options({options})\n");
    fs::write(&file, text).expect("the folder is ours");
    format!("-DCMAKE_PROJECT_{project}_INCLUDE={}", file.display())
}

/// What the example compiles from pattern files.
const OUTPUTS: [&str; 4] = ["alone.h", "libAlone.so", "ours.h.inc", "upstreams.h.inc"];

/// The example, built.
struct Project {
    source: PathBuf,
    build: PathBuf,
    folder: TempDir,
}

impl Project {
    /// Builds a copy of the example with a generator of CMake, and runs its
    /// tests.
    fn build(generator: &str) -> Self {
        let folder = scratch();
        let project = Self {
            source: folder.path().join("the example"),
            build: folder.path().join("the build"),
            folder,
        };
        copy(&Path::new(ROOT).join("cmake/example"), &project.source);
        run(Command::new("cmake")
            .args(["-G", generator, "-S"])
            .arg(&project.source)
            .arg("-B")
            .arg(&project.build)
            .arg(format!(
                "-DCMAKE_PREFIX_PATH={};{LLVM}",
                installed().display()
            ))
            // The smoke test builds it without.
            .arg(precompile("PdllExample", project.folder.path())));
        assert_eq!(project.made(), OUTPUTS, "all is made at first");
        run(Command::new("ctest")
            .arg("--output-on-failure")
            .current_dir(&project.build));
        project.check_compile_commands();
        project
    }

    /// Builds, and gives the outputs that were made.
    fn made(&self) -> Vec<&'static str> {
        let mut command = Command::new("cmake");
        command.arg("--build").arg(&self.build);
        command.args(["--target", "all", "AloneHeader"]);
        let printed = run(&mut command);
        let is_made = |output: &&str| {
            let mut lines = printed.lines();
            lines.any(|line| {
                let line = line.trim_end_matches("...");
                let rule = ["Compiling patterns into ", "Building "];
                rule.iter().any(|rule| line.contains(rule)) && line.ends_with(*output)
            })
        };
        OUTPUTS.into_iter().filter(is_made).collect()
    }

    /// After a change of a file, exactly these outputs are made again, and the
    /// next time none.
    fn rebuilds(&self, file: &str, outputs: &[&str]) {
        let mut changed = fs::OpenOptions::new()
            .append(true)
            .create(true)
            .open(self.source.join(file))
            .expect("the copy is ours");
        writeln!(changed, "// Changed.").expect("the copy is ours");
        drop(changed);
        assert_eq!(self.made(), outputs, "after {file} has changed");
        assert_eq!(self.made(), [""; 0], "{file} has not changed again");
    }

    fn check_rebuilds(&self) {
        self.rebuilds("include/Toy.td", &["ours.h.inc"]);
        self.rebuilds("patterns/alone.pdll", &["alone.h", "libAlone.so"]);
        self.rebuilds("include/unrelated.pdll", &[]);
        self.rebuilds("test.mlir", &[]);
    }

    /// Each pattern file has an entry for editors, ours and MLIR's.
    fn check_compile_commands(&self) {
        let commands = fs::read_to_string(self.build.join("pdll_compile_commands.yml"))
            .expect("configuring writes it");
        let source = self.source.display();
        for name in ["alone", "ours", "upstreams"] {
            let start = format!(
                "--- !FileInfo:\n  filepath: \"{source}/patterns/{name}.pdll\"\n  includes: \""
            );
            let Some((_, rest)) = commands.split_once(&start) else {
                panic!("{name} has no entry in\n{commands}");
            };
            let (folders, _) = rest.split_once("\"\n").expect("a quote has an end");
            let folders: Vec<_> = folders.split(';').collect();
            let own = source.to_string();
            assert!(folders.contains(&&*own), "{commands}");
        }
        // Two of the files are used twice.
        assert_eq!(commands.matches("--- !FileInfo:").count(), 5, "{commands}");
    }
}

#[test]
fn installed_programs_find_each_other() {
    let patterns = Path::new(ROOT).join("examples/demo.pdll");
    let program = Path::new(ROOT).join("examples/demo.mlir");
    let rewritten = run(Command::new(installed().join("bin/pdll-opt"))
        .arg("apply")
        .arg("--patterns")
        .arg(&patterns)
        .arg(program));
    assert!(rewritten.contains("func.func"), "{rewritten}");
    let module = run(Command::new(installed().join("lib/pdll/mlir-pdll"))
        .args(["-x", "mlir"])
        .arg(&patterns));
    assert!(module.contains("pdl.pattern"), "{module}");
}

#[test]
fn destdir_stands_before_the_same_files() {
    let folder = scratch();
    install("/opt/some where", folder.path());
    let staged = folder.path().join("opt/some where");
    assert_eq!(files(&staged), files(installed()));
    let all = files(installed());
    for file in [
        "share/bash-completion/completions/pdll-opt",
        "share/fish/vendor_completions.d/pdll-opt.fish",
        "share/man/man1/pdll-opt-bisect.1",
        "share/man/man1/pdll-opt-compile.1",
        "share/man/man1/pdll-opt-explain.1",
        "share/man/man1/pdll-opt-fmt.1",
        "share/man/man1/pdll-opt-infer.1",
        "share/man/man1/pdll-opt-lsp.1",
        "share/man/man1/pdll-opt-migrate.1",
        "share/man/man1/pdll-opt-play.1",
        "share/man/man1/pdll-opt-test.1",
        "share/zsh/site-functions/_pdll-opt",
    ] {
        assert!(all.contains(Path::new(file)), "there is no {file}");
        let length = fs::metadata(installed().join(file)).map_or(0, |data| data.len());
        assert!(length > 500, "{file} is empty");
    }
}

#[test]
fn the_documented_project_builds() {
    let page = fs::read_to_string(Path::new(ROOT).join("docs/cpp.md")).expect("it is there");
    let folder = scratch();
    let project = folder.path();
    for (file, language) in [
        ("patterns.pdll", "pdll"),
        ("my-opt.cpp", "c++"),
        ("CMakeLists.txt", "cmake"),
        ("in.mlir", "mlir"),
    ] {
        fs::write(project.join(file), block(&page, language)).expect("the folder is ours");
    }
    let mut configure = Command::new("cmake");
    configure.args(["-B", "build"]).arg(format!(
        "-DCMAKE_PREFIX_PATH={};{LLVM}",
        installed().display()
    ));
    // Only without them is it certain that the page includes all it needs.
    if !effort::is_full() {
        configure.arg(precompile("MyOpt", project));
    }
    run(configure.current_dir(project));
    run(Command::new("cmake")
        .args(["--build", "build"])
        .current_dir(project));
    let (command, expected) = block(&page, "console").split_once('\n').expect("it prints");
    let command = command.strip_prefix("$ ").expect("it is a command");
    let printed = run(Command::new("sh")
        .args(["-c", command])
        .current_dir(project));
    assert_eq!(printed.trim_end(), expected.trim_end());

    // The same program with the library that the page names for functions of the
    // standard library, which the patterns call now.
    let build = project.join("CMakeLists.txt");
    let text = fs::read_to_string(&build).expect("it was written");
    let linked = text.replace("PRIVATE MLIR LLVM", "PRIVATE pdll::std MLIR");
    assert!(page.contains("PRIVATE pdll::std MLIR)") && linked != text);
    fs::write(&build, linked).expect("the folder is ours");
    let patterns = block(&page, "pdll").replace("  rewrite", "  HasOneUse(root);\n  rewrite");
    fs::write(
        project.join("patterns.pdll"),
        format!("#include \"pdll/std.pdll\"\n{patterns}"),
    )
    .expect("the folder is ours");
    run(Command::new("cmake")
        .args(["--build", "build"])
        .current_dir(project));
    let printed = run(Command::new("sh")
        .args(["-c", command])
        .current_dir(project));
    assert_eq!(printed.trim_end(), expected.trim_end());
}

/// The files of the standard library are for other tools, and for messages.
#[test]
fn the_standard_library_is_installed() {
    let folder = installed().join("share/pdll/include/pdll");
    let names = fs::read_dir(Path::new(ROOT).join("src/front/std")).expect("it is there");
    for name in names {
        let name = name.expect("it is there").file_name();
        assert!(folder.join(&name).exists(), "there is no {name:?}");
    }
    let source = scratch();
    let pattern = source.path().join("a.pdll");
    let text = "#include \"pdll/std.pdll\"\nConstraint HasOneUse(x: Op);\n";
    fs::write(&pattern, text).expect("the folder is ours");
    let check = |arguments: &[&Path]| {
        let mut command = Command::new(installed().join("bin/pdll-opt"));
        let output = command.arg("check").arg(&pattern).args(arguments).output();
        String::from_utf8(output.expect("it is installed").stderr).expect("messages are UTF-8")
    };
    let messages = check(&[]);
    let named = folder.canonicalize().expect("it is there");
    assert!(
        messages.contains(&format!("{}/", named.display())),
        "{messages}"
    );
    // The plugin is part of another program.
    let output = Command::new(Path::new(LLVM).join("bin/mlir-opt"))
        .arg("--load-pass-plugin")
        .arg(installed().join("lib/libpdll.so"))
        .arg(format!(
            "--pass-pipeline=builtin.module(apply-pdll{{patterns={}}})",
            pattern.display()
        ))
        .stdin(Stdio::null())
        .output()
        .expect("MLIR is installed");
    let of_plugin = String::from_utf8_lossy(&output.stderr);
    assert!(
        of_plugin.contains(&format!("{}/", named.display())),
        "{of_plugin}"
    );
    // A folder that other tools need changes nothing.
    let include = installed().join("share/pdll/include");
    let with_folder = check(&[Path::new("-I"), &include]);
    assert_eq!(
        messages.lines().count(),
        with_folder.lines().count(),
        "{with_folder}"
    );

    fs::write(
        &pattern,
        "#include \"pdll/std.pdll\"\nPattern { let root = op<t.a>; HasOneUse(root); erase root; }\n",
    )
    .expect("the folder is ours");
    let compile = |arguments: &[&Path]| {
        let mut command = Command::new(installed().join("bin/pdll-opt"));
        run(command.arg("compile").arg(&pattern).args(arguments))
    };
    assert_eq!(compile(&[]), compile(&[Path::new("-I"), &include]));
}

/// Programs with `pdll::capi` would have two LLVMs if the project has found another one.
#[test]
fn the_c_api_refuses_another_llvm() {
    let folder = scratch();
    let source = folder.path();
    fs::write(source.join("CMakeLists.txt"), C_API).expect("the folder is ours");
    let configure = |name: &str, llvm: &str, components: &str| {
        let output = Command::new("cmake")
            .arg("-S")
            .arg(source)
            .arg("-B")
            .arg(source.join(name))
            .arg(format!("-DCMAKE_PREFIX_PATH={}", installed().display()))
            .arg(format!("-DLLVM_PACKAGE_VERSION={llvm}"))
            .arg(format!("-DPARTS={components}"))
            .output();
        let output = output.expect("CMake is installed");
        // CMake breaks the lines of warnings.
        let errors = String::from_utf8_lossy(&output.stderr);
        let words: Vec<_> = errors.split_whitespace().collect();
        (output.status.success(), words.join(" "))
    };
    let same = env!("PDLL_LLVM_VERSION");
    assert_eq!(configure("same", same, "capi"), (true, String::new()));
    // The series has two numbers, and 2 is not the start of 22.
    for other in ["19.1.7", "99.1.0", "2.2.8"] {
        let (succeeds, errors) = configure(other, other, "capi");
        let expected = format!(
            "pdll::capi was built for LLVM {same}, and this project uses LLVM {other}: \
             build pdll for that one, or use this one"
        );
        assert!(!succeeds && errors.contains(&expected), "{errors}");
        // Whoever does not ask for the C API gets all else.
        let without = configure(&format!("without {other}"), other, "");
        assert_eq!(without, (true, String::new()));
    }
}

/// A project that has found an LLVM before, and says which one.
const C_API: &str = r#"
cmake_minimum_required(VERSION 3.20)
project(CApi LANGUAGES C)
find_package(Pdll REQUIRED CONFIG COMPONENTS ${PARTS})
if(NOT PARTS AND LLVM_PACKAGE_VERSION AND TARGET pdll::capi)
  message(FATAL_ERROR "the target is there")
endif()
if(PARTS AND NOT TARGET pdll::capi)
  message(FATAL_ERROR "the target is missing")
endif()
"#;

/// Folders that are known only when build files are written are in the file for
/// editors as they are then.
#[test]
fn compile_commands_have_the_values_of_expressions() {
    for generator in ["Unix Makefiles", "Ninja Multi-Config"] {
        let folder = scratch();
        let source = folder.path();
        fs::write(source.join("CMakeLists.txt"), EXPRESSIONS).expect("the folder is ours");
        fs::write(source.join("a.pdll"), "").expect("the folder is ours");
        let build = source.join("build");
        // The second time, the file is there.
        for _ in 0..2 {
            run(Command::new("cmake")
                .args(["-G", generator, "-S"])
                .arg(source)
                .arg("-B")
                .arg(&build)
                .arg(format!("-DCMAKE_PREFIX_PATH={}", installed().display()))
                .arg("-DCMAKE_BUILD_TYPE=Debug"));
            let commands = fs::read_to_string(build.join("pdll_compile_commands.yml"))
                .expect("configuring writes it");
            let source = source.display();
            let expected = format!(
                "--- !FileInfo:\n  filepath: \"/upstreams.pdll\"\n  includes: \"$<1:/u>\"\n\
                 --- !FileInfo:\n  filepath: \"{source}/a.pdll\"\n  \
                 includes: \"/one;/two;{source};{source}/with blank;/Debug\"\n"
            );
            assert_eq!(commands, expected, "{generator}");
        }
    }
}

/// A project whose pattern file has folders that are generator expressions. Its
/// function of MLIR's writes an entry as that does.
const EXPRESSIONS: &str = r#"
cmake_minimum_required(VERSION 3.20)
project(Expressions LANGUAGES NONE)
find_package(Pdll REQUIRED)
file(REMOVE "${CMAKE_BINARY_DIR}/pdll_compile_commands.yml")
function(add_mlir_pdll_library)
  file(APPEND "${CMAKE_BINARY_DIR}/pdll_compile_commands.yml"
    "--- !FileInfo:\n  filepath: \"/upstreams.pdll\"\n  includes: \"$<1:/u>\"\n")
endfunction()
include_directories("$<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/with blank>"
  "$<0:/nowhere>" "/$<CONFIG>" "$<$<COMPILE_LANGUAGE:CXX>:/c++>")
pdll_add_header(Header a.pdll INCLUDES "$<0:/nowhere>" "$<1:/one$<SEMICOLON>/two>")
add_mlir_pdll_library()
"#;

/// MLIR's own tests of generated headers, which are not part of this repository:
/// `PDLL_UPSTREAM_TESTS` names a copy of LLVM's `mlir` folder. Their dialect
/// takes minutes to compile, so that it is kept for the next time.
#[test]
#[ignore = "needs LLVM's folder `mlir`, which is not part of this repository"]
fn upstream_integration_tests_pass() {
    let upstream = env::var_os("PDLL_UPSTREAM_TESTS").map(PathBuf::from);
    let sources = upstream
        .filter(|folder| folder.join("test/lib/Dialect/Test").exists())
        .expect("PDLL_UPSTREAM_TESTS names LLVM's folder `mlir`");
    let build = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cmake-upstream");
    run(Command::new("cmake")
        .args(["-G", "Ninja", "-S"])
        .arg(Path::new(ROOT).join("tests/users/cmake/upstream"))
        .arg("-B")
        .arg(&build)
        .arg(format!("-DUPSTREAM={}", sources.display()))
        .arg(format!(
            "-DCMAKE_PREFIX_PATH={};{LLVM}",
            installed().display()
        )));
    run(Command::new("cmake").arg("--build").arg(&build));
    run(Command::new("ctest")
        .arg("--output-on-failure")
        .current_dir(&build));
}

/// A folder in which pdll is installed, and which is not the one that it was
/// installed to.
fn installed() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("in stall");
        let _ = fs::remove_dir_all(&folder);
        let first = folder.join("first");
        install(&first.display().to_string(), Path::new(""));
        let moved = folder.join("moved");
        fs::rename(first, &moved).expect("the folder is ours");
        moved
    })
}

/// Runs `make install`, which is not made to run twice at once.
fn install(prefix: &str, destdir: &Path) {
    static RUNS: Mutex<()> = Mutex::new(());
    let _runs = RUNS.lock();
    run(Command::new("make")
        .args(["-C", ROOT, "install"])
        .arg(format!("PREFIX={prefix}"))
        .arg(format!("DESTDIR={}", destdir.display()))
        .env("CARGO_TARGET_DIR", target_folder()));
}

fn target_folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| built::target_folder("cmake-target"))
}

fn copy(from: &Path, to: &Path) {
    for file in files(from) {
        let target = to.join(&file);
        let folder = target.parent().expect("a file is in a folder");
        fs::create_dir_all(folder).expect("the folder is ours");
        fs::copy(from.join(file), target).expect("the folder is ours");
    }
}
