// The definition of a dialect that is not registered. It lets patterns refer to
// operands by name.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TOY_TD
#define TOY_TD

include "mlir/IR/OpBase.td"

def Toy_Dialect : Dialect {
  let name = "toy";
  let cppNamespace = "toy";
}

def Toy_DoubleOp : Op<Toy_Dialect, "double"> {
  let arguments = (ins AnyType:$value);
  let results = (outs AnyType:$result);
}

#endif // TOY_TD
