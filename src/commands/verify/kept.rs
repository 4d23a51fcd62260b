//! Verdicts of earlier runs. A pattern that has not changed has the same one.

use super::decision::Decision;
use crate::{
    back::{graph::Locations, verify::Described},
    base::cache::{self, Entries, Kind},
    commands::{kept::of_program, options::Verify},
    front::hir::{Native, NativeBody},
};
use blake3::{Hash, Hasher};
use melior::ir::{BlockLike, Module, Operation, OperationRef, operation::OperationLike};
use pdll_verify::refine::Limits;

/// The verdicts about the patterns of a module.
pub(super) struct Kept {
    entries: Entries,
    /// What all of them depend on.
    base: Hasher,
    /// In the order of the module.
    texts: Vec<String>,
}

static KIND: Kind = Kind {
    end: ".verdict",
    temporary: ".verdict-",
    magic: *b"PDLLVRD2",
    max_bytes: 16 << 20,
};

impl Kept {
    /// Returns `None` if the user wants no cache, or if verdicts depend on more than is
    /// known here: on plugins, or on how fast another program is.
    pub(super) fn new(
        options: &Verify,
        solver: &str,
        limits: Limits,
        module: &Module<'_>,
        natives: &[Native],
        described: &Described<'_>,
        definitions: &str,
    ) -> Option<Self> {
        let is_known = options.solver.is_none()
            && options.load_dialect_plugin.is_empty()
            && options.emit_smt.is_none()
            && !options.common.no_ods_cache;
        if !is_known {
            return None;
        }
        let mut base = of_program().ok()?;
        base.update(format!("{solver}\0{limits:?}\0{:?}", options.common.include_dirs).as_bytes());
        base.update(definitions.as_bytes());
        let texts = patterns(module).into_iter().map(|operation| {
            let text = text(operation);
            let described = described.text(&text);
            format!("{}{described}{text}", functions(&text, natives))
        });
        Some(Kept {
            entries: Entries::new(cache::of_user()?, &KIND),
            base,
            texts: texts.collect(),
        })
    }

    /// The verdict about a pattern.
    pub(super) fn load(
        &self,
        pattern: usize,
        locations: &Locations<'_>,
        can_be_run: bool,
    ) -> Option<Decision> {
        let decode = |bytes: &[u8]| postcard::from_bytes(bytes).ok();
        self.entries
            .load(&self.key(pattern, locations, can_be_run)?, decode)
    }

    /// Keeps the verdict about a pattern.
    pub(super) fn store(
        &self,
        pattern: usize,
        locations: &Locations<'_>,
        can_be_run: bool,
        decision: &Decision,
    ) {
        if let (Some(key), Ok(bytes)) = (
            self.key(pattern, locations, can_be_run),
            postcard::to_stdvec(decision),
        ) {
            self.entries.store(&key, &bytes);
        }
    }

    /// Whether a counterexample was run is a part of what is kept, so that whether it can be
    /// run is a part of the key. The text has no names of values, which verdicts mention. They are in the locations,
    /// whose places do not matter.
    fn key(&self, pattern: usize, locations: &Locations<'_>, can_be_run: bool) -> Option<Hash> {
        let mut key = self.base.clone();
        key.update(&[u8::from(can_be_run)]);
        key.update(self.texts.get(pattern)?.as_bytes());
        for node in &locations.nodes {
            let text = node.to_string();
            let name = text
                .strip_prefix("loc(\"")
                .and_then(|rest| rest.split_once("\"("));
            key.update(name.map_or("", |(name, _)| name).as_bytes());
            key.update(&[0]);
        }
        Some(key.finalize())
    }
}

/// The patterns of a module, in order.
pub(super) fn patterns<'c, 'm>(module: &'m Module<'c>) -> Vec<OperationRef<'c, 'm>> {
    let mut patterns = Vec::new();
    let mut next = module.body().first_operation();
    while let Some(operation) = next {
        let name = operation.name();
        if name.as_string_ref().as_str() == Ok("pdl.pattern") {
            patterns.push(operation);
        }
        next = operation.next_in_block();
    }
    patterns
}

/// A pattern as MLIR prints it. To print a part of a module, MLIR looks at all of it, so a
/// copy is printed.
pub(super) fn text(pattern: OperationRef<'_, '_>) -> String {
    let alone: Operation<'_> = (*pattern).clone();
    alone.to_string()
}

/// What the functions do that a pattern may call, by their names.
fn functions(pattern: &str, natives: &[Native]) -> String {
    let called = natives
        .iter()
        .filter(|native| pattern.contains(&format!("\"{}\"", native.name)));
    called
        .map(|native| {
            let (name, is_constraint) = (&native.name, native.is_constraint);
            let body = match &native.body {
                NativeBody::Predicate {
                    subject, predicate, ..
                } => format!("{subject:?} {predicate:?}"),
                NativeBody::Code {
                    code,
                    parameters,
                    results,
                } => format!("{} {parameters:?} {results:?}", code.text),
            };
            format!("{name}\0{is_constraint}\0{body}\0")
        })
        .collect()
}
