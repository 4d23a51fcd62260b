"""The native functions of `functions.pdll`.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from typing import Any


def functions(ir: Any, compiled: Any) -> Any:
    class Functions(compiled.Functions):
        def IsEven(self, rewriter: Any, n: Any) -> bool:
            return isinstance(n, ir.IntegerAttr) and n.value % 2 == 0

        def Next(self, rewriter: Any, n: Any) -> Any:
            number = ir.IntegerAttr(n)
            if number.value > 5:
                return None
            return ir.IntegerAttr.get(number.type, number.value + 1)

        def Parts(self, rewriter: Any, n: Any) -> tuple[Any, ...]:
            return n, ir.TypeAttr.get(n.type)

    return Functions()
