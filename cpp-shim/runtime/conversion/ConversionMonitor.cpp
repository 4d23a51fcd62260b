// Watches the patterns of a conversion.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "conversion/ConversionMonitor.h"
#include "conversion/ConversionRewriter.h"
#include "conversion/RemapValues.h"
#include "conversion/RewriteBudget.h"
#include "report/RunRecord.h"
#include "support/QuietVerifier.h"
#include "support/Traits.h"

using namespace mlir;
using namespace pdll;

/// The maximum number of patterns that run at once. Patterns may create what
/// they match themselves, and each application uses more of the stack.
static constexpr size_t maxDepth = 500;

ConversionMonitor::ConversionMonitor(Operation *root, const PdllPatternSet &set,
                                     const PdllDriverOptions &options,
                                     RunRecord *record)
    : PatternMonitor(RunKind::Conversion, root, set, record),
      engine(*set.engine), conversion(*options.conversion),
      typePatterns(root, set, options, record), target(conversion.target),
      config(typePatterns.getConverter()), budget(getRewriteBudget(root)) {
  setMaxSearchedUsers(options.maxSearchedUsers);
  getGrowth().setMaxMegabytes(options.maxGrowth);
}

//===- Changes ------------------------------------------------------------===//

void ConversionMonitor::notifyOperationInserted(
    Operation *op, OpBuilder::InsertPoint previous) {
  order.notifyInserted(op);
  if (!previous.isSet())
    getGrowth().addInserted(op);
}

void ConversionMonitor::notifyOperationModified(Operation *op) {
  order.notifyModified(op);
  getGrowth().addModified(op);
}

void ConversionMonitor::notifyOperationErased(Operation *op) {
  order.notifyErased(op);
  getGrowth().addErased(op);
}

void ConversionMonitor::notifyBlockInserted(Block *, Region *,
                                            Region::iterator) {
  order.notifyBlocksChanged();
}

void ConversionMonitor::notifyBlockErased(Block *) {
  order.notifyBlocksChanged();
}

//===- Patterns -----------------------------------------------------------===//

std::optional<size_t> ConversionMonitor::getIndex(const Pattern &pattern) {
  if (&pattern != lastPattern) {
    lastPattern = &pattern;
    lastIndex = engine.getIndex(pattern);
  }
  return lastIndex;
}

void ConversionMonitor::notifyPatternBegin(const Pattern &pattern,
                                           Operation *op) {
  std::optional<size_t> index = getIndex(pattern);
  if (!index)
    beginFrame(op);
  else
    attempts.push_back(frames.size());
}

void ConversionMonitor::notifyPatternEnd(const Pattern &pattern,
                                         LogicalResult status) {
  if (isRepeatedEnd())
    return;
  std::optional<size_t> index = getIndex(pattern);
  if (!index)
    endFrame(status);
  // What did not match has no frame.
  else if (frames.size() > attempts.pop_back_val())
    endPattern(*index, status);
  if (frames.empty())
    legalizeCopies();
}

/// The check at the end reports what does not become legal.
void ConversionMonitor::legalizeCopies() {
  for (Operation *op : copies.release())
    if (!replacements.contains(op))
      (void)rewriter->legalize(op);
}

void ConversionMonitor::beginPattern(size_t pattern, Operation *op) {
  beginFrame(op);
  PatternMonitor::beginPattern(pattern, op);
}

void ConversionMonitor::endPattern(size_t pattern, LogicalResult status) {
  PatternMonitor::endPattern(pattern, status);
  endFrame(status);
}

void ConversionMonitor::beginFrame(Operation *op) {
  frames.push_back(
      {replacements.getMark(), erasures.size(), copies.getMark(), op, {}});
}

void ConversionMonitor::endFrame(LogicalResult status) {
  Frame frame = frames.pop_back_val();
  if (frame.folding)
    getFolding() = *frame.folding;
  if (succeeded(status))
    return;
  if (frame.isRewritten) {
    endsAgain = true;
  }
  replacements.rollBack(frame.replacements);
  erasures.truncate(frame.numErasures);
  copies.rollBack(frame.copies);
  // MLIR does not tell what it takes back.
  if (frame.isRewritten)
    order.clear();
}

