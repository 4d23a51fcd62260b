//! Plugins of mlir-opt that contain patterns.
//!
//! A plugin consists of the shim without the Rust library, the patterns as
//! bytecode, and their native functions.

use super::{
    Definition, build,
    compiler::{Compiler, Failure},
    folders, headers, messages, no_folder, source,
    store::{Store, WorkFolder},
};
use crate::{
    back::emit_cpp, base::diagnostic::Diagnostic, code::text::literal,
    front::contract::TYPE_PREDICATES, library::session::Session, mlir::ffi::pattern_set::Natives,
};
use smol_str::SmolStr;
use std::{
    collections::BTreeSet,
    env,
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
};

/// The parts of a plugin.
pub(crate) struct Plugin<'a> {
    /// The name of its pass.
    pub(crate) pass: &'a str,
    /// The files with its patterns.
    pub(crate) files: &'a [PathBuf],
    /// The module of its patterns.
    pub(crate) bytecode: &'a [u8],
    /// Native functions that pattern files define.
    pub(crate) definitions: &'a [Definition],
    /// C++ files with native functions.
    pub(crate) natives: &'a [PathBuf],
    /// Whether the plugin takes MLIR from the program that loads it, rather
    /// than from the shared library.
    pub(crate) has_static_host: bool,
    /// The dialects that the code may need.
    pub(crate) dialects: &'a BTreeSet<SmolStr>,
    /// More folders in which code finds headers.
    pub(crate) include_dirs: &'a [PathBuf],
}

/// A plugin in a work folder, which is removed with this value, or by a later run
/// if this process is killed.
pub(crate) struct Library {
    folder: WorkFolder,
    /// The folder is in it.
    _store: Store,
    /// The headers that its C++ code includes, without those of MLIR and of the
    /// system.
    pub(crate) headers: Vec<PathBuf>,
}

impl Library {
    /// The path of the plugin. Whoever loads it runs code of the pattern files.
    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join(PLUGIN_FILE)
    }
}

