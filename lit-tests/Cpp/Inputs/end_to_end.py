"""Runs the tests of a folder with patterns that were compiled ahead of time.

What the pass `apply-pdll` makes of a program, a pass with the generated header
and a finished plugin must make of it as well.

usage: end_to_end.py KIND TESTS SCRATCH MLIR_OPT_WITH_APPLY... -- C++...

KIND is plugin, native for a header of C++ patterns, which are then tried one by one and
by dispatchers, or interpreter for one whose patterns MLIR's interpreter runs, if it is not
known to get them wrong.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import math
import os
import pathlib
import re
import subprocess
import sys

PASS = """
namespace n{number} {{
#include "{header}"
struct Ahead : mlir::PassWrapper<Ahead, mlir::OperationPass<>> {{
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Ahead)
  Ahead() = default;
  Ahead(const Ahead &other) : PassWrapper(other), patterns(other.patterns) {{}}
  llvm::StringRef getArgument() const final {{ return "ahead-{number}"; }}
{dialects}
  mlir::LogicalResult initialize(mlir::MLIRContext *context) override {{
    mlir::RewritePatternSet set(context);
    {populate}
    patterns = std::move(set);
    return mlir::success();
  }}
  void runOnOperation() override {{
    if (driver == "walk")
      return mlir::walkAndApplyPatterns(getOperation(), patterns);
    mlir::GreedyRewriteConfig config;
    // As `apply-pdll` does without options.
    config.setUseTopDownTraversal(true);
    config.setRegionSimplificationLevel(
        mlir::GreedySimplifyRegionLevel::Normal);
    (void)mlir::applyPatternsGreedily(getOperation(), patterns, config);
  }}
  mlir::FrozenRewritePatternSet patterns;
  Option<std::string> driver{{*this, "driver", llvm::cl::init("greedy")}};
  Option<bool> dispatch{{*this, "dispatch", llvm::cl::init(false)}};
}};
}}
"""

POPULATE = {
    "interpreter": "populateGeneratedPDLLPatterns(set);",
    "native": "dispatch ? populateGeneratedPDLLDispatchers(set)"
    " : populateGeneratedPDLLPatterns(set);",
}

# The dialects that programs do not load. MLIR's interpreter needs others for itself.
DIALECTS = {
    "interpreter": "mlir::pdl::PDLDialect, mlir::pdl_interp::PDLInterpDialect",
    "native": "mlir::scf::SCFDialect, mlir::smt::SMTDialect",
}
DEPENDENT = """
  void getDependentDialects(mlir::DialectRegistry &registry) const override {{
    registry.insert<{dialects}>();
  }}