/// If the results of a pattern are not legal, the conversion reports the end of
/// the pattern twice: after the pattern has rewritten, and as one that failed.
bool ConversionMonitor::isRepeatedEnd() {
  return std::exchange(endsAgain, false);
}

void ConversionMonitor::recover(StringRef reason) {
  frames.back().isRewritten = false;
  order.clear();
  // Nobody reads more reasons than this.
  constexpr size_t maxFailures = 32;
  if (failures.size() == maxFailures)
    return;
  failures.push_back(
      {frames.back().op->getLoc(), describeRunning() + ": " + reason.str()});
}

/// The run has failed, and the reason has been reported.
LogicalResult ConversionMonitor::stop() {
  frames.back().isRewritten = false;
  order.clear();
  return failure();
}

LogicalResult ConversionMonitor::refuse(const Twine &reason) {
  recover(reason.str());
  return failure();
}

void ConversionMonitor::explain(Diagnostic &diagnostic) {
  PatternMonitor::explain(diagnostic);
  explainUnconverted(diagnostic);
  if (diagnostic.getSeverity() != DiagnosticSeverity::Error || isInPattern())
    return;
  // The error is about an operation. Say what the patterns did to it.
  for (const Event &event : failures)
    if (event.loc == diagnostic.getLocation())
      diagnostic.attachNote(event.loc) << event.reason;
  failures.clear();
  for (const Event &event : erasures)
    if (event.loc == diagnostic.getLocation())
      diagnostic.attachNote(event.loc) << event.reason;
}

//===- Rewrites -----------------------------------------------------------===//

void ConversionMonitor::beginRewrite(PatternRewriter &patternRewriter) {
  frames.back().isRewritten = true;
  // The rewriter of a conversion is always of this class.
  rewriter = static_cast<ConversionPatternRewriter *>(&patternRewriter);
  config.notifyRewriteBegin(patternRewriter);
  creations =
      std::make_unique<CreationListener>(patternRewriter.getListener(), order);
  patternRewriter.setListener(creations.get());
}

void ConversionMonitor::endRewrite(PatternRewriter &patternRewriter) {
  // A rewrite that has failed leaves copies to take back.
  (void)creations->announceCopies();
  inlinedArguments.clear();
  patternRewriter.setListener(creations->getOwn());
  config.notifyRewriteEnd(patternRewriter);
  std::unique_ptr<CreationListener> done = std::move(creations);
  if (record)
    record->addCreated(done->getCreated());
}

void ConversionMonitor::beginOtherRewrite(PatternRewriter &patternRewriter) {
  config.notifyRewriteBegin(patternRewriter);
}

void ConversionMonitor::endOtherRewrite(PatternRewriter &patternRewriter,
                                        LogicalResult result) {
  config.notifyRewriteEnd(patternRewriter);
  frames.back().isRewritten = succeeded(result);
}

CallOutcome ConversionMonitor::callRewrite(
    PatternRewriter &patternRewriter,
    llvm::function_ref<LogicalResult(PatternRewriter &)> call) {
  ConversionRewriter guarded(patternRewriter, *this);
  LogicalResult result = call(guarded);
  if (guarded.hasRefused())
    return CallOutcome::Refused;
  return succeeded(result) ? CallOutcome::Done : CallOutcome::Failed;
}

//===- Checks -------------------------------------------------------------===//

LogicalResult ConversionMonitor::checkMatch() {
  if (failed)
    return stop();
  if (getTotals().matches > budget) {
    runaway = true;
    return refuse("there were more matches than a conversion needs");
  }
  if (frames.size() > maxDepth) {
    runaway = true;
    return refuse("it was applied to its own results too often");
  }
  return success();
}

LogicalResult
ConversionMonitor::checkProblem(const Replacements::Problem &problem) {
  return problem ? refuse(*problem) : success();
}

