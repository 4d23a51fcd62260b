//! What is known about a tool: a program, a library or a Python package with MLIR.

use super::{
    Refusal,
    elf::{Elf, Unreadable},
    loader::{Loaded, Loader},
    package::Package,
    plugin::is_plugin,
};
use crate::base::diagnostic::Diagnostic;
use std::{
    env,
    path::{Path, PathBuf},
};

/// A program or library with MLIR, with the libraries that it loads, and the Python package
/// that it is in.
#[derive(Debug)]
pub(super) struct Host {
    pub(super) loaded: Loaded,
    pub(super) package: Option<Package>,
}

/// Fewer functions and variables of MLIR than that are not MLIR: it has 100 000. A library
/// that hides them still defines some that C++ compilers do not let it hide.
const MANY: usize = 1000;

impl Host {
    /// Finds out what `tool` is: a path, or the name of a program in the search path.
    ///
    /// # Errors
    ///
    /// An error that says what to name instead, if it is no tool with MLIR.
    pub(super) fn find(tool: &Path, loader: &Loader) -> Result<Self, Refusal> {
        let path = in_search_path(tool)?;
        if path.is_dir() {
            return Host::in_package(&path, loader);
        }
        let loaded = loader.load(&path).map_err(|why| no_tool(&path, &why))?;
        let host = Host {
            loaded,
            package: Package::around(&path),
        };
        let shown = tool.display();
        if is_plugin(host.file()) {
            let message = format!("`{shown}` is a plugin, not a tool that loads plugins");
            let help = format!("name the tool, as in `pdll-opt doctor --plugin {shown} mlir-opt`");
            return Err(refusal(message, help));
        }
        if host.has_mlir() {
            return Ok(host);
        }
        let message = match &*host.loaded.missing {
            [] => format!("`{shown}` contains no MLIR, and loads none"),
            missing => format!(
                "`{shown}` contains no MLIR; it cannot start, because `{}` was not found",
                missing.join("`, `")
            ),
        };
        Err(refusal(message, NAME_A_TOOL))
    }

    /// Finds the tool of a package that fits a plugin best.
    fn in_package(folder: &Path, loader: &Loader) -> Result<Self, Refusal> {
        let shown = folder.display();
        let files = Package::files(folder).map_err(|reason| refusal(reason, NAME_A_TOOL))?;
        let hosts = files.iter().filter_map(|path| {
            let host = Host {
                loaded: loader.load(path).ok()?,
                package: Package::in_folder(folder),
            };
            (host.has_mlir() && !is_plugin(host.file())).then_some(host)
        });
        // The first of the best ones, for the same answer in each run.
        let best = hosts.reduce(|best, one| match one.rank() > best.rank() {
            true => one,
            false => best,
        });
        best.ok_or_else(|| {
            let message = format!("no program and no library in `{shown}` contains MLIR");
            refusal(message, NAME_A_TOOL)
        })
    }

    /// Programs that load plugins come first, and then the library with the most of MLIR.
    fn rank(&self) -> (bool, bool, usize) {
        let own = self.file();
        let contains_mlir = own.words.version.is_some();
        (self.loads_plugins(), contains_mlir, functions(own))
    }

    /// The file itself, without what it loads.
    pub(super) fn file(&self) -> &Elf {
        self.loaded.first()
    }

    pub(super) fn name(&self) -> String {
        let name = self.file().path.file_name().unwrap_or_default();
        name.display().to_string()
    }

    fn has_mlir(&self) -> bool {
        let has = |file: &Elf| file.words.version.is_some() || functions(file) > 0;
        self.loaded.files.iter().any(|file| has(file))
    }

    /// The version of MLIR.
    pub(super) fn version(&self) -> Option<&str> {
        let mut files = self.loaded.files.iter();
        files.find_map(|file| file.words.version.as_deref())
    }

    /// The libraries that the file loads MLIR from; none if it contains MLIR.
    pub(super) fn libraries(&self) -> Vec<&str> {
        let names = self.loaded.files.iter().skip(1);
        let names = names.filter(|file| functions(file) > 0 || file.words.version.is_some());
        names.filter_map(|file| file.name.as_deref()).collect()
    }

    pub(super) fn assertions(&self) -> Option<bool> {
        assertions_of(self.loaded.files.iter().map(|file| &**file))
    }

