// The C API as a compiler in C++ uses it, next to MLIR's C++ classes: one set
// of patterns, and several threads. Ends with 0 if all is as expected.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <unistd.h>
#include <unistd.h>
#include <vector>

using namespace mlir;

#define EXPECT_STRING(found, expected)                                         \
  expectEqual(__FILE__, __LINE__, (found).c_str(),                             \
              std::string(expected).c_str())

namespace {

template <auto destroy> struct Destroy {
  template <typename T> void operator()(T *object) const { destroy(object); }
};
using PatternBuilder =
    std::unique_ptr<PdllBuilder, Destroy<pdllBuilderDestroy>>;
using Patterns = std::unique_ptr<PdllPatterns, Destroy<pdllPatternsDestroy>>;
using Options = std::unique_ptr<PdllOptions, Destroy<pdllOptionsDestroy>>;
using Applier = std::unique_ptr<PdllApplier, Destroy<pdllApplierDestroy>>;

// Gathers what a call tells, in which file, and by which thread.
struct Log {
  std::string text;
  std::string file;
  std::thread::id thread = std::this_thread::get_id();

  static void tell(const PdllDiagnostic *diagnostic, void *userData) {
    auto *log = static_cast<Log *>(userData);
    EXPECT(std::this_thread::get_id() == log->thread);
    log->text +=
        std::string(diagnostic->message.data, diagnostic->message.length);
    log->text += '\n';
    log->file = std::string(diagnostic->file.data, diagnostic->file.length);
  }
};

} // namespace

static const char patternText[] =
    "Rewrite Next(number: Attr) -> Attr;\n"
    "Pattern => replace op<t.a> {n = number: Attr} with\n"
    "  op<t.b> {n = Next(number)};\n";

/// Adds one, and fails for 13.
static bool next(const PdllNativeCall *call, void *) {
  auto number =
      dyn_cast<IntegerAttr>(unwrap(pdllGetAttribute(call->arguments)));
  if (!number || number.getInt() == 13) {
    call->api->fail(call->results, "13 has no next number");
    return false;
  }
  pdllAddAttribute(
      call, wrap(IntegerAttr::get(number.getType(), number.getValue() + 1)));
  return true;
}

static Patterns createPatterns(MLIRContext &context) {
  PdllNativeFunction function = {};
  function.size = sizeof function;
  function.kind = PdllNativeRewrite;
  function.name = "Next";
  function.signature = "(Attr) -> (Attr)";
  function.call = next;

  PatternBuilder builder(pdllBuilderCreate());
  pdllBuilderAddText(builder.get(), pdllString("p.pdll"),
                     pdllString(patternText));
  pdllBuilderAddNative(builder.get(), &function);
  Log log;
  Patterns patterns(
      pdllPatternsCreate(builder.get(), wrap(&context), Log::tell, &log));
  EXPECT_STRING(log.text, "");
  return patterns;
}

/// What becomes of a program with that number; empty if that fails.
static std::string rewrite(const PdllApplier *applier, MLIRContext &context,
                           int number, Log &log) {
  auto module = parseSourceString<ModuleOp>(
      "\"t.a\"() {n = " + std::to_string(number) + "} : () -> ()", &context);
  EXPECT(bool(module));
  if (!pdllApplierApply(applier, wrap(module->getOperation()), Log::tell, &log))
    return "";
  std::string text;
  llvm::raw_string_ostream(text) << module->getBody()->front();
  return text;
}

static void work(const PdllApplier *applier, MLIRContext &context, int first) {
  for (int number = first; number < first + 10; ++number) {
    Log log;
    std::string result = rewrite(applier, context, number, log);
    if (number == 13) {
      EXPECT_STRING(result, "");
      EXPECT(!log.text.empty());
    } else {
      std::string expected =
          "\"t.b\"() {n = " + std::to_string(number + 1) + " : i64} : () -> ()";
      EXPECT_STRING(result, expected);
      EXPECT_STRING(log.text, "");
    }
  }
}

/// Applies the same patterns by several threads, with a driver.
static void testThreads(
    MLIRContext &context, const PdllPatterns *patterns,
    const std::vector<std::pair<std::string, std::string>> &namesAndValues) {
  Log log;
  Options options(pdllOptionsCreate());
  for (const auto &[name, value] : namesAndValues)
    EXPECT(pdllOptionsSet(options.get(), {name.data(), name.size()},
                          {value.data(), value.size()}, Log::tell, &log));
  Applier applier(pdllApplierCreate(patterns, options.get(), Log::tell, &log));
  EXPECT_STRING(log.text, "");
  std::vector<std::thread> threads;
  for (int first : {0, 10, 20, 30})
    threads.emplace_back(work, applier.get(), std::ref(context), first);
  for (std::thread &thread : threads)
    thread.join();
}

