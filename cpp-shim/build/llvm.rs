//! Finds the installed LLVM and MLIR, and checks that they can be used.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use crate::Result;
use std::{
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The versions of LLVM that the sources are for, with the version of melior for each. The
/// first one is the default.
const SUPPORTED: [(&str, &str); 2] = [("22", "0.27.8"), ("23", "0.28.2")];
/// Says which of them it is, where that is not clear.
const MAJOR_VARIABLE: &str = "PDLL_LLVM";
const SHARED_VARIABLE: &str = "MLIR_SYS_LINK_SHARED";

/// The installed LLVM and MLIR.
pub(crate) struct Llvm {
    pub(crate) major: &'static str,
    pub(crate) prefix: PathBuf,
    pub(crate) version: String,
    pub(crate) include_dir: PathBuf,
    pub(crate) library_dir: PathBuf,
    pub(crate) has_assertions: bool,
}

impl Llvm {
    /// Finds LLVM where the user says, or else where mlir-sys finds it.
    pub(crate) fn find() -> Result<Self> {
        println!("cargo:rerun-if-env-changed={MAJOR_VARIABLE}");
        println!("cargo:rerun-if-env-changed={SHARED_VARIABLE}");
        for (major, _) in SUPPORTED {
            println!("cargo:rerun-if-env-changed={}", prefix_variable(major));
        }
        let major = find_major()?;
        let prefix = find_prefix(major);
        let config = prefix.join("bin/llvm-config");
        println!("cargo:rerun-if-changed={}", config.display());
        let ask = |question| {
            llvm_config(&config, &[question]).ok_or_else(|| {
                missing(
                    major,
                    &format!("cannot run `{} {question}`", config.display()),
                )
            })
        };
        let version = ask("--version")?;
        if major_of(&version) != major {
            let found = format!("`{}` is LLVM {version}", prefix.display());
            return Err(missing(major, &found));
        }
        let llvm = Self {
            major,
            include_dir: ask("--includedir")?.into(),
            library_dir: ask("--libdir")?.into(),
            has_assertions: ask("--assertion-mode")? == "ON",
            prefix,
            version,
        };
        let header = llvm.include_dir.join("mlir-c/IR.h");
        if !header.exists() {
            return Err(llvm.missing(&format!("there is no `{}`", header.display())));
        }
        Ok(llvm)
    }

    /// The error that something is missing, with the remedy.
    pub(crate) fn missing(&self, found: &str) -> Box<dyn Error> {
        missing(self.major, found)
    }
}

/// Decides which LLVM to build for. melior fixes it, but build scripts cannot see which
/// melior cargo has chosen, so that `src/mlir/melior_version.rs` compares the two.
fn find_major() -> Result<&'static str> {
    let majors = || SUPPORTED.iter().map(|(major, _)| *major);
    if let Some(wanted) = env::var_os(MAJOR_VARIABLE) {
        return majors().find(|major| wanted == *major).ok_or_else(|| {
            let known: Vec<_> = majors().collect();
            format!(
                "{MAJOR_VARIABLE} is `{}`, and pdll can be built for LLVM {}",
                wanted.display(),
                known.join(" and ")
            )
            .into()
        });
    }
    if let Some(major) = majors().find(|major| env::var_os(prefix_variable(major)).is_some()) {
        return Ok(major);
    }
    let installed = llvm_config(Path::new("llvm-config"), &["--version"]).unwrap_or_default();
    let found = majors().find(|major| major_of(&installed) == *major);
    Ok(found.unwrap_or(SUPPORTED[0].0))
}

/// The variable in which mlir-sys looks for the folder of an LLVM.
fn prefix_variable(major: &str) -> String {
    format!("MLIR_SYS_{major}0_PREFIX")
}

fn major_of(version: &str) -> &str {
    version.split('.').next().unwrap_or_default()
}

/// Where LLVM is. Without a word from the user, mlir-sys takes the one whose
/// `llvm-config` is in the search path, and so must we; any other is only for
/// the message.
fn find_prefix(major: &str) -> PathBuf {
    if let Some(prefix) = env::var_os(prefix_variable(major)) {
        return prefix.into();
    }
    let config = Path::new("llvm-config");
    llvm_config(config, &["--version"])
        .filter(|version| major_of(version) == major)
        .and_then(|_| llvm_config(config, &["--prefix"]))
        .unwrap_or_else(|| format!("/usr/lib/llvm-{major}"))
        .into()
}

