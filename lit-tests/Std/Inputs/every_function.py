"""Calls every function of the standard library with values at the edges.

Usage: every_function.py LIBRARY FOLDER COMMAND…

The functions are those that the files in the folder LIBRARY declare. Each gets a pattern,
which records what the function returns, and operations that hold arguments. In FOLDER,
this writes the patterns and the programs, and runs them: with `pdll-opt apply`, with
COMMAND, which is a `mlir-opt` with the plugin of pdll, and as a finished plugin. It
demands that no run crashes, that all return the same, also in a second pass, and that what
does not match stays as it is. A rewrite that fails says so, and changes nothing around the
root. Prints the number of functions.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import difflib
import itertools
import os
import pathlib
import random
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass

ATTRIBUTES = """
0 : i0; false; true; 0 : si1; -1 : si1; 1 : ui1; -8 : i4; 0 : i8; 1 : i8; 127 : i8; -128 : i8
255 : ui8; -128 : si8; 0 : i32; -1 : i32; 3 : i32; 2147483647 : i32; 0 : i64; 1 : i64; -1 : i64
2 : i64; 9223372036854775807 : i64; -9223372036854775808 : i64; 18446744073709551615 : ui64
18446744073709551616 : i65; -170141183460469231731687303715884105728 : i128; 4 : index; -1 : index
0.0 : f32; -0.0 : f32; 1.0 : f32; 0.1 : f32; 0x7FC00000 : f32; 0x7F800001 : f32; 0xFFC00001 : f32
0x7F800000 : f32; 0xFF800000 : f32; 3.4e38 : f32; 1.0e-45 : f32; 65504.0 : f16; -0.0 : bf16
1.0e300 : f64; 0.5 : f80; 2.0 : f128; 448.0 : f8E4M3FN; -0.0 : f8E5M2; 0.0 : f8E4M3FNUZ
0x80 : f8E4M3FNUZ; 1.0 : f8E8M0FNU; 6.0 : f4E2M1FN; 1.5 : tf32
""; "x"; "t.p"; "arith"; "arith.constant"; "value"; "signed"; "IsTerminator"; "InferTypeOpInterface"
@s; @s::@t; unit; []; [0]; [1 : i8, 0 : i64]; [2 : i64, false, true]; ["x", i32]; [i32, f32]
array<i64>; array<i64: 0>; array<i64: 1, 0>; array<i64: -1, 4>; array<i32: 2, 0, 1>; array<i1: true>
array<i64: 9223372036854775807, 2>; array<i64: -9223372036854775808, 0>; array<ui8: 255>
array<i128: -1>; array<f32: -0.0>; array<bf16: 1.0>
dense<> : tensor<0xi32>; dense<0> : tensor<0xi32>; dense<-0.0> : tensor<2xf32>
dense<[1, 2]> : tensor<2xi4>; dense<0> : tensor<2xi0>; dense<true> : vector<[4]xi1>
dense<0> : tensor<1000000000000xi8>; dense<(0.0, -0.0)> : tensor<2xcomplex<f32>>
dense<"x"> : tensor<2x!t.s>; sparse<0, 1> : tensor<2xi32>; dense_resource<r> : tensor<1xi32>
{}; {x = 1 : i8}; affine_map<(d0) -> (d0)>; strided<[1]>; #t.x; i32; loc(unknown)
"""

TYPES = """
i0; i1; si1; ui1; i8; si8; ui8; i64; i65; i128; i16777215; index; none
f32; bf16; f16; f64; f80; f128; tf32; f8E4M3FN; f8E4M3FNUZ; f8E8M0FNU; f4E2M1FN
complex<f32>; tuple<>; tuple<i32, f32>; () -> (); (i32) -> (f32, i8); !t.x; !llvm.ptr
tensor<i32>; tensor<0xi32>; tensor<2xi0>; tensor<2x3xf32>; tensor<?x4xi8>; tensor<*xf32>
tensor<4294967296x4294967296xi32>; tensor<9223372036854775807x0xi8>; tensor<2xf32, "encoding">
tensor<2xcomplex<f32>>; tensor<2x!t.x>; vector<i32>; vector<4xi1>; vector<[4]xi32>
vector<[4]x2xf32>; vector<2x[4]xindex>; vector<2xf8E8M0FNU>; memref<f32>; memref<?x4xi8>
memref<4xi8, strided<[2], offset: ?>>; memref<*xf32>; memref<2xi32, 3 : i8>
"""

# What many functions take: small numbers, names and lists.
COMMON = """
0 : i64; 1 : i64; 2 : i64; 4 : i64; 8 : i64; 32 : i32; 1 : i8; "x"; "t"; "arith"; "arith.addi"
"signed"; "func.func"; "mark"; "overflowFlags"; "IsCommutative"; [i32, f32]; unit; array<i64: 4>
array<i64: 2, 3>; array<i64: 1, 0>; array<i1: false>; {x = 1 : i8}; 1.0 : f32; -2.5 : f32; i32; f32
"""

# Values of many kinds, for operations, values and ranges.
HEADER = """
  %i0 = arith.constant 0 : i0
  %b = arith.constant true
  %i = arith.constant -1 : i32
  %u = arith.constant 5 : i32
  %p = arith.constant 0.0 : f32
  %m = arith.constant -0.0 : f32
  %n = arith.constant 0x7F800001 : f32
  %x = arith.constant dense<3> : tensor<2xi32>
  %z = arith.constant dense<> : tensor<0xi8>
  %d = arith.constant 7 : index
  %e = tensor.empty(%d) : tensor<?x4xf32>
  %a = memref.alloc() : memref<4x0xi8>
  %s = arith.addi %i, %u overflow<nsw> {mark} : i32
  %o:2 = "t.two"(%i, %i) {x = 1 : i8} : (i32, i32) -> (i32, f32)
  %r = "t.region"() ({
  ^bb0(%argument: i32):
    "t.inner"(%s) : (i32) -> ()
  }) : () -> i32
  %empty = "t.region"() ({
  }) : () -> i32
  %w = scf.if %b -> (i32) {
    scf.yield %s : i32
  } else {
    scf.yield %i : i32
  }
  %c = ub.poison : i32
