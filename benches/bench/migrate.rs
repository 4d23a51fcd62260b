//! Measures how the time to translate rewrite rules grows with their number.

use crate::{
    measure::{Tools, milliseconds},
    usage::least,
};
use std::fmt::Write;

/// Prints the CPU time for each number of rules.
pub(crate) fn run(tools: &Tools) {
    println!("migrate: pdll-opt migrate");
    let include = format!("-I{}/include", env!("PDLL_LLVM_PREFIX"));
    for count in [1_000, 10_000, 20_000] {
        let path = tools.input("migrate.td", &rules(count));
        let output = path.with_extension("pdll");
        let (path, output) = (path.to_string_lossy(), output.to_string_lossy());
        let [migrate, check] = least(
            3,
            [
                (
                    &tools.pdll_opt,
                    &["migrate", &include, &path, "-o", &output],
                ),
                (&tools.pdll_opt, &["check", &include, &path]),
            ],
        );
        println!(
            "  {:<44} {:>9.1} ms, and to check them {:.1} ms",
            format!("{count} rules"),
            milliseconds(migrate.time),
            milliseconds(check.time)
        );
    }
}

/// Rules on `arith` that differ in a constant.
fn rules(count: usize) -> String {
    let mut text = "include \"mlir/Dialect/Arith/IR/ArithOps.td\"\n\
                    include \"mlir/IR/PatternBase.td\"\n"
        .to_owned();
    for i in 0..count {
        let _ = writeln!(
            text,
            "def R{i} : Pat<(Arith_AddIOp (Arith_MulIOp $x, $y, $f), \
             (Arith_ConstantOp ConstantAttr<I32Attr, \"{i}\">), $o), \
             (Arith_MulIOp $y, $x, $f)>;"
        );
    }
    text
}
