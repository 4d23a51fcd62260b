//! From C++ source to a shared library.

use super::{
    compiler::{Compiler, Failure, OTHER_NAMES},
    headers::{Header, or_current},
    source::Unit,
    store::Store,
};
use crate::{
    back::emit_cpp::support,
    base::cache,
    mlir::ffi::{ods::installed_include_dir, plugins::is_mlir_from_clang},
};
use blake3::Hasher;
use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};

/// What to build.
pub(super) struct Request<'a> {
    pub(super) compiler: &'a Compiler,
    pub(super) unit: &'a Unit,
    pub(super) headers: &'a [Header],
    /// The folders in which code finds headers.
    pub(super) include_dirs: &'a [PathBuf],
}

/// Compiles code to a shared library, unless the store has the result.
///
/// # Errors
///
/// The reason why it cannot be compiled.
pub(super) fn build(request: &Request<'_>, store: &Store) -> Result<PathBuf, Failure> {
    let prelude = prelude();
    let includes = include_lines(request.headers);
    let own_dirs = request.own_dirs();
    let parts: [&str; 5] = [
        &request.compiler.identity,
        &prelude,
        &includes,
        &request.unit.identity,
        &format!("{own_dirs:?}"),
    ];
    let name = name(&parts, "so");
    if let Some(path) = store.find(&name) {
        return Ok(path);
    }
    let _lock = store.lock(&name);
    if let Some(path) = store.find(&name) {
        return Ok(path);
    }
    let header = precompile(request.compiler, &prelude, store)?;
    let libraries = stand_ins(request.compiler, store)?;
    let work = store
        .work_folder()
        .map_err(Failure::cannot("write in", store.folder()))?;
    let work = work.path();
    let source = work.join("code.cpp");
    fs::write(&source, includes + &request.unit.text).map_err(Failure::cannot("write", &source))?;
    let made = work.join("code.so");
    let mut arguments = own_dirs;
    arguments.extend(flags(["-include"], &header));
    arguments.extend(flags(["-x", "c++"], &source));
    let rule = work.join("dependencies");
    arguments.extend(["-x", "none", "-shared"].map(OsString::from));
    arguments.extend(dependency_flags(&rule));
    arguments.push("-Wl,--no-as-needed".into());
    arguments.extend(libraries.into_iter().map(OsString::from));
    request.compiler.run(
        "a library of the C++ code in pattern files",
        arguments,
        &made,
    )?;
    let dependencies = read_dependencies(&rule, &[&source, &header])?;
    let kept = store.keep(&made, &name, dependencies);
    kept.map_err(Failure::cannot("write in", store.folder()))
}

/// Finds what [`precompile`] has made in this run or an earlier one.
pub(super) fn find_precompiled(
    compiler: &Compiler,
    prelude: &str,
    store: &Store,
) -> Option<PathBuf> {
    let header = header_name(compiler, prelude);
    store.find(&precompiled_name(&header))?;
    store.write_timeless(&header, prelude.as_bytes()).ok()
}

/// Precompiles the prelude, unless the store has the result. Returns the path
/// of the header, beside which the compiler finds the precompiled one.
fn precompile(compiler: &Compiler, prelude: &str, store: &Store) -> Result<PathBuf, Failure> {
    let header = header_name(compiler, prelude);
    let name = precompiled_name(&header);
    let _lock = store.lock(&name);
    let header = store
        .write_timeless(&header, prelude.as_bytes())
        .map_err(Failure::cannot("write in", store.folder()))?;
    if store.find(&name).is_some() {
        return Ok(header);
    }
    let disagrees = format!("{name}.disagrees");
    if store.path(&disagrees).exists() {
        return Err(Failure::Disagrees);
    }
    // A damaged file must not be read.
    cache::remove(&store.path(&name));
    let work = store
        .work_folder()
        .map_err(Failure::cannot("write in", store.folder()))?;
    let work = work.path();
    let made = work.join("prelude.gch");
    let what = "a precompiled header of MLIR, which is kept for the next runs";
    let run = |more: &[&str]| {
        let more = more.iter().map(OsString::from);
        let arguments = more.chain(flags(["-x", "c++-header"], &header));
        compiler.run(what, arguments, &made)
    };
    let mut done = run(&[INSTANTIATE]);
    if matches!(&done, Err(Failure::Refused(text)) if text.contains(INSTANTIATE)) {
        done = run(&[]);
    }
    if matches!(done, Err(Failure::Disagrees)) {
        // Otherwise, the next run asks again.
        let _ = store.write(&disagrees, b"");
    }
    done?;
    let kept = store.keep(&made, &name, Vec::new());
    kept.map_err(Failure::cannot("write in", store.folder()))?;
    Ok(header)
}

