//! What patterns do to a program, as `docs/apply-pdll.md` and
//! `docs/language.md` describe it, in the simplest way. It shares nothing with
//! pdll: it knows neither pdl nor MLIR's interpreter, and reads the patterns as
//! the generator made them.

pub(crate) mod import;
pub(crate) mod matching;
pub(crate) mod program;
pub(crate) mod rewriting;
pub(crate) mod walk;
