include "mlir/IR/PatternBase.td"
include "mlir/Dialect/Arith/IR/ArithOps.td"

def SubOfItself : Pat<(Arith_SubIOp $x, $x, $flags), (replaceWithValue $z)>;
