//! What became of the rules of a file.

use super::{RuleFile, fit::without, peer::Peer, programs};
use crate::support::{
    process::{Ending, Run},
    workers::parallel,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

/// The options of both passes. A limit, so that rules that undo each other end.
const DRIVERS: [&str; 2] = ["driver=walk", "driver=greedy max-num-rewrites=200"];

/// The rules of a file.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    name: &'static str,
    rules: usize,
    /// Those that the installed MLIR does not accept.
    lost: usize,
    /// Those without any C++ but conditions of types and attributes.
    plain: usize,
    without_compiler: usize,
    with_compiler: usize,
    functions: usize,
    /// Those that make the same program as the generated patterns, those of them that
    /// also give operations the same locations, and those that change a program.
    same: usize,
    located: usize,
    used: usize,
    unused: Vec<String>,
    /// Those whose generated patterns crash on a program.
    crashing: Vec<String>,
    wrong: Vec<String>,
}

impl Outcome {
    /// Everything that is not as it should be.
    pub(crate) fn wrong(&self) -> Vec<String> {
        let place = |text| format!("{}: {text}", self.name);
        self.wrong.iter().map(place).collect()
    }
}

/// Runs the rules of a file.
pub(crate) fn of(file: &RuleFile, upstream: &Path) -> Outcome {
    let peer = Peer::build(file, upstream);
    let mut outcome = Outcome {
        name: file.name,
        rules: peer.names.len() + peer.rules.lost.len(),
        lost: peer.rules.lost.len(),
        ..Outcome::default()
    };
    let interpreted = Tier::of(&peer, &mut outcome.wrong, "skip-unsupported");
    outcome.plain = plain(&peer, &interpreted);
    outcome.without_compiler = interpreted.rules.len();
    let mut tiers = vec![interpreted];
    if peer.has_dialect() {
        let mut options = "native-code=compile".to_owned();
        if let Some(prelude) = &peer.prelude {
            let _ = write!(options, " native-prelude={}", prelude.display());
        }
        let compiled = Tier::of(&peer, &mut outcome.wrong, &options);
        outcome.with_compiler = compiled.rules.len();
        tiers.push(compiled);
        compare_all(&peer, file, upstream, &tiers, &mut outcome);
    }
    outcome
}

/// The rules that run with some options.
struct Tier {
    options: String,
    file: PathBuf,
    rules: BTreeSet<String>,
}

impl Tier {
    fn of(peer: &Peer, wrong: &mut Vec<String>, options: &str) -> Self {
        let empty = peer.folder.join("empty.mlir");
        fs::write(&empty, "module {}\n").expect("the folder is ours");
        let file = peer.folder.join("Ours.td");
        let mut numbers = Vec::new();
        loop {
            without(&peer.rules.path, &numbers, &file);
            let Run { ending, stderr, .. } = peer.ours(&file, &empty, options);
            let errors = lines_with(&stderr, &file, "error");
            if ending != Ending::Exit(0) && errors.is_empty() {
                wrong.push(format!("with {options}: {stderr}"));
                numbers.extend(lines_of_rules(peer).into_values());
                break;
            }
            if errors.is_empty() {
                numbers.extend(
                    lines_with(&stderr, &file, "warning")
                        .into_iter()
                        .filter_map(|(number, text)| text.contains("left out").then_some(number)),
                );
                break;
            }
            for (number, text) in errors {
                wrong.push(format!("{number}: {text}"));
                numbers.push(number);
            }
        }
        let lines = lines_of_rules(peer);
        let is_left = |name: &&String| lines.get(*name).is_none_or(|line| !numbers.contains(line));
        let rules = peer.names.iter().filter(is_left).cloned().collect();
        let kept = peer.folder.join(format!("Ours{}.td", options.len()));
        fs::copy(&file, &kept).expect("the folder is ours");
        Tier {
            options: options.to_owned(),
            file: kept,
            rules,
        }
    }
}

/// The diagnostics of a kind in a file: their lines, and what they say.
fn lines_with(stderr: &str, file: &Path, kind: &str) -> Vec<(usize, String)> {
    let prefix = format!("{}:", file.display());
    let found = stderr.lines().filter_map(|line| {
        let (number, rest) = line.strip_prefix(&prefix)?.split_once(':')?;
        let (_, text) = rest.split_once(&format!(" {kind}: "))?;
        Some((number.parse().ok()?, text.to_owned()))
    });
    found.collect()
}

/// The lines of the rules in the file.
fn lines_of_rules(peer: &Peer) -> BTreeMap<String, usize> {
    let ast = peer.ast();
    let rules = ast["files"][0]["rules"].as_array().into_iter().flatten();
    let lines = rules.filter_map(|rule| {
        let line = rule["range"]["line"].as_u64()?;
        Some((
            rule["name"].as_str()?.to_owned(),
            usize::try_from(line).ok()?,
        ))
    });
    lines.collect()
}

