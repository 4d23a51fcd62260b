// Watches the patterns of a conversion.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "conversion/ConversionMonitor.h"
#include "report/RunRecord.h"
#include "support/Placeholders.h"
#include "support/QuietVerifier.h"
#include "support/Traits.h"

#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace pdll;

static thread_local ConversionMonitor *current = nullptr;

/// Patterns may create what they match themselves, each one deeper in the stack
/// of this thread.
static constexpr size_t maxDepth = 500;

//===- Created operations -------------------------------------------------===//

/// Stands before the conversion's own listener while a pattern rewrites.
class ConversionMonitor::CreationListener
    : public RewriterBase::ForwardingListener {
public:
  explicit CreationListener(OpBuilder::Listener *own)
      : ForwardingListener(own), own(own) {}

  void notifyOperationInserted(Operation *op,
                               OpBuilder::InsertPoint previous) override {
    if (!previous.isSet())
      created.push_back(op);
    ForwardingListener::notifyOperationInserted(op, previous);
  }

  OpBuilder::Listener *own;
  SmallVector<Operation *> created;
};

void ConversionMonitor::beginRewrite(PatternRewriter &patternRewriter) {
  frames.back().isRewritten = true;
  // A conversion has no other.
  rewriter = static_cast<ConversionPatternRewriter *>(&patternRewriter);
  config.notifyRewriteBegin(patternRewriter);
  creations = std::make_unique<CreationListener>(patternRewriter.getListener());
  patternRewriter.setListener(creations.get());
}

/// Verifies `op`. A terminator stands before the one that it replaces, which
/// goes when all is over.
static LogicalResult verify(RegisteredOperationName name, Operation *op) {
  Block *block = op->getBlock();
  Operation *next = op->getNextNode();
  if (!next || !isTerminator(name))
    return name.verifyInvariants(op);
  op->moveBefore(block, block->end());
  LogicalResult result = name.verifyInvariants(op);
  op->moveBefore(next);
  return result;
}

/// Folding may crash on an operation that is not valid.
static bool makeHarmless(Operation *op) {
  for (OpOperand &operand : op->getOpOperands()) {
    if (operand.get())
      continue;
    op->emitError("a pattern creates this operation with an operand that does "
                  "not exist");
    operand.set(
        createPlaceholders(op, NoneType::get(op->getContext())).front());
    return false;
  }
  std::optional<RegisteredOperationName> name = op->getRegisteredInfo();
  if (!name || succeeded(verify(*name, op)))
    return true;
  addMissingOperands(op);
  return false;
}

void ConversionMonitor::endRewrite(PatternRewriter &patternRewriter) {
  patternRewriter.setListener(creations->own);
  config.notifyRewriteEnd(patternRewriter);
  std::unique_ptr<CreationListener> done = std::move(creations);
  if (record)
    record->addCreated(done->created);
  // A rewrite that failed midway is taken back.
  if (!frames.back().isRewritten)
    return;
  for (Operation *op : done->created)
    if (!failed && !makeHarmless(op))
      failed = true;
}

void ConversionMonitor::beginOwnRewrite(PatternRewriter &patternRewriter) {
  config.notifyRewriteBegin(patternRewriter);
}

void ConversionMonitor::endOwnRewrite(PatternRewriter &patternRewriter,
                                      LogicalResult result) {
  config.notifyRewriteEnd(patternRewriter);
  frames.back().isRewritten = succeeded(result);
}

void ConversionMonitor::addReplaced(Operation *op) {
  replaced.push_back(op);
  isInReplaced.insert(op);
}

//===- Patterns -----------------------------------------------------------===//

ConversionMonitor::ConversionMonitor(Operation *root, const PdllPatternSet &set,
                                     const PdllConversion &conversion,
                                     RunRecord *record)
    : PatternMonitor(root, set, record), conversion(conversion),
      previous(current), config(conversion.getTypeConverter()) {
  current = this;
  uint64_t numOperations = 0;
  root->walk([&](Operation *) { ++numOperations; });
  budget = 50000 + 1000 * numOperations;
}

ConversionMonitor::~ConversionMonitor() { current = previous; }

ConversionMonitor *ConversionMonitor::getCurrent() {
  PatternMonitor *monitor = PatternMonitor::getCurrent();
  return monitor && monitor == current ? current : nullptr;
}

void ConversionMonitor::notifyPatternBegin(const Pattern &pattern,
                                           Operation *op) {
  if (rolledBack != op)
    rolledBack = nullptr;
  frames.push_back({replaced.size(), standInOrder.size(), erasures.size(), op});
  PatternMonitor::notifyPatternBegin(pattern, op);
}

void ConversionMonitor::notifyPatternEnd(const Pattern &pattern,
                                         LogicalResult status) {
  // The conversion tells twice of a pattern whose results are not legal: as one
  // that did rewrite, and as one that did not.
  if (toldTwice) {
    toldTwice = false;
    return;
  }
  PatternMonitor::notifyPatternEnd(pattern, status);
  Frame frame = frames.pop_back_val();
  if (succeeded(status))
    return;
  if (frame.isRewritten) {
    rolledBack = frame.op;
    toldTwice = true;
  }
  while (replaced.size() > frame.numReplaced)
    isInReplaced.erase(replaced.pop_back_val());
  while (standInOrder.size() > frame.numStandIns)
    standIns.erase(standInOrder.pop_back_val());
  erasures.truncate(frame.numErasures);
}

