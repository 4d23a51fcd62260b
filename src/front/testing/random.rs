//! Random cases, which a seed and a number repeat, and the smallest one that fails.
//!
//! A property draws its input from a [`Random`], and says what is wrong with it. To find
//! a smaller input, the property runs again with fewer and smaller choices, so nothing
//! has to know how inputs become smaller.

use std::{
    any::Any,
    cell::Cell,
    env, iter,
    ops::Range,
    panic::{self, AssertUnwindSafe},
    sync::Once,
};

/// The most runs of a property that look for a smaller case.
const MAX_ATTEMPTS: usize = 3000;

/// Checks cases of a kind one after the other, and panics with the smallest form of the
/// first one that fails.
pub fn check(kind: u64, count: usize, mut property: impl FnMut(&mut Random) -> Result<(), String>) {
    for case in cases(kind, count) {
        if let Err(failure) = case.check(&mut property) {
            panic!("{failure}");
        }
    }
}

/// The cases of a kind that [`numbers`] names, with the seed of this run.
pub fn cases(kind: u64, count: usize) -> Vec<Case> {
    let seed = seed();
    let case = |number| Case { seed, kind, number };
    numbers(count).map(case).collect()
}

/// The seed of a run: the environment variable `PDLL_TEST_SEED`, or a fixed one. Printed,
/// and part of every failure message.
pub fn seed() -> u64 {
    let seed = match env::var("PDLL_TEST_SEED") {
        Ok(text) => text.parse().expect("PDLL_TEST_SEED is a decimal number"),
        Err(_) => 1,
    };
    say(&format!("PDLL_TEST_SEED={seed}"));
    seed
}

/// The numbers of the cases to check: those of the environment variable
/// `PDLL_RANDOM_CASES` such as `100..200`, or the first ones.
pub fn numbers(count: usize) -> Range<u64> {
    let Ok(text) = env::var("PDLL_RANDOM_CASES") else {
        return 0..count as u64;
    };
    let parts = text.split_once("..");
    let range = parts.and_then(|(first, end)| Some(first.parse().ok()?..end.parse().ok()?));
    range.expect("PDLL_RANDOM_CASES is a range such as `100..200`")
}

/// What repeats a case.
pub fn command(seed: u64, number: u64) -> String {
    let end = number + 1;
    format!("PDLL_TEST_SEED={seed} PDLL_RANDOM_CASES={number}..{end}")
}

/// The seed, and the number of a case among those of its kind. The cases of two kinds
/// have other numbers, if the kinds are further apart than there are cases.
#[derive(Debug, Clone, Copy)]
pub struct Case {
    pub seed: u64,
    pub kind: u64,
    pub number: u64,
}

impl Case {
    pub fn random(self) -> Random {
        Random::new(self.seed, self.kind + self.number)
    }

    /// Returns what is wrong with the smallest case that could be made from this one, if
    /// it fails. A panic is a failure, too.
    pub fn check(
        self,
        mut property: impl FnMut(&mut Random) -> Result<(), String>,
    ) -> Result<(), String> {
        let Err(mut failure) = run(&mut property, &mut self.random()) else {
            return Ok(());
        };
        let mut random = self.random();
        random.source = Source::Recorded(Vec::new());
        IS_QUIET.set(true);
        // A property that remembers earlier runs may have nothing against the case now.
        if let (Err(_), Source::Recorded(choices)) =
            (run(&mut property, &mut random), random.source)
        {
            smallest(choices, |choices| {
                let mut random = self.random();
                random.source = Source::Given(choices.to_vec(), 0);
                let result = run(&mut property, &mut random);
                result.map_err(|smaller| failure = smaller).is_err()
            });
        }
        IS_QUIET.set(false);
        Err(format!("{}: {failure}", command(self.seed, self.number)))
    }
}

/// A stream of random numbers.
///
/// The generator is SplitMix64: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable
/// pseudorandom number generators", OOPSLA 2014.
#[derive(Debug, Clone)]
pub struct Random {
    state: u64,
    source: Source,
}

/// Where choices come from.
#[derive(Debug, Clone)]
enum Source {
    Drawn,
    /// Drawn ones, which are kept here.
    Recorded(Vec<u64>),
    /// These, of which so many have been used.
    Given(Vec<u64>, usize),
}

impl Random {
    /// The `stream`th stream of a seed.
    pub fn new(seed: u64, stream: u64) -> Self {
        let (state, source) = (seed, Source::Drawn);
        let mut random = Random { state, source };
        random.state = random.draw() ^ stream.wrapping_mul(0xD1B5_4A32_D192_ED03);
        random
    }

    /// A number below `limit`, which is not 0.
    pub fn below(&mut self, limit: usize) -> usize {
        let limit = limit as u64;
        self.choose(|drawn| drawn % limit).min(limit - 1) as usize
    }

    /// Whether something happens that does so `percent` times in a hundred.
    pub fn chance(&mut self, percent: usize) -> bool {
        let percent = percent as u64;
        let chosen = self.choose(|drawn| u64::from(drawn % 100 < percent));
        percent >= 100 || percent > 0 && chosen != 0
    }

