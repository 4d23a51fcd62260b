// Forty rules in the form of arith's canonicalization, for measuring. Not all of
// them are sound.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

include "mlir/Dialect/Arith/IR/ArithOps.td"
include "mlir/IR/PatternBase.td"

def SameType : Constraint<CPred<"$0.getType() == $1.getType()">>;

multiclass Simplify<Op op> {
  def Again : Pat<(op (op:$inner $x, $y), $y), (replaceWithValue $inner)>;
  def Absorbed : Pat<(op $x, (op:$inner $y, $x)), (replaceWithValue $inner)>;
  def OfSigned : Pat<(op (Arith_ExtSIOp $x), (Arith_ExtSIOp $y)),
                     (Arith_ExtSIOp (op $x, $y)), [(SameType $x, $y)]>;
  def OfUnsigned : Pat<(op (Arith_ExtUIOp $x), (Arith_ExtUIOp $y)),
                       (Arith_ExtUIOp (op $x, $y)), [(SameType $x, $y)]>;
}

defm And : Simplify<Arith_AndIOp>;
defm Or : Simplify<Arith_OrIOp>;
defm XOr : Simplify<Arith_XOrIOp>;
defm MaxSI : Simplify<Arith_MaxSIOp>;
defm MaxUI : Simplify<Arith_MaxUIOp>;
defm MinSI : Simplify<Arith_MinSIOp>;
defm MinUI : Simplify<Arith_MinUIOp>;
defm RemSI : Simplify<Arith_RemSIOp>;
defm RemUI : Simplify<Arith_RemUIOp>;
defm CeilDivSI : Simplify<Arith_CeilDivSIOp>;
