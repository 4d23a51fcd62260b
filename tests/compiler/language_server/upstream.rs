//! MLIR's tests of its server, which are not part of this repository, with ours:
//! `PDLL_UPSTREAM_TESTS` names a copy of LLVM's `mlir` folder.

use crate::support::{
    process::{llvm_tool, scratch},
    say,
};
use std::{
    collections::BTreeSet,
    env, fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::Command,
};

/// The tests that want what we do otherwise, with the reason. `docs/editors.md` has
/// the same list.
const DIFFERENCES: [(&str, &str); 6] = [
    (
        "completion",
        "we propose more, each with the text that it replaces",
    ),
    (
        "document-symbols",
        "a range is the whole declaration, and has children",
    ),
    (
        "initialize-params",
        "we can do more, and are called otherwise",
    ),
    (
        "references",
        "a declaration that is not asked for is left out",
    ),
    (
        "textdocument-didchange",
        "messages are our own, without a category",
    ),
    ("view-output", "the tree is in our own format"),
];

#[test]
#[ignore = "needs LLVM's folder `mlir`, which is not part of this repository"]
fn upstream_tests_pass() {
    let upstream = env::var_os("PDLL_UPSTREAM_TESTS").map(PathBuf::from);
    let sources = upstream
        .map(|folder| folder.join("test/mlir-pdll-lsp-server"))
        .filter(|folder| folder.exists())
        .expect("PDLL_UPSTREAM_TESTS names LLVM's folder `mlir`");
    let folder = prepare(&sources);
    let output = Command::new(llvm_tool("lit"))
        .arg("-v")
        .arg(folder.join("test/mlir-pdll-lsp-server"))
        .output()
        .expect("lit is installed");
    let report = String::from_utf8_lossy(&output.stdout);
    let of = |word: &str| names(&report, word);
    let (passed, failed) = (of("PASS: "), of("FAIL: "));
    say(&format!("{} pass, {} differ", passed.len(), failed.len()));
    let known = DIFFERENCES.map(|(name, _)| name.to_owned());
    assert_eq!(failed, BTreeSet::from(known), "{report}");
    assert!(passed.len() > failed.len(), "{report}");
}

/// Copies the tests, as the folder of files to include stands beside them, with a
/// configuration of lit in which our server has their server's name.
fn prepare(sources: &Path) -> PathBuf {
    let folder = scratch("language-server-upstream");
    let tests = folder.join("test/mlir-pdll-lsp-server");
    let programs = folder.join("bin");
    let root = sources.ancestors().nth(2).expect("it has parents");
    for made in [&tests.join("include"), &programs] {
        fs::create_dir_all(made).expect("the folder is ours");
    }
    symlink(root.join("include"), folder.join("include"))
        .and_then(|()| {
            symlink(
                env!("CARGO_BIN_EXE_pdll-opt"),
                programs.join("mlir-pdll-lsp-server"),
            )
        })
        .expect("the folder is ours");
    for part in ["", "include"] {
        for entry in fs::read_dir(sources.join(part)).expect("the tests are readable") {
            let entry = entry.expect("the tests are readable").path();
            let is_wanted = ["test", "td", "pdll"]
                .iter()
                .any(|end| entry.extension().is_some_and(|it| it == *end));
            let name = entry.file_name().expect("a file has a name");
            if is_wanted {
                fs::copy(&entry, tests.join(part).join(name)).expect("there is room");
            }
        }
    }
    fs::write(tests.join("lit.cfg.py"), configuration(&programs)).expect("the folder is ours");
    folder
}

fn configuration(programs: &Path) -> String {
    format!(
        "import lit.formats, os\n\
         config.name = 'upstream'\n\
         config.test_format = lit.formats.ShTest(False)\n\
         config.suffixes = ['.test']\n\
         config.environment['PATH'] = os.pathsep.join(\n    \
         [{:?}, {:?}, os.environ['PATH']])\n",
        programs,
        llvm_tool("")
    )
}

/// The names in the lines of a report that start with a word.
fn names(report: &str, word: &str) -> BTreeSet<String> {
    let lines = report.lines().filter_map(|line| line.strip_prefix(word));
    let names = lines.filter_map(|line| {
        let path = line.split(' ').find(|part| part.ends_with(".test"))?;
        let name = Path::new(path).file_stem()?;
        Some(name.to_str()?.to_owned())
    });
    names.collect()
}
