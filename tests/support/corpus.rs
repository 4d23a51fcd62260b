//! The pattern files of the repository, taken apart.
//!
//! Every `.pdll` file counts, and every part of that name of a file for
//! split-file. Both are cut at `// -----`. Tests that move their parts to other
//! names are left out.

use super::{
    ours::Input,
    process::{llvm_includes, scratch},
};
use std::{
    fs, mem,
    path::{Path, PathBuf},
};

/// A part of a pattern file that is compiled by itself.
#[derive(Debug, Clone)]
pub(crate) struct Chunk {
    /// The file, and the line of it where the chunk starts, from 0.
    pub(crate) origin: String,
    pub(crate) first_line: u32,
    pub(crate) text: Vec<u8>,
    /// The file that the chunk is read as.
    pub(crate) path: PathBuf,
    pub(crate) include_dirs: Vec<PathBuf>,
}

/// All chunks, in a fixed order. `user` names the test that asks.
pub(crate) fn chunks(user: &str) -> Vec<Chunk> {
    chunks_of(user, "pdll")
}

/// Those of the files with another extension.
pub(crate) fn chunks_of(user: &str, extension: &str) -> Vec<Chunk> {
    let is_wanted = |path: &Path| path.extension().is_some_and(|end| end == extension);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let parts = scratch(&format!("{user}-parts"));
    let mut chunks = Vec::new();
    for folder in ["lit-tests", "examples"] {
        for file in files(&root.join(folder)) {
            let Ok(text) = fs::read(&file) else { continue };
            let origin = file.strip_prefix(root).unwrap_or(&file);
            let origin = origin.display().to_string();
            if moves_parts(&text) {
                continue;
            } else if is_for_split_file(&text) {
                let folder = parts.join(origin.replace('/', "-"));
                let parts = split_file(&origin, &text, &folder);
                chunks.extend(parts.into_iter().filter(|chunk| is_wanted(&chunk.path)));
            } else if is_wanted(&file) {
                chunks.extend(whole(origin, 0, text, file).cut());
            }
        }
    }
    assert!(!chunks.is_empty(), "there are pattern files to test with");
    chunks
}

/// The files below a folder, in a fixed order.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<_> = fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{} is readable: {error}", folder.display()))
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| !path.ends_with("Output"))
        .collect();
    entries.sort();
    let below = |path: PathBuf| match path.is_dir() {
        true => files(&path),
        false => vec![path],
    };
    entries.into_iter().flat_map(below).collect()
}

/// How the parts of a file for split-file start: `//--- name`, or with another
/// comment.
fn part_name(line: &str) -> Option<&str> {
    let name = line
        .strip_prefix("//--- ")
        .or_else(|| line.strip_prefix("#--- "))?;
    Some(name.trim())
}

fn is_for_split_file(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    text.contains("split-file") && text.lines().any(|line| part_name(line).is_some())
}

/// Whether a test makes more of its parts than split-file does.
fn moves_parts(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    let mut commands = text.lines().filter(|line| line.contains("RUN: "));
    commands.any(|line| line.contains(" mv "))
}

/// Does what split-file does, below `folder`.
fn split_file(origin: &str, text: &[u8], folder: &Path) -> Vec<Chunk> {
    let mut parts: Vec<(PathBuf, u32, Vec<u8>)> = Vec::new();
    for (index, line) in text.split_inclusive(|byte| *byte == b'\n').enumerate() {
        match part_name(&String::from_utf8_lossy(line)) {
            Some(name) => parts.push((folder.join(name), index as u32 + 1, Vec::new())),
            None => {
                if let Some((.., part)) = parts.last_mut() {
                    part.extend_from_slice(line);
                }
            }
        }
    }
    for (path, _, part) in &parts {
        fs::create_dir_all(path.parent().expect("a part is in a folder"))
            .and_then(|()| fs::write(path, part))
            .expect("the folder for temporary files is writable");
    }
    let mut folders = vec![folder.to_owned()];
    folders.extend(
        parts
            .iter()
            .filter_map(|(path, ..)| Some(path.parent()?.to_owned())),
    );
    folders.sort();
    folders.dedup();
    parts
        .into_iter()
        .flat_map(|(path, first_line, part)| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let origin = format!("{origin}, part {name}");
            let mut chunk = whole(origin, first_line, part, path);
            chunk.include_dirs.extend(folders.iter().cloned());
            chunk.cut()
        })
        .collect()
}

/// A file that is not cut yet.
fn whole(origin: String, first_line: u32, text: Vec<u8>, path: PathBuf) -> Chunk {
    let folder = path.parent().unwrap_or(Path::new("."));
    Chunk {
        include_dirs: vec![folder.to_owned(), folder.join("Inputs"), llvm_includes()],
        origin,
        first_line,
        text,
        path,
    }
}

impl Chunk {
    /// Where it is from, in words.
    pub(crate) fn name(&self) -> String {
        format!("{}, from line {}", self.origin, self.first_line + 1)
    }

    pub(crate) fn input(&self) -> Input<'_> {
        Input {
            path: &self.path,
            text: &self.text,
            include_dirs: &self.include_dirs,
        }
    }

    /// Cuts it at `// -----`.
    pub(crate) fn cut(mut self) -> Vec<Self> {
        let text = mem::take(&mut self.text);
        let chunk = |first_line| Self {
            first_line,
            ..self.clone()
        };
        let mut chunks = vec![chunk(self.first_line)];
        for (index, line) in text.split_inclusive(|byte| *byte == b'\n').enumerate() {
            if line.starts_with(b"// -----") {
                chunks.push(chunk(self.first_line + index as u32 + 1));
            } else if let Some(last) = chunks.last_mut() {
                last.text.extend_from_slice(line);
            }
        }
        chunks
    }
}
