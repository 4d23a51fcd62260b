//! Checks cases in child processes, so that a crash or a hang ends only one.

use crate::random::{
    cases::{Case, Removed},
    check::{Checker, Outcome},
    creations, growths,
};
use rustix::process::{Resource, getrlimit, setrlimit};
use serde::{Deserialize, Serialize};
use std::{
    env, fs,
    fs::File,
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
    process::{self, Command, Stdio},
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

/// The test that a child runs.
const CHILD: &str = "random::child";

/// The environment variable with the job of a child.
const JOB: &str = "PDLL_RANDOM_JOB";

/// What a child may have of memory, in bytes. More ends it, which is a finding: the
/// patterns take what the machine has.
const MEMORY: u64 = 4_000_000_000;

/// The stack of a child, in bytes.
const STACK: &str = "8388608";

/// What a child checks.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Job {
    pub(crate) subject: Subject,
    pub(crate) seed: u64,
    pub(crate) first: u64,
    pub(crate) end: u64,
    /// One run of a single case, without some parts of it.
    pub(crate) part: Option<(usize, Removed)>,
    /// Seconds that a run may take.
    pub(crate) deadline: u64,
    /// Where the child writes its answer.
    pub(crate) answer: PathBuf,
}

/// What the numbers of cases stand for.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) enum Subject {
    Patterns,
    /// The cases that create these operations.
    Creations(Vec<String>),
    /// The cases in which something grows.
    Growths,
}

impl Subject {
    pub(crate) fn generate(&self, seed: u64, number: u64) -> Case {
        match self {
            Subject::Patterns => Case::generate(seed, number),
            Subject::Creations(names) => creations::generate(seed, names, number),
            Subject::Growths => growths::generate(seed, number),
        }
    }
}

/// How many runs ended how, and what went wrong.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Answer {
    pub(crate) rewritten: usize,
    pub(crate) failed: usize,
    /// Pattern sets, not runs.
    pub(crate) sets: usize,
    pub(crate) refused: Vec<String>,
    pub(crate) findings: Vec<Finding>,
}

/// A run that did not end as it should.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Finding {
    pub(crate) number: u64,
    pub(crate) run: usize,
    pub(crate) what: What,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) enum What {
    Crash,
    Hang,
    Wrong(String),
}

impl What {
    /// Whether two findings may have the same cause.
    pub(crate) fn is_like(&self, other: &What) -> bool {
        match (self, other) {
            (What::Crash, What::Crash) | (What::Hang, What::Hang) => true,
            (What::Wrong(a), What::Wrong(b)) => a.split(':').next() == b.split(':').next(),
            _ => false,
        }
    }
}

impl Answer {
    pub(crate) fn add(&mut self, other: Answer) {
        self.rewritten += other.rewritten;
        self.failed += other.failed;
        self.sets += other.sets;
        self.refused.extend(other.refused);
        self.findings.extend(other.findings);
    }
}

/// Does a job in a child, and in further children if one does not survive.
pub(crate) fn check(mut job: Job) -> Answer {
    let mut answer = Answer::default();
    while job.first < job.end {
        let (part, last) = run_child(&job);
        answer.add(part);
        let Some(finding) = last else { break };
        job.first = finding.number + 1;
        answer.findings.push(finding);
    }
    answer
}

/// Runs one child. Returns its answer, and where it ended if that was too early.
fn run_child(job: &Job) -> (Answer, Option<Finding>) {
    let place = Place::new(&job.answer);
    let status = Command::new(env::current_exe().expect("this program is somewhere"))
        .args([CHILD, "--exact", "--ignored"])
        .env(
            JOB,
            serde_json::to_string(job).expect("a job is plain data"),
        )
        .env("LLVM_DISABLE_SYMBOLIZATION", "1")
        // Patterns nest regions, and a pass has as much.
        .env("RUST_MIN_STACK", STACK)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("this program can be run");
    let answer = fs::read_to_string(&job.answer).unwrap_or_default();
    // The line of a child that was killed may be incomplete.
    let lines = answer
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok());
    let mut whole = Answer::default();
    lines.for_each(|part| whole.add(part));
    (whole, (!status.success()).then(|| place.read()))
}

