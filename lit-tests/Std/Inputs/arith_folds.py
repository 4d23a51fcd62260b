"""Compares functions on numbers with what MLIR folds operations of `arith` to.

Usage: arith_folds.py FOLDER COMMAND…

Each case is a function of the library, the operation of `arith` that computes the same, and
numbers. COMMAND is a `mlir-opt` with the plugin of pdll. Where a function has a result, it
must be the result of the operation. Where it has none, the exact result must not fit the
type, or the operation must have none, either. Prints how many cases had results.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import itertools
import os
import pathlib
import random
import re
import subprocess
import sys
from dataclasses import dataclass

WIDTHS = {"i1": 1, "i4": 4, "i8": 8, "i64": 64, "i65": 65, "i128": 128, "index": 64}

BINARY = {
    "AddIntegers": "addi",
    "SubIntegers": "subi",
    "MulIntegers": "muli",
    "DivIntegers": "divsi",
    "CeilDivIntegers": "ceildivsi",
    "RemIntegers": "remsi",
    "MinIntegers": "minsi",
    "MaxIntegers": "maxsi",
}
# An `i1` is 0 or 1.
UNSIGNED = {
    "divsi": "divui",
    "ceildivsi": "ceildivui",
    "remsi": "remui",
    "minsi": "minui",
    "maxsi": "maxui",
}

FLOATS = {
    "f16": ["0.0", "-0.0", "1.0", "-1.5", "65504.0", "6.0e-8", "0x7C00", "0xFC00", "0x7E00", "0.1"],
    "bf16": ["0.0", "-0.0", "1.0", "-1.5", "3.0e38", "0x7F80", "0x7FC0", "0.1"],
    "f32": ["0.0", "-0.0", "1.0", "-1.5", "3.4e38", "1.0e-45", "0.1"]
    + ["0x7F800000", "0xFF800000", "0x7FC00000"],
    "f64": ["0.0", "-0.0", "1.0", "-1.5", "1.7e308", "5.0e-324", "0.1"]
    + ["0x7FF0000000000000", "0x7FF8000000000001"],
    "f80": ["0.0", "-0.0", "1.0", "-1.5", "0.1"],
    "f128": ["0.0", "-0.0", "1.0", "-1.5", "0.1"],
    "f8E4M3FN": ["0.0", "-0.0", "1.0", "-1.5", "448.0", "0x7F"],
    "f8E5M2": ["0.0", "-0.0", "1.0", "-1.5", "57344.0", "0x7C", "0x7E"],
    "f8E4M3FNUZ": ["0.0", "1.0", "-1.5", "240.0", "0x80"],
}

FLOAT_BINARY = {
    "AddFloats": "addf",
    "SubFloats": "subf",
    "MulFloats": "mulf",
    "DivFloats": "divf",
    "MinFloats": "minimumf",
    "MaxFloats": "maximumf",
}

COMPARISONS = {"FloatEquals": "oeq", "FloatLess": "olt", "FloatLessOrEqual": "ole"}


@dataclass
class Case:
    function: str
    # What `arith` computes, of `%a` and `%b`.
    operation: str
    arguments: list
    result: str
    # Whether the exact result fits the type, if that is known.
    fits: object = None


def integers(name, limit):
    width = WIDTHS[name]
    least, greatest = (0, 1) if width == 1 else (-(1 << width - 1), (1 << width - 1) - 1)
    numbers = {least, least + 1, -2, -1, 0, 1, 2, 3, greatest - 1, greatest}
    chance = random.Random(name)
    numbers |= {chance.randint(least, greatest) for _ in range(limit)}
    return sorted(number for number in numbers if least <= number <= greatest)


def literal(number, name):
    return ("false", "true")[number] if name == "i1" else f"{number} : {name}"


def exact(function, a, b):
    """The exact result, or none."""
    if function in ("DivIntegers", "CeilDivIntegers", "RemIntegers") and b == 0:
        return None
    quotient = abs(a) // abs(b) if b else 0
    quotient = -quotient if (a < 0) != (b < 0) else quotient
    return {
        "AddIntegers": a + b,
        "SubIntegers": a - b,
        "MulIntegers": a * b,
        "DivIntegers": quotient,
        "CeilDivIntegers": -(-a // b) if b else 0,
        "RemIntegers": a - quotient * b,
        "MinIntegers": min(a, b),
        "MaxIntegers": max(a, b),
    }[function]


def integer_cases(limit):
    for name, (function, operation) in itertools.product(WIDTHS, BINARY.items()):
        numbers = integers(name, limit)
        if name == "i1":
            operation = UNSIGNED.get(operation, operation)
        for a, b in itertools.product(numbers, numbers):
            result = exact(function, a, b)
            fits = result is not None and numbers[0] <= result <= numbers[-1]
            arguments = [literal(a, name), literal(b, name)]
            yield Case(function, f"arith.{operation} %a, %b : {name}", arguments, name, fits)


def float_cases():
    for name, numbers in FLOATS.items():
        for a, b in itertools.product(numbers, numbers):
            arguments = [f"{a} : {name}", f"{b} : {name}"]
            for function, operation in FLOAT_BINARY.items():
                yield Case(function, f"arith.{operation} %a, %b : {name}", arguments, name)
            for function, predicate in COMPARISONS.items():
                yield Case(function, f"arith.cmpf {predicate}, %a, %b : {name}", arguments, "i1")
        for a in numbers:
            yield Case("NegateFloat", f"arith.negf %a : {name}", [f"{a} : {name}"], name)
            for integer in ("i8", "i64", "i128"):
                operation = f"arith.fptosi %a : {name} to {integer}"
                yield Case("FloatToInteger", operation, [f"{a} : {name}", integer], integer)
    for name, number in itertools.product(("f16", "f32", "f64"), integers("i64", 8)):
        operation = f"arith.sitofp %a : i64 to {name}"
        yield Case("IntegerToFloat", operation, [f"{number} : i64", name], name)
    for name, wide in (("f16", "f32"), ("bf16", "f64"), ("f8E5M2", "f16"), ("f32", "f128")):
        for number in FLOATS[name]:
            operation = f"arith.extf %a : {name} to {wide}"
            yield Case("CastFloat", operation, [f"{number} : {name}", wide], wide)


def constant(name, argument):
    is_number = " : " in argument or argument in ("true", "false")
    return f"  %{name} = arith.constant {argument}\n" if is_number else ""


def folded(cases, folder, command):
    """The constants that `arith` folds to, by the numbers of the cases."""
    source = folder / "arith.mlir"
    text = []
    for number, case in enumerate(cases):
        constants = "".join(map(constant, "ab", case.arguments))
        body = f"{constants}  %r = {case.operation}\n  return %r : {case.result}"
        text.append(f"func.func @c{number}() -> {case.result} {{\n{body}\n}}\n")
    source.write_text("".join(text))
    output = run([*command, source, "--canonicalize"])
    found = {}
    for number, body in re.findall(r"func\.func @c(\d+)\(\).*?\{\n(.*?)\n  \}", output, re.S):
        values = re.findall(r"arith\.constant (.*)", body)
        if len(body.splitlines()) == 2 and values:
            found[int(number)] = values[0]
    return found


def computed(cases, folder, command):
    """The results of the functions, by the numbers of the cases."""
    patterns = folder / "functions.pdll"
    text = ["#include \"pdll/std.pdll\""]
    for function in {case.function: None for case in cases}:
        is_cast = function in ("FloatToInteger", "IntegerToFloat", "CastFloat")
        second = "" if function == "NegateFloat" else ", b"
        attributes = "id = id: Attr, a = a: Attr" + (", b = b: Attr" if second else "")
        root = f"let root = op<t.{function}> {{{attributes}}};"
        if is_cast:
            root += " let type = GetTypeOfTypeAttr(b);"
            second = ", type"
        call = f"{function}(a{second});"
        if function in COMPARISONS:
            record = "r = attr<\"true\">"
        else:
            call, record = f"let r = {call}", "r = r"
        body = f"{root} {call} replace root with op<t.yes> {{id = id, {record}}};"
        text.append(f"Pattern {{ {body} }}")
    patterns.write_text("\n".join(text) + "\n")
    source = folder / "functions.mlir"
    lines = []
    for number, case in enumerate(cases):
        arguments = ", ".join(f"{name} = {value}" for name, value in zip("ab", case.arguments))
        lines.append(f'"t.{case.function}"() {{id = {number} : i64, {arguments}}} : () -> ()')
    source.write_text("\n".join(lines) + "\n")
    pipeline = f"--pass-pipeline=builtin.module(apply-pdll{{patterns={patterns} driver=walk}})"
    output = run([*command, source, "--allow-unregistered-dialect", pipeline])
    found = re.findall(r'"t\.yes"\(\) \{id = (\d+) : i64, r = (.*)\} :', output)
    return {int(number): value for number, value in found}


def run(command):
    result = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    if result.returncode:
        sys.exit(f"{command} failed:\n{result.stderr[-2000:]}")
    return result.stdout


def normal(value):
    """An attribute without a type that is always left out."""
    return re.sub(r" : (i64|f64)$", "", value)


def main():
    folder, *command = sys.argv[1:]
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    effort = float(os.environ.get("PDLL_TEST_EFFORT", "0.2"))
    cases = [*integer_cases(int(20 * effort)), *float_cases()]
    theirs = folded(cases, folder, command)
    ours = computed(cases, folder, command)
    for number, case in enumerate(cases):
        their, our = theirs.get(number), ours.get(number)
        if case.function in COMPARISONS:
            our = our or "false"
        if our is None:
            # MLIR wraps around what does not fit, and rounds.
            is_wrong = case.fits if case.fits is not None else not may_fail(case, their)
        else:
            is_wrong = case.fits is False or their is not None and normal(their) != normal(our)
        if is_wrong:
            sys.exit(f"{case}: `arith` folds to {their}, and the function returns {our}")
    both = sum(number in ours for number in theirs)
    print(f"{both} of {len(cases)} cases have both results")


def may_fail(case, their):
    """Whether a function on floats rightly has no result although `arith` may have one."""
    if case.function in ("FloatToInteger", "IntegerToFloat", "CastFloat"):
        # They are exact, and `arith` rounds.
        return their is None or not is_exact(case, their)
    return their is None


def is_exact(case, their):
    """Whether a conversion from a decimal number has lost nothing."""
    number = case.arguments[0].split(" ")[0]
    value = their.split(" ")[0]
    if number.startswith("0x") or value.startswith("0x"):
        return False
    return float(number) == float(value) and int(float(number)) == float(number) and (
        case.function != "IntegerToFloat" or int(number) == int(float(value))
    )


if __name__ == "__main__":
    main()
