// Constraints beside the source: of types, and of none to four entities.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

include "dialect.td"
include "mlir/IR/PatternBase.td"

def SameType : Constraint<CPred<"$0.getType() == $1.getType()">, "same types">;
def SameValue : Constraint<CPred<"$0 == $1">, "same values">;
def OneUse : Constraint<CPred<"$_self.hasOneUse()">, "one use">;
def Always : Constraint<CPred<"true">>;
def Never : Constraint<CPred<"false">>;
def Ordered : Constraint<CPred<"$0.getInt() < $1.getInt() && $1.getInt() < $2.getInt() && $2.getInt() < $3.getInt()">>;

def TypeOfOperand : Pat<(OneOp $x), (OtherOp $x), [(F32 $x)]>;
def TypeOfResult : Pat<(OneOp:$r $x), (LikeOp $x), [(I64 $r)]>;
def TwoEntities : Pat<(TwoOp $x, $y), (PairOp $x, $y), [(SameType $x, $y)]>;
def Values : Pat<(PairOp (OneOp:$a $_), (OneOp:$b $_)), (TextOp $b, ConstantStrAttr<StrAttr, "values">), [(SameValue $a, $b)]>;
def NoEntity : Pat<(WordOp (WordOp $x)), (WordOp $x), [(Always)]>;
def Impossible : Pat<(NoteOp $x, $a), (OtherNoteOp $x, $a), [(Never)]>;
def UsedOnce : Pat<(SumOp (LikeOp:$l $x), $y), (SumOp $y, $x), [(OneUse:$l)]>;
def NoUse : Pattern<(SplitOp:$r $x), [(OtherSplitOp $x)], [(HasNoUseOf:$r__1)]>;
def Four : Pat<(NumberOp (NumberOp (NumberOp (NumberOp $x, $a), $b), $c), $d),
               (OtherOp $x), [(Ordered $a, $b, $c, $d)]>;
