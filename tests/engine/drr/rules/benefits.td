// Which of several rules is applied.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

include "dialect.td"
include "mlir/IR/PatternBase.td"

def A1 : Pat<(OneOp $x), (TextOp $x, ConstantStrAttr<StrAttr, "small">)>;
def A2 : Pat<(OneOp (WordOp $x)), (TextOp $x, ConstantStrAttr<StrAttr, "larger">)>;
def A3 : Pat<(OneOp F32:$x), (TextOp $x, ConstantStrAttr<StrAttr, "added">), [], [], (addBenefit 5)>;
def B1 : Pat<(OtherOp $x), (TextOp $x, ConstantStrAttr<StrAttr, "first">)>;
def B2 : Pat<(OtherOp $x), (TextOp $x, ConstantStrAttr<StrAttr, "second">)>;
def C1 : Pat<(TwoOp (OneOp $x), $_), (TextOp $x, ConstantStrAttr<StrAttr, "subtracted">), [], [], (addBenefit -1)>;
def C2 : Pat<(TwoOp $x, $_), (TextOp $x, ConstantStrAttr<StrAttr, "kept">)>;
