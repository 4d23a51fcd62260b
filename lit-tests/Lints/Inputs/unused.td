include "mlir/IR/OpBase.td"

class Unused<int number>;
def : Unused<1>;
