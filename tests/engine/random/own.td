// The operations that tests/engine/random/definitions.rs describes, in the same order.
// No dialect of MLIR has them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

include "mlir/IR/OpBase.td"

def Own_Dialect : Dialect {
  let name = "own";
  let cppNamespace = "::own";
}
class Own_Op<string mnemonic, list<Trait> traits = []>
    : Op<Own_Dialect, mnemonic, traits>;

def Own_PairOp : Own_Op<"pair"> {
  let arguments = (ins AnyType:$x, Optional<AnyType>:$o);
  let results = (outs AnyType:$first, AnyType:$second);
}
def Own_CallOp : Own_Op<"call", [AttrSizedOperandSegments]> {
  let arguments = (ins Optional<AnyType>:$guard, AnyType:$callee, Variadic<AnyType>:$rest);
  let results = (outs AnyType:$value, Variadic<AnyType>:$more);
}
def Own_EqualOp : Own_Op<"equal", [SameVariadicOperandSize]> {
  let arguments = (ins Variadic<AnyType>:$left, Variadic<AnyType>:$right);
  let results = (outs Optional<AnyType>:$value);
}
def Own_SplitOp : Own_Op<"split", [AttrSizedResultSegments]> {
  let arguments = (ins Variadic<AnyType>:$values);
  let results = (outs Variadic<AnyType>:$as, Optional<AnyType>:$o, AnyType:$last);
}