"""

PLUGIN = """
extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {{
  return {{MLIR_PLUGIN_API_VERSION, "ahead", "1", [] {{ {registrations} }}}};
}}
"""

HEADERS = [
    "mlir/Dialect/LLVMIR/LLVMTypes.h",
    "mlir/Dialect/Linalg/IR/LinalgInterfaces.h",
    "mlir/Dialect/PDL/IR/PDL.h",
    "mlir/Dialect/PDLInterp/IR/PDLInterp.h",
    "mlir/Dialect/SCF/IR/SCF.h",
    "mlir/Dialect/SMT/IR/SMTDialect.h",
    "mlir/Interfaces/InferTypeOpInterface.h",
    "mlir/Parser/Parser.h",
    "mlir/Pass/Pass.h",
    "mlir/Tools/Plugins/PassPlugin.h",
    "mlir/Transforms/GreedyPatternRewriteDriver.h",
    "mlir/Transforms/WalkPatternRewriteDriver.h",
]


def run(command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stderr}")
    return done.stdout


def commands(tests, scratch, exception=None):
    """The folders, pattern files, arguments, and pipelines of the tests' runs, except
    for those of tests that say `exception`."""
    for test in sorted(tests.glob("*.pdll")):
        yield from commands_of(test, tests)
    for test in sorted(tests.glob("*.test")):
        # Some tests make files of their own.
        text = test.read_text()
        if "//--- " not in text or (exception and exception in text):
            continue
        folder = scratch / test.stem
        run(["split-file", test, folder], tests)
        yield from commands_of(test, folder)


def commands_of(test, folder):
    lines = re.findall(r"\bRUN: (.*)", test.read_text())
    if "// Not ahead of time: " in test.read_text():
        return
    text = " ".join(line.removesuffix("\\") for line in lines)
    for arguments, pipeline in re.findall(
        r"(?<!not )%apply (.*?)--pass-pipeline='(.*?)'", text
    ):
        patterns = re.search(r"patterns=([^ }]*)", pipeline)
        patterns = patterns.group(1).split(",") if patterns else ["none"]
        # Some tests make files of their own.
        if all((folder / pattern).exists() for pattern in patterns):
            yield folder, patterns, arguments.split(), pipeline


def compare(with_apply, folder, plugin, arguments, pipeline, name, more=("",)):
    """Fails unless the pass `name` does what apply-pdll does, with each option."""
    expected = run(with_apply + arguments + [f"--pass-pipeline={pipeline}"], folder)
    loaded = ["mlir-opt", f"--load-pass-plugin={plugin}"]
    for option in more:
        own = re.sub(
            r"apply-pdll\{(.*?)\}", lambda m: ahead(name, m.group(1) + option), pipeline
        )
        actual = run(loaded + arguments + [f"--pass-pipeline={own}"], folder)
        if actual != expected:
            sys.exit(f"{own} {arguments}\nexpected:\n{expected}\nfound:\n{actual}")


def ahead(name, options):
    options = re.sub(r"patterns=[^ ]*", "", options).strip()
    return f"{name}{{{options}}}" if options else name


def test_headers(kind, tests, scratch, with_apply, compiler):
    text = "".join(f'#include "{header}"\n' for header in HEADERS)
    registrations = ""
    runs = []
    # A file that several commands use has one header.
    passes = {}
    for folder, patterns, arguments, pipeline in commands(
        tests, scratch, "// Not in headers: "
    ):
        is_plain = re.search(r"apply-pdll\{patterns=[^ }]*( driver=walk)?\}", pipeline)
        if len(patterns) != 1 or not patterns[0].endswith(".pdll") or not is_plain:
            continue
        file = (folder, patterns[0])
        is_known = file in passes
        number = passes.setdefault(file, len(passes))
        header = scratch / f"{number}.h.inc"
        if not is_known and not write_header(kind, folder, patterns[0], header):
            continue
        if not header.exists():
            continue
        runs.append((folder, arguments, pipeline, f"ahead-{number}"))
        if is_known:
            continue
        text += PASS.format(
            number=number,
            header=header,
            dialects=DEPENDENT.format(dialects=DIALECTS[kind]),
            populate=POPULATE[kind],
        )
        registrations += f"mlir::PassRegistration<n{number}::Ahead>(); "
    source = scratch / "headers.cpp"
    source.write_text(text + PLUGIN.format(registrations=registrations))
    plugin = scratch / "headers.so"
    archives = run(["pdll-opt", "archive-folder"], scratch).strip()
    libraries = [f"{archives}/libpdll_shim.a", "-lMLIR", "-lLLVM"]
    run(compiler + [source, "-o", plugin] + libraries, scratch)
    for folder, arguments, pipeline, name in runs:
        more = ["", " dispatch=true"] if kind == "native" else [""]
        compare(with_apply, folder, plugin, arguments, pipeline, name, more)
    print(f"{len(runs)} headers")


def write_header(kind, folder, patterns, header):
    """Whether MLIR's interpreter can run the patterns, if it must."""
    command = ["pdll-opt", "compile", "-x", "cpp", "-q", f"--matcher={kind}"]
    command += [patterns, "-o", header]
    header.unlink(missing_ok=True)
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode and "MLIR's interpreter cannot run" not in done.stderr:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stderr}")
    return not done.returncode


def share_of_half(items):
    """As many of half of the items as PDLL_TEST_EFFORT says: tests/effort describes it.
    With 2, it is all items."""
    effort = float(os.environ.get("PDLL_TEST_EFFORT", "0.2")) / 2
    return items[:: max(1, math.floor(1 / effort))]


def test_plugins(tests, scratch, with_apply):
    # Linking each takes some seconds, so that several commands share one. A plugin runs
    # patterns with the code of the pass, so that half of the commands show enough.
    runs = share_of_half(list(commands(tests, scratch)))
    plugins = {}
    for folder, patterns, arguments, pipeline in runs:
        files = (folder, *patterns)
        if files not in plugins:
            plugins[files] = scratch / f"{len(plugins)}.so"
            command = ["pdll-opt", "compile", "-x", "plugin", "--pass", "ahead", "-q"]
            run(command + patterns + ["-o", plugins[files]], folder)
        plugin = plugins[files]
        compare(with_apply, folder, plugin, arguments, pipeline, "ahead")
    print(f"{len(runs)} plugins")


def main():
    kind, tests, scratch, *rest = sys.argv[1:]
    end = rest.index("--")
    tests, scratch = pathlib.Path(tests), pathlib.Path(scratch)
    scratch.mkdir(parents=True, exist_ok=True)
    if kind == "plugin":
        test_plugins(tests, scratch, rest[:end])
    else:
        test_headers(kind, tests, scratch, rest[:end], rest[end + 1 :])


main()
