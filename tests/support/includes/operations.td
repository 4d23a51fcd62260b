// Operations and constraints of every shape, for the comparison with the
// oracle and for random patterns.

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"

def T_Dialect : Dialect {
  let name = "t";
  let cppNamespace = "::t";
}

class T_Op<string name, list<Trait> traits = []> : Op<T_Dialect, name, traits>;

def T_OneOperandOp : T_Op<"one_operand"> {
  let arguments = (ins AnyType:$value);
}

def T_TwoOperandsOp : T_Op<"two_operands"> {
  let arguments = (ins AnyType:$lhs, AnyType:$rhs, OptionalAttr<StrAttr>:$name);
}

def T_TwoResultsOp : T_Op<"two_results"> {
  let results = (outs AnyType:$low, AnyType:$high);
}

def T_SegmentsOp : T_Op<"segments", [AttrSizedOperandSegments]> {
  let arguments = (ins Variadic<AnyType>:$before, AnyType:$middle,
                       Variadic<AnyType>:$after);
}