/// Creates sets, every other of which has an invalid literal.
static void create(MLIRContext &context, int first) {
  for (int number = first; number < first + 20; ++number) {
    bool isValid = number % 2 == 0;
    std::string file = "p" + std::to_string(number) + ".pdll";
    std::string text = "Pattern => replace op<t.a> with op<t.b> {n = attr<\"" +
                       std::string(isValid ? "7 : i32" : "[7") + "\">};";
    PatternBuilder builder(pdllBuilderCreate());
    pdllBuilderAddText(builder.get(), pdllString(file.c_str()),
                       pdllString(text.c_str()));
    Log log;
    Patterns patterns(
        pdllPatternsCreate(builder.get(), wrap(&context), Log::tell, &log));
    EXPECT(bool(patterns) == isValid);
    EXPECT_STRING(log.text,
                  isValid ? "" : "invalid attribute: expected ',' or ']'\n");
    EXPECT_STRING(log.file, isValid ? "" : file);
  }
}

/// How long to wait between applications that fail.
static std::chrono::milliseconds rest(0);

/// Applies patterns that fail, as long as others create sets.
static void failWhile(const std::atomic<int> &creators,
                      const PdllPatterns *patterns, MLIRContext &context) {
  do {
    auto module = parseSourceString<ModuleOp>("\"t.a\"() {n = 13} : () -> ()",
                                              &context);
    Log log;
    EXPECT(!pdllPatternsApply(patterns, nullptr, wrap(module->getOperation()),
                              Log::tell, &log));
    EXPECT(log.text.find("13 has no next number") != std::string::npos);
    std::this_thread::sleep_for(rest);
  } while (creators > 0);
}

/// Each call gets its own diagnostics, and all of them.
static void testDiagnosticsOfThreads(MLIRContext &context,
                                     const PdllPatterns *patterns) {
  std::vector<std::thread> threads;
  std::atomic<int> creators = 4;
  for (int first : {0, 20, 40, 60}) {
    threads.emplace_back([&, first] {
      create(context, first);
      --creators;
    });
    threads.emplace_back(failWhile, std::cref(creators), patterns,
                         std::ref(context));
  }
  for (std::thread &thread : threads)
    thread.join();
}

/// Reads rules by several threads, as TableGen has not read them before.
static void testRulesOfThreads(MLIRContext &context) {
  auto read = [&](int number) {
    std::string text =
        "include \"mlir/IR/PatternBase.td\"\n"
        "// " + std::to_string(getpid()) + "\n"
        "def T : Dialect { let name = \"t\"; let cppNamespace = \"t\"; }\n"
        "def A : Op<T, \"a\">;\n"
        "def B : Op<T, \"b" + std::to_string(number) + "\">;\n"
        "def : Pat<(A), (B)>;\n";
    PatternBuilder builder(pdllBuilderCreate());
    pdllBuilderAddText(builder.get(), pdllString("rules.td"),
                       pdllString(text.c_str()));
    Log log;
    Patterns patterns(
        pdllPatternsCreate(builder.get(), wrap(&context), Log::tell, &log));
    EXPECT_STRING(log.text, "");
    auto module =
        parseSourceString<ModuleOp>("\"t.a\"() : () -> ()", &context);
    EXPECT(pdllPatternsApply(patterns.get(), nullptr,
                             wrap(module->getOperation()), Log::tell, &log));
    std::string name = module->getBody()->front().getName().getStringRef().str();
    EXPECT_STRING(name, "t.b" + std::to_string(number));
  };
  std::vector<std::thread> threads;
  for (int number = 0; number < 4; ++number)
    threads.emplace_back(read, number);
  for (std::thread &thread : threads)
    thread.join();
}

int main() {
  // valgrind runs one thread at a time. Without a pause, it would run those that fail
  // again and again while the others wait.
  if (std::getenv("PDLL_TEST_IN_VALGRIND"))
    rest = std::chrono::milliseconds(1);
  MLIRContext context;
  context.allowUnregisteredDialects();
  Patterns patterns = createPatterns(context);
  testThreads(context, patterns.get(), {});
  testThreads(context, patterns.get(), {{"driver", "walk"}});
  testThreads(
      context, patterns.get(),
      {{"driver", "conversion"}, {"legal-ops", "t.b"}, {"illegal-ops", "t.a"}});
  testDiagnosticsOfThreads(context, patterns.get());
  testRulesOfThreads(context);
  return 0;
}
