//! The archive that `make dist` makes: what is in it, that it works where it is
//! unpacked, in a folder with a blank in its name, and that the script which
//! proves that fails where something is missing.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use crate::built::{ROOT, files, run, scratch, target_folder};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
};
use tempfile::TempDir;

#[test]
fn the_archive_works_where_it_is_unpacked() {
    let unpacked = Unpacked::new();
    let report = run(&mut unpacked.smoke_test());
    assert!(report.ends_with(" works\n"), "{report}");
    // All that it needs is needed for these tests, too.
    assert!(!report.contains("skipped"), "{report}");
}

#[test]
fn the_smoke_test_sees_what_is_missing() {
    for (file, reason) in [
        ("lib/libpdll.so", "libpdll.so is missing in"),
        ("bin/pdll-opt-full", "failed with exit code"),
        ("lib/pdll/mlir-pdll", "failed with exit code 127"),
        (
            "share/man/man1/pdll-opt-check.1",
            "the manual page of pdll-opt-check is missing",
        ),
        (
            "share/zsh/site-functions/_pdll-opt",
            "completions are missing in",
        ),
        ("lib/pdll/libpdll_shim.a", "libpdll_shim.a is missing in"),
    ] {
        let unpacked = Unpacked::new();
        fs::remove_file(unpacked.prefix.join(file)).expect("the archive has it");
        let output = unpacked.smoke_test().output().expect("sh is there");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "without {file}: {errors}");
        let expected = format!("error: {reason}");
        assert!(errors.contains(&expected), "without {file}: {errors}");
    }
}

#[test]
fn the_archive_has_what_is_promised() {
    let unpacked = Unpacked::new();
    let all = files(&unpacked.prefix);
    for file in [
        "bin/pdll-opt",
        "bin/pdll-opt-full",
        "include/pdll/Native.h",
        "include/pdll/NativeFunction.h",
        "include/pdll/NativeRegistry.h",
        "include/pdll/TypeNames.h",
        "include/pdll/Pdll.h",
        "lib/cmake/Pdll/AddPdll.cmake",
        "lib/cmake/Pdll/PdllCApi.cmake",
        "lib/cmake/Pdll/PdllConfig.cmake",
        "lib/cmake/Pdll/PdllConfigVersion.cmake",
        "lib/libpdll.so",
        "lib/pdll/libpdll_predicates.a",
        "lib/pdll/libpdll_shim.a",
        "lib/pdll/mlir-pdll",
        "share/bash-completion/completions/pdll-opt",
        "share/doc/pdll/LICENSE",
        "share/doc/pdll/README.md",
        "share/doc/pdll/cmake/example/CMakeLists.txt",
        "share/doc/pdll/examples/apply.rs",
        "share/doc/pdll/examples/embed/build.rs",
        "share/doc/pdll/examples/types/unroll.pdll",
        "share/fish/vendor_completions.d/pdll-opt.fish",
        "share/man/man1/pdll-opt.1",
        "share/pdll/editors/emacs/pdll-mode.el",
        "share/pdll/editors/helix/languages.toml",
        "share/pdll/editors/neovim/lua/pdll.lua",
        "share/pdll/include/pdll/std.pdll",
        "share/zsh/site-functions/_pdll-opt",
    ] {
        assert!(all.contains(Path::new(file)), "there is no {file}");
    }
    for page in files(&Path::new(ROOT).join("docs")) {
        let page = Path::new("share/doc/pdll/docs").join(page);
        assert!(all.contains(&page), "there is no {}", page.display());
    }
}

#[test]
fn links_of_installed_pages_lead_somewhere() {
    let unpacked = Unpacked::new();
    let mut seen = 0;
    for page in files(&unpacked.prefix) {
        if page.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let page = unpacked.prefix.join(page);
        let text = fs::read_to_string(&page).expect("pages are text");
        for link in links(&text) {
            let target = page.with_file_name(&link);
            assert!(target.exists(), "{}: `{link}`", page.display());
            // Not by way of what happens to be outside.
            let target = target.canonicalize().expect("it is there");
            let prefix = unpacked.prefix.canonicalize().expect("it is there");
            assert!(target.starts_with(prefix), "{}: `{link}`", page.display());
            seen += 1;
        }
    }
    assert!(seen > 30, "only {seen} links were found");
}

