include "mlir/IR/OpBase.td"

def Numbers_Dialect : Dialect {
  let name = "numbers";
  let cppNamespace = "::numbers";
}

class Numbers_Op<string mnemonic> : Op<Numbers_Dialect, mnemonic>;

def Numbers_NoneOp : Numbers_Op<"none">;
def Numbers_OneOp : Numbers_Op<"one"> {
  let arguments = (ins AnyType:$a);
  let results = (outs AnyType:$r);
}
def Numbers_TwoOp : Numbers_Op<"two"> {
  let arguments = (ins AnyType:$a, AnyType:$b);
  let results = (outs AnyType:$r, AnyType:$s);
}
def Numbers_AnyOp : Numbers_Op<"any"> {
  let arguments = (ins Variadic<AnyType>:$a);
  let results = (outs Variadic<AnyType>:$r);
}