impl Plugin<'_> {
    /// Compiles the plugin.
    ///
    /// # Errors
    ///
    /// The reasons why it cannot be compiled.
    pub(crate) fn build(&self, session: &Session<'_>) -> Result<Library, Vec<Diagnostic>> {
        let one = |message: String| vec![Diagnostic::error_without_place(message)];
        let definitions = self.definitions.iter();
        let unusable: Vec<_> = definitions
            .filter_map(|definition| emit_cpp::check(&definition.native))
            .collect();
        if !unusable.is_empty() {
            return Err(unusable);
        }
        let store = Store::open().map_err(|error| one(no_folder(&error)))?;
        let folder = store
            .work_folder()
            .map_err(|error| one(no_folder(&error)))?;
        let made = Compiler::with_agreeing(|compiler| {
            self.compile(compiler, &store, folder.path(), session)
        });
        let headers = made
            .map_err(|failure| messages::of_failure(failure, self.definitions, &session.sources))?;
        Ok(Library {
            folder,
            _store: store,
            headers,
        })
    }

    /// The native functions of the plugin, for checks of its patterns. This
    /// loads C++ files, but no code of pattern files.
    ///
    /// # Errors
    ///
    /// The reason why two functions do not fit together, or why the C++ files
    /// cannot be loaded.
    pub(crate) fn functions(&self, library: &Library) -> Result<Natives, String> {
        let mut natives = Natives::new();
        for definition in self.definitions {
            definition.declare(&mut natives, ORIGIN)?;
        }
        if !self.natives.is_empty() {
            let path = library.folder.path().join(LISTING_FILE);
            natives.load(&path.display().to_string(), ORIGIN)?;
        }
        Ok(natives)
    }

    /// Returns the headers that the C++ code includes.
    fn compile(
        &self,
        compiler: &Compiler,
        store: &Store,
        work: &Path,
        session: &Session<'_>,
    ) -> Result<Vec<PathBuf>, Failure> {
        let mut folders = folders(self.definitions, self.include_dirs);
        folders.push(public_headers(work).map_err(Failure::cannot("write in", work))?);
        let mut flags = build::include_flags(&folders);
        flags.push("-c".into());
        let mut used = BTreeSet::new();
        let header = self.prelude(compiler, store, work)?;
        let unit = self.compile_unit(compiler, &flags, &header, work, session, &mut used)?;
        let natives = self.compile_natives(compiler, &flags, work, &mut used)?;
        if !natives.is_empty() {
            self.link_listing(compiler, &flags, &natives, work)?;
        }
        let objects = [vec![unit], natives].concat();
        self.link(compiler, &objects, work)?;
        Ok(used.into_iter().collect())
    }

    /// Compiles the C++ files. Returns the object files, and adds the headers to
    /// `used`.
    fn compile_natives(
        &self,
        compiler: &Compiler,
        flags: &[OsString],
        work: &Path,
        used: &mut BTreeSet<PathBuf>,
    ) -> Result<Vec<PathBuf>, Failure> {
        let mut objects = Vec::new();
        for (number, native) in self.natives.iter().enumerate() {
            let object = work.join(format!("native{number}.o"));
            let source = native
                .canonicalize()
                .map_err(Failure::cannot("read", native))?;
            let rule = work.join("dependencies");
            let mut arguments = flags.to_vec();
            arguments.push(format!("-DpdllGetNativeLibrary={}", library_function(number)).into());
            arguments.extend(build::dependency_flags(&rule));
            // The file may include MLIR's headers before ours.
            arguments.extend(["-include", "pdll/TypeNames.h"].map(OsString::from));
            arguments.extend(build::flags(["-x", "c++"], &source));
            let what = format!("an object file of `{}`", native.display());
            compiler.run(&what, arguments, &object)?;
            used.extend(build::read_dependencies(&rule, &[&source, work])?);
            objects.push(object);
        }
        Ok(objects)
    }

    /// Links a library that has only the functions of the C++ files. Loading it
    /// lists them; code of pattern files must not run for that.
    fn link_listing(
        &self,
        compiler: &Compiler,
        flags: &[OsString],
        natives: &[PathBuf],
        work: &Path,
    ) -> Result<(), Failure> {
        let source = work.join("listing.cpp");
        let (declarations, calls) = self.registrations();
        let text = [
            "#include \"pdll/Native.h\"\n",
            &declarations,
            REGISTRATION_START,
            &calls,
            REGISTRATION_END,
        ];
        fs::write(&source, text.concat()).map_err(Failure::cannot("write", &source))?;
        let object = work.join("listing.o");
        let mut arguments = flags.to_vec();
        arguments.extend(build::flags(["-x", "c++"], &source));
        compiler.run("the plugin", arguments, &object)?;
        let mut arguments = vec![OsString::from("-shared")];
        arguments.extend(natives.iter().chain([&object]).map(OsString::from));
        arguments.extend(link_mlir());
        compiler.run("the plugin", arguments, &work.join(LISTING_FILE))
    }

    /// Compiles our own C++ source. Returns the object file, and adds the headers
    /// to `used`.
    fn compile_unit(
        &self,
        compiler: &Compiler,
        flags: &[OsString],
        header: &Path,
        work: &Path,
        session: &Session<'_>,
        used: &mut BTreeSet<PathBuf>,
    ) -> Result<PathBuf, Failure> {
        let unit = work.join("plugin.cpp");
        let includes = build::include_lines(&headers::all(session));
        fs::write(&unit, includes + &self.unit(session))
            .map_err(Failure::cannot("write", &unit))?;
        let rule = work.join("dependencies");
        let object = work.join("plugin.o");
        let mut arguments = flags.to_vec();
        arguments.extend(build::dependency_flags(&rule));
        arguments.extend(build::flags(["-include"], header));
        arguments.extend(build::flags(["-x", "c++"], &unit));
        compiler.run("an object file of the patterns", arguments, &object)?;
        used.extend(build::read_dependencies(&rule, &[work, header])?);
        Ok(object)
    }

    /// The header with the declarations that the source needs. If an earlier run has
    /// precompiled it, compiling takes a tenth of the time. A plugin alone is not worth
    /// that: with gcc, it takes longer than the plugin.
    fn prelude(&self, compiler: &Compiler, store: &Store, work: &Path) -> Result<PathBuf, Failure> {
        let prelude = match self.definitions {
            // Without code, nothing needs MLIR's headers.
            [] if self.natives.is_empty() => build::NATIVE.to_owned(),
            [] => build::refusal() + build::NATIVE,
            _ => build::prelude(),
        };
        if let Some(header) = build::find_precompiled(compiler, &prelude, store) {
            return Ok(header);
        }
        let header = work.join("prelude.h");
        fs::write(&header, prelude).map_err(Failure::cannot("write", &header))?;
        Ok(header)
    }

    fn link(&self, compiler: &Compiler, objects: &[PathBuf], work: &Path) -> Result<(), Failure> {
        // Only these symbols are visible, and ours come first for us: the
        // process may contain other copies of the shim.
        let exports = work.join("exports");
        fs::write(
            &exports,
            "{ global: mlirGetPassPluginInfo; pdllGetNativeLibrary; local: *; };\n",
        )
        .map_err(Failure::cannot("write", &exports))?;
        let mut arguments = vec![OsString::from("-shared")];
        arguments.extend(objects.iter().map(OsString::from));
        arguments.extend(archives()?.into_iter().map(OsString::from));
        arguments.extend(["-s", "-Wl,--gc-sections", "-Wl,-Bsymbolic"].map(OsString::from));
        arguments.extend(linker_option("--version-script", &exports));
        let made = work.join(PLUGIN_FILE);
        // With MLIR, the linker reports functions that nothing defines.
        let with_mlir = arguments.iter().cloned().chain(link_mlir());
        compiler.run("the plugin", with_mlir, &made)?;
        if self.has_static_host {
            compiler.run("the plugin", arguments, &made)?;
        }
        Ok(())
    }

    /// The C++ source.
    fn unit(&self, session: &Session<'_>) -> String {
        let (mut unit, registrations) = source::functions(self.definitions, &session.sources);
        unit.own(0);
        unit.code(&headerless(PLUGIN));
        let (declarations, calls) = self.registrations();
        unit.code(&declarations);
        unit.code(REGISTRATION_START);
        if !self.definitions.is_empty() {
            unit.code("::pdll::NativeRegistry registry(api, functions);\n");
            unit.append(registrations);
        }
        unit.code(&calls);
        unit.code(REGISTRATION_END);
        if self.takes_types_apart() {
            unit.code(&emit_cpp::support::offer_types());
        }
        unit.code(&self.tables());
        unit.code(ENTRY);
        unit.finish().0
    }

    /// Whether the patterns call predicates of types: the bytecode has the names of
    /// functions as they are.
    fn takes_types_apart(&self) -> bool {
        let start = TYPE_PREDICATES.as_bytes();
        let mut places = self.bytecode.windows(start.len());
        places.any(|place| place == start)
    }

    /// The declarations of the functions that register those of the C++ files,
    /// and the calls of them.
    fn registrations(&self) -> (String, String) {
        let functions = || (0..self.natives.len()).map(library_function);
        let declare =
            |function| format!("extern \"C\" const PdllNativeLibrary *{function}(void);\n");
        let call = |function| format!("{function}()->registerFunctions(api, functions);\n");
        (
            functions().map(declare).collect(),
            functions().map(call).collect(),
        )
    }

    /// The tables that describe the plugin to the shim.
    fn tables(&self) -> String {
        let mut text = "static const char patterns[] =".to_owned();
        literal::bytes(&mut text, self.bytecode);
        text.push_str(";\nstatic const char *const dialects[] = {");
        for dialect in self.dialects {
            literal::string(&mut text, dialect.as_bytes());
            text.push_str(", ");
        }
        text.push_str("nullptr};\nstatic const PdllPlugin plugin = {");
        literal::string(&mut text, self.pass.as_bytes());
        text.push_str(", ");
        let files: Vec<_> = self
            .files
            .iter()
            .map(|file| file.file_name().unwrap_or_default().to_string_lossy())
            .collect();
        let about = format!("Apply the patterns of {}", files.join(", "));
        literal::string(&mut text, about.as_bytes());
        text.push_str(", ");
        let version = env!("PDLL_LLVM_VERSION").rsplitn(2, '.').last();
        literal::string(&mut text, version.unwrap_or_default().as_bytes());
        text.push_str(", patterns, sizeof(patterns) - 1, dialects, pdllGetNativeLibrary};\n");
        text
    }
}

