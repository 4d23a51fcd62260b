// Operations and constraints of every shape, for the comparison with the
// oracle and for random patterns.

include "mlir/IR/OpBase.td"
include "mlir/IR/Properties.td"
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

def T_OptionalOp : T_Op<"optional"> {
  let arguments = (ins AnyType:$first, Optional<AnyType>:$second);
  let results = (outs AnyType:$value);
}

def T_VariadicOp : T_Op<"variadic"> {
  let arguments = (ins Variadic<AnyType>:$values, UnitAttr:$flag);
  let results = (outs Variadic<AnyType>:$all);
}

def T_MixedOp : T_Op<"mixed", [AttrSizedOperandSegments,
                               AttrSizedResultSegments]> {
  let arguments = (ins AnyType:$first, Variadic<AnyType>:$middle,
                       Optional<AnyType>:$last);
  let results = (outs AnyType:$one, Variadic<AnyType>:$many,
                      Optional<AnyType>:$maybe);
}

def T_InferredOp : T_Op<"inferred"> {
  let arguments = (ins I32:$lhs, I32:$rhs, I32Attr:$kind);
  let results = (outs I32:$sum);
}

def T_SameTypeOp : T_Op<"same_type", [SameOperandsAndResultType]> {
  let arguments = (ins AnyType:$value);
  let results = (outs AnyType:$same);
}

def T_PropertiesOp : T_Op<"properties"> {
  let arguments = (ins IntProp<"int64_t">:$count, StrAttr:$text);
  let results = (outs AnyType:$value);
}

def T_NothingOp : T_Op<"nothing">;

def T_Interface : OpInterface<"Interface"> {
  let cppNamespace = "::t";
}