LogicalResult ConversionMonitor::refuse(const Twine &reason) {
  recover(reason.str());
  return failure();
}

void ConversionMonitor::recover(StringRef reason) {
  frames.back().isRewritten = false;
  // Who has more to say should not say all of it.
  constexpr size_t maxFailures = 32;
  if (failures.size() == maxFailures)
    return;
  failures.push_back(
      {frames.back().op->getLoc(), describeRunning() + ": " + reason.str()});
}

void ConversionMonitor::explain(Diagnostic &diagnostic) {
  PatternMonitor::explain(diagnostic);
  if (diagnostic.getSeverity() != DiagnosticSeverity::Error || isInPattern())
    return;
  // The error is about an operation; say which patterns tried.
  for (const Failure &failure : failures)
    if (failure.loc == diagnostic.getLocation())
      diagnostic.attachNote(failure.loc) << failure.reason;
  failures.clear();
  for (const Failure &erasure : erasures)
    if (erasure.loc == diagnostic.getLocation())
      diagnostic.attachNote(erasure.loc) << erasure.reason;
}

//===- Checks -------------------------------------------------------------===//

LogicalResult ConversionMonitor::checkMatch(bool usesRanges) {
  if (getTotals().matches > budget) {
    runaway = true;
    return refuse("there were more matches than a conversion needs");
  }
  if (frames.size() > maxDepth) {
    runaway = true;
    return refuse("it was applied to its own results too often");
  }
  // The run time forgets the ranges of all matches when it tries the patterns
  // of another operation.
  if (usesRanges && rolledBack == frames.back().op)
    return refuse("it matches a range, and is not tried after another pattern "
                  "of the same operation was rolled back; give it the higher "
                  "benefit");
  return success();
}

bool ConversionMonitor::isReplaced(Operation *op) const {
  for (; op; op = op->getParentOp())
    if (isInReplaced.contains(op))
      return true;
  return false;
}

LogicalResult
ConversionMonitor::checkReplacement(Operation *op,
                                    std::optional<ArrayRef<Value>> values) {
  std::string name = ("`" + op->getName().getStringRef() + "`").str();
  if (isReplaced(op))
    return refuse("it replaces or erases " + Twine(name) +
                  ", which was replaced or erased before");
  if (values && values->size() != op->getNumResults())
    return refuse("it replaces " + Twine(op->getNumResults()) + " results of " +
                  name + " by " + Twine(values->size()) + " values");
  for (Value value : values.value_or(ArrayRef<Value>())) {
    if (!value)
      return refuse("it replaces " + Twine(name) +
                    " by a value that does not exist");
    if (value.getDefiningOp() == op)
      return refuse("it replaces " + Twine(name) + " by its own result");
  }
  for (Value result : op->getResults())
    if (standIns.contains(result))
      return refuse("it replaces or erases " + Twine(name) +
                    ", a result of which was replaced before; replace the "
                    "whole operation");
  if (values)
    for (auto [result, value] : llvm::zip_equal(op->getResults(), *values))
      if (mlir::failed(checkStandIn(result, value)))
        return failure();
  if (values)
    for (auto [result, value] : llvm::zip_equal(op->getResults(), *values))
      addStandIn(result, value);
  if (!values && op->getNumResults())
    erasures.push_back({op->getLoc(), describeRunning() + ": it erases this " +
                                          name + ", whose results are used"});
  if (record && values)
    record->addReplacement(op, *values);
  addReplaced(op);
  return success();
}

/// The conversion would follow a circle for ever.
LogicalResult ConversionMonitor::checkStandIn(Value from, Value to) {
  for (Value value = to; value; value = standIns.lookup(value))
    if (value == from)
      return refuse(
          "it replaces a value by one that was replaced by it before");
  return success();
}

void ConversionMonitor::addStandIn(Value from, Value to) {
  standIns[from] = to;
  standInOrder.push_back(from);
}

LogicalResult ConversionMonitor::checkUses(Value from, Value to) {
  if (!to)
    return refuse("it replaces a value by one that does not exist");
  if (standIns.contains(from) || isReplaced(from.getDefiningOp()))
    return refuse("it replaces a value twice");
  if (mlir::failed(checkStandIn(from, to)))
    return failure();
  addStandIn(from, to);
  return success();
}

LogicalResult ConversionMonitor::checkArguments(Block &block,
                                                ValueRange values) {
  if (values.size() == block.getNumArguments())
    return success();
  return refuse("it inlines a block of " + Twine(block.getNumArguments()) +
                " arguments with " + Twine(values.size()) + " values");
}

void ConversionMonitor::addModified(Operation *op) {
  frames.back().isModified |= op == frames.back().op;
}

LogicalResult ConversionMonitor::checkEnd() {
  const Frame &frame = frames.back();
  if (frame.isModified || isReplaced(frame.op) ||
      conversion.target.isLegal(frame.op))
    return success();
  return refuse("it neither replaces nor changes the operation, which is not "
                "legal");
}

