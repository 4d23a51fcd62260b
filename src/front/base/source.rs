//! Source files: their text, the places in it, and how an `#include` finds
//! files.
//!
//! All other modules name places by [`Span`]; only the renderers turn spans
//! into lines and columns.

mod file_text;
mod json;
mod literal;
pub mod open;
mod read_once;
mod recorder;
pub mod split;

pub use file_text::FileText;
pub use file_text::{FileNumber, Stamp};
pub use json::JsonRange;
pub use literal::StringLit;
pub use open::read_limited;
pub use read_once::ReadOnce;
pub use recorder::{Answer, Recorder};

use blake3::Hash;
use rustc_hash::FxHashMap;
use rustix::io::Errno;
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// A file in a [`SourceMap`]; by default the first.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(u32);

/// A half-open range of bytes in a file.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// Whether `part` lies in this range.
    pub fn contains(self, part: Span) -> bool {
        self.file == part.file && self.start <= part.start && part.end <= self.end
    }

    /// The range from the start of `self` to the end of `last`, which lies in
    /// the same file and does not end before `self` starts.
    #[must_use]
    pub fn to(self, last: Span) -> Span {
        debug_assert_eq!(self.file, last.file);
        Span {
            end: last.end.max(self.start),
            ..self
        }
    }

    /// The empty range at the start of `self`.
    #[must_use]
    pub fn at_start(self) -> Span {
        Span {
            end: self.start,
            ..self
        }
    }

    /// The last byte.
    #[must_use]
    pub fn at_last_byte(self) -> Span {
        let start = self.end.saturating_sub(1).max(self.start);
        Span { start, ..self }
    }

    /// The empty range after `self`.
    #[must_use]
    pub fn at_end(self) -> Span {
        Span {
            start: self.end,
            ..self
        }
    }
}

/// The start of the character that contains the byte at `offset`, or the end of
/// the text.
pub fn character_start(text: &str, offset: usize) -> usize {
    let mut places = (0..=offset.min(text.len())).rev();
    places
        .find(|place| text.is_char_boundary(*place))
        .unwrap_or_default()
}

/// The first end of a character that is not before `offset`, or the end of the
/// text.
pub fn character_end(text: &str, offset: usize) -> usize {
    let mut places = offset..text.len();
    places
        .find(|place| text.is_char_boundary(*place))
        .unwrap_or(text.len())
}

/// A line and a column, both counted from 1. Columns count bytes, as LLVM's do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The byte column.
    pub column: u32,
}

/// The text of one file, and where its lines start.
#[derive(Debug, Clone)]
pub struct SourceFile {
    name: String,
    text: FileText,
    included_at: Option<Span>,
    first_line: u32,
    /// The only place that is known of a file that could not be read. It has no
    /// text.
    unread_at: Option<Position>,
}

impl SourceFile {
    /// The name under which the file was found, for messages and locations.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The whole text, which is not copied.
    pub(crate) fn shared_text(&self) -> &FileText {
        &self.text
    }

    /// Whether the text is known.
    pub fn is_read(&self) -> bool {
        self.unread_at.is_none()
    }

    /// A hash of the whole text.
    pub fn hash(&self) -> Hash {
        self.text.hash()
    }

    /// The place of the `#include` that brought the file in.
    pub fn included_at(&self) -> Option<Span> {
        self.included_at
    }

    /// The position of a byte. An offset after the end counts as the end.
    pub fn position(&self, offset: u32) -> Position {
        if let Some(place) = self.unread_at {
            return place;
        }
        let offset = offset.min(self.text.len() as u32);
        let line_starts = self.text.line_starts();
        let line = line_starts.partition_point(|start| *start <= offset) - 1;
        Position {
            line: line as u32 + self.first_line,
            column: offset - line_starts[line] + 1,
        }
    }

    /// The text of the line that holds `offset`, without its line ending.
    pub fn line_text(&self, offset: u32) -> &str {
        let line = (self.position(offset).line - self.first_line) as usize;
        let line_starts = self.text.line_starts();
        let start = line_starts[line] as usize;
        let end = line_starts
            .get(line + 1)
            .map_or(self.text.len(), |next| *next as usize);
        self.text[start..end].trim_end_matches(['\n', '\r'])
    }

    /// The offset of a position, or `None` when there is no such line.
    pub fn offset(&self, position: Position) -> Option<u32> {
        if let Some(place) = self.unread_at {
            return (place == position).then_some(0);
        }
        let line = position.line.checked_sub(self.first_line)? as usize;
        let line_starts = self.text.line_starts();
        let start = *line_starts.get(line)?;
        let end = line_starts
            .get(line + 1)
            .map_or(self.text.len() as u32, |next| next - 1);
        let mut offset = (start + position.column.saturating_sub(1)).min(end);
        while !self.text.is_char_boundary(offset as usize) {
            offset -= 1;
        }
        Some(offset)
    }
}

/// A place, which is equal to itself if its file was read twice.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StablePlace {
    name: String,
    contents: Hash,
    offset: u32,
}

