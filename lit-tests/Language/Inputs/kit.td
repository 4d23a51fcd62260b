// A dialect of operations for the tests of the language document: operations
// with results and operands of several kinds, by name.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

include "mlir/IR/OpBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Kit_Dialect : Dialect {
  let name = "kit";
  let cppNamespace = "::kit";
}

class Kit_Op<string mnemonic, list<Trait> traits = []>
    : Op<Kit_Dialect, mnemonic, traits>;

// One operand, one result.
def Kit_TurnOp : Kit_Op<"turn"> {
  let arguments = (ins AnyType:$whole);
  let results = (outs AnyType:$turned);
}

// Two results, and three.
def Kit_HalveOp : Kit_Op<"halve"> {
  let arguments = (ins AnyType:$whole);
  let results = (outs AnyType:$left, AnyType:$right);
}
def Kit_SplitOp : Kit_Op<"split"> {
  let arguments = (ins Variadic<AnyType>:$wholes);
  let results = (outs AnyType:$front, AnyType:$middle, AnyType:$back);
}

// Two operands.
def Kit_JoinOp : Kit_Op<"join"> {
  let arguments = (ins AnyType:$first, AnyType:$second);
  let results = (outs AnyType:$joined);
}

// A callee and whatever it takes.
def Kit_CallOp : Kit_Op<"call"> {
  let arguments = (ins AnyType:$callee, Variadic<AnyType>:$inputs);
  let results = (outs Variadic<AnyType>:$outputs);
}

// A result and any number of others.
def Kit_PeelOp : Kit_Op<"peel"> {
  let arguments = (ins AnyType:$fruit);
  let results = (outs AnyType:$core, Variadic<AnyType>:$skins);
}

// An attribute that is there or not.
def Kit_MarkOp : Kit_Op<"mark"> {
  let arguments = (ins AnyType:$whole, UnitAttr:$fragile);
  let results = (outs AnyType:$marked);
}