//===- Calls in patterns --------------------------------------------------===//

static constexpr llvm::StringLiteral matchName = "pdll.check_match";
static constexpr llvm::StringLiteral rangesName = "pdll.check_match_of_ranges";
static constexpr llvm::StringLiteral eraseName = "pdll.check_erasure";
static constexpr llvm::StringLiteral endName = "pdll.check_end";
static constexpr llvm::StringLiteral replaceName = "pdll.check_replacement";

void WatchedPatternConfig::notifyRewriteBegin(PatternRewriter &rewriter) {
  if (ConversionMonitor *monitor = ConversionMonitor::getCurrent())
    monitor->beginRewrite(rewriter);
}

void WatchedPatternConfig::notifyRewriteEnd(PatternRewriter &rewriter) {
  if (ConversionMonitor *monitor = ConversionMonitor::getCurrent())
    monitor->endRewrite(rewriter);
}

/// The operation and the values of a call, if they are there.
static LogicalResult checkCall(ArrayRef<PDLValue> arguments, bool replaces) {
  ConversionMonitor *monitor = ConversionMonitor::getCurrent();
  if (!monitor)
    return success();
  auto *op = arguments[0].cast<Operation *>();
  if (!replaces)
    return monitor->checkReplacement(op, std::nullopt);
  SmallVector<Value> values;
  for (PDLValue argument : arguments.drop_front()) {
    if (!argument)
      values.push_back(nullptr);
    else if (argument.isa<ValueRange>())
      llvm::append_range(values, argument.cast<ValueRange>());
    else if (argument.isa<Operation *>())
      llvm::append_range(values, argument.cast<Operation *>()->getResults());
    else
      values.push_back(argument.cast<Value>());
  }
  return monitor->checkReplacement(op, ArrayRef<Value>(values));
}

/// Whether the rewrite uses ranges from the match.
static bool usesRanges(pdl::RewriteOp rewrite) {
  return rewrite
      .walk([&](Operation *op) {
        for (Value operand : op->getOperands())
          if (isa<pdl::RangeType>(operand.getType()) &&
              operand.getParentBlock() != rewrite.getBody())
            return WalkResult::interrupt();
        return WalkResult::advance();
      })
      .wasInterrupted();
}

static void watch(pdl::PatternOp pattern) {
  pdl::RewriteOp rewrite = pattern.getRewriter();
  for (Operation &op : llvm::make_early_inc_range(*rewrite.getBody())) {
    OpBuilder builder(&op);
    if (auto erasure = dyn_cast<pdl::EraseOp>(op))
      pdl::ApplyNativeRewriteOp::create(builder, op.getLoc(), TypeRange(),
                                        eraseName, erasure.getOpValue());
    else if (isa<pdl::ReplaceOp>(op))
      pdl::ApplyNativeRewriteOp::create(builder, op.getLoc(), TypeRange(),
                                        replaceName, op.getOperands());
  }
  Operation *root = nullptr;
  for (auto op : pattern.getBodyRegion().getOps<pdl::OperationOp>())
    root = root ? root : op.getOperation();
  if (Value chosen = rewrite.getRoot())
    root = chosen.getDefiningOp();
  OpBuilder builder = OpBuilder::atBlockBegin(rewrite.getBody());
  pdl::ApplyNativeRewriteOp::create(builder, rewrite.getLoc(), TypeRange(),
                                    usesRanges(rewrite) ? StringRef(rangesName)
                                                        : StringRef(matchName),
                                    root->getResults());
  builder.setInsertionPointToEnd(rewrite.getBody());
  pdl::ApplyNativeRewriteOp::create(builder, rewrite.getLoc(), TypeRange(),
                                    endName, root->getResults());
}

void pdll::watchConversions(PDLPatternModule &patterns) {
  for (auto pattern : patterns.getModule().getOps<pdl::PatternOp>())
    watch(pattern);
  auto add = [&](StringRef name, auto function) {
    patterns.registerRewriteFunction(
        name, PDLRewriteFunction([function](PatternRewriter &, PDLResultList &,
                                            ArrayRef<PDLValue> arguments) {
          return function(arguments);
        }));
  };
  auto checkMatch = [](bool usesRanges) {
    ConversionMonitor *monitor = ConversionMonitor::getCurrent();
    return monitor ? monitor->checkMatch(usesRanges) : success();
  };
  add(matchName,
      [checkMatch](ArrayRef<PDLValue>) { return checkMatch(false); });
  add(rangesName,
      [checkMatch](ArrayRef<PDLValue>) { return checkMatch(true); });
  add(endName, [](ArrayRef<PDLValue>) {
    ConversionMonitor *monitor = ConversionMonitor::getCurrent();
    return monitor ? monitor->checkEnd() : success();
  });
  add(eraseName, [](ArrayRef<PDLValue> arguments) {
    return checkCall(arguments, /*replaces=*/false);
  });
  add(replaceName, [](ArrayRef<PDLValue> arguments) {
    return checkCall(arguments, /*replaces=*/true);
  });
}
