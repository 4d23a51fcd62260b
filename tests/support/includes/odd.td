include "mlir/IR/OpBase.td"
def OddPredicate : Pred;
def Odd : TypeConstraint<OddPredicate, "odd">;
