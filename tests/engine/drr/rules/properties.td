// Properties that are no attributes, and cases of enums.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

include "dialect.td"
include "mlir/IR/PatternBase.td"

def Forwarded : Pat<(PropertyOp F32:$x, $p, $a), (PropertyOp (OtherOp $x, (returnType $x)), $p, $a)>;
def Ignored : Pat<(PropertyOp I32:$x, $_, ConstantAttr<I32Attr, "3">), (OtherOp $x)>;

def Case : Pat<(ColorOp F32:$x, Red), (ColorOp $x, Green)>;
