//! The constraints of all installed `.td` files.

use pdll::internals::{
    ods::{Constraint, Operation, Subject, TypeDef},
    session::Session,
    source::Disk,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    sync::OnceLock,
};

/// A constraint, and the file that defines it.
#[derive(Clone)]
pub(crate) struct Definition {
    pub(crate) constraint: Constraint,
    pub(crate) file: String,
}

/// The folder that holds the folder `mlir` with the definitions.
pub(crate) fn include_dir() -> PathBuf {
    Path::new(env!("PDLL_LLVM_PREFIX")).join("include")
}

/// What the files define.
#[derive(Default)]
struct Installed {
    constraints: Vec<Definition>,
    type_defs: Vec<(TypeDef, String)>,
    /// The C++ classes of attributes.
    attributes: BTreeSet<String>,
    operations: BTreeMap<String, Operation>,
}

/// All constraints with names, in a fixed order, and those of `library.td`.
/// Several files may define a name, each in its own way.
pub(crate) fn definitions() -> Vec<Definition> {
    installed().constraints.clone()
}

/// All types, by the names of their defs.
pub(crate) fn type_defs() -> Vec<TypeDef> {
    let defs = installed().type_defs.iter();
    defs.map(|(def, _)| def.clone()).collect()
}

/// The C++ classes of all attributes, in order.
pub(crate) fn attributes() -> &'static BTreeSet<String> {
    &installed().attributes
}

/// All operations, by their names.
pub(crate) fn operations() -> &'static BTreeMap<String, Operation> {
    &installed().operations
}

/// A type, and a file to include for it.
pub(crate) fn type_def(name: &str) -> Option<(&'static TypeDef, &'static str)> {
    let mut defs = installed().type_defs.iter();
    let (def, file) = defs.find(|(def, _)| def.name == name)?;
    Some((def, file))
}

/// The headers that this MLIR has.
pub(crate) fn existing<'h>(headers: &'h [&'h str]) -> impl Iterator<Item = &'h str> {
    let headers = headers.iter().copied();
    headers.filter(|header| include_dir().join(header).exists())
}

fn installed() -> &'static Installed {
    static INSTALLED: OnceLock<Installed> = OnceLock::new();
    INSTALLED.get_or_init(read)
}

fn read() -> Installed {
    let root = include_dir();
    let mut files = Vec::new();
    find(&root.join("mlir"), &mut files);
    files.sort();
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    files.push(own.join("cpp-shim/runtime/predicates/library.td"));
    files.push(own.join("src/front/std/DialectTypes.td"));
    let mut seen = BTreeSet::new();
    let mut definitions = Vec::new();
    let mut type_defs = BTreeMap::new();
    let mut attributes = BTreeSet::new();
    let mut operations = BTreeMap::new();
    for file in files {
        let name = file.strip_prefix(&root).unwrap_or(&file).display();
        let mut session = Session::new(&Disk, Vec::new());
        let text = format!("#include \"{name}\"\n");
        let main = session.sources.add("all.pdll", text, None);
        // Some files are pieces of others, and refused by themselves.
        let program = session.parse(main);
        for def in program.ods.type_defs() {
            let entry = type_defs.entry(def.name.clone());
            entry.or_insert_with(|| (def.clone(), name.to_string()));
        }
        let classes = program.ods.attr_defs().map(TypeDef::qualified_class);
        attributes.extend(classes.map(str::to_owned));
        for operation in program.ods.operations() {
            operations.insert(operation.name.to_string(), operation.clone());
        }
        for constraint in program.ods.constraints() {
            let place = session.sources.file(constraint.span.file).name().to_owned();
            let subject = subject(constraint.subject);
            let key = (
                constraint.name.clone(),
                subject,
                constraint.condition.clone(),
            );
            if seen.insert(key) {
                definitions.push(Definition {
                    constraint: constraint.clone(),
                    file: place,
                });
            }
        }
    }
    definitions.sort_by(|a, b| key(a).cmp(&key(b)));
    Installed {
        constraints: definitions,
        type_defs: type_defs.into_values().collect(),
        attributes,
        operations,
    }
}

fn key(definition: &Definition) -> (&str, &str, &str) {
    let constraint = &definition.constraint;
    (
        &constraint.name,
        subject(constraint.subject),
        &constraint.condition,
    )
}

fn subject(subject: Subject) -> &'static str {
    match subject {
        Subject::Attribute => "attribute",
        Subject::Type => "type",
        Subject::Operation => "operation",
    }
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is installed") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            find(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "td") {
            files.push(path);
        }
    }
}