LogicalResult ConversionMonitor::checkErasure(Operation *op) {
  if (mlir::failed(checkProblem(replacements.erase(op))))
    return failure();
  creations->announceContents();
  if (op->getNumResults())
    erasures.push_back({op->getLoc(), describeRunning() + ": it erases this `" +
                                          op->getName().getStringRef().str() +
                                          "`, whose results are used"});
  return success();
}

/// Checks that `to` can be where `from` is used.
LogicalResult ConversionMonitor::checkOrder(Value from, Value to) {
  if (!mayUseLaterValues())
    return success();
  for (OpOperand &use : from.getUses())
    if (!replacements.contains(use.getOwner()) &&
        mlir::failed(order.verify(use, to))) {
      failed = true;
      return stop();
    }
  return success();
}

LogicalResult ConversionMonitor::replace(PatternRewriter &patternRewriter,
                                         Operation *op,
                                         ArrayRef<Value> values) {
  std::optional<SmallVector<ValueGroup>> groups =
      divideReplacement(op, values, conversion);
  if (!groups && values.size() != op->getNumResults())
    if (auto reason = explainDivision(op, values, conversion))
      return refuse(*reason);
  if (groups ? mlir::failed(checkReplacement(op, *groups))
             : mlir::failed(checkReplacement(op, values)))
    return failure();
  if (record)
    record->addReplacement(values);
  creations->announceContents();
  // The rewriter of a conversion is always of this class.
  if (groups)
    static_cast<ConversionPatternRewriter &>(patternRewriter)
        .replaceOpWithMultiple(op, std::move(*groups));
  else
    patternRewriter.replaceOp(op, values);
  return success();
}

LogicalResult ConversionMonitor::checkReplacement(Operation *op,
                                                  ArrayRef<Value> values) {
  if (mlir::failed(checkProblem(replacements.replace(op, values))))
    return failure();
  for (auto [result, value] : llvm::zip_equal(op->getResults(), values))
    if (mlir::failed(checkOrder(result, value)))
      return failure();
  return success();
}

LogicalResult
ConversionMonitor::checkReplacement(Operation *op,
                                    ArrayRef<ValueGroup> groups) {
  if (mlir::failed(checkProblem(replacements.replace(op, groups))))
    return failure();
  for (auto [result, group] : llvm::zip_equal(op->getResults(), groups))
    for (Value value : group)
      if (mlir::failed(checkOrder(result, value)))
        return failure();
  return success();
}

LogicalResult ConversionMonitor::checkUses(Value from, Value to) {
  if (mlir::failed(checkProblem(replacements.replaceUses(from, to))))
    return failure();
  return checkOrder(from, to);
}

void ConversionMonitor::addModified(Operation *op) {
  frames.back().isModified |= op == frames.back().op;
}

bool ConversionMonitor::converts(Type from, Type to) const {
  const TypeConverter *converter = typePatterns.getConverter();
  return converter && converter->convertType(from) == to;
}

LogicalResult ConversionMonitor::inlineBlock(PatternRewriter &patternRewriter,
                                             Block *block,
                                             ArrayRef<Value> values) {
  for (auto [argument, value] :
       llvm::zip_equal(block->getArguments(), values)) {
    if (mlir::failed(checkProblem(replacements.replaceUses(argument, value))))
      return failure();
    inlinedArguments.emplace_back(argument, value);
  }
  Operation *parent = block->getParentOp();
  addModified(parent);
  patternRewriter.modifyOpInPlace(parent, [&] {
    patternRewriter.inlineBlockBefore(
        block, patternRewriter.getInsertionBlock(),
        patternRewriter.getInsertionPoint(), values);
  });
  return success();
}

/// The regions of what a pattern creates are moved there as they were, and what
/// ends a region must fit the operation around it.
void ConversionMonitor::addUnsettled(Operation *op) {
  if (op->getNumRegions() != 0)
    unsettled.add(op, getRunning());
  Operation *parent = op->getParentOp();
  if (parent && isTerminator(op->getName()))
    unsettled.add(parent, getRunning());
}