/// Does the job of a child. The answer is a line for each case.
pub(crate) fn work() {
    let job = env::var(JOB).expect("this test only runs as a child of the others");
    let job: Job = serde_json::from_str(&job).expect("the parent wrote it");
    limit_memory();
    let place = Place::new(&job.answer);
    let started: Arc<Mutex<Option<Instant>>> = Arc::default();
    let watched = (Arc::clone(&started), place.clone(), job.deadline);
    thread::spawn(move || watch(&watched.0, &watched.1, watched.2));
    let answers = File::create(&job.answer).expect("the folder is ours");
    let checker = Checker::new();
    let mut length = 0;
    for number in job.first..job.end {
        let mut case = job.subject.generate(job.seed, number);
        if let Some((run, removed)) = &job.part {
            case = case.without(*run, removed);
        }
        let outcomes = checker.check(&case, &case.patterns, |run| {
            place.write(number, run);
            *started.lock().expect("nothing panics with it") = Some(Instant::now());
        });
        *started.lock().expect("nothing panics with it") = None;
        let answer = serde_json::to_string(&count(number, outcomes)).expect("it is plain data");
        let line = answer + "\n";
        answers
            .write_all_at(line.as_bytes(), length)
            .expect("there is room");
        length += line.len() as u64;
    }
}

fn limit_memory() {
    let mut limit = getrlimit(Resource::As);
    limit.current = Some(limit.maximum.unwrap_or(MEMORY).min(MEMORY));
    setrlimit(Resource::As, limit).expect("a process may lower its own limits");
}

fn count(number: u64, outcomes: Vec<Outcome>) -> Answer {
    let mut answer = Answer {
        sets: 1,
        ..Answer::default()
    };
    for (run, outcome) in outcomes.into_iter().enumerate() {
        match outcome {
            Outcome::Rewritten => answer.rewritten += 1,
            Outcome::Failed => answer.failed += 1,
            Outcome::Refused(message) => answer.refused.push(message),
            Outcome::Wrong(what) => answer.findings.push(Finding {
                number,
                run,
                what: What::Wrong(what),
            }),
        }
    }
    answer
}

/// Ends this process when a run takes too long.
fn watch(started: &Mutex<Option<Instant>>, place: &Place, deadline: u64) {
    loop {
        thread::sleep(Duration::from_millis(200));
        let started = *started.lock().expect("nothing panics with it");
        if started.is_some_and(|started| started.elapsed() > Duration::from_secs(deadline)) {
            place.mark_hang();
            process::abort();
        }
    }
}

/// The file in which a child keeps what it is doing.
#[derive(Debug, Clone)]
struct Place(PathBuf);

impl Place {
    fn new(answer: &Path) -> Self {
        Place(answer.with_extension("place"))
    }

    fn write(&self, number: u64, run: usize) {
        let text = format!("{number:20} {run:3} run ");
        self.open()
            .write_all_at(text.as_bytes(), 0)
            .expect("there is room");
    }

    fn mark_hang(&self) {
        self.open()
            .write_all_at(b"hang", 25)
            .expect("there is room");
    }

    fn open(&self) -> File {
        let mut options = File::options();
        let options = options.write(true).create(true).truncate(false);
        options.open(&self.0).expect("the folder is ours")
    }

    /// Where a child ended that did not say so itself.
    fn read(&self) -> Finding {
        let text = fs::read_to_string(&self.0).expect("the child has begun with a case");
        let mut words = text.split_whitespace();
        let mut next = || words.next().expect("it is whole");
        Finding {
            number: next().parse().expect("it is a number"),
            run: next().parse().expect("it is a number"),
            what: match next() {
                "hang" => What::Hang,
                _ => What::Crash,
            },
        }
    }
}