/// Lets clang instantiate the templates of a precompiled header once, and not for each
/// use of it, which would take four times as long. Other compilers refuse the option at
/// once.
const INSTANTIATE: &str = "-fpch-instantiate-templates";

impl Request<'_> {
    /// The options that find headers other than MLIR's. Without such headers,
    /// equal code from different folders is compiled once.
    fn own_dirs(&self) -> Vec<OsString> {
        let is_own = |header: &Header| matches!(header, Header::Own(_));
        if !self.unit.has_includes && !self.headers.iter().any(is_own) {
            return Vec::new();
        }
        include_flags(self.include_dirs)
    }
}

/// The options that find headers in these folders, as far as they exist.
pub(super) fn include_flags(folders: &[PathBuf]) -> Vec<OsString> {
    folders
        .iter()
        .filter_map(|folder| or_current(folder).canonicalize().ok())
        .flat_map(|folder| flags(["-I"], &folder))
        .collect()
}

/// The headers that users include.
pub(super) const NATIVE: &str = include_str!("../../../cpp-shim/include/pdll/Native.h");
pub(super) const TYPE_NAMES: &str = include_str!("../../../cpp-shim/include/pdll/TypeNames.h");
pub(super) const FUNCTION: &str = include_str!("../../../cpp-shim/include/pdll/NativeFunction.h");
pub(super) const REGISTRY: &str = include_str!("../../../cpp-shim/include/pdll/NativeRegistry.h");

/// The declarations that all code needs.
pub(super) fn prelude() -> String {
    const CODE: &str = include_str!("../../../cpp-shim/embedded/NativeCode.h");
    let builder = if is_mlir_from_clang() { "CLANG" } else { "GCC" };
    let mut text = format!("#define PDLL_MLIR_FROM_{builder}\n");
    for line in [TYPE_NAMES, NATIVE, FUNCTION, REGISTRY, CODE]
        .iter()
        .flat_map(|part| part.lines())
    {
        match line.strip_prefix("#include \"") {
            Some("embedded/Returned.inc\"") => text.push_str(support::RETURNED),
            Some("embedded/Named.inc\"") => text.push_str(support::NAMED),
            Some(own) if own.starts_with("pdll/") => {}
            _ => text.push_str(line),
        }
        text.push('\n');
    }
    text
}

/// Code that clang refuses if MLIR is from gcc, whose names of types it cannot spell.
/// [`prelude`] checks the names themselves.
pub(super) fn refusal() -> String {
    match is_mlir_from_clang() {
        true => String::new(),
        false => format!("#ifdef __clang__\n#error \"{OTHER_NAMES}\"\n#endif\n"),
    }
}

pub(super) fn include_lines(headers: &[Header]) -> String {
    let line = |header: &Header| {
        let (Header::Installed(path) | Header::Own(path)) = header;
        format!("#include \"{}\"\n", path.display())
    };
    headers.iter().map(line).collect()
}

/// The name of a result: a hash of all that it depends on.
fn name(parts: &[&str], ending: &str) -> String {
    let mut hasher = Hasher::new();
    for part in parts {
        hasher.update(&part.len().to_le_bytes());
        hasher.update(part.as_bytes());
    }
    format!("{}.{ending}", hasher.finalize())
}

