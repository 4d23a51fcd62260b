//! A hash that is quick and the same in every run. Its input comes from the
//! patterns alone, and whoever writes patterns slows nobody down but himself.

use std::hash::{BuildHasherDefault, Hasher};

/// A map with that hash. Nothing depends on its order.
pub(super) type QuickMap<K, V> = std::collections::HashMap<K, V, BuildHasherDefault<Quick>>;

/// Multiplies and rotates, eight bytes at a time.
#[derive(Debug, Default)]
pub(super) struct Quick(u64);

impl Quick {
    fn add(&mut self, word: u64) {
        // The golden ratio, made odd.
        const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(FACTOR);
    }
}

impl Hasher for Quick {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        for word in words {
            self.add(u64::from_le_bytes(*word));
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        self.add(u64::from_le_bytes(last));
    }

    fn write_u8(&mut self, number: u8) {
        self.add(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.add(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.add(number);
    }

    fn write_usize(&mut self, number: usize) {
        self.add(number as u64);
    }

    fn finish(&self) -> u64 {
        // The upper bits are the best.
        self.0.rotate_left(26)
    }
}
