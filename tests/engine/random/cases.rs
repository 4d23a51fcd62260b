//! Cases: a set of patterns, a program, and how to apply the one to the other.

use crate::{
    random::{
        legality,
        patterns::{self, Pattern, text::print_file},
        programs::{self, Content},
    },
    support::random::Random,
};
use pdll::pattern_set::{
    ConversionMode, ConversionOptions, Driver, Options, RegionSimplify, Strictness,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Programs that the same patterns are applied to.
pub(crate) const PROGRAMS: usize = 4;

/// What a seed and a number determine.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    pub(crate) patterns: Vec<Pattern>,
    /// Patterns in place of those, which the reference does not know.
    pub(crate) text: Option<String>,
    pub(crate) runs: Vec<Run>,
    pub(crate) independence: Independence,
}

/// Whether all drivers must come to the same result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Independence {
    None,
    /// No rewrite depends on another one.
    Rewrites,
}

/// A program, and one way to apply patterns to it.
#[derive(Debug, Clone)]
pub(crate) struct Run {
    pub(crate) program: String,
    pub(crate) way: Way,
    pub(crate) anchor: Anchor,
}

#[derive(Debug, Clone)]
pub(crate) enum Way {
    Walk {
        max_rewrites: Option<usize>,
    },
    Greedy(Options),
    /// A walk that no reference can follow.
    WalkAlone,
    Conversion(ConversionOptions, Folding),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Folding {
    Off,
    On,
}

/// What the patterns are applied to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    Module,
    /// Each operation of the module that is isolated from above.
    Parts,
}

impl Case {
    pub(crate) fn generate(seed: u64, number: u64) -> Self {
        let mut random = Random::new(seed, number);
        if number % 10 == 9 {
            return legality::generate(&mut random);
        }
        if random.chance(20) {
            return Case::independent(&mut random);
        }
        let patterns = patterns::generate::generate(&mut random);
        let mut runs = vec![];
        for _ in 0..PROGRAMS {
            let program = programs::generate(&mut random, Content::Anything);
            for way in [walk(&mut random), any_way(&mut random)] {
                runs.push(Run {
                    program: program.clone(),
                    way,
                    anchor: match random.chance(70) {
                        true => Anchor::Module,
                        false => Anchor::Parts,
                    },
                });
            }
        }
        Case {
            patterns,
            text: None,
            runs,
            independence: Independence::None,
        }
    }

    fn independent(random: &mut Random) -> Self {
        let patterns = patterns::generate::generate_independent(random);
        let mut runs = vec![];
        for _ in 0..PROGRAMS {
            let program = programs::generate(random, Content::Alive);
            let ways = [
                Way::Walk { max_rewrites: None },
                Way::Greedy(plain_greedy(random)),
                Way::Conversion(plain_conversion(random), Folding::Off),
            ];
            runs.extend(ways.map(|way| Run {
                program: program.clone(),
                way,
                anchor: Anchor::Module,
            }));
        }
        Case {
            patterns,
            text: None,
            runs,
            independence: Independence::Rewrites,
        }
    }

    /// The pattern file.
    pub(crate) fn print(&self) -> String {
        let printed = || print_file(&self.patterns);
        self.text.clone().unwrap_or_else(printed)
    }

    /// One run of the case, without some patterns and lines.
    pub(crate) fn without(&self, run: usize, removed: &Removed) -> Self {
        let patterns = self.patterns.iter().enumerate();
        let patterns = patterns.filter(|(index, _)| !removed.patterns.contains(index));
        let run = &self.runs[run];
        let lines = run.program.lines().enumerate();
        let lines = lines.filter(|(index, _)| !removed.lines.contains(index));
        let program = lines.fold(String::new(), |text, (_, line)| text + line + "\n");
        Case {
            patterns: patterns.map(|(_, pattern)| pattern.clone()).collect(),
            text: self.text.clone(),
            runs: vec![Run {
                program,
                ..run.clone()
            }],
            independence: self.independence,
        }
    }
}

/// What a smaller case leaves out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Removed {
    pub(crate) patterns: BTreeSet<usize>,
    pub(crate) lines: BTreeSet<usize>,
}

fn walk(random: &mut Random) -> Way {
    let is_limited = random.chance(10);
    Way::Walk {
        max_rewrites: is_limited.then(|| random.below(4)),
    }
}

fn any_way(random: &mut Random) -> Way {
    match random.chance(70) {
        true => Way::Greedy(greedy(random)),
        false => {
            let folding = *random.pick(&[Folding::Off, Folding::On]);
            Way::Conversion(conversion(random), folding)
        }
    }
}

/// A driver for the operation `t.a`, whose patterns no reference can follow.
pub(crate) fn way_without_reference(random: &mut Random) -> Way {
    match random.below(6) {
        0 => Way::WalkAlone,
        1 => {
            let options = ConversionOptions {
                legal_dialects: vec!["*".into()],
                illegal_ops: vec!["t.a".into()],
                ..ConversionOptions::default()
            };
            Way::Conversion(options, *random.pick(&[Folding::Off, Folding::On]))
        }
        _ => Way::Greedy(greedy(random)),
    }
}

