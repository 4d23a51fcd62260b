//! Threads that decide obligations side by side, each with a solver of its own.

use crate::{
    refine::{self, Limits, Obligation, Verdict},
    solver::{Failure, Solver},
    term::Terms,
};
use std::{
    any::Any,
    collections::VecDeque,
    panic::{self, AssertUnwindSafe},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        mpsc::{self, Receiver, Sender},
    },
    thread::{self, JoinHandle},
};

/// What makes a solver for a thread.
pub type Source = Arc<dyn Fn() -> Box<dyn Solver> + Send + Sync>;

/// Something to decide. Whoever hands it in may tell it from others by its ticket.
pub struct Task<T> {
    pub ticket: T,
    /// What it is about, as a part of a file's name, if its questions are kept.
    pub label: Option<String>,
    pub terms: Terms,
    pub obligation: Obligation,
    pub limits: Limits,
}

/// A task with what was found.
pub struct Done<T> {
    pub task: Task<T>,
    pub verdict: Result<Verdict, Failure>,
}

/// The threads. They end when this is dropped.
pub struct Crew<T: Send + 'static> {
    queue: Arc<Queue<T>>,
    finished: Receiver<Result<Done<T>, Panic>>,
    threads: Vec<JoinHandle<()>>,
    num_open: usize,
    has_solver: bool,
}

type Panic = Box<dyn Any + Send>;

struct Queue<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
}

struct State<T> {
    waiting: VecDeque<Task<T>>,
    is_closed: bool,
}

impl<T: Send + 'static> Crew<T> {
    /// Starts that many threads, each with a solver if there is one.
    #[must_use]
    pub fn new(num_threads: usize, source: Option<&Source>) -> Self {
        let queue = Arc::new(Queue {
            state: Mutex::new(State {
                waiting: VecDeque::new(),
                is_closed: false,
            }),
            changed: Condvar::new(),
        });
        let (sender, finished) = mpsc::channel();
        let threads = (0..num_threads.max(1)).map(|_| {
            let (queue, sender, source) = (queue.clone(), sender.clone(), source.cloned());
            thread::spawn(move || work(&queue, &sender, source.as_ref()))
        });
        Crew {
            threads: threads.collect(),
            queue,
            finished,
            num_open: 0,
            has_solver: source.is_some(),
        }
    }

    #[must_use]
    pub fn num_threads(&self) -> usize {
        self.threads.len()
    }

    /// How many tasks are handed in and not returned.
    #[must_use]
    pub fn num_open(&self) -> usize {
        self.num_open
    }

    /// Hands in a task.
    pub fn submit(&mut self, task: Task<T>) {
        self.num_open += 1;
        self.queue.lock().waiting.push_back(task);
        self.queue.changed.notify_one();
    }

    /// Takes back tasks that nobody has begun.
    pub fn cancel(&mut self, is_needless: impl Fn(&T) -> bool) {
        let mut state = self.queue.lock();
        let before = state.waiting.len();
        state.waiting.retain(|task| !is_needless(&task.ticket));
        self.num_open -= before - state.waiting.len();
    }

    /// Waits for a task, which may be any of them. `None` if there is none.
    ///
    /// # Panics
    ///
    /// If deciding it has panicked.
    pub fn wait(&mut self) -> Option<Done<T>> {
        if self.num_open == 0 {
            return None;
        }
        let done = self.finished.recv().expect("the threads wait for tasks");
        self.num_open -= 1;
        match done {
            Ok(done) => Some(done),
            Err(panicked) => panic::resume_unwind(panicked),
        }
    }

    /// Whether there is a solver.
    #[must_use]
    pub fn has_solver(&self) -> bool {
        self.has_solver
    }
}

impl<T: Send + 'static> Drop for Crew<T> {
    fn drop(&mut self) {
        let mut state = self.queue.lock();
        state.is_closed = true;
        state.waiting.clear();
        drop(state);
        self.queue.changed.notify_all();
        for thread in self.threads.drain(..) {
            // What has gone wrong in it was passed on before.
            let _ = thread.join();
        }
    }
}

impl<T> Queue<T> {
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next task, or `None` if there will be no more.
    fn next(&self) -> Option<Task<T>> {
        let mut state = self.lock();
        loop {
            if state.is_closed {
                return None;
            }
            if let Some(task) = state.waiting.pop_front() {
                return Some(task);
            }
            let waited = self.changed.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }
}

fn work<T>(queue: &Queue<T>, finished: &Sender<Result<Done<T>, Panic>>, source: Option<&Source>) {
    let mut solver: Option<Box<dyn Solver>> = None;
    while let Some(mut task) = queue.next() {
        let decided = panic::catch_unwind(AssertUnwindSafe(|| {
            if let (None, Some(source)) = (&solver, source) {
                solver = Some(source());
            }
            decide(solver.as_deref_mut(), &mut task)
        }));
        let done = decided.map(|verdict| Done { task, verdict });
        if finished.send(done).is_err() {
            return;
        }
    }
}

fn decide<T>(
    mut solver: Option<&mut (dyn Solver + 'static)>,
    task: &mut Task<T>,
) -> Result<Verdict, Failure> {
    if let Some(record) = solver.as_mut().and_then(|solver| solver.record()) {
        record.set_subject(task.label.as_deref());
    }
    refine::decide(&mut task.terms, &mut task.obligation, solver, task.limits)
}
