//! The report without a tool: what this installation consists of.

use super::{
    Mlir,
    loader::{Loaded, Loader},
    report::{Report, path_value},
};
use crate::{
    base::cache,
    front::builtin_files::own_file,
    library::compile::installed_compilers,
    mlir::ffi::ods::{definitions_dir, installed_include_dir},
};
use std::path::{Path, PathBuf};

/// The program that has all commands, beside the one that has those without MLIR.
const WHOLE: &str = "pdll-opt-full";

const PLUGIN: &str = "libpdll.so";

/// Reports on the installation that this program, or this library, is part of.
pub(super) fn report(own: Mlir, loader: &Loader) -> Report {
    let mut report = Report::default();
    let version = env!("CARGO_PKG_VERSION");
    report.add("pdll", version, "version", version);
    let file = own_file().unwrap_or(Path::new(""));
    report.add(
        "program",
        file.display().to_string(),
        "program",
        path_value(file),
    );
    let version = env!("PDLL_LLVM_VERSION");
    report.add(
        "built for",
        format!("MLIR {version}"),
        "mlirVersion",
        version,
    );
    match own {
        Mlir::Core => add_whole(file, loader, &mut report),
        Mlir::All => add_mlir(loader.load(file).ok().as_ref(), &mut report),
    }
    add_files(&mut report);
    add_compiler(&mut report);
    let folder = cache::of_user();
    let shown = folder.as_ref().map(|folder| folder.display().to_string());
    report.add(
        "cache",
        shown.as_deref().unwrap_or("off"),
        "cache",
        shown.clone(),
    );
    report
}

/// Returns the plugin that is installed with this program.
pub(super) fn plugin() -> Option<PathBuf> {
    let folder = own_file()?.parent()?;
    let mut places = vec![folder.to_owned()];
    if let Some(prefix) = folder.parent() {
        let triplet = format!("lib/{}-linux-gnu", std::env::consts::ARCH);
        places.extend(["lib", "lib64", &triplet].map(|place| prefix.join(place)));
    }
    let mut paths = places.into_iter().map(|place| place.join(PLUGIN));
    paths.find(|path| path.is_file())
}

/// Adds where all of MLIR is, if another program has it.
fn add_whole(own: &Path, loader: &Loader, report: &mut Report) {
    let path = own.with_file_name(WHOLE);
    let loaded = loader.load(&path);
    add_mlir(loaded.as_ref().ok(), report);
    if let Err(reason) = loaded {
        report.problems.push(format!(
            "`{}`, which all commands but `compile`, `check`, `fmt` and `doctor` need, {}",
            path.display(),
            reason.reason()
        ));
    }
}

/// Adds where a program has MLIR from.
fn add_mlir(program: Option<&Loaded>, report: &mut Report) {
    let is_library = |name: &str| name.starts_with("libMLIR");
    let mut files = program
        .iter()
        .flat_map(|loaded| loaded.files.iter().skip(1));
    let library = files.find(|file| file.name.as_deref().is_some_and(is_library));
    let missing = program.map_or(&[][..], |loaded| &loaded.missing);
    let (text, value) = match library {
        Some(file) => {
            let path = file.path.display().to_string();
            (path.clone(), Some(path))
        }
        None if program.is_none() || !missing.is_empty() => ("not found".to_owned(), None),
        None => ("inside the program".to_owned(), None),
    };
    report.add("MLIR is in", text, "mlirLibrary", value);
    if !missing.is_empty() {
        report.problems.push(format!(
            "the libraries `{}` were not found, and all commands but `compile`, `check`, `fmt` \
             and `doctor` need them; install the packages of LLVM and MLIR {}",
            missing.join("`, `"),
            env!("PDLL_LLVM_VERSION")
        ));
    }
}

fn add_files(report: &mut Report) {
    let plugin = plugin();
    let shown = plugin.as_ref().map(|path| path.display().to_string());
    report.add(
        "plugin",
        shown.as_deref().unwrap_or("none"),
        "plugin",
        shown.clone(),
    );
    let folder = definitions_dir();
    let is_there = folder.join("mlir/IR/OpBase.td").is_file();
    let shown = folder.display().to_string();
    let text = match is_there {
        true => shown.clone(),
        false => "none: `#include` of MLIR's `.td` files needs `-I`".to_owned(),
    };
    report.add(
        "definitions",
        text,
        "definitions",
        is_there.then_some(shown),
    );
}

/// Adds what `compile -x plugin` and C++ code in pattern files need.
fn add_compiler(report: &mut Report) {
    let folder = installed_include_dir();
    let shown = folder.display().to_string();
    let has_headers = folder.join("mlir-c/IR.h").is_file();
    let text = match has_headers {
        true => shown.clone(),
        false => "none: `compile -x plugin` and native code that calls MLIR need them".to_owned(),
    };
    report.add("headers", text, "headers", has_headers.then_some(shown));
    let (text, value) = match installed_compilers() {
        Ok(names) => (names.join(", "), names),
        Err(reason) => (format!("none: {reason}"), Vec::new()),
    };
    report.add("C++ compilers", text, "compilers", value);
}
