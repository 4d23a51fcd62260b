//! Where the parts of a parsed program stand in its text.

use super::{
    shim::{self, PdllString, PdllTextRange},
    strings::string,
};
use melior::{
    Context,
    ir::{Module, OperationRef, operation::OperationLike},
};
use std::{ops::Range, ptr::NonNull};

/// The places of the operations of a program that was parsed. Nothing may change the
/// program while they are in use.
pub(crate) struct TextPlaces {
    raw: NonNull<shim::PdllTextPlaces>,
}

/// Parses MLIR text or bytecode; `name` is the file in its locations. Bytecode has no
/// places. Errors go to the diagnostic engine.
pub(crate) fn parse_with_places<'c>(
    context: &'c Context,
    bytes: &[u8],
    name: &str,
) -> Option<(Module<'c>, TextPlaces)> {
    let text = PdllString {
        data: bytes.as_ptr().cast(),
        length: bytes.len(),
    };
    // SAFETY: the strings are borrowed for the call; both parts of the result are
    // ours.
    unsafe {
        let parsed = shim::pdllParseWithPlaces(context.to_raw(), text, string(name));
        let module = Module::from_option_raw(parsed.module)?;
        let raw = NonNull::new(parsed.places)?;
        Some((module, TextPlaces { raw }))
    }
}

impl TextPlaces {
    /// The name of an operation.
    pub(crate) fn name(&self, operation: OperationRef<'_, '_>) -> Option<Range<usize>> {
        // SAFETY: all is borrowed for the call.
        range(unsafe { shim::pdllPlaceOfName(self.raw.as_ptr(), operation.to_raw()) })
    }

    /// All of an operation.
    pub(crate) fn operation(&self, operation: OperationRef<'_, '_>) -> Option<Range<usize>> {
        // SAFETY: all is borrowed for the call.
        range(unsafe { shim::pdllPlaceOfOperation(self.raw.as_ptr(), operation.to_raw()) })
    }

    /// An operand with that index, if the operation has it.
    pub(crate) fn operand(
        &self,
        operation: OperationRef<'_, '_>,
        index: usize,
    ) -> Option<Range<usize>> {
        if index >= operation.operand_count() {
            return None;
        }
        // SAFETY: all is borrowed for the call, and the operand exists.
        range(unsafe { shim::pdllPlaceOfOperand(self.raw.as_ptr(), operation.to_raw(), index) })
    }

    /// The name of a result with that index, if the operation has it.
    pub(crate) fn result(
        &self,
        operation: OperationRef<'_, '_>,
        index: usize,
    ) -> Option<Range<usize>> {
        if index >= operation.result_count() {
            return None;
        }
        // SAFETY: all is borrowed for the call, and the result exists.
        range(unsafe { shim::pdllPlaceOfResult(self.raw.as_ptr(), operation.to_raw(), index) })
    }
}

impl Drop for TextPlaces {
    fn drop(&mut self) {
        // SAFETY: they are ours, and nothing uses them any more.
        unsafe { shim::pdllTextPlacesDestroy(self.raw.as_ptr()) }
    }
}

fn range(raw: PdllTextRange) -> Option<Range<usize>> {
    (raw.start < raw.end).then_some(raw.start..raw.end)
}