"""

VALUES = {
    "%i0": "i0",
    "%b": "i1",
    "%i": "i32",
    "%p": "f32",
    "%m": "f32",
    "%n": "f32",
    "%x": "tensor<2xi32>",
    "%z": "tensor<0xi8>",
    "%d": "index",
    "%e": "tensor<?x4xf32>",
    "%a": "memref<4x0xi8>",
    "%s": "i32",
    "%o#0": "i32",
    "%o#1": "f32",
    "%r": "i32",
    "%empty": "i32",
    "%w": "i32",
    "%c": "i32",
    "%arg0": "i32",
    "%arg1": "tensor<?x?xf32>",
    "%arg2": "tensor<*xf32>",
}
# Those that are results.
RESULTS = [name for name in VALUES if not name.startswith("%arg")]
RANGES = [[], ["%i"], ["%i", "%i"], ["%arg0", "%p", "%o#1"]]


@dataclass
class Function:
    """A call to test: of a function, or of a predicate in one of its ways."""

    label: str
    is_rewrite: bool
    # The call, in which `{0}` and so on stand for the arguments.
    call: str
    # What the call needs: kinds of arguments.
    parameters: list
    # The kinds and names of what it returns.
    results: list


def split(text):
    values = [value.strip() for line in text.splitlines() for value in line.split(";")]
    return [value for value in values if value]


def declared(folder):
    """The functions that the files of the library declare."""
    for path in sorted(pathlib.Path(folder).glob("*.pdll")):
        lines = path.read_text().splitlines()
        text = "\n".join(line for line in lines if not line.startswith("//"))
        for declaration in text.split(";"):
            found = re.match(
                r"\s*(Constraint|Rewrite|Predicate)\s+(\w+)\s*\(([^)]*)\)(.*)", declaration, re.S
            )
            # No operation of a program leads to this one; Drivers/conversion-of-types-by-patterns
            # tests it. EndToEnd/regions-of-rewrites tests those of regions and blocks, which
            # are no values of a program.
            if found and found[2] != "ConvertTo" and not has_parts(found[3]):
                yield from calls(*found.groups())


def has_parts(parameters):
    return not {"Region", "Block"}.isdisjoint(kinds(parameters))


def kinds(text):
    return [part.split(":")[-1].strip() for part in text.split(",") if part.strip()]


def calls(keyword, name, parameters, rest):
    types = kinds(parameters)
    places = ", ".join(f"{{{index}}}" for index in range(len(types)))
    if keyword != "Predicate":
        results = rest.partition("->")[2].strip(" ()\n")
        results = [(kind, f"r{index}") for index, kind in enumerate(kinds(results))]
        call = f"{name}({places});"
        if results:
            call = f"let r0 = {call}" if len(results) == 1 else f"let r = {call}"
            if len(results) > 1:
                results = [(kind, f"r.{index}") for index, (kind, _) in enumerate(results)]
        yield Function(name, keyword == "Rewrite", call, types, results)
        return
    yield Function(f"{name}_check", False, f"{name}({places});", types, [])
    names = [part.split(":")[0].strip() for part in parameters.split(",")]
    captured = re.search(r"\bcapture\s*\(([^)]*)\)", rest)
    if captured:
        free = [names.index(part.strip()) for part in captured[1].split(",")]
        yield with_free(f"{name}_capture", name, types, free)
    if re.search(r"\bevaluate\b", rest):
        yield with_free(f"{name}_evaluate", name, types, [0])


def with_free(label, name, types, free):
    """A predicate that binds some of its arguments."""
    given = iter(range(len(types)))
    arguments = [
        f"r{index}" if index in free else f"{{{next(given)}}}" for index in range(len(types))
    ]
    declarations = "".join(f"let r{index}: {types[index]}; " for index in free)
    parameters = [kind for index, kind in enumerate(types) if index not in free]
    results = [(types[index], f"r{index}") for index in free]
    call = f"{declarations}{name}({', '.join(arguments)});"
    return Function(label, False, call, parameters, results)


def pattern(function):
    """A pattern whose root holds the arguments: attributes, types as attributes, operands."""
    attributes, operands, matched, arguments = ["id = id: Attr"], [], [], []
    has_range = False
    for index, kind in enumerate(function.parameters):
        name = f"a{index}"
        if kind in ("Attr", "Type"):
            attributes.append(f"{name} = {name}: Attr")
            if kind == "Type":
                matched.append(f"let t{index} = GetTypeOfTypeAttr({name});")
                name = f"t{index}"
        elif kind == "Op":
            matched.insert(0, f"let {name}: Op;")
            operands.append(f"{name}.0")
        elif kind == "Value":
            operands.append(f"{name}: Value")
        else:
            name = "ts" if kind == "TypeRange" else "xs"
            has_range = True
        arguments.append(name)
    if has_range:
        operands.append("xs: ValueRange<ts: TypeRange>")
    before = [line for line in matched if line.endswith(": Op;")]
    after = [line for line in matched if not line.endswith(": Op;")]
    root = f"let root = op<t.{function.label}>({', '.join(operands)}) {{{', '.join(attributes)}}};"
    call = function.call.format(*arguments)
    if function.is_rewrite:
        body = f"rewrite root with {{ {call} {returned(function.results)} }};"
    else:
        described, results = describe(function.results)
        body = f"{call} {described} rewrite root with {{ {returned(results)} }};"
    return f"Pattern Test{function.label} {{ {' '.join(before)} {root} {' '.join(after)} {body} }}"


def describe(results):
    """What tells a value that a match finds: it need not be visible where the root is."""
    calls, attributes = [], []
    for index, (kind, name) in enumerate(results):
        function = {"Value": "GetNumUses", "ValueRange": "GetLength"}.get(kind)
        if function:
            calls.append(f"let d{index} = {function}({name});")
        attributes.append(("Attr", f"d{index}") if function else (kind, name))
    return " ".join(calls), attributes


def returned(results):
    """Replaces the root by what the function returns."""
    operands, attributes, first = [], ["id = id"], ""
    for kind, name in results:
        field = f"r{len(attributes)}"
        if kind == "Attr":
            attributes.append(f"{field} = {name}")
        elif kind == "Type":
            attributes.append(f"{field} = MakeTypeAttr({name})")
        elif kind in ("Value", "ValueRange"):
            operands.append(name)
        elif kind == "TypeRange":
            first += f"let other = op<t.types> -> ({name}); "
        else:
            operands.append(f"{name}.results")
    arguments = f"({', '.join(operands)})" if operands else ""
    return f"{first}let new = op<t.yes>{arguments} {{{', '.join(attributes)}}}; erase root;"


def edges(kind):
    if kind == "Attr":
        return split(ATTRIBUTES)
    if kind == "Type":
        return split(TYPES)
    if kind == "Op":
        return RESULTS
    if kind == "Value":
        return list(VALUES)
    return RANGES


def cases(function, count):
    """Combinations of arguments: each value once in each place, and some at random."""
    choices = [edges(kind) for kind in function.parameters]
    if len(choices) <= 1:
        return list(itertools.product(*choices))
    chance = random.Random(function.label)
    found = []
    for place, values in enumerate(choices):
        for value in values:
            case = [common(kind, chance) for kind in function.parameters]
            case[place] = value
            found.append(tuple(case))
    for _ in range(count):
        case = [common(kind, chance) for kind in function.parameters]
        if chance.random() < 0.5:
            case = [chance.choice(values) for values in choices]
        # Many functions compare or compute with what has one type.
        same = chance.randrange(len(case))
        found.append(tuple(case[same] if case[same] in values and chance.random() < 0.3 else value
                           for value, values in zip(case, choices)))
    return found


def common(kind, chance):
    values = split(COMMON) if kind == "Attr" and chance.random() < 0.8 else edges(kind)
    return chance.choice(values)


def operation(function, case, number):
    attributes, operands = [f"id = {number} : i64"], []
    last = []
    for index, (kind, value) in enumerate(zip(function.parameters, case)):
        if kind in ("Attr", "Type"):
            attributes.append(f"a{index} = {value}")
        elif kind in ("Op", "Value"):
            operands.append(value)
        else:
            last = value
    operands += last
    types = ", ".join(VALUES[value] for value in operands)
    head = f'  "t.{function.label}"({", ".join(operands)})'
    return f"{head} {{{', '.join(attributes)}}} : ({types}) -> ()"


def program(lines):
    arguments = "%arg0: i32, %arg1: tensor<?x?xf32>, %arg2: tensor<*xf32>"
    return f"func.func @s({arguments}) {{{HEADER}" + "\n".join(lines) + "\n  return\n}\n"


def run(command):
    """The output of a command, which must not crash."""
    result = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    if result.returncode not in (0, 1):
        name = shlex.join(map(str, command))
        sys.exit(f"`{name}` ended with {result.returncode}:\n{result.stderr[-2000:]}")
    return result


def by_number(text):
    """The lines with cases, by the numbers of the cases."""
    found = {}
    for line in text.splitlines():
        number = re.search(r"\bid = (\d+) : i64|\bid = (\d+)\b", line)
        if number:
            found.setdefault(int(number[1] or number[2]), []).append(line.strip())
    return found


def check_unchanged(before, after):
    """What did not match is as before; returns the number of matches."""
    matches = 0
    for number, lines in before.items():
        if any(line.startswith('"t.yes"') for line in after.get(number, [])):
            matches += 1
        elif lines != after.get(number):
            sys.exit(f"changed without a match:\n{lines}\n{after.get(number)}")
    return matches


def test_constraints(folder, command, functions, count):
    numbers = itertools.count(1)
    lines = []
    for function in functions:
        lines += [operation(function, case, next(numbers)) for case in cases(function, count)]
    patterns = folder / "constraints.pdll"
    source = folder / "constraints.mlir"
    patterns.write_text("#include \"pdll/std.pdll\"\n" + "\n".join(map(pattern, functions)) + "\n")
    source.write_text(program(lines))
    unregistered = "--allow-unregistered-dialect"
    options = "driver=walk"
    step = f"apply-pdll{{patterns={patterns} {options}}}"
    once = f"builtin.module({step})"
    twice = f"builtin.module({step},{step})"
    plain = run([*command, source, unregistered])
    if plain.returncode:
        sys.exit(plain.stderr[-2000:])
    own = run(["pdll-opt", "apply", unregistered, "--pass-pipeline", once, source])
    if own.returncode:
        sys.exit(own.stderr[-2000:])
    finished = folder / "constraints.so"
    make = ["pdll-opt", "compile", "-x", "plugin", "--pass", "constraints", "-q"]
    run([*make, patterns, "-o", finished])
    in_plugin = ["mlir-opt", f"--load-pass-plugin={finished}"]
    name = "builtin.module(constraints{driver=walk})"
    others = {
        "the plugin of pdll": run([*command, source, unregistered, f"--pass-pipeline={once}"]),
        "a second pass": run([*command, source, unregistered, f"--pass-pipeline={twice}"]),
        "a finished plugin": run([*in_plugin, source, unregistered, f"--pass-pipeline={name}"]),
    }
    expected = by_number(own.stdout)
    for what, other in others.items():
        found = by_number(other.stdout)
        if other.returncode or found != expected:
            differing = [number for number in expected if expected[number] != found.get(number)]
            shown = "\n".join(f"{expected[one]}\n{found.get(one)}" for one in differing[:5])
            sys.exit(f"{what} differs:\n{shown}\n{other.stderr[-2000:]}")
    matches = check_unchanged(by_number(plain.stdout), expected)
    print(f"{len(functions)} functions in matches, {matches} of {len(lines)} calls hold")


def test_rewrites(folder, command, functions, count):
    patterns = folder / "rewrites.pdll"
    patterns.write_text("#include \"pdll/std.pdll\"\n" + "\n".join(map(pattern, functions)) + "\n")
    failed = total = 0
    for function in functions:
        tried = cases(function, count)
        chance = random.Random(function.label)
        tried = chance.sample(tried, min(len(tried), max(10, count // 20)))
        source = folder / f"{function.label}.mlir"
        lines = [operation(function, case, number) for number, case in enumerate(tried)]
        source.write_text("// -----\n".join(program([line]) for line in lines))
        step = f"apply-pdll{{patterns={patterns} driver=walk}}"
        options = ["--allow-unregistered-dialect", "--split-input-file", "--mlir-print-op-generic"]
        options.append("--mlir-disable-threading")
        plain = run([*command, source, *options])
        options += [f"--pass-pipeline=builtin.module({step})", "--mlir-print-ir-after-failure"]
        result = run([*command, source, *options])
        total += len(tried)
        failed += check_failures(function, plain.stdout.split("// -----\n"), result.stderr)
    print(f"{len(functions)} functions in rewrites, {failed} of {total} calls fail")


def check_failures(function, before, errors):
    """What failed has changed nothing around the root; returns the number of failures."""
    originals = dict(map(numbered, before))
    failures = 0
    reason = f"native rewrite `{function.label}` failed: "
    reasons, *dumps = errors.split("// -----// IR Dump After ")
    for dump in dumps:
        if not re.search(r": error: .", reasons):
            sys.exit(f"`{function.label}` failed without a reason:\n{dump}")
        number, text = numbered(dump.partition("\n")[2].partition("\n}) : () -> ()\n")[0])
        if reason in reasons and text != originals[number]:
            difference = difflib.unified_diff(originals[number].splitlines(), text.splitlines())
            sys.exit(f"`{function.label}` failed, but changed\n" + "\n".join(difference))
        failures += reason in reasons
        reasons = dump
    return failures


def numbered(text):
    """The number of the case in a program, and the program around the case."""
    number = re.search(r"\bid = (\d+) : i64", text)
    # The rest of a rewrite runs with placeholders for what its failed call did not return.
    placeholder = "builtin.unrealized_conversion_cast"
    left_out = re.compile(r"^\s*$|^\s*}\) : \(\) -> \(\)$|^#|\bid = \d+ : i64|" + placeholder)
    around = [line for line in text.splitlines() if not left_out.search(line)]
    return int(number[1]) if number else None, "\n".join(around)


def main():
    library, folder, *command = sys.argv[1:]
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    effort = float(os.environ.get("PDLL_TEST_EFFORT", "0.2"))
    functions = list(declared(library))
    # The cases of a function, of which many have the same values in other combinations.
    # A larger PDLL_TEST_EFFORT takes more.
    count = int(500 * effort)
    in_matches = [one for one in functions if not one.is_rewrite]
    in_rewrites = [one for one in functions if one.is_rewrite]
    test_constraints(folder, command, in_matches, count)
    test_rewrites(folder, command, in_rewrites, count)


if __name__ == "__main__":
    main()
