// Measures several pipelines in one process and on one input.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Peers.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/MemoryBuffer.h"

#include <ctime>
#ifdef __GLIBC__
#include <malloc.h>
#endif

using namespace mlir;

namespace {

/// Reads a file with one pipeline on each line, and runs the pipelines
/// alternately on copies of the module. Prints a line for each run: the number
/// of the pipeline, the nanoseconds, and `same` if the result equals that of
/// the first run, or else `different`. Finally empties the module.
class ComparePass : public PassWrapper<ComparePass, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ComparePass)

  ComparePass() = default;
  ComparePass(const ComparePass &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "bench-compare"; }
  void runOnOperation() override;

private:
  LogicalResult readPipelines();
  LogicalResult measure(size_t index);

  Option<std::string> file{*this, "pipelines",
                           llvm::cl::desc("The file with the pipelines")};
  Option<unsigned> runs{*this, "runs", llvm::cl::desc("The number of runs"),
                        llvm::cl::init(1)};
  Option<bool> preparation{
      *this, "preparation", llvm::cl::init(false),
      llvm::cl::desc("Include the preparation of the passes in the time")};
  Option<bool> wall{*this, "wall", llvm::cl::init(false),
                    llvm::cl::desc("Measure elapsed time instead of CPU time")};

  std::vector<std::unique_ptr<PassManager>> managers;
  /// The module. Each run parses a copy of it.
  std::string bytecode;
  /// The fingerprint of the first result.
  std::optional<llvm::hash_code> expected;
};

} // namespace

LogicalResult ComparePass::readPipelines() {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer)
    return getOperation().emitError("cannot read the pipelines");
  SmallVector<StringRef> lines;
  (*buffer)->getBuffer().split(lines, '\n', /*MaxSplit=*/-1,
                               /*KeepEmpty=*/false);
  managers.clear();
  for (StringRef line : lines) {
    managers.push_back(std::make_unique<PassManager>(&getContext()));
    managers.back()->enableVerifier(false);
    if (failed(parsePassPipeline(line, *managers.back())))
      return failure();
  }
  return success();
}

/// Returns the elapsed time, or else the CPU time of this process, which other
/// processes hardly affect.
static uint64_t getNanoseconds(bool isWall) {
  timespec time;
  clock_gettime(isWall ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * UINT64_C(1000000000) + time.tv_nsec;
}

/// Returns a hash of the module without its locations.
static llvm::hash_code getFingerprint(ModuleOp module) {
  DenseMap<Value, unsigned> numbers;
  auto getNumber = [&](Value value) {
    return numbers.try_emplace(value, numbers.size()).first->second;
  };
  llvm::hash_code code(0);
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    code = llvm::hash_combine(code, op->getName(), op->getAttrDictionary());
    for (Value operand : op->getOperands())
      code = llvm::hash_combine(code, getNumber(operand));
    for (Value result : op->getResults())
      code = llvm::hash_combine(code, getNumber(result), result.getType());
    for (Region &region : op->getRegions())
      for (BlockArgument argument : region.getArguments())
        code =
            llvm::hash_combine(code, getNumber(argument), argument.getType());
  });
  return code;
}

LogicalResult ComparePass::measure(size_t index) {
#ifdef __GLIBC__
  // Memory that the previous run freed would change the speed of this run.
  malloc_trim(0);
#endif
  // Cloned operations have an unusual memory layout, so parse a copy instead.
  auto copy = parseSourceString<ModuleOp>(
      bytecode, ParserConfig(&getContext(), /*verifyAfterParse=*/false));
  if (!copy)
    return failure();
  uint64_t start = getNanoseconds(wall);
  if (failed(managers[index]->run(*copy)))
    return failure();
  uint64_t end = getNanoseconds(wall);
  llvm::hash_code result = getFingerprint(*copy);
  if (!expected)
    expected = result;
  llvm::outs() << index << ' ' << end - start << ' '
               << (result == *expected ? "same" : "different") << '\n';
  return success();
}

void ComparePass::runOnOperation() {
  if (failed(readPipelines()))
    return signalPassFailure();
  if (!preparation) {
    // A pass manager prepares its passes in its first run, and again after
    // another pass manager has loaded a dialect.
    for (int round = 0; round < 2; ++round) {
      for (std::unique_ptr<PassManager> &manager : managers) {
        OwningOpRef<ModuleOp> empty =
            ModuleOp::create(UnknownLoc::get(&getContext()));
        if (failed(manager->run(*empty)))
          return signalPassFailure();
      }
    }
  }
  llvm::raw_string_ostream stream(bytecode);
  if (failed(writeBytecodeToFile(getOperation(), stream)))
    return signalPassFailure();
  // Each round begins with another pipeline, so that a pipeline does not always
  // follow the same one. The first run determines the expected result.
  for (unsigned run = 0; run < runs; ++run)
    for (size_t index = 0; index < managers.size(); ++index)
      if (failed(measure((run + index) % managers.size())))
        return signalPassFailure();
  getOperation().getBodyRegion().front().clear();
}

void registerCompare() { PassRegistration<ComparePass>(); }
