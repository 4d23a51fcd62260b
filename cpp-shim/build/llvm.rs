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

pub(crate) const LLVM_MAJOR: &str = "22";
const PREFIX_VARIABLE: &str = "MLIR_SYS_220_PREFIX";
const SHARED_VARIABLE: &str = "MLIR_SYS_LINK_SHARED";
const DEFAULT_PREFIX: &str = "/usr/lib/llvm-22";
const PACKAGES: &str = "llvm-22-dev libmlir-22-dev mlir-22-tools llvm-22-tools libclang-22-dev \
    libpolly-22-dev libzstd-dev zlib1g-dev libxml2-dev libz3-dev libedit-dev libffi-dev g++ make";

/// The installed LLVM and MLIR.
pub(crate) struct Llvm {
    pub(crate) prefix: PathBuf,
    pub(crate) version: String,
    pub(crate) include_dir: PathBuf,
    pub(crate) library_dir: PathBuf,
    pub(crate) has_assertions: bool,
}

impl Llvm {
    /// Finds LLVM where the user says, or else where mlir-sys finds it.
    pub(crate) fn find() -> Result<Self> {
        println!("cargo:rerun-if-env-changed={PREFIX_VARIABLE}");
        println!("cargo:rerun-if-env-changed={SHARED_VARIABLE}");
        let prefix = find_prefix();
        let config = prefix.join("bin/llvm-config");
        println!("cargo:rerun-if-changed={}", config.display());
        let ask = |question| {
            llvm_config(&config, &[question])
                .ok_or_else(|| missing(&format!("cannot run `{} {question}`", config.display())))
        };
        let version = ask("--version")?;
        if version.split('.').next() != Some(LLVM_MAJOR) {
            let found = format!("`{}` is LLVM {version}", prefix.display());
            return Err(missing(&found));
        }
        let llvm = Self {
            include_dir: ask("--includedir")?.into(),
            library_dir: ask("--libdir")?.into(),
            has_assertions: ask("--assertion-mode")? == "ON",
            prefix,
            version,
        };
        let header = llvm.include_dir.join("mlir-c/IR.h");
        if !header.exists() {
            return Err(missing(&format!("there is no `{}`", header.display())));
        }
        Ok(llvm)
    }
}

/// Where LLVM is. Without a word from the user, mlir-sys takes the one whose
/// `llvm-config` is in the search path, and so must we; any other is only for
/// the message.
fn find_prefix() -> PathBuf {
    if let Some(prefix) = env::var_os(PREFIX_VARIABLE) {
        return prefix.into();
    }
    let config = Path::new("llvm-config");
    let is_wanted = |version: &String| version.split('.').next() == Some(LLVM_MAJOR);
    llvm_config(config, &["--version"])
        .filter(is_wanted)
        .and_then(|_| llvm_config(config, &["--prefix"]))
        .unwrap_or_else(|| DEFAULT_PREFIX.to_owned())
        .into()
}

/// What `llvm-config` answers, if it can be run and has an answer.
fn llvm_config(config: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new(config).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

/// The error that something is missing, with the remedy.
pub(crate) fn missing(found: &str) -> Box<dyn Error> {
    format!(
        "pdll needs LLVM and MLIR {LLVM_MAJOR}: {found}\n\
         to only use pdll, build nothing: the wheel `mlir_pdll` for Python and the archive \
         `pdll-VERSION-TARGET.tar.gz` have MLIR inside; they are in each release, and in \
         `target/dist` after `make wheel dist` on another machine\n\
         to build it on Debian and Ubuntu: apt-get install {PACKAGES}\n\
         elsewhere: set {PREFIX_VARIABLE} and TABLEGEN_220_PREFIX to the folder that holds \
         bin/llvm-config"
    )
    .into()
}

/// Fails if mlir-sys links MLIR statically: the program would have a second
/// MLIR, with a type registry of its own. mlir-sys does not say how it links,
/// so its rules are repeated here.
pub(crate) fn require_shared_mlir(llvm: &Llvm, output_dir: &Path) -> Result<()> {
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
    match has_stale_mlir_sys(output_dir) {
        true => Err(
            "mlir-sys was built before and links MLIR statically; run `cargo clean -p mlir-sys`, \
             and build again"
                .into(),
        ),
        false => Ok(()),
    }
}

/// Whether mlir-sys was built, and only with MLIR as static archives: it is not
/// built again when variables change. Where its builds are is not promised, so
/// that nothing is known if none is found.
fn has_stale_mlir_sys(output_dir: &Path) -> bool {
    let Some(builds) = output_dir.ancestors().nth(2) else {
        return false;
    };
    let Ok(entries) = fs::read_dir(builds) else {
        return false;
    };
    let outputs: Vec<_> = entries
        .flatten()
        .filter(|entry| entry.file_name().to_string_lossy().starts_with("mlir-sys-"))
        .filter_map(|entry| fs::read_to_string(entry.path().join("output")).ok())
        .filter(|output| output.contains("cargo:rustc-link-lib="))
        .collect();
    let is_static = |output: &String| output.contains("cargo:rustc-link-lib=static=MLIR");
    !outputs.is_empty() && outputs.iter().all(is_static)
}
