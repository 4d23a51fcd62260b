// Rules that multiclasses and loops make, and rules without a name.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

include "dialect.td"
include "mlir/IR/PatternBase.td"

multiclass ToText<Op from, string name> {
  def Typed : Pat<(from F32:$x), (TextOp $x, ConstantStrAttr<StrAttr, name # " f32">)>;
  def : Pat<(from I32:$x), (TextOp $x, ConstantStrAttr<StrAttr, name # " i32">)>;
}
defm One : ToText<OneOp, "one">;
defm : ToText<OtherOp, "other">;

foreach op = [LikeOp, WordOp] in
  def : Pat<(TextOp (op $x), $_), (FlagOp $x, ConstantAttr<UnitAttr, "true">)>;

let benefitDelta = (addBenefit 3) in
def Let : Pat<(OneOp I32:$x), (TextOp $x, ConstantStrAttr<StrAttr, "let">)>;
