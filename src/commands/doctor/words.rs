//! Texts in a program that say what it can do. They are there even if it is stripped and
//! hides all its functions.

use memchr::memmem::{self, Finder};
use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
};

/// What the texts say.
#[derive(Debug, Default, Clone)]
pub(super) struct Words {
    /// The version of MLIR, such as `22.1.8` or `24.0.0git`. MLIR writes it into bytecode.
    pub(super) version: Option<String>,
    /// Whether there is the option that loads plugins with passes.
    pub(super) loads_plugins: bool,
    /// Whether there is the option of IREE that names a file of `pdl`.
    pub(super) takes_pdl: bool,
    /// Whether `--version` says something about assertions, and what.
    pub(super) assertions: Option<bool>,
}

const PRODUCER: &[u8] = b"MLIR";
const PLUGINS: &[u8] = b"load-pass-plugin\0";
const PDL: &[u8] = b"iree-preprocessing-pdl-spec-filename\0";
const BUILD: &[u8] = b"Optimized build";
const ASSERTIONS: &[u8] = b" with assertions";

/// How much is read at once.
const CHUNK: usize = 4 << 20;

/// How much is searched again with the next chunk, so that no text is cut.
const OVERLAP: usize = 64;

impl Words {
    /// Reads the part of a file from `start` on that has `size` bytes.
    ///
    /// # Errors
    ///
    /// The errors of the file system.
    pub(super) fn read(&mut self, file: &mut File, start: u64, size: u64) -> io::Result<()> {
        file.seek(SeekFrom::Start(start))?;
        let mut file = file.take(size);
        let mut bytes = Vec::new();
        loop {
            let kept = bytes.len();
            (&mut file).take(CHUNK as u64).read_to_end(&mut bytes)?;
            if bytes.len() == kept {
                return Ok(());
            }
            self.search(&bytes);
            bytes.drain(..bytes.len().saturating_sub(OVERLAP));
        }
    }

    fn search(&mut self, bytes: &[u8]) {
        let has = |text: &[u8]| memmem::find(bytes, text).is_some();
        self.loads_plugins = self.loads_plugins || has(PLUGINS);
        self.takes_pdl = self.takes_pdl || has(PDL);
        if has(ASSERTIONS) {
            self.assertions = Some(true);
        } else if self.assertions.is_none() && has(BUILD) {
            self.assertions = Some(false);
        }
        if self.version.is_none() {
            let finder = Finder::new(PRODUCER);
            let mut places = finder.find_iter(bytes);
            self.version = places.find_map(|at| version(&bytes[at + PRODUCER.len()..]));
        }
    }
}

/// The version that a text begins with, such as `22.1.8`, up to the end of the text.
fn version(bytes: &[u8]) -> Option<String> {
    let end = bytes.iter().take(OVERLAP / 2).position(|byte| *byte == 0)?;
    let text = str::from_utf8(&bytes[..end]).ok()?;
    let numbers = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let mut parts = numbers.split('.');
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|c| c.is_ascii_digit());
    let is_version = parts.clone().count() == 3 && parts.all(is_number);
    is_version.then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{CHUNK, Words};
    use std::io::Write;

    fn words(bytes: &[u8]) -> Words {
        let mut file = tempfile::tempfile().expect("there is room for files");
        file.write_all(bytes).expect("the file is ours");
        let mut words = Words::default();
        let size = bytes.len() as u64;
        words
            .read(&mut file, 0, size)
            .expect("the file can be read");
        words
    }

    #[test]
    fn texts_between_chunks_are_found() {
        for at in [0, 1, CHUNK - 5, CHUNK - 1, CHUNK, 2 * CHUNK - 10] {
            let mut bytes = vec![b'x'; at];
            bytes.extend(b"MLIR22.1.8\0load-pass-plugin\0Optimized build\0");
            let words = words(&bytes);
            assert_eq!(words.version.as_deref(), Some("22.1.8"), "{at}");
            assert!(words.loads_plugins && !words.takes_pdl, "{at}");
            assert_eq!(words.assertions, Some(false));
        }
    }

    #[test]
    fn only_versions_are_versions() {
        let version = |text: &[u8]| words(text).version;
        assert_eq!(version(b"MLIR24.0.0git\0"), Some("24.0.0git".to_owned()));
        for other in [
            "MLIR\0",
            "MLIR22\0",
            "MLIR22.1\0",
            "MLIR 22.1.8\0",
            "MLIR1.2.3.4\0",
        ] {
            assert_eq!(version(other.as_bytes()), None, "{other}");
        }
        assert_eq!(
            words(b"Optimized build\0 with assertions\0").assertions,
            Some(true)
        );
        assert_eq!(words(b"").assertions, None);
    }
}
