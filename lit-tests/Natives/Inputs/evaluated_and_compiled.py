# Writes patterns that ask each expression of cpp-of-rules.txt about random subjects, and
# the program with these: PATTERNS and PROGRAM. With `--force`, the bodies need a compiler.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import pathlib
import random
import sys

# The first statement of a body.
PREFIXES = {
    "integer": "auto n = cast<IntegerAttr>(a);",
    "real": "auto f = cast<FloatAttr>(a);",
    "ints": "auto e = cast<DenseElementsAttr>(a);",
    "reals": "auto e = cast<DenseElementsAttr>(a);",
    "array": "auto l = cast<DenseI64ArrayAttr>(a);",
    "list": "auto xs = cast<ArrayAttr>(a);",
    "text": "auto s = cast<StringAttr>(a);",
    "map": "auto m = cast<AffineMapAttr>(a);",
    "type": "auto t = cast<ShapedType>(vs.front().getType());",
    "op": "auto v = vs.front();",
}

# What needs a compiler, and what some expressions need then.
FORCE = """
#include "mlir/Dialect/Utils/StaticValueUtils.h"
  static_assert(true); """

# How many random subjects each expression is asked about.
COUNT = 24


def main():
    texts = pathlib.Path(__file__).with_name("cpp-of-rules.txt").read_text()
    lines = [line for line in texts.splitlines() if line and not line.startswith("#")]
    expressions = [line.split(" ", 2) for line in lines]
    force = FORCE if "--force" in sys.argv else ""
    patterns, program = sys.argv[1:3]
    pathlib.Path(patterns).write_text(
        '#include "mlir/Dialect/Arith/IR/ArithOps.td"\n'
        + "".join(pattern(index, *one, force) for index, one in enumerate(expressions))
    )
    numbers = random.Random(7)
    operations = [
        operation(numbers, index, subject)
        for index, (subject, _, _) in enumerate(expressions)
        for _ in range(COUNT)
    ]
    pathlib.Path(program).write_text(PROGRAM % "\n".join(operations))


def pattern(index, subject, kind, expression, force):
    """A pattern that matches if the expression holds, or that makes its attribute."""
    root, parameters, call = (
        f'op<t.ask> {{which = "{index}", x = a: Attr}}',
        "a: Attr",
        f"E{index}(a)",
    )
    if subject in ("type", "op"):
        root = f'op<t.ask>(vs: ValueRange) {{which = "{index}"}}'
        parameters, call = "o: Op, vs: ValueRange", f"E{index}(root, vs)"
    body = f"{{ {force}{PREFIXES[subject]} "
    if kind == "bool":
        return (
            f"Constraint E{index}({parameters}) [{body}return success({expression}); }}];\n"
            f"Pattern {{\n  let root = {root};\n  {call};\n"
            f'  replace root with op<t.holds> {{which = "{index}"}};\n}}\n'
        )
    if kind == "value":
        return (
            f"Rewrite E{index}({parameters}) -> Value [{body}return {expression}; }}];\n"
            f"Pattern {{\n  let root = {root};\n"
            f'  replace root with op<t.made>({call}) {{which = "{index}"}};\n}}\n'
        )
    return (
        f"Rewrite E{index}({parameters}) -> Attr [{body}return {expression}; }}];\n"
        f"Pattern {{\n  let root = {root};\n"
        f'  replace root with op<t.made> {{which = "{index}", y = {call}}};\n}}\n'
    )


def operation(numbers, index, subject):
    which = f'which = "{index}"'
    if subject in ("type", "op"):
        values = VALUES if subject == "op" else SHAPED
        chosen = numbers.choices(list(values), k=numbers.choice([1, 1, 2, 3]))
        names = ", ".join(chosen)
        types = ", ".join(values[name] for name in chosen)
        return f'  "t.ask"({names}) {{{which}}} : ({types}) -> ()'
    return f'  "t.ask"() {{{which}, x = {attribute(numbers, subject)}}} : () -> ()'


def attribute(numbers, subject):
    small = lambda: numbers.choice([-8, -2, -1, 0, 1, 2, 3, 4, 5, 7, 8, 12, 20, 33])
    real = lambda: numbers.choice(["0.0", "-0.0", "1.0", "1.5", "-1.5", "2.25", "0.0005", "-7.0"])
    count = numbers.choice([0, 1, 2, 2, 3])
    some = lambda make: ", ".join(str(make()) for _ in range(count))
    if subject == "integer":
        bits = numbers.choice([8, 16, 32, 64])
        edges = [-(1 << (bits - 1)), (1 << (bits - 1)) - 1]
        return f"{numbers.choice([small()] * 8 + edges)} : i{bits}"
    if subject == "real":
        return f"{real()} : {numbers.choice(['f32', 'f64'])}"
    if subject in ("ints", "reals"):
        make, type_ = (small, "i32") if subject == "ints" else (real, "f32")
        shape = numbers.choice(["1", "2", "3"])
        one = make()
        values = [one] * int(shape) if numbers.random() < 0.5 else [make() for _ in range(int(shape))]
        return f"dense<[{', '.join(str(value) for value in values)}]> : tensor<{shape}x{type_}>"
    if subject == "array":
        return f"array<i64: {some(lambda: numbers.choice([0, 0, 1, 2, 2, 3]))}>" if count else "array<i64>"
    if subject == "list":
        return f"[{some(lambda: f'{small()} : i32')}]"
    if subject == "text":
        return numbers.choice(['"x"', '"yes"', '"ab"', '"bb"', '""'])
    return numbers.choice(
        [
            "affine_map<(a, b) -> (a, b)>",
            "affine_map<(a, b) -> (b, a)>",
            "affine_map<(a, b) -> (b)>",
            "affine_map<(a)[s] -> (a + s)>",
            "affine_map<() -> (3)>",
        ]
    )


VALUES = {
    "%zero": "i32",
    "%one": "i32",
    "%arg": "i32",
    "%sum": "i32",
    "%twice": "i32",
    "%product": "i32",
    "%real": "f32",
    "%once": "i32",
}
SHAPED = {
    "%vector": "vector<2x2xf32>",
    "%tensor": "tensor<2x3xi32>",
    "%memref": "memref<4xf32>",
    "%strided": "memref<2x2xf32, strided<[4, 1]>>",
}
PROGRAM = """func.func @f(%%arg: i32, %%vector: vector<2x2xf32>, %%tensor: tensor<2x3xi32>,
             %%memref: memref<4xf32>, %%strided: memref<2x2xf32, strided<[4, 1]>>) {
  %%zero = arith.constant 0 : i32
  %%one = arith.constant 1 : i32
  %%real = arith.constant 1.5 : f32
  %%sum = arith.addi %%arg, %%one overflow<nsw> : i32
  %%twice = arith.addi %%sum, %%sum : i32
  %%product = arith.muli %%arg, %%twice : i32
  %%once = arith.muli %%arg, %%zero : i32
%s
  return
}
"""

main()