/// The files in the folder of a library: the plugin, and the library that lists
/// functions of C++ files.
const PLUGIN_FILE: &str = "plugin.so";
const LISTING_FILE: &str = "listing.so";

/// The name of the functions' origin in messages.
const ORIGIN: &str = "the plugin";

/// The code around that which registers functions.
const REGISTRATION_START: &str = "PDLL_NATIVE_LIBRARY([]([[maybe_unused]] const PdllNativeApi \
     *api, [[maybe_unused]] PdllNativeRegistry *functions) {\n";
const REGISTRATION_END: &str = "})\n";

const PLUGIN: &str = include_str!("../../../cpp-shim/embedded/Plugin.h");

/// The entry point for mlir-opt.
const ENTRY: &str = r#"
struct PassPluginInfo {
  ::uint32_t version;
  const char *name;
  const char *pluginVersion;
  void (*registerPasses)();
};
extern "C" PDLL_EXPORT PassPluginInfo mlirGetPassPluginInfo() {
  return {pdllPluginFits(&plugin) ? 1u : 0u, plugin.pass, "1",
          [] { pdllPluginRegister(&plugin); }};
}
"#;

/// The name of the function of a C++ file with native functions. Each file has
/// another one.
fn library_function(number: usize) -> String {
    format!("pdllGetNativeLibrary_{number}")
}

