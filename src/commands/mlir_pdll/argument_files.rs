//! Files of arguments.

use crate::base::source::open::read_named;
use std::{
    ffi::{OsStr, OsString},
    os::unix::ffi::{OsStrExt, OsStringExt},
    path::Path,
};

/// The maximum depth of files of arguments that name each other.
const MAX_DEPTH: u32 = 20;

/// Replaces each argument `@FILE` by the words in that file, if it exists.
pub(super) fn expand(
    arguments: impl IntoIterator<Item = OsString>,
    depth: u32,
) -> Result<Vec<OsString>, String> {
    let mut expanded = Vec::new();
    for argument in arguments {
        let file = argument.as_bytes().strip_prefix(b"@");
        let contents = file.and_then(|file| read_named(Path::new(OsStr::from_bytes(file))).ok());
        match contents {
            Some(_) if depth == MAX_DEPTH => {
                let name = argument.display();
                return Err(format!(
                    "`{name}` is nested too deeply in files of arguments"
                ));
            }
            Some(contents) => expanded.extend(expand(words(&contents), depth + 1)?),
            None => expanded.push(argument),
        }
    }
    Ok(expanded)
}

/// The words of a text, separated as in a shell: quotes keep blanks together,
/// and a backslash quotes the next character.
pub(super) fn words(text: &[u8]) -> Vec<OsString> {
    let mut words = Vec::new();
    let mut word: Option<Vec<u8>> = None;
    let mut quote = None;
    let mut bytes = text.iter().copied();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' if quote != Some(b'\'') => word.get_or_insert_default().extend(bytes.next()),
            b'"' | b'\'' if quote.is_none() => {
                quote = Some(byte);
                word.get_or_insert_default();
            }
            _ if quote == Some(byte) => quote = None,
            _ if quote.is_none() && byte.is_ascii_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(byte),
        }
    }
    words.extend(word);
    words.into_iter().map(OsString::from_vec).collect()
}