fn header_name(compiler: &Compiler, prelude: &str) -> String {
    name(&[&compiler.identity, prelude, "timeless"], "h")
}

/// Where compilers look for the precompiled form of a header.
fn precompiled_name(header: &str) -> String {
    format!("{header}.gch")
}

pub(super) fn flags<const N: usize>(words: [&str; N], path: &Path) -> Vec<OsString> {
    let words = words.into_iter().map(OsString::from);
    words.chain([path.into()]).collect()
}

/// Empty libraries with the names of MLIR's. Linking them records that the code
/// needs MLIR, which the process has already; to search the real ones would
/// take longer than all the rest. A missing symbol is found when the code is
/// loaded.
fn stand_ins(compiler: &Compiler, store: &Store) -> Result<Vec<PathBuf>, Failure> {
    let folder = Path::new(env!("PDLL_LLVM_PREFIX")).join("lib");
    let mut made = Vec::new();
    for library in ["libMLIR.so", "libLLVM.so"] {
        // The loader knows the library by its name with the version.
        let path = folder.join(library);
        let path = path
            .canonicalize()
            .map_err(Failure::cannot("find", &path))?;
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let name = name(&[&compiler.identity, &file], "stand-in.so");
        made.push(match store.find(&name) {
            Some(path) => path,
            None => stand_in(compiler, store, &name, &file)?,
        });
    }
    Ok(made)
}

fn stand_in(
    compiler: &Compiler,
    store: &Store,
    name: &str,
    soname: &str,
) -> Result<PathBuf, Failure> {
    let work = store
        .work_folder()
        .map_err(Failure::cannot("write in", store.folder()))?;
    let made = work.path().join("stand-in.so");
    let mut arguments = flags(["-shared", "-x", "c++"], Path::new("/dev/null"));
    arguments.push(format!("-Wl,-soname,{soname}").into());
    compiler.run("an empty library", arguments, &made)?;
    let kept = store.keep(&made, name, Vec::new());
    kept.map_err(Failure::cannot("write in", store.folder()))
}

/// The options that make the compiler write a make rule of the files that it has
/// read to `rule`, without those of the system.
pub(super) fn dependency_flags(rule: &Path) -> Vec<OsString> {
    [vec!["-MMD".into()], flags(["-MF"], rule)].concat()
}

/// The files in a make rule that the compiler wrote, apart from ours and
/// MLIR's. `ours` are files, or folders with files.
pub(super) fn read_dependencies(rule: &Path, ours: &[&Path]) -> Result<Vec<PathBuf>, Failure> {
    let rule = fs::read_to_string(rule).map_err(Failure::cannot("read", rule))?;
    let (_, files) = rule.split_once(": ").unwrap_or_default();
    let files = split_rule(files);
    let installed = installed_include_dir();
    let is_other = |path: &PathBuf| {
        !path.starts_with(installed) && !ours.iter().any(|own| path.starts_with(own))
    };
    Ok(files
        .into_iter()
        .map(PathBuf::from)
        .filter(is_other)
        .collect())
}

/// The names in a make rule, without the escapes of blanks and signs.
fn split_rule(files: &str) -> Vec<String> {
    let mut names = vec![String::new()];
    let mut chars = files.chars().peekable();
    while let Some(c) = chars.next() {
        let next = chars.peek().copied();
        let last = names.last_mut().expect("there is always one");
        match (c, next) {
            ('\\', Some(escaped @ (' ' | '#'))) | ('$', Some(escaped @ '$')) => {
                last.push(escaped);
                chars.next();
            }
            ('\\', Some('\n')) => {}
            _ if c.is_whitespace() => names.push(String::new()),
            _ => last.push(c),
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

#[cfg(test)]
mod tests {
    use super::split_rule;

    #[test]
    fn names_in_rules_are_found() {
        assert_eq!(
            split_rule("a.cpp my\\ file.h \\\n b$$.h c\\#.h\n"),
            ["a.cpp", "my file.h", "b$.h", "c#.h"]
        );
    }
}
