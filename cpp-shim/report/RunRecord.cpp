// What patterns did to one operation, for reports and traces.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/RunRecord.h"
#include "support/Traits.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace pdll;

void PatternCounts::add(const PatternCounts &other) {
  matches += other.matches;
  rewrites += other.rewrites;
  failures += other.failures;
  time += other.time;
}

double PatternCounts::getSeconds() const {
  return std::chrono::duration<double>(time).count();
}

std::string pdll::getPlace(Location loc) {
  std::string place = "unknown";
  loc->walk([&](Location part) {
    auto file = dyn_cast<FileLineColLoc>(part);
    if (!file)
      return WalkResult::advance();
    place = (file.getFilename().getValue() + ":" + Twine(file.getLine()) + ":" +
             Twine(file.getColumn()))
                .str();
    return WalkResult::interrupt();
  });
  return place;
}

/// Threads work on other operations at the same time, so that nobody may look
/// beyond the next one that is isolated from above.
static OpPrintingFlags getFlags() {
  return OpPrintingFlags().useLocalScope().elideLargeElementsAttrs(64);
}

/// The text of `op`. An operation that may be invalid is printed generically.
static std::string print(Operation *op, OpPrintingFlags flags) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  op->print(stream, flags);
  return text;
}

static std::string printOperation(Operation *op) {
  return print(op, getFlags().skipRegions());
}

/// The operation that is printed whole: what is isolated, but not a module.
static Operation *getScope(Operation *op, Operation *root) {
  while (op != root && op->getParentOp() && !isIsolatedFromAbove(op->getName()))
    op = op->getParentOp();
  return op;
}

static std::string getSymbol(Operation *op) {
  auto symbol = op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
  return symbol ? symbol.str() : std::string();
}

RunRecord::RunRecord(Operation *root, const PdllPatternSet &set,
                     TraceLevel level)
    : root(root), set(set), level(level), counts(set.infos.size()) {}

llvm::json::Object RunRecord::describePattern(size_t pattern) const {
  const PatternInfo &info = set.infos[pattern];
  llvm::json::Object object{{"name", info.name}};
  if (!info.file.empty()) {
    object["file"] = info.file;
    object["line"] = info.line;
    object["column"] = info.column;
  }
  return object;
}

llvm::json::Object RunRecord::describeStep(size_t pattern, Operation *op) {
  llvm::json::Object rootObject{{"name", root->getName().getStringRef()},
                                {"place", getPlace(root->getLoc())}};
  if (std::string symbol = getSymbol(root); !symbol.empty())
    rootObject["symbol"] = symbol;
  return llvm::json::Object{
      {"root", std::move(rootObject)},
      {"round", round},
      {"pattern", describePattern(pattern)},
      {"operation", op->getName().getStringRef()},
      {"place", getPlace(op->getLoc())},
      {"before", printOperation(op)},
      {"after", llvm::json::Array()},
  };
}

void RunRecord::begin(size_t pattern, Operation *op) {
  Running &now = running.emplace_back();
  now.pattern = pattern;
  if (level != TraceLevel::None) {
    now.step = describeStep(pattern, op);
    now.index = steps.size();
    steps.emplace_back();
  }
  if (level == TraceLevel::Texts) {
    now.scope = getScope(op, root);
    now.step["text_before"] = print(now.scope, getFlags());
  }
  now.start = Clock::now();
}

void RunRecord::addReplacement(Operation *op, ValueRange values) {
  if (level == TraceLevel::None || running.empty())
    return;
  llvm::json::Array texts;
  AsmState state(getScope(op, root), getFlags());
  for (Value value : values) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    if (value)
      value.printAsOperand(stream, state);
    texts.push_back(text);
  }
  llvm::json::Value *all = running.back().step.get("replacements");
  if (!all)
    all = &(running.back().step["replacements"] = llvm::json::Array());
  all->getAsArray()->push_back(std::move(texts));
}

void RunRecord::addCreated(ArrayRef<Operation *> operations) {
  if (level == TraceLevel::None || running.empty())
    return;
  llvm::json::Array *after = running.back().step.getArray("after");
  for (Operation *op : operations)
    after->push_back(printOperation(op));
}

void RunRecord::end(LogicalResult status) {
  Clock::time_point end = Clock::now();
  Running done = running.pop_back_val();
  PatternCounts &count = counts[done.pattern];
  count.time += end - done.start;
  ++count.matches;
  ++(succeeded(status) ? count.rewrites : count.failures);
  if (level == TraceLevel::None)
    return;
  done.step["step"] = done.index + 1;
  done.step["depth"] = running.size();
  done.step["status"] = succeeded(status) ? "rewritten" : "failed";
  if (done.scope)
    done.step["text_after"] = print(done.scope, getFlags());
  llvm::raw_string_ostream stream(steps[done.index]);
  stream << llvm::json::Value(std::move(done.step));
}
