//! Offsets in an older state of a text, and in the present one.

use std::ops::Range;

/// An edit: `length` bytes in place of those from `start` to `end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Edit {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) length: u32,
}

/// The part of a text that contains all edits, in an older state and in the present one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Hull {
    pub(super) old: Range<u32>,
    pub(super) new: Range<u32>,
}

/// The edits since an older state, in order.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shift<'a>(pub(super) &'a [Edit]);

impl Shift<'_> {
    /// Where all edits are. `None` if there are none.
    pub(super) fn hull(self) -> Option<Hull> {
        let mut edits = self.0.iter();
        let first = edits.next()?;
        let first = Hull {
            old: first.start..first.end,
            new: first.start..first.start + first.length,
        };
        Some(edits.fold(first, |Hull { mut old, mut new }, edit| {
            old.end += edit.end.saturating_sub(new.end);
            old.start = old.start.min(edit.start);
            new.end = new.end.max(edit.end) + edit.length + edit.start - edit.end;
            new.start = old.start;
            Hull { old, new }
        }))
    }

    /// The present offset of an offset in the older state. What was replaced is where
    /// its replacement is.
    pub(super) fn to_new(self, offset: u32) -> u32 {
        self.0.iter().fold(offset, |offset, edit| {
            if offset >= edit.end {
                offset - edit.end + edit.start + edit.length
            } else if offset > edit.start {
                offset.min(edit.start + edit.length)
            } else {
                offset
            }
        })
    }

    /// The offset in the older state of a present offset.
    pub(super) fn to_old(self, offset: u32) -> u32 {
        self.0.iter().rev().fold(offset, |offset, edit| {
            if offset >= edit.start + edit.length {
                offset - edit.length - edit.start + edit.end
            } else if offset > edit.start {
                offset.min(edit.end)
            } else {
                offset
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_follow_edits() {
        // "abcdef" becomes "abXYZef", then "bXYZef".
        let edits = [(2, 4, 3), (0, 1, 0)].map(|(start, end, length)| Edit { start, end, length });
        let shift = Shift(&edits);
        for (old, new) in [(1, 0), (2, 1), (4, 4), (5, 5), (6, 6)] {
            assert_eq!((shift.to_new(old), shift.to_old(new)), (new, old));
        }
        assert_eq!(shift.to_new(3), 2, "in what was replaced");
        let hull = Hull {
            old: 0..4,
            new: 0..4,
        };
        assert_eq!(shift.hull(), Some(hull));
        assert_eq!(Shift(&[]).hull(), None);
    }
}
