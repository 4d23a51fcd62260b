// Patterns that say what types become.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "conversion/TypePatterns.h"
#include "contract/Names.h"
#include "conversion/ConversionMonitor.h"
#include "engine/Matcher.h"
#include "run/GuardedRewriter.h"
#include "support/ReportLocation.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

using namespace mlir;
using namespace pdll;

/// The maximum number of types in each other that are being converted, each of
/// which uses more of the stack.
static constexpr size_t maxNesting = 100;

namespace {

/// Asks the patterns what one type becomes.
class TypeRun final : public RewriteGuard {
public:
  TypeRun(Type type, TypePatterns &owner, Operation *root,
          const PdllPatternSet &set, RunRecord *record)
      : RewriteGuard(root, set, record, RunKind::TypeConversion), type(type),
        owner(owner) {}

  static bool classof(const CurrentRun *run) {
    return run->getRunKind() == RunKind::TypeConversion;
  }

  TypePatterns &getOwner() const { return owner; }

  void setConverted(TypeRange types) {
    converted = llvm::to_vector_of<Type>(types);
  }
  /// What a pattern has said; nothing if none has.
  const TypePatterns::Answer &getConverted() const { return converted; }

protected:
  void explain(Diagnostic &diagnostic) override {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error && isInPattern())
      diagnostic.attachNote(root->getLoc())
          << "while " << describeRunning() << " converted the type " << type;
  }

private:
  Type type;
  TypePatterns &owner;
  TypePatterns::Answer converted;
};

} // namespace

TypePatterns::TypePatterns(Operation *root, const PdllPatternSet &set,
                           const PdllDriverOptions &options, RunRecord *record)
    : root(root), set(set), options(options), record(record) {
  OperationName ofRoots(PDLL_CONVERT_TYPE, set.context);
  if (!set.engine->hasRoot(ofRoots))
    return;
  name = ofRoots;
  if (record)
    counts.emplace(root, set, TraceLevel::None);
}

TypePatterns *TypePatterns::getCurrent() {
  CurrentRun *run = CurrentRun::get();
  if (auto *conversion = dyn_cast_if_present<ConversionMonitor>(run))
    return &conversion->getTypePatterns();
  auto *types = dyn_cast_if_present<TypeRun>(run);
  return types ? &types->getOwner() : nullptr;
}

const TypeConverter *TypePatterns::getConverter() const {
  const PdllConversion &conversion = *options.conversion;
  return name || !conversion.types.empty() ? &conversion.converter : nullptr;
}

std::optional<LogicalResult>
TypePatterns::convert(Type type, SmallVectorImpl<Type> &types) {
  if (!name)
    return std::nullopt;
  auto known = answers.find(type);
  if (known == answers.end()) {
    if (failed(checkNesting(type)))
      return LogicalResult(failure());
    asked.push_back(type);
    FailureOr<Answer> answer = ask(type);
    asked.pop_back();
    if (failed(answer))
      return LogicalResult(failure());
    known = answers.try_emplace(type, std::move(*answer)).first;
  }
  if (!known->second)
    return std::nullopt;
  llvm::append_range(types, *known->second);
  return success();
}

LogicalResult TypePatterns::checkNesting(Type type) const {
  bool isRepeated = llvm::is_contained(asked, type);
  if (!isRepeated && asked.size() < maxNesting)
    return success();
  {
    InFlightDiagnostic error = emitError(getReportLocation(root));
    if (isRepeated)
      error << "to say what the type " << type
            << " becomes, patterns ask what it becomes";
    else
      error << "the conversion of the type " << asked.front()
            << " does not appear to end; stopped at the type " << type;
  }
  CurrentRun::failCurrent();
  return failure();
}

/// An operation of MLIR stands for the root of the patterns, because the
/// context may allow no others.
FailureOr<TypePatterns::Answer> TypePatterns::ask(Type type) {
  Location loc = getReportLocation(root);
  OwningOpRef<ModuleOp> program = ModuleOp::create(loc);
  auto builder = OpBuilder::atBlockEnd(program->getBody());
  Operation *op = UnrealizedConversionCastOp::create(builder, loc, type,
                                                     ValueRange());
  FailureOr<Answer> answer = failure();
  {
    TypeRun run(type, *this, *program, set, counts ? &*counts : nullptr);
    run.setMaxSearchedUsers(options.maxSearchedUsers);
    run.getGrowth().setMaxMegabytes(options.maxGrowth);
    GuardedRewriter rewriter(set.context, run);
    (void)Matcher(*set.engine, run).matchAndRewriteAs(*name, op, rewriter);
    run.finish();
    totals.add(run.getTotals());
    if (!run.hasFailed())
      answer = run.getConverted();
  }
  // The conversion must not go on.
  if (failed(answer))
    CurrentRun::failCurrent();
  return answer;
}

bool TypePatterns::setConverted(TypeRange types) {
  auto *run = dyn_cast_if_present<TypeRun>(CurrentRun::get());
  if (run)
    run->setConverted(types);
  return run != nullptr;
}

void TypePatterns::finish() {
  if (counts)
    record->add(*counts);
}
