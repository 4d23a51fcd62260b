//! What a host and its helper send each other.
//!
//! The helper greets with [`IDENTITY`]. Then the host sends batches, one frame each: how
//! many processes may run at once, and the requests. The helper answers a batch with an
//! [`Answer`] for each request, in any order, and one that says that there are no more. A
//! frame is its length and its bytes.

use crate::front::ods::tablegen::Failure;
use serde::{Serialize, de::DeserializeOwned};
use std::io::{self, Read, Write};

/// What TableGen is, and how the helper speaks. The hash in it makes it as long in every build.
pub(super) const IDENTITY: &str = env!("PDLL_TABLEGEN_IDENTITY");

/// The outcome of the request with that index, before two frames with its reply and its
/// output. `None` ends a batch.
pub(super) type Answer = Option<(usize, Option<Failure>)>;

pub(super) fn write(bytes: &[u8], output: &mut impl Write) -> io::Result<()> {
    output.write_all(&(bytes.len() as u64).to_le_bytes())?;
    output.write_all(bytes)
}

/// Reads a frame. A length that is not true takes no memory.
pub(super) fn read(input: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut length = [0; 8];
    input.read_exact(&mut length)?;
    let length = u64::from_le_bytes(length);
    let mut bytes = Vec::new();
    input.take(length).read_to_end(&mut bytes)?;
    match bytes.len() as u64 == length {
        true => Ok(bytes),
        false => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

pub(super) fn write_value(value: &impl Serialize, output: &mut impl Write) -> io::Result<()> {
    write(&postcard::to_stdvec(value).map_err(invalid)?, output)
}

pub(super) fn read_value<T: DeserializeOwned>(input: &mut impl Read) -> io::Result<T> {
    postcard::from_bytes(&read(input)?).map_err(invalid)
}

pub(super) fn invalid(reason: postcard::Error) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}
