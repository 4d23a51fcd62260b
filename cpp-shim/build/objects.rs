//! Keeps the objects of the shim while nothing that they are made of changes: the
//! source, all headers that it includes, the compiler and its flags. Cargo runs the
//! build script again for any change, and to compile everything takes minutes.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use crate::Result;
use std::{
    collections::{BTreeMap, HashMap},
    env,
    ffi::OsStr,
    fmt::Write,
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
    time::SystemTime,
};

/// The objects of earlier runs, which stand in `OUT_DIR`. Whatever the list there says
/// about an object is true, also when a run ends in the middle.
pub(crate) struct Objects {
    list: PathBuf,
    kept: BTreeMap<PathBuf, Kept>,
    /// Hashes of the contents of files; of one that cannot be read, nothing.
    contents: HashMap<PathBuf, Option<u64>>,
}

struct Kept {
    object: PathBuf,
    /// What it was made of, if that is certain.
    key: Option<u64>,
}

/// Sources that the same compiler compiles, and what is left to compile.
pub(crate) struct Group {
    compiler: cc::Build,
    /// Hashes the compiler and its flags.
    command: u64,
    sources: Vec<PathBuf>,
    changed: Vec<PathBuf>,
}

impl Group {
    pub(crate) fn changed(&self) -> usize {
        self.changed.len()
    }
}

impl Objects {
    /// Reads the list of the last run. Without one, nothing is kept.
    pub(crate) fn load(output_dir: &Path) -> Self {
        let list = output_dir.join("objects.txt");
        let text = fs::read_to_string(&list).unwrap_or_default();
        Objects {
            list,
            kept: text.lines().filter_map(parse).collect(),
            contents: HashMap::new(),
        }
    }

    /// Finds out which of `sources` to compile. All of them begin with `header`, which
    /// may be precompiled: then objects do not tell what is in it.
    pub(crate) fn group(
        &mut self,
        mut compiler: cc::Build,
        header: &Path,
        sources: Vec<PathBuf>,
    ) -> Result<Group> {
        let tool = compiler.try_get_compiler()?;
        let output = |arguments: &[&OsStr]| -> Result<String> {
            let output = tool.to_command().args(arguments).output()?;
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        };
        let mut hasher = DefaultHasher::new();
        hash_command(&tool, &mut hasher);
        output(&["--version".as_ref()])?.hash(&mut hasher);
        let rule = output(&["-M".as_ref(), "-w".as_ref(), header.as_ref()])?;
        self.dependencies(&rule, 0).hash(&mut hasher);
        let command = hasher.finish();
        // Writes beside each object what it depends on.
        compiler.flag("-MD");
        let mut changed = sources.clone();
        changed.retain(|source| !self.is_kept(source, command));
        Ok(Group {
            compiler,
            command,
            sources,
            changed,
        })
    }

    fn is_kept(&mut self, source: &Path, command: u64) -> bool {
        let Some(Kept { object, key }) = self.kept.get(source) else {
            return false;
        };
        let (object, key) = (object.clone(), *key);
        key.is_some() && object.exists() && self.key(&object, command) == key
    }

    /// Compiles what has changed, and returns the objects of all sources.
    pub(crate) fn compile(&mut self, group: Group) -> Result<Vec<PathBuf>> {
        let Group {
            mut compiler,
            command,
            sources,
            changed,
        } = group;
        if !changed.is_empty() {
            // An error may end this when some objects are new ones already.
            self.kept.retain(|source, _| !changed.contains(source));
            self.save()?;
            let start = SystemTime::now();
            let objects = compiler.files(&changed).try_compile_intermediates()?;
            for (source, object) in changed.into_iter().zip(objects) {
                let key = self.key(&object, command);
                // Somebody may have saved a file in the meantime.
                let key = key.filter(|_| !self.is_changed_since(start, &object));
                let kept = Kept { object, key };
                self.kept.insert(source, kept);
            }
            self.save()?;
        }
        let objects = sources
            .iter()
            .map(|source| self.kept[source].object.clone());
        Ok(objects.collect())
    }

    /// Writes the list for the next run.
    fn save(&self) -> Result<()> {
        let mut text = String::new();
        for (source, Kept { object, key }) in &self.kept {
            if let Some(key) = key {
                writeln!(text, "{key} {} {}", source.display(), object.display())?;
            }
        }
        Ok(fs::write(&self.list, text)?)
    }

    /// Hashes what an object depends on, as the compiler has written it down.
    fn key(&mut self, object: &Path, command: u64) -> Option<u64> {
        let rule = fs::read_to_string(object.with_extension("d")).ok()?;
        self.dependencies(&rule, command)
    }

    /// Whether somebody has written what an object depends on since then.
    fn is_changed_since(&self, start: SystemTime, object: &Path) -> bool {
        let rule = fs::read_to_string(object.with_extension("d")).unwrap_or_default();
        files(&rule).into_iter().flatten().any(|file| {
            let written = fs::metadata(file).and_then(|metadata| metadata.modified());
            written.is_ok_and(|written| written > start)
        })
    }

    /// Hashes what a rule for `make` names, or nothing if a file cannot be read.
    fn dependencies(&mut self, rule: &str, command: u64) -> Option<u64> {
        let mut hasher = DefaultHasher::new();
        command.hash(&mut hasher);
        for file in files(rule)? {
            self.content(file)?.hash(&mut hasher);
        }
        Some(hasher.finish())
    }

    fn content(&mut self, file: &Path) -> Option<u64> {
        if let Some(known) = self.contents.get(file) {
            return *known;
        }
        let hash = fs::read(file).ok().map(|bytes| {
            let mut hasher = DefaultHasher::new();
            bytes.hash(&mut hasher);
            hasher.finish()
        });
        self.contents.insert(file.to_owned(), hash);
        hash
    }
}

/// Hashes how a compiler is called. Most of the environment differs in every run; these
/// are the variables in which compilers find folders of headers.
fn hash_command(tool: &cc::Tool, hasher: &mut DefaultHasher) {
    let command = tool.to_command();
    command.get_program().hash(hasher);
    command
        .get_args()
        .for_each(|argument| argument.hash(hasher));
    for name in ["CPATH", "CPLUS_INCLUDE_PATH"] {
        env::var_os(name).hash(hasher);
    }
}

/// The files that a rule for `make` names after the colon; nothing if it is no rule. A precompiled header is there
/// only while something is compiled; what is in it follows from a header of the same name.
fn files(rule: &str) -> Option<impl Iterator<Item = &Path>> {
    let (_, files) = rule.split_once(": ")?;
    let words = files.split_ascii_whitespace();
    let files = words.filter(|word| *word != "\\" && !word.ends_with(".gch"));
    Some(files.map(Path::new))
}

fn parse(line: &str) -> Option<(PathBuf, Kept)> {
    let mut words = line.splitn(3, ' ');
    let key = Some(words.next()?.parse().ok()?);
    let source = words.next()?.into();
    let object = words.next()?.into();
    Some((source, Kept { object, key }))
}