    /// How many functions and variables in C++ and C a plugin can use.
    pub(super) fn exported(&self) -> usize {
        self.loaded.files.iter().map(|file| functions(file)).sum()
    }

    /// Whether plugins in C++ cannot use MLIR. Bindings of Python define functions with
    /// MLIR's types, and are not MLIR.
    pub(super) fn hides_mlir(&self) -> bool {
        let files = self.loaded.files.iter();
        let files = files.filter(|file| file.words.version.is_some());
        let cpp = files.map(|file| cpp_functions(file));
        cpp.sum::<usize>() < MANY
    }

    /// Whether it is a program with the option `--load-pass-plugin`: one that contains it,
    /// or calls the function of MLIR, or IREE, that reads the options of such programs.
    pub(super) fn loads_plugins(&self) -> bool {
        let own = self.file();
        let reads_options = |name: &[u8]| {
            let has = |part: &[u8]| memchr::memmem::find(name, part).is_some();
            has(b"MlirOptMain") || has(b"OptRunMain")
        };
        let calls = || own.wanted.iter().any(|name| reads_options(name));
        let mut libraries = self.loaded.files.iter();
        own.is_program
            && (own.words.loads_plugins
                || calls() && libraries.any(|file| file.words.loads_plugins))
    }
}

const NAME_A_TOOL: &str = "name a program such as `mlir-opt`, a shared library with MLIR, or the folder of a Python package";

/// How many functions and variables of MLIR a file defines, in C++ and C.
fn functions(file: &Elf) -> usize {
    let names = file.defined.iter();
    let is_own = |name: &[u8]| is_cpp(name) || name.starts_with(b"mlir");
    names.filter(|name| is_own(name)).count()
}

fn cpp_functions(file: &Elf) -> usize {
    file.defined.iter().filter(|name| is_cpp(name)).count()
}

fn is_cpp(name: &[u8]) -> bool {
    name.starts_with(b"_Z") && memchr::memmem::find(name, b"4mlir").is_some()
}

/// Whether a library of that name is one of MLIR or LLVM.
pub(super) fn is_library_of_mlir(name: &str) -> bool {
    name.starts_with("libMLIR") || name.starts_with("libLLVM")
}

const CHECKS_ON: &[u8] = b"_ZN4llvm23EnableABIBreakingChecksE";
const CHECKS_OFF: &[u8] = b"_ZN4llvm24DisableABIBreakingChecksE";

/// Whether files were built with LLVM's assertions. All code that was compiled with
/// LLVM's headers refers to one variable or the other.
pub(super) fn assertions_of<'f>(files: impl IntoIterator<Item = &'f Elf>) -> Option<bool> {
    let mut said = None;
    for file in files {
        let has = |name: &[u8]| {
            file.defined.contains(name) || file.wanted.iter().any(|wanted| **wanted == *name)
        };
        if has(CHECKS_ON) {
            return Some(true);
        } else if has(CHECKS_OFF) {
            return Some(false);
        }
        said = said.or(file.words.assertions);
    }
    said
}

/// The path of a program that was named as at the shell.
fn in_search_path(tool: &Path) -> Result<PathBuf, Refusal> {
    if tool.exists() || tool.components().count() != 1 {
        return Ok(tool.to_owned());
    }
    let folders = env::var_os("PATH").unwrap_or_default();
    let mut paths = env::split_paths(&folders).map(|folder| folder.join(tool));
    paths.find(|path| path.is_file()).ok_or_else(|| {
        let shown = tool.display();
        let message = format!("there is no file `{shown}`, and no such program in the search path");
        refusal(message, NAME_A_TOOL)
    })
}

fn no_tool(path: &Path, why: &Unreadable) -> Refusal {
    let message = format!("`{}` {}", path.display(), why.reason());
    let help = match why {
        Unreadable::Script => match Package::of_script(path) {
            Some(folder) => format!(
                "it starts a Python package: `pdll-opt doctor {}`",
                folder.display()
            ),
            None => "name the program that it starts".to_owned(),
        },
        _ => NAME_A_TOOL.to_owned(),
    };
    refusal(message, help)
}

fn refusal(message: String, help: impl Into<String>) -> Refusal {
    Box::new(Diagnostic::error_without_place(message).help(help))
}
