include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"

def T_Dialect : Dialect {
  let name = "t";
  let cppNamespace = "::t";
}
def T_Pair : TypeDef<T_Dialect, "Pair"> {
  let mnemonic = "pair";
  let parameters = (ins "Type":$first, "Type":$second);
}
def T_Constant : Op<T_Dialect, "constant", [FirstAttrDerivedResultType]> {
  let arguments = (ins AnyAttr:$value);
  let results = (outs AnyType:$result);
}