/// The files that a page links to, outside of blocks of code.
fn links(page: &str) -> Vec<String> {
    let mut prose = String::new();
    let mut is_code = false;
    for line in page.lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if !is_code {
            prose.push_str(line);
            prose.push('\n');
        }
    }
    let targets = prose.split("](").skip(1);
    let targets = targets.filter_map(|rest| rest.split(')').next());
    targets
        .filter_map(|target| target.split('#').next())
        .filter(|file| !file.is_empty() && !file.contains(' ') && !file.contains("://"))
        .map(str::to_owned)
        .collect()
}

#[test]
fn without_tools_of_debian_it_says_so() {
    let (_, said) = archive();
    let expected = "no Debian package was made: dpkg-shlibdeps is missing; \
        `apt-get install dpkg-dev` installs it";
    assert!(said.lines().any(|line| line == expected), "{said}");
}

#[test]
fn the_maintainer_is_whoever_makes_the_package() {
    let nobody = [("GIT_DIR", "/nonexistent"), ("HOME", "/nonexistent")];
    for (variables, maintainer) in [
        (
            [("DEBFULLNAME", "A B"), ("DEBEMAIL", "a@b.example")],
            "A B <a@b.example>",
        ),
        (
            [("DEBFULLNAME", ""), ("DEBEMAIL", "C D <c@d.example>")],
            "C D <c@d.example>",
        ),
        (
            [
                ("GIT_AUTHOR_NAME", ""),
                ("GIT_CONFIG_SYSTEM", "/nonexistent"),
            ],
            "Unnamed maintainer <set-DEBFULLNAME-and-DEBEMAIL@maintainer.invalid>",
        ),
    ] {
        let folder = scratch();
        run(configure(folder.path())
            .env_remove("DEBFULLNAME")
            .env_remove("DEBEMAIL")
            .env_remove("XDG_CONFIG_HOME")
            .envs(nobody)
            .envs(variables));
        let settings = folder.path().join("CPackConfig.cmake");
        let settings = fs::read_to_string(settings).expect("CMake has written it");
        let expected = format!("set(CPACK_DEBIAN_PACKAGE_MAINTAINER \"{maintainer}\")");
        assert!(settings.contains(&expected), "{settings}");
    }
}

/// The archive, unpacked.
struct Unpacked {
    prefix: PathBuf,
    _folder: TempDir,
}

impl Unpacked {
    fn new() -> Self {
        let folder = scratch();
        let parent = folder.path().join("un packed");
        fs::create_dir(&parent).expect("the folder is ours");
        run(Command::new("tar")
            .arg("-xf")
            .arg(&archive().0)
            .arg("-C")
            .arg(&parent));
        let mut entries = fs::read_dir(&parent).expect("the folder is ours");
        let entry = entries.next().expect("the archive is not empty");
        assert!(entries.next().is_none(), "one folder holds everything");
        Self {
            prefix: entry.expect("the folder is ours").path(),
            _folder: folder,
        }
    }

    /// The script, to be run on it.
    fn smoke_test(&self) -> Command {
        let mut command = Command::new("sh");
        command
            .arg(Path::new(ROOT).join("tools/smoke-test.sh"))
            .arg(&self.prefix);
        command
    }
}

/// The archive, and what was printed when it was made.
fn archive() -> &'static (PathBuf, String) {
    static MADE: OnceLock<(PathBuf, String)> = OnceLock::new();
    MADE.get_or_init(|| {
        let folder = scratch();
        run(&mut configure(folder.path()));
        let said = run(Command::new("sh")
            .args(["-c", "cpack 2>&1"])
            .current_dir(folder.path()));
        let made = built_folder().join("dist");
        let mut archives = files(&made).into_iter();
        let archive = archives.find(|file| file.extension().is_some_and(|it| it == "gz"));
        (made.join(archive.expect("cpack makes an archive")), said)
    })
}

/// The command that prepares packages in a folder, as on a machine without
/// Debian's tools.
fn configure(folder: &Path) -> Command {
    let mut command = Command::new("cmake");
    command
        .arg("-S")
        .arg(Path::new(ROOT).join("cmake"))
        .arg("-B")
        .arg(folder)
        .arg(format!("-DPDLL_TARGET_DIR={}", built_folder().display()))
        .args(["-DDPKG_SHLIBDEPS=OFF", "--install-prefix", "/usr"]);
    command
}

fn built_folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| target_folder("dist-target"))
}
