//! How much the tests try.
//!
//! Tests that draw their inputs at random, or that build the same thing in
//! several ways, take a share of what there is. The environment variable
//! `PDLL_TEST_EFFORT` is that share: 1 for all of it, and more for longer streams of
//! random inputs. Without it, the share is small, and tests that take long by their kind
//! do not run. A smaller share is always a part of a larger one with the same seed, of
//! every kind of input.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#![allow(dead_code, reason = "each test uses a part of it")]

use std::env;

/// The share without that variable.
const SMALL: f64 = 0.2;

const VARIABLE: &str = "PDLL_TEST_EFFORT";

fn effort() -> f64 {
    let Ok(text) = env::var(VARIABLE) else {
        return SMALL;
    };
    let effort = text.parse().ok().filter(|effort| *effort > 0.0);
    effort.expect("PDLL_TEST_EFFORT is a number above 0")
}

/// Whether every kind of test should run: whoever sets the share wants that.
pub(crate) fn is_full() -> bool {
    env::var_os(VARIABLE).is_some()
}

/// Whether `sample` takes everything.
pub(crate) fn samples_all() -> bool {
    effort() >= 1.0
}

/// How many of `full` inputs to test, at least one.
pub(crate) fn share(full: usize) -> usize {
    ((full as f64 * effort()).ceil() as usize).max(1)
}

/// Some of the items, from the first to the last of them, or all.
pub(crate) fn sample<T>(items: Vec<T>) -> Vec<T> {
    sample_one_in(1, items)
}

/// As `sample` does, but with full effort one of so many items. With that many times the
/// effort, it is all of them.
pub(crate) fn sample_one_in<T>(divisor: usize, items: Vec<T>) -> Vec<T> {
    let (all, some) = (items.len(), share(items.len()).div_ceil(divisor));
    let is_chosen = |index: usize| (index + 1) * some / all > index * some / all;
    let items = items.into_iter().enumerate();
    items
        .filter_map(|(index, item)| (some >= all || is_chosen(index)).then_some(item))
        .collect()
}
