//! How our compiler differs from the oracle, and why. A difference that is not
//! listed here fails the tests, and so does a listed one that does not exist.

use super::compare::{DEFAULT_BENEFIT, RECURSION};

/// A difference.
#[derive(Debug)]
pub(crate) struct Difference {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) why: &'static str,
    /// An input that shows it, and no other one.
    pub(crate) example: &'static str,
}

/// What differs.
#[derive(Debug)]
pub(crate) enum Kind {
    /// The module, in a way that the comparison computes from the oracle's.
    Module,
    /// The oracle accepts what we reject with an error that contains this.
    OnlyWeReject(&'static str),
    /// We accept what the oracle rejects with an error that contains this.
    OnlyWeAccept(&'static str),
    /// Both reject it on different lines, with errors that contain these.
    OtherPlace {
        theirs: &'static str,
        ours: &'static str,
    },
}

use Kind::{Module, OnlyWeAccept, OnlyWeReject, OtherPlace};

/// All of them.
pub(crate) const DIFFERENCES: &[Difference] = &[
    Difference {
        name: DEFAULT_BENEFIT,
        kind: Module,
        why: "as documented, it is the number of operations in the match section, not 0",
        example: "Pattern => erase op<t.a>(op<t.b>);",
    },
    Difference {
        name: RECURSION,
        kind: Module,
        why: "the oracle drops `with recursion`, we keep it as an attribute of the pattern",
        example: "Pattern with benefit(1), recursion => erase op<t.a>;",
    },
];