/// All files of one run.
#[derive(Debug, Default, Clone)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    /// Adds a file. Text beyond 4 GiB is out of reach of a [`Span`]; the
    /// loaders refuse such files.
    pub fn add(
        &mut self,
        name: impl Into<String>,
        text: impl Into<FileText>,
        included_at: Option<Span>,
    ) -> FileId {
        self.add_part(name, text, included_at, 1)
    }

    /// Adds a part of a file whose first line has the number `first_line`, as
    /// the chunks of a split input are.
    pub fn add_part(
        &mut self,
        name: impl Into<String>,
        text: impl Into<FileText>,
        included_at: Option<Span>,
        first_line: u32,
    ) -> FileId {
        self.push(SourceFile {
            name: name.into(),
            text: text.into(),
            included_at,
            first_line,
            unread_at: None,
        })
    }

    /// Adds a place in a file that cannot be read, or that has no such place.
    pub fn add_unread(&mut self, name: impl Into<String>, place: Position) -> Span {
        let file = self.push(SourceFile {
            name: name.into(),
            text: FileText::default(),
            included_at: None,
            first_line: 1,
            unread_at: Some(place),
        });
        self.whole(file)
    }

    fn push(&mut self, file: SourceFile) -> FileId {
        self.files.push(file);
        FileId(self.files.len() as u32 - 1)
    }

    /// The file with an id of this map.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// The first file of that name whose text is known.
    pub fn find(&self, name: &str) -> Option<FileId> {
        self.files
            .iter()
            .position(|file| file.is_read() && file.name == name)
            .map(|index| FileId(index as u32))
    }

    /// The span over the whole file.
    pub fn whole(&self, id: FileId) -> Span {
        Span {
            file: id,
            start: 0,
            end: self.file(id).text.len() as u32,
        }
    }

    /// The span of the character that starts at `start`, which is empty at the
    /// end of the file.
    pub fn character(&self, id: FileId, start: u32) -> Span {
        let rest = self.file(id).text.get(start as usize..);
        let length = rest.and_then(|rest| rest.chars().next());
        Span {
            file: id,
            start,
            end: start + length.map_or(0, char::len_utf8) as u32,
        }
    }

    /// What two places have in common, in whatever order their files were read, if
    /// they are the same: the name and the contents of the file, and the offset.
    /// Texts in memory may have the same name.
    pub fn stable_place(&self, span: Span) -> StablePlace {
        let file = self.file(span.file);
        StablePlace {
            name: file.name.clone(),
            contents: file.hash(),
            offset: span.start,
        }
    }

    /// The text under a span.
    pub fn text(&self, span: Span) -> &str {
        &self.file(span.file).text[span.start as usize..span.end as usize]
    }

    /// The position of the first byte of a span.
    pub fn position(&self, span: Span) -> Position {
        self.file(span.file).position(span.start)
    }

    /// The files in the order in which they were added.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files
            .iter()
            .enumerate()
            .map(|(index, file)| (FileId(index as u32), file))
    }
}

/// A file that a [`Loader`] has found.
#[derive(Debug)]
pub struct Loaded {
    /// The file's text.
    pub text: FileText,
    /// A path that is the same for every path that leads to this file.
    pub identity: PathBuf,
}

/// Where files come from. Only the implementation [`Disk`] touches the file
/// system.
pub trait Loader {
    /// Reads a file that something names which the user has not written: a pattern
    /// file, or a folder.
    ///
    /// # Errors
    ///
    /// The errors of the medium. After [`io::ErrorKind::NotFound`], a search
    /// goes on in the next include directory.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// Reads what the user names, which may be more than a file.
    ///
    /// # Errors
    ///
    /// As [`Loader::read`].
    fn read_named(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.read(path)
    }

    /// Returns a path that is the same for every path that leads to this file, or
    /// `None` if there is no such path. Does not read the file.
    fn identity(&self, path: &Path) -> Option<PathBuf>;

    /// Reads a file of text. A loader that knows the text already may share it.
    ///
    /// # Errors
    ///
    /// As [`Loader::read`].
    fn text(&self, path: &Path) -> io::Result<FileText> {
        self.read(path).map(FileText::decode)
    }

    /// Reads a file of text, and finds its identity. A file without one is known by its
    /// path.
    ///
    /// # Errors
    ///
    /// As [`Loader::read`].
    fn load(&self, path: &Path) -> io::Result<Loaded> {
        let text = self.text(path)?;
        let identity = self.identity(path).unwrap_or_else(|| path.to_owned());
        Ok(Loaded { text, identity })
    }

    /// Returns the paths of files below a folder that have that extension,
    /// relative to the folder, for suggestions. Looks at `most` files at most.
    fn files_below(&self, _folder: &Path, _extension: &Path, _most: usize) -> Vec<PathBuf> {
        Vec::new()
    }
}