    /// One of some things.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// One of some things, or none of nothing.
    pub fn pick_any<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        (!from.is_empty()).then(|| self.pick(from))
    }

    /// The next choice, made from a random number. The simplest one is 0, which a smaller
    /// case chooses where no choice is left.
    fn choose(&mut self, choice: impl Fn(u64) -> u64) -> u64 {
        let drawn = self.draw();
        match &mut self.source {
            Source::Drawn => choice(drawn),
            Source::Recorded(choices) => {
                choices.push(choice(drawn));
                choice(drawn)
            }
            Source::Given(choices, used) => {
                *used += 1;
                // Whoever draws until the choices please must not do so without end.
                let is_long = *used > 2 * choices.len() + 1000;
                let given = choices.get(*used - 1).copied();
                given.unwrap_or_else(|| if is_long { choice(drawn) } else { 0 })
            }
        }
    }

    fn draw(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

/// Makes choices that fail fewer and smaller, as long as they fail. The last ones that
/// `fails` has returned true for are the smallest ones.
fn smallest(mut choices: Vec<u64>, mut fails: impl FnMut(&[u64]) -> bool) {
    let mut attempts = 0;
    let mut fails = |choices: &[u64]| {
        attempts += 1;
        attempts <= MAX_ATTEMPTS && fails(choices)
    };
    loop {
        let before = choices.clone();
        choices = without_parts(choices, &mut fails);
        for index in 0..choices.len() {
            lower(&mut choices, index, &mut fails);
        }
        if choices == before {
            break;
        }
    }
}

/// Leaves parts of a list out, as long as the rest fails: long parts first, and of those
/// the last ones, since what comes later may need what comes before.
pub fn without_parts<T: Clone>(mut all: Vec<T>, mut fails: impl FnMut(&[T]) -> bool) -> Vec<T> {
    let lengths = iter::successors(Some(all.len()), |length| Some(length / 2));
    for length in lengths.take_while(|length| *length > 0) {
        for start in (0..all.len()).rev() {
            let end = start + length;
            if end <= all.len() {
                let rest = [&all[..start], &all[end..]].concat();
                if fails(&rest) {
                    all = rest;
                }
            }
        }
    }
    all
}

/// Looks for the smallest choice at an index, as if all larger ones failed as well.
fn lower(choices: &mut [u64], index: usize, mut fails: impl FnMut(&[u64]) -> bool) {
    let (mut low, mut high) = (0, choices[index]);
    while low < high {
        choices[index] = low + (high - low) / 2;
        if fails(choices) {
            high = choices[index];
        } else {
            low = choices[index] + 1;
        }
    }
    choices[index] = high;
}

thread_local! {
    /// Whether panics of this thread are not printed, because many may follow.
    static IS_QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Runs a property. A panic is a failure.
fn run(
    property: &mut impl FnMut(&mut Random) -> Result<(), String>,
    random: &mut Random,
) -> Result<(), String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let print = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !IS_QUIET.get() {
                print(info);
            }
        }));
    });
    let result = panic::catch_unwind(AssertUnwindSafe(|| property(random)));
    result.unwrap_or_else(|panic| Err(panic_message(&*panic).to_owned()))
}

/// What a panic says.
pub fn panic_message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("of unknown kind")
}

/// Prints a line of progress.
#[expect(clippy::print_stderr, reason = "tests talk to people")]
pub fn say(line: &str) {
    eprintln!("{line}");
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Some numbers below 100.
    fn list(random: &mut Random) -> Vec<usize> {
        let length = random.below(30);
        (0..length).map(|_| random.below(100)).collect()
    }

    #[track_caller]
    fn check_smallest(property: impl Fn(&[usize]) -> bool, smallest: &str) {
        let failures: Vec<_> = (0..200)
            .filter_map(|number| {
                let case = Case {
                    seed: 5,
                    kind: 0,
                    number,
                };
                let outcome = case.check(|random| {
                    let list = list(random);
                    property(&list).then_some(()).ok_or(format!("{list:?}"))
                });
                Some((case, outcome.err()?))
            })
            .collect();
        assert!(!failures.is_empty());
        for (case, failure) in failures {
            assert_eq!(failure, format!("{}: {smallest}", command(5, case.number)));
        }
    }

    #[test]
    fn what_fails_becomes_small() {
        check_smallest(|list| list.iter().all(|one| *one < 50), "[50]");
        check_smallest(|list| list.len() < 4, "[0, 0, 0, 0]");
        check_smallest(
            |list| {
                assert!(list.iter().sum::<usize>() < 10, "a panic");
                true
            },
            "a panic",
        );
    }

    /// A smaller case must end even if its choices please nobody.
    #[test]
    fn a_generator_may_draw_until_it_has_what_it_wants() {
        let case = Case {
            seed: 1,
            kind: 0,
            number: 3,
        };
        let failure = case.check(|random| {
            while random.below(10) != 7 {}
            Err("it fails".to_owned())
        });
        assert_eq!(failure, Err(format!("{}: it fails", command(1, 3))));
    }

    #[test]
    fn what_happens_always_or_never_does_so_in_small_cases() {
        let mut random = Random::new(1, 1);
        for source in [Source::Given(vec![], 0), Source::Given(vec![1, 1], 0)] {
            random.source = source;
            assert!(!random.chance(0));
            assert!(random.chance(100));
        }
    }
}