/// What `llvm-config` answers, if it can be run and has an answer.
fn llvm_config(config: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new(config).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

/// The error that something of an LLVM is missing, with the remedy.
fn missing(major: &str, found: &str) -> Box<dyn Error> {
    let packages = format!(
        "llvm-{major}-dev libmlir-{major}-dev mlir-{major}-tools llvm-{major}-tools \
         libclang-{major}-dev libpolly-{major}-dev libzstd-dev zlib1g-dev libxml2-dev libz3-dev \
         libedit-dev libffi-dev g++ make"
    );
    let variable = prefix_variable(major);
    let others: String = SUPPORTED
        .iter()
        .filter(|(other, _)| *other != major)
        .map(|(other, melior)| {
            format!(
                "\nto build it for LLVM {other}: `cargo update melior --precise {melior}`, \
                 and set {MAJOR_VARIABLE}={other}"
            )
        })
        .collect();
    format!(
        "pdll needs LLVM and MLIR {major}: {found}\n\
         to only use pdll, build nothing: the wheel `mlir_pdll` for Python and the archive \
         `pdll-VERSION-TARGET.tar.gz` have MLIR inside; they are in each release, and in \
         `target/dist` after `make wheel dist` on another machine\n\
         to build it on Debian and Ubuntu: apt-get install {packages}\n\
         elsewhere: set {variable} and TABLEGEN_{major}0_PREFIX to the folder that holds \
         bin/llvm-config{others}"
    )
    .into()
}

/// Fails if mlir-sys links MLIR statically, or another one: the program would have a
/// second MLIR, with a type registry of its own. mlir-sys does not say how it links,
/// so its rules are repeated here.
pub(crate) fn require_same_mlir(llvm: &Llvm, output_dir: &Path) -> Result<()> {
    let config = llvm.prefix.join("bin/llvm-config");
    let is_static = env::var(SHARED_VARIABLE).as_deref() != Ok("1")
        && llvm_config(&config, &["--link-static", "--libnames"]).is_some();
    if is_static {
        return Err(format!(
            "mlir-sys links MLIR statically, and pdll needs the shared library; write into \
             `.cargo/config.toml` of your project\n\n    \
             [env]\n    {SHARED_VARIABLE} = \"1\"\n\n\
             and then run `cargo clean -p mlir-sys`, which does not notice the change by itself"
        )
        .into());
    }
    let outputs = mlir_sys_outputs(output_dir);
    let links_archives = |output: &String| output.contains("cargo:rustc-link-lib=static=MLIR");
    if !outputs.is_empty() && outputs.iter().all(links_archives) {
        return Err(
            "mlir-sys was built before and links MLIR statically; run `cargo clean -p mlir-sys`, \
             and build again"
                .into(),
        );
    }
    let folder = llvm.library_dir.display();
    let search = format!("cargo:rustc-link-search={folder}\n");
    if !outputs.is_empty() && !outputs.iter().any(|output| output.contains(&search)) {
        return Err(format!(
            "mlir-sys was built for another LLVM than that in `{folder}`; {}, or run `cargo clean \
             -p mlir-sys` if its place has changed",
            SUPPORTED
                .map(|(major, melior)| format!("with melior {melior} set {MAJOR_VARIABLE}={major}"))
                .join(", ")
        )
        .into());
    }
    Ok(())
}

/// What mlir-sys has told Cargo, each time that it was built: it is not built again when
/// variables change. Where its builds are is not promised, so that nothing is known if none
/// is found.
fn mlir_sys_outputs(output_dir: &Path) -> Vec<String> {
    let builds = output_dir.ancestors().nth(2);
    let Some(Ok(entries)) = builds.map(fs::read_dir) else {
        return Vec::new();
    };
    entries
        .flatten()
        .filter(|entry| entry.file_name().to_string_lossy().starts_with("mlir-sys-"))
        .filter_map(|entry| fs::read_to_string(entry.path().join("output")).ok())
        .filter(|output| output.contains("cargo:rustc-link-lib="))
        .collect()
}