/// How many rules call nothing but the standard library and conditions of types and
/// attributes.
fn plain(peer: &Peer, tier: &Tier) -> usize {
    let ast = peer.ast();
    let records = ast["files"][0]["records"].as_array().into_iter().flatten();
    let is_condition = |record: &&serde_json::Value| {
        matches!(
            record["kind"].as_str(),
            Some("TypeConstraint" | "AttrConstraint")
        )
    };
    let conditions: BTreeSet<_> = records
        .filter(is_condition)
        .filter_map(|record| record["name"].as_str())
        .collect();
    let text = peer.compiled(&["-x", "pdl"], &tier.file);
    let mut patterns: BTreeMap<&str, bool> = BTreeMap::new();
    let mut current = "";
    for line in text.lines() {
        if let Some((_, rest)) = line.split_once("pdl.pattern @") {
            current = rest.split(' ').next().unwrap_or_default();
            patterns.entry(current).or_insert(true);
        } else if let Some((_, rest)) = line.split_once("apply_native_") {
            let name = rest.split('"').nth(1).unwrap_or_default();
            if !name.starts_with("pdll.") && !conditions.contains(name) {
                patterns.insert(current, false);
            }
        }
    }
    let is_plain = |name: &&String| patterns.get(name.as_str()).is_some_and(|plain| *plain);
    peer.names.iter().filter(is_plain).count()
}

/// Compares each rule by itself.
fn compare_all(
    peer: &Peer,
    file: &RuleFile,
    upstream: &Path,
    tiers: &[Tier],
    outcome: &mut Outcome,
) {
    let program = peer.folder.join("programs.mlir");
    let files: Vec<_> = file
        .programs
        .iter()
        .map(|path| upstream.join(path))
        .collect();
    outcome.functions = programs::gather(file.name, &files, peer, &program);
    let untouched = peer.theirs(&program, "enable-patterns=none").stdout;
    let results = parallel(
        &peer.names,
        || (),
        |(), name| compare(peer, tiers, name, &program, &untouched),
    );
    for (name, result) in std::iter::zip(&peer.names, results) {
        match result {
            Ok(Same {
                is_used,
                is_located,
                crashes,
            }) => {
                outcome.same += 1;
                outcome.located += usize::from(is_located);
                outcome.used += usize::from(is_used);
                if !is_used {
                    outcome.unused.push(name.clone());
                }
                if crashes {
                    outcome.crashing.push(name.clone());
                }
            }
            Err(difference) => outcome.wrong.push(format!("{name}: {difference}")),
        }
    }
}

/// How a rule does the same as the generated pattern.
struct Same {
    /// It changes a program.
    is_used: bool,
    /// New operations have the same locations. The generated patterns for rules that
    /// match constants count these among the operations whose locations they join, but
    /// join as many as the rule has without them.
    is_located: bool,
    /// The generated pattern crashes with a driver, and nothing is compared.
    crashes: bool,
}

/// Compares what both do with a rule.
fn compare(
    peer: &Peer,
    tiers: &[Tier],
    name: &str,
    program: &Path,
    untouched: &str,
) -> Result<Same, String> {
    let mut same = Same {
        is_used: false,
        is_located: true,
        crashes: false,
    };
    for driver in DRIVERS {
        let options = format!("{driver} enable-patterns={name}");
        let theirs = peer.theirs(program, &options);
        for tier in tiers.iter().filter(|tier| tier.rules.contains(name)) {
            let own = &tier.options;
            let ours = peer.ours(&tier.file, program, &format!("{options} {own}"));
            if theirs.ending == Ending::Crash && ours.ending == Ending::Exit(0) {
                same.crashes = true;
            } else if theirs.ending != ours.ending
                || without_locations(&theirs.stdout) != without_locations(&ours.stdout)
            {
                return Err(difference(&format!("{driver} {own}"), &theirs, &ours));
            } else {
                same.is_located &= theirs.stdout == ours.stdout;
            }
        }
        same.is_used |= theirs.stdout != untouched;
    }
    Ok(same)
}

/// A program without the names of locations, and without their definitions.
fn without_locations(program: &str) -> String {
    let lines = program.lines().filter(|line| !line.starts_with("#loc"));
    let mut text = String::new();
    for line in lines {
        let mut parts = line.split("loc(");
        text.extend(parts.next());
        for part in parts {
            text.extend(part.split_once(')').map(|(_, rest)| rest));
        }
        text.push('\n');
    }
    text
}

/// The first lines that are not the same.
fn difference(options: &str, theirs: &Run, ours: &Run) -> String {
    let lines = std::iter::zip(theirs.stdout.lines(), ours.stdout.lines());
    let mut text = format!("{options}: {:?} {:?}", theirs.ending, ours.ending);
    if theirs.ending != ours.ending {
        let _ = write!(text, "\n{}\n{}", theirs.stderr, ours.stderr);
    }
    for (theirs, ours) in lines.filter(|(theirs, ours)| theirs != ours).take(3) {
        let _ = write!(text, "\n  mlir-tblgen {theirs}\n  pdll        {ours}");
    }
    text
}

/// The table of all files.
pub(crate) fn table(outcomes: &[Outcome]) -> String {
    let mut text = String::from(
        "file               rules  lost plain  (a+b) (a+b+c) same located used functions\n",
    );
    for one in outcomes {
        let _ = writeln!(
            text,
            "{:18} {:5} {:5} {:5} {:6} {:7} {:4} {:7} {:4} {:9}",
            one.name,
            one.rules,
            one.lost,
            one.plain,
            one.without_compiler,
            one.with_compiler,
            one.same,
            one.located,
            one.used,
            one.functions
        );
        if !one.unused.is_empty() {
            let _ = writeln!(text, "    no program for: {}", one.unused.join(" "));
        }
        if !one.crashing.is_empty() {
            let crashing = one.crashing.join(" ");
            let _ = writeln!(text, "    generated patterns crash: {crashing}");
        }
    }
    text
}