void ConversionMonitor::finish() {
  if (auto invalid = unsettled.findInvalid(root)) {
    reportAbout(invalid->second, [&] { (void)verifyShape(invalid->first); });
    failed = true;
  }
}

void ConversionMonitor::addCopies() {
  for (Operation *op : creations->announceCopies()) {
    copies.add(op, getRunning());
    if (!target.isLegal(op) && namesOfCopies.insert(op->getName()).second)
      makeLegalWhileWaiting(op->getName());
  }
}

/// MLIR has decided before which patterns lead to legal operations.
void ConversionMonitor::makeLegalWhileWaiting(OperationName name) {
  target.addDynamicallyLegalOp(
      name, [this](Operation *op) -> std::optional<bool> {
        if (copies.isWaiting(op) || conversion.target.isLegal(op))
          return true;
        if (conversion.target.isIllegal(op))
          return false;
        return std::nullopt;
      });
}

/// MLIR has its options from the driver, and reads them before each fold.
DialectConversionFoldingMode &ConversionMonitor::getFolding() const {
  return const_cast<ConversionConfig &>(rewriter->getConfig()).foldingMode;
}

/// MLIR would fold `op` even if it is not valid yet, because other patterns
/// have not rewritten what is in its regions. Folds rely on these.
void ConversionMonitor::suspendFolding(Operation *op) {
  DialectConversionFoldingMode &folding = getFolding();
  if (op->getNumRegions() == 0 ||
      folding == DialectConversionFoldingMode::Never ||
      target.isLegal(op) ||
      catchDiagnostic(op->getContext(), [&] { return verifyShape(op); })
          .empty())
    return;
  frames.back().folding =
      std::exchange(folding, DialectConversionFoldingMode::Never);
}

/// Converts the arguments of a region that was copied or moved to a created
/// operation, if the operands and results of that have converted types. Only
/// blocks at the start of a region get theirs from the operation; the others
/// agree with branches, which stay.
LogicalResult ConversionMonitor::convertArguments(Region &region) {
  const TypeConverter *converter = typePatterns.getConverter();
  Operation *op = region.getParentOp();
  if (!converter || region.empty() || !converter->isLegal(op))
    return success();
  Block *entry = &region.front();
  auto types = converter->convertBlockSignature(entry);
  if (!types)
    return refuse("the arguments of a region of `" +
                  op->getName().getStringRef() + "` cannot be converted");
  rewriter->applySignatureConversion(entry, *types, converter);
  return success();
}

/// Checks that what was moved can use its operands where it is. All regions
/// have their operations now.
LogicalResult ConversionMonitor::checkPlaces() {
  if (!mayUseLaterValues())
    return success();
  for (auto [argument, value] : inlinedArguments)
    if (mlir::failed(checkOrder(argument, value)))
      return failure();
  for (Operation *op : creations->getMoved()) {
    if (replacements.contains(op) || mlir::succeeded(order.verifyAll(op)))
      continue;
    failed = true;
    return stop();
  }
  return success();
}

/// MLIR takes an operation for legal after any pattern that succeeds. Then it
/// folds what the pattern has created. So if that is not valid, the conversion
/// must take it back first.
LogicalResult ConversionMonitor::checkEnd() {
  addCopies();
  for (Region *region : creations->getWithOldBlocks())
    if (!replacements.contains(region->getParentOp()) &&
        mlir::failed(convertArguments(*region)))
      return failure();
  for (Operation *op : creations->getCreated()) {
    if (failed)
      break;
    failed = mlir::failed(checkCreated(op)) ||
             (mayUseLaterValues() && mlir::failed(order.verify(op)));
    addUnsettled(op);
  }
  if (failed)
    return stop();
  if (mlir::failed(checkPlaces()))
    return failure();
  for (Operation *op : creations->getCreated())
    suspendFolding(op);
  const Frame &frame = frames.back();
  if (frame.isModified || replacements.contains(frame.op) ||
      target.isLegal(frame.op))
    return success();
  return refuse("it neither replaces nor changes the operation, which is not "
                "legal");
}