fn greedy(random: &mut Random) -> Options {
    // With these limits, endless patterns do not take long; without, they are
    // stopped much later.
    let (max_iterations, max_num_rewrites) = match random.below(100) {
        0 => (-1, -1),
        1..60 => (10, 100),
        _ => (*random.pick(&[1, 2, 10]), *random.pick(&[1, 7, 100])),
    };
    Options {
        driver: Driver::Greedy,
        top_down: random.chance(50),
        region_simplify: *random.pick(&[
            RegionSimplify::Disabled,
            RegionSimplify::Normal,
            RegionSimplify::Aggressive,
        ]),
        max_iterations,
        max_num_rewrites,
        fold: random.chance(50),
        cse_constants: random.chance(50),
        strictness: *random.pick(&[
            Strictness::Any,
            Strictness::Any,
            Strictness::Any,
            Strictness::ExistingAndNew,
            Strictness::Existing,
        ]),
        test_convergence: random.chance(50),
        ..Options::default()
    }
}

/// A driver that does nothing but apply patterns.
fn plain_greedy(random: &mut Random) -> Options {
    Options {
        driver: Driver::Greedy,
        top_down: random.chance(50),
        region_simplify: RegionSimplify::Disabled,
        fold: false,
        cse_constants: false,
        ..Options::default()
    }
}

/// A conversion that may leave what no pattern matches.
fn plain_conversion(random: &mut Random) -> ConversionOptions {
    ConversionOptions {
        mode: ConversionMode::Partial,
        legal_dialects: ["builtin", "func", "cf", "u"].map(str::to_owned).into(),
        illegal_ops: vec![(*random.pick(&["t.a", "t.b", "t.none"])).to_owned()],
        ..ConversionOptions::default()
    }
}

pub(crate) fn conversion(random: &mut Random) -> ConversionOptions {
    let mut options = ConversionOptions {
        mode: *random.pick(&[
            ConversionMode::Partial,
            ConversionMode::Full,
            ConversionMode::Analysis,
        ]),
        legal_dialects: vec!["builtin".into(), "func".into(), "cf".into(), "scf".into()],
        ..ConversionOptions::default()
    };
    for name in ["t.a", "t.b", "t.c", "t.d"] {
        let list = match random.below(3) {
            0 => &mut options.legal_ops,
            1 => &mut options.illegal_ops,
            _ => continue,
        };
        list.push(name.into());
    }
    if options.illegal_ops.is_empty() {
        options.legal_ops.retain(|name| name != "t.a");
        options.illegal_ops.push("t.a".into());
    }
    if random.chance(20) {
        options.type_conversion = "i64=i32".into();
    }
    options
}

impl Run {
    /// The options of `apply-pdll` that stand for this run.
    pub(crate) fn options(&self) -> String {
        match &self.way {
            Way::Walk { max_rewrites: None } | Way::WalkAlone => "driver=walk".to_owned(),
            Way::Walk {
                max_rewrites: Some(limit),
            } => format!("driver=walk max-num-rewrites={limit}"),
            Way::Greedy(options) => greedy_text(options),
            Way::Conversion(options, folding) => conversion_text(options, *folding),
        }
    }

    /// The pass pipeline that does the same as this run.
    pub(crate) fn pipeline(&self, patterns: &str) -> String {
        let pass = format!("apply-pdll{{patterns={patterns} {}}}", self.options());
        match self.anchor {
            Anchor::Module => format!("builtin.module({pass})"),
            Anchor::Parts => format!("builtin.module(func.func({pass}),builtin.module({pass}))"),
        }
    }
}

fn greedy_text(options: &Options) -> String {
    let strictness = match options.strictness {
        Strictness::Any => "any",
        Strictness::ExistingAndNew => "existing-and-new",
        Strictness::Existing => "existing",
    };
    let region_simplify = format!("{:?}", options.region_simplify).to_lowercase();
    format!(
        "top-down={} region-simplify={region_simplify} max-iterations={} max-num-rewrites={} \
         fold={} cse-constants={} strictness={strictness} test-convergence={}",
        options.top_down,
        options.max_iterations,
        options.max_num_rewrites,
        options.fold,
        options.cse_constants,
        options.test_convergence,
    )
}

fn conversion_text(options: &ConversionOptions, folding: Folding) -> String {
    let mut text = format!(
        "driver=conversion mode={} fold={}",
        format!("{:?}", options.mode).to_lowercase(),
        folding == Folding::On,
    );
    for (name, list) in [
        ("legal-dialects", &options.legal_dialects),
        ("legal-ops", &options.legal_ops),
        ("illegal-dialects", &options.illegal_dialects),
        ("illegal-ops", &options.illegal_ops),
    ] {
        if !list.is_empty() {
            text.push_str(&format!(" {name}={}", list.join(",")));
        }
    }
    if !options.type_conversion.is_empty() {
        text.push_str(&format!(" type-conversion={}", options.type_conversion));
    }
    text
}
