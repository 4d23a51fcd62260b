//! The operations of random patterns, and their names in three dialects.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    Arith,
    Llvm,
    Comb,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Add,
    Sub,
    Mul,
    Shl,
    Lshr,
    Ashr,
    Udiv,
    Sdiv,
    Urem,
    Srem,
    CeilU,
    CeilS,
    FloorS,
    And,
    Or,
    Xor,
    Smax,
    Umax,
    Smin,
    Umin,
    Cmp,
    Select,
    Zext,
    Sext,
    Trunc,
    Freeze,
}

use Kind::{
    Add, And, Ashr, CeilS, CeilU, Cmp, FloorS, Freeze, Lshr, Mul, Or, Sdiv, Select, Sext, Shl,
    Smax, Smin, Srem, Sub, Trunc, Udiv, Umax, Umin, Urem, Xor, Zext,
};

/// The kinds, with the word that templates use, and the names in the dialects.
pub(crate) const KINDS: [(Kind, &str, [&str; 3]); 26] = [
    (Add, "add", ["arith.addi", "llvm.add", "comb.add"]),
    (Sub, "sub", ["arith.subi", "llvm.sub", "comb.sub"]),
    (Mul, "mul", ["arith.muli", "llvm.mul", "comb.mul"]),
    (Shl, "shl", ["arith.shli", "llvm.shl", "comb.shl"]),
    (Lshr, "lshr", ["arith.shrui", "llvm.lshr", "comb.shru"]),
    (Ashr, "ashr", ["arith.shrsi", "llvm.ashr", "comb.shrs"]),
    (Udiv, "udiv", ["arith.divui", "llvm.udiv", "comb.divu"]),
    (Sdiv, "sdiv", ["arith.divsi", "llvm.sdiv", "comb.divs"]),
    (Urem, "urem", ["arith.remui", "llvm.urem", "comb.modu"]),
    (Srem, "srem", ["arith.remsi", "llvm.srem", "comb.mods"]),
    (CeilU, "ceilu", ["arith.ceildivui", "", ""]),
    (CeilS, "ceils", ["arith.ceildivsi", "", ""]),
    (FloorS, "floors", ["arith.floordivsi", "", ""]),
    (And, "and", ["arith.andi", "llvm.and", "comb.and"]),
    (Or, "or", ["arith.ori", "llvm.or", "comb.or"]),
    (Xor, "xor", ["arith.xori", "llvm.xor", "comb.xor"]),
    (Smax, "smax", ["arith.maxsi", "llvm.intr.smax", ""]),
    (Umax, "umax", ["arith.maxui", "llvm.intr.umax", ""]),
    (Smin, "smin", ["arith.minsi", "llvm.intr.smin", ""]),
    (Umin, "umin", ["arith.minui", "llvm.intr.umin", ""]),
    (Cmp, "cmp", ["arith.cmpi", "llvm.icmp", "comb.icmp"]),
    (
        Select,
        "select",
        ["arith.select", "llvm.select", "comb.mux"],
    ),
    (Zext, "zext", ["arith.extui", "llvm.zext", ""]),
    (Sext, "sext", ["arith.extsi", "llvm.sext", ""]),
    (
        Trunc,
        "trunc",
        ["arith.trunci", "llvm.trunc", "comb.extract"],
    ),
    (Freeze, "freeze", ["", "llvm.freeze", ""]),
];

/// Flags, as bits.
pub(crate) const NSW: u8 = 1;
pub(crate) const NUW: u8 = 2;
pub(crate) const EXACT: u8 = 4;
pub(crate) const DISJOINT: u8 = 8;
pub(crate) const NON_NEGATIVE: u8 = 16;

/// The words for flags in templates.
pub(crate) const FLAGS: [(&str, u8); 5] = [
    ("nsw", NSW),
    ("nuw", NUW),
    ("exact", EXACT),
    ("disjoint", DISJOINT),
    ("nneg", NON_NEGATIVE),
];

impl Dialect {
    pub(crate) const ALL: [Dialect; 3] = [Dialect::Arith, Dialect::Llvm, Dialect::Comb];

    pub(crate) const fn constant(self) -> &'static str {
        match self {
            Dialect::Arith => "arith.constant",
            Dialect::Llvm => "llvm.mlir.constant",
            Dialect::Comb => "hw.constant",
        }
    }

    /// Kind and dialect of an operation with a name.
    pub(crate) fn find(name: &str) -> Option<(Kind, Dialect)> {
        KINDS.iter().find_map(|(kind, _, names)| {
            let index = names.iter().position(|own| *own == name)?;
            Some((*kind, Dialect::ALL[index]))
        })
    }
}

impl Kind {
    /// The name, if the dialect has such an operation.
    pub(crate) fn name(self, dialect: Dialect) -> Option<&'static str> {
        let (.., names) = KINDS.iter().find(|(kind, ..)| *kind == self)?;
        let name = names[dialect as usize];
        (!name.is_empty()).then_some(name)
    }

    /// The flags that the operation may have.
    pub(crate) const fn flags(self, dialect: Dialect) -> u8 {
        match (dialect, self) {
            (Dialect::Comb, _) => 0,
            // The dialect keeps them as properties, which patterns do not see.
            (Dialect::Llvm, Add | Sub | Mul | Shl | Trunc) => 0,
            (_, Add | Sub | Mul | Shl | Trunc) => NSW | NUW,
            (_, Lshr | Ashr | Udiv | Sdiv) => EXACT,
            (Dialect::Llvm, Or) => DISJOINT,
            (Dialect::Llvm, Zext) => NON_NEGATIVE,
            _ => 0,
        }
    }

    /// Whether it takes two numbers of the width of the result.
    pub(crate) const fn is_binary(self) -> bool {
        !matches!(self, Cmp | Select | Zext | Sext | Trunc | Freeze)
    }
}