/// The paths at which the file that an include names may be, in the folders
/// `places`. One that starts with `/` may be below each of them, too.
pub(crate) fn candidates(name: &str, places: &[impl AsRef<Path>]) -> Vec<PathBuf> {
    let below = name.trim_start_matches('/');
    let itself = (below != name).then(|| PathBuf::from(name));
    let places = places.iter().map(|place| place.as_ref().join(below));
    itself.into_iter().chain(places).collect()
}

/// The reason why a file cannot be read or written.
pub fn io_reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        io::ErrorKind::IsADirectory => "it is a directory".to_owned(),
        io::ErrorKind::PermissionDenied => "permission is denied".to_owned(),
        _ if error.raw_os_error() == Some(Errno::BADF.raw_os_error()) => "it is closed".to_owned(),
        _ => {
            let text = error.to_string();
            text.split(" (os error").next().unwrap_or(&text).to_owned()
        }
    }
}

/// The reason why a file that the user names cannot be read.
pub fn load_reason(path: &Path, error: &io::Error) -> String {
    // Options of passes, and names in pattern files, are text: other bytes have
    // been replaced by this character.
    let is_replaced = path.to_str().is_some_and(|name| name.contains('\u{FFFD}'));
    if error.kind() == io::ErrorKind::NotFound && is_replaced {
        return "a file name must be UTF-8 here; rename the file or folder".to_owned();
    }
    io_reason(error)
}

/// Loads from the file system.
#[derive(Debug, Clone, Copy, Default)]
pub struct Disk;

impl Loader for Disk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        open::read(path)
    }

    fn read_named(&self, path: &Path) -> io::Result<Vec<u8>> {
        open::read_named(path)
    }

    fn identity(&self, path: &Path) -> Option<PathBuf> {
        fs::canonicalize(path).ok()
    }

    fn files_below(&self, folder: &Path, extension: &Path, most: usize) -> Vec<PathBuf> {
        FilesBelow::find(folder, extension, most).files
    }
}

/// The files below a folder that have an extension.
pub struct FilesBelow {
    /// Their paths, relative to the folder.
    pub files: Vec<PathBuf>,
    /// Whether there is more in the folder than was looked at.
    pub is_cut_off: bool,
}

impl FilesBelow {
    /// Looks at `most` files and folders at most. Does not follow links to folders,
    /// which may lead out of the folder, and around in circles.
    pub fn find(folder: &Path, extension: &Path, most: usize) -> Self {
        let (mut files, mut seen) = (Vec::new(), 0);
        let mut open = vec![folder.to_owned()];
        while let Some(next) = open.pop() {
            // What cannot be read holds no suggestions.
            for entry in open::read_dir(&next).into_iter().flatten().flatten() {
                seen += 1;
                if seen > most {
                    let is_cut_off = true;
                    return FilesBelow { files, is_cut_off };
                }
                let path = entry.path();
                if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                    open.push(path);
                } else if path.extension() == Some(extension.as_os_str())
                    && let Ok(below) = path.strip_prefix(folder)
                {
                    files.push(below.to_owned());
                }
            }
        }
        let is_cut_off = false;
        FilesBelow { files, is_cut_off }
    }
}

/// Loads from memory, for tests and for programs whose patterns are not in
/// files.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    files: FxHashMap<PathBuf, Vec<u8>>,
}

impl Memory {
    /// Adds a file. Replaces a file of the same path.
    #[must_use]
    pub fn with(mut self, path: impl Into<PathBuf>, bytes: impl Into<Vec<u8>>) -> Self {
        self.files.insert(path.into(), bytes.into());
        self
    }
}

impl Loader for Memory {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let bytes = self.files.get(path).ok_or(io::ErrorKind::NotFound)?;
        Ok(bytes.clone())
    }

    fn identity(&self, path: &Path) -> Option<PathBuf> {
        self.files.contains_key(path).then(|| path.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_and_bytes_from_one() {
        let mut sources = SourceMap::default();
        let id = sources.add("a.pdll", "ab\nü\r\n", None);
        let file = sources.file(id);
        let at = |offset| {
            let Position { line, column } = file.position(offset);
            (line, column)
        };
        assert_eq!(
            [at(0), at(2), at(3), at(5), at(7), at(99)],
            [(1, 1), (1, 3), (2, 1), (2, 3), (3, 1), (3, 1)]
        );
        assert_eq!(file.line_text(4), "ü");
        for offset in [0, 2, 3, 5, 7] {
            assert_eq!(file.offset(file.position(offset)), Some(offset));
        }
        assert_eq!(file.offset(Position { line: 9, column: 1 }), None);
    }

    #[test]
    fn places_in_files_that_cannot_be_read_keep_their_positions() {
        let mut sources = SourceMap::default();
        let place = Position { line: 7, column: 3 };
        let span = sources.add_unread("gone.mlir", place);
        assert_eq!(sources.position(span), place);
        let file = sources.file(span.file);
        assert_eq!(file.offset(place), Some(0));
        assert_eq!(file.offset(Position { line: 7, column: 4 }), None);
        assert_eq!(sources.find("gone.mlir"), None);
    }
}
