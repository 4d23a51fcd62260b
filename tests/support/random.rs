//! Random numbers that a seed repeats.
//!
//! The generator is SplitMix64: G. L. Steele, D. Lea, C. H. Flood, "Fast
//! splittable pseudorandom number generators", OOPSLA 2014.

use std::env;

/// The seed of a run: the environment variable `PDLL_TEST_SEED`, or a fixed
/// one. Printed, and part of every failure message.
pub(crate) fn seed() -> u64 {
    let seed = match env::var("PDLL_TEST_SEED") {
        Ok(text) => text.parse().expect("PDLL_TEST_SEED is a decimal number"),
        Err(_) => 1,
    };
    super::say(&format!("PDLL_TEST_SEED={seed}"));
    seed
}

/// A stream of random numbers.
#[derive(Debug, Clone)]
pub(crate) struct Random {
    state: u64,
}

impl Random {
    /// The `stream`th stream of a seed.
    pub(crate) fn new(seed: u64, stream: u64) -> Self {
        let mut random = Random { state: seed };
        random.state = random.next() ^ stream.wrapping_mul(0xD1B5_4A32_D192_ED03);
        random
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `limit`, which is not 0.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// Whether something happens that does so `percent` times in a hundred.
    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of some things.
    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// One of some things, or none of nothing.
    pub(crate) fn pick_any<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        (!from.is_empty()).then(|| self.pick(from))
    }
}
