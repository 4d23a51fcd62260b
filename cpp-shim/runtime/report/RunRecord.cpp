// What patterns did to one operation, for reports and traces.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/RunRecord.h"

#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace pdll;

void PatternCounts::add(const PatternCounts &other) {
  totals.add(other.totals);
  time += other.time;
}

double PatternCounts::getSeconds() const {
  return std::chrono::duration<double>(time).count();
}

std::string pdll::getPlace(Location loc) {
  auto file = loc->findInstanceOf<FileLineColLoc>();
  if (!file)
    return "unknown";
  return (file.getFilename().getValue() + ":" + Twine(file.getLine()) + ":" +
          Twine(file.getColumn()))
      .str();
}

llvm::json::Object pdll::describe(const PatternInfo &info) {
  llvm::json::Object object{{"name", info.name}};
  if (!info.file.empty()) {
    object["file"] = info.file;
    object["line"] = info.line;
    object["column"] = info.column;
  }
  return object;
}

static std::string getSymbol(Operation *op) {
  auto symbol = op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
  return symbol ? symbol.str() : std::string();
}

static std::string print(llvm::json::Object object) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::json::Value(std::move(object));
  return text;
}

static void addChanges(llvm::json::Object &step,
                       const ChangedLines::Hunks &changes) {
  llvm::json::Array hunks;
  for (const ChangedLines::Hunk &hunk : changes.hunks)
    hunks.push_back(llvm::json::Array(hunk));
  step["changes"] = std::move(hunks);
  if (!changes.starts.empty())
    step["changes_at"] = llvm::json::Array(changes.starts);
  if (changes.numLeftOut != 0)
    step["changes_left_out"] = changes.numLeftOut;
}

RunRecord::RunRecord(Operation *root, const PdllPatternSet &set,
                     TraceLevel level, const PdllRewriteLimit *limit)
    : root(root), set(set), level(level), limit(limit),
      counts(set.infos.size()) {
  if (level != TraceLevel::None)
    names = std::make_unique<ValueNames>(root);
}

void RunRecord::startText() {
  if (level != TraceLevel::Texts || text)
    return;
  text = std::make_unique<ProgramText>(root, *names, verifier);
  addProgram();
}

/// Adds the lines of the program.
void RunRecord::addProgram() {
  if (std::optional<std::vector<std::string>> lines = text->getShort())
    steps.push_back(
        print(llvm::json::Object{{"root", describeRoot()},
                                 {"round", round},
                                 {"status", "program"},
                                 {"lines", llvm::json::Array(*lines)}}));
}

void RunRecord::addInserted(Operation *op) {
  if (text)
    text->addInserted(op);
}

void RunRecord::addMoved(Operation *op) {
  if (text)
    text->addMoved(op);
}

void RunRecord::addModified(Operation *op) {
  if (text)
    text->addModified(op);
}

void RunRecord::addErased(Operation *op) {
  if (text)
    text->addErased(op);
  if (names)
    names->forget(op);
}

void RunRecord::addInserted(Block *block) {
  if (text)
    text->addInserted(block);
}

void RunRecord::addErased(Block *block) {
  if (text)
    text->addErased(block);
  if (names)
    names->forget(block);
}

void RunRecord::setRound(int64_t number) {
  addDriverChanges();
  round = number;
  if (!text)
    return;
  // The driver sorts constants, and simplifies regions, without telling all.
  std::optional<std::vector<std::string>> before = text->getShort();
  text->reset();
  if (before != text->getShort())
    addProgram();
}

llvm::json::Object RunRecord::describeRoot() const {
  llvm::json::Object object{{"name", root->getName().getStringRef()},
                            {"place", getPlace(root->getLoc())}};
  if (std::string symbol = getSymbol(root); !symbol.empty())
    object["symbol"] = symbol;
  return object;
}

llvm::json::Object RunRecord::describeStep(size_t pattern,
                                           Operation *op) const {
  return llvm::json::Object{
      {"root", describeRoot()},
      {"round", round},
      {"pattern", describe(set.infos[pattern])},
      {"operation", op->getName().getStringRef()},
      {"place", getPlace(op->getLoc())},
      {"before", printOperation(op, *names, verifier).join()},
      {"after", llvm::json::Array()},
  };
}

void RunRecord::begin(size_t pattern, Operation *op) {
  if (running.empty())
    addDriverChanges();
  Running &now = running.emplace_back();
  now.pattern = pattern;
  ++numSteps;
  if (keepsSteps()) {
    now.step = describeStep(pattern, op);
    now.step["step"] = numSteps;
    now.index = steps.size();
    steps.emplace_back();
  }
  now.start = Clock::now();
}

void RunRecord::addReplacement(ValueRange values) {
  if (keepsSteps() && !running.empty())
    running.back().replacements.emplace_back(values.begin(), values.end());
}

static std::string print(Value value, ValueNames &names) {
  return value ? names.get(value).str() : "";
}

void RunRecord::addCreated(ArrayRef<Operation *> operations) {
  if (level == TraceLevel::None || running.empty())
    return;
  Running &now = running.back();
  // Addresses may be those of operations that nobody has reported as erased.
  for (Operation *op : operations)
    names->forget(op);
  if (!keepsSteps()) {
    if (text)
      (void)text->takeChanges();
    return;
  }
  llvm::json::Array after, replacements;
  for (Operation *op : operations)
    after.push_back(printOperation(op, *names, verifier).join());
  for (ArrayRef<Value> values : now.replacements) {
    llvm::json::Array texts;
    for (Value value : values)
      texts.push_back(print(value, *names));
    replacements.push_back(std::move(texts));
  }
  if (text)
    addChanges(now.step, text->takeChanges());
  now.step["after"] = std::move(after);
  if (!replacements.empty())
    now.step["replacements"] = std::move(replacements);
}

void RunRecord::end(LogicalResult status) {
  Clock::time_point end = Clock::now();
  Running done = running.pop_back_val();
  PatternCounts &count = counts[done.pattern];
  count.time += end - done.start;
  ++count.totals.matches;
  ++(succeeded(status) ? count.totals.rewrites : count.totals.failures);
  if (!keepsSteps())
    return;
  done.step["depth"] = running.size();
  done.step["status"] = succeeded(status) ? "rewritten" : "failed";
  steps[done.index] = print(std::move(done.step));
}

void RunRecord::add(const RunRecord &other) {
  for (auto [count, more] : llvm::zip_equal(counts, other.counts))
    count.add(more);
}

void RunRecord::finish(LogicalResult result) {
  addDriverChanges();
  if (level != TraceLevel::None && failed(result))
    steps.push_back(print(llvm::json::Object{
        {"root", describeRoot()}, {"round", round}, {"status", "stopped"}}));
}

/// Adds what the driver has changed since the last rewrite.
void RunRecord::addDriverChanges() {
  if (!text)
    return;
  ChangedLines::Hunks changes = text->takeChanges();
  if (changes.hunks.empty() || !keepsSteps())
    return;
  llvm::json::Object step{
      {"root", describeRoot()}, {"round", round}, {"status", "simplified"}};
  addChanges(step, changes);
  steps.push_back(print(std::move(step)));
}
