include "mlir/IR/OpBase.td"

def Kit_Dialect : Dialect {
  let name = "kit";
  let cppNamespace = "::kit";
}
def Kit_TurnOp : Op<Kit_Dialect, "turn"> {
  let arguments = (ins AnyType:$value, I32Attr:$angle);
  let results = (outs AnyType:$turned);
}