/// The text of a header, without the includes of headers that the code has
/// already.
fn headerless(text: &str) -> String {
    let lines = text.lines();
    let lines = lines.filter(|line| !line.starts_with("#include \"pdll/"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Writes the headers that C++ files with native functions include. Returns
/// their folder.
fn public_headers(work: &Path) -> io::Result<PathBuf> {
    let folder = work.join("include");
    fs::create_dir_all(folder.join("pdll"))?;
    fs::write(folder.join("pdll/Native.h"), build::NATIVE)?;
    fs::write(folder.join("pdll/NativeFunction.h"), build::FUNCTION)?;
    fs::write(folder.join("pdll/NativeRegistry.h"), build::REGISTRY)?;
    fs::write(folder.join("pdll/TypeNames.h"), build::TYPE_NAMES)?;
    Ok(folder)
}

/// The options that link the shared library of MLIR.
fn link_mlir() -> Vec<OsString> {
    let mlir = Path::new(env!("PDLL_LLVM_PREFIX")).join("lib");
    let mut arguments = build::flags(["-L"], &mlir);
    arguments.extend(["-lMLIR", "-lLLVM", "-Wl,-z,defs"].map(OsString::from));
    arguments.extend(linker_option("-rpath", &mlir));
    arguments
}

/// An option of the linker with a path.
fn linker_option(name: &str, path: &Path) -> [OsString; 4] {
    [
        "-Xlinker".into(),
        name.into(),
        "-Xlinker".into(),
        path.into(),
    ]
}

/// The archives of the shim: those installed beside this program, or those of
/// the build.
fn archives() -> Result<[PathBuf; 2], Failure> {
    let names = ["libpdll_shim.a", "libpdll_predicates.a"];
    let program = env::current_exe().unwrap_or_default();
    let installed = program.parent().map(|bin| bin.join("../lib/pdll"));
    let folders = installed.into_iter().chain([env!("OUT_DIR").into()]);
    let mut archives = folders.map(|folder| names.map(|name| folder.join(name)));
    archives
        .find(|archives| archives.iter().all(|archive| archive.exists()))
        .ok_or_else(|| {
            Failure::Broken(format!(
                "cannot find `{}` and `{}`, which should be in `../lib/pdll` next to this program",
                names[0], names[1]
            ))
        })
}
