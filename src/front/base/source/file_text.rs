//! The text of a file, and what is found out about it when somebody asks.

use blake3::Hash;
use std::{
    fs, io,
    ops::{Deref, Range},
    os::unix::fs::MetadataExt,
    path::Path,
    sync::{Arc, OnceLock},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// The text of a file. Clones share it, and what is known about it.
#[derive(Debug, Clone, Default)]
pub struct FileText(Arc<Contents>);

#[derive(Debug, Default)]
struct Contents {
    text: String,
    invalid_at: Option<u32>,
    /// Most files need no message.
    line_starts: OnceLock<Vec<u32>>,
    hash: OnceLock<Hash>,
    td_includes: OnceLock<Vec<Range<usize>>>,
}

impl FileText {
    /// Decodes the bytes of a file. Each byte that belongs to no character becomes a
    /// blank, so that all others keep their places.
    pub fn decode(bytes: Vec<u8>) -> Self {
        let error = match String::from_utf8(bytes) {
            Ok(text) => return text.into(),
            Err(error) => error,
        };
        let mut text = String::with_capacity(error.as_bytes().len());
        for chunk in error.as_bytes().utf8_chunks() {
            text.push_str(chunk.valid());
            text.extend(chunk.invalid().iter().map(|_| ' '));
        }
        FileText(Arc::new(Contents {
            text,
            invalid_at: Some(error.utf8_error().valid_up_to() as u32),
            ..Contents::default()
        }))
    }

    /// The offset of the first byte that belongs to no character.
    pub fn invalid_at(&self) -> Option<u32> {
        self.0.invalid_at
    }

    /// A hash of the whole text.
    pub fn hash(&self) -> Hash {
        let compute = || blake3::hash(self.as_bytes());
        *self.0.hash.get_or_init(compute)
    }

    /// The places of the includes in a `.td` file, which `find` finds.
    pub(crate) fn td_includes(&self, find: fn(&str) -> Vec<Range<usize>>) -> &[Range<usize>] {
        self.0.td_includes.get_or_init(|| find(self))
    }

    /// Where lines start.
    pub(super) fn line_starts(&self) -> &[u32] {
        self.0.line_starts.get_or_init(|| {
            let ends = memchr::memchr_iter(b'\n', self.as_bytes());
            std::iter::once(0)
                .chain(ends.map(|at| at as u32 + 1))
                .collect()
        })
    }
}

impl Deref for FileText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0.text
    }
}

impl From<String> for FileText {
    fn from(text: String) -> Self {
        FileText(Arc::new(Contents {
            text,
            ..Contents::default()
        }))
    }
}

impl From<&str> for FileText {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

/// The state of a file on disk. If it is the same later, so are the file's bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stamp {
    number: FileNumber,
    size: u64,
    modified: (i64, i64),
    changed: (i64, i64),
}

/// Identifies a file, whatever paths lead to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FileNumber {
    device: u64,
    inode: u64,
}

/// File systems count time in steps, the longest of which is two seconds. A file that
/// changes twice in a step may have one stamp for both states.
const LONGEST_STEP: Duration = Duration::from_secs(2);

impl Stamp {
    /// The present state of a file.
    ///
    /// # Errors
    ///
    /// Those of the file system.
    pub fn of(path: &Path) -> io::Result<Self> {
        let found = fs::metadata(path)?;
        Ok(Stamp {
            number: FileNumber {
                device: found.dev(),
                inode: found.ino(),
            },
            size: found.size(),
            modified: (found.mtime(), found.mtime_nsec()),
            changed: (found.ctime(), found.ctime_nsec()),
        })
    }

    /// The file that it is about.
    pub fn number(&self) -> FileNumber {
        self.number
    }

    /// Whether a change after `now` leads to another stamp.
    pub fn is_settled(&self, now: SystemTime) -> bool {
        let now = now.duration_since(UNIX_EPOCH).unwrap_or_default();
        let last = self.modified.0.max(self.changed.0);
        u64::try_from(last).is_ok_and(|last| Duration::from_secs(last + 1) + LONGEST_STEP < now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_outside_of_characters_become_blanks() {
        let text = FileText::decode(b"a\xff\xfeb".to_vec());
        assert_eq!((&*text, text.invalid_at()), ("a  b", Some(1)));
        let text = FileText::decode("aü".into());
        assert_eq!((&*text, text.invalid_at()), ("aü", None));
    }

    #[test]
    fn a_file_that_has_just_changed_is_not_settled() {
        let file = tempfile::NamedTempFile::new().expect("the folder can be written");
        let stamp = Stamp::of(file.path()).expect("the file is there");
        let now = SystemTime::now();
        assert!(!stamp.is_settled(now));
        assert!(stamp.is_settled(now + Duration::from_secs(5)));
    }
}
