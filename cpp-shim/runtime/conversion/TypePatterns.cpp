// Patterns that say what types become.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "conversion/TypePatterns.h"
#include "contract/Names.h"
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
      : RewriteGuard(root, set, record), type(type), owner(owner) {}

  TypePatterns *getTypePatterns() override { return &owner; }

protected:
  void explain(Diagnostic &diagnostic) override {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error && isInPattern())
      diagnostic.attachNote(root->getLoc())
          << "while " << describeRunning() << " converted the type " << type;
  }

private:
  Type type;
  TypePatterns &owner;
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
  return run ? run->getTypePatterns() : nullptr;
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
    asked.emplace_back(type, std::nullopt);
    LogicalResult result = ask(type);
    Answer answer = asked.pop_back_val().second;
    if (failed(result))
      return LogicalResult(failure());
    known = answers.try_emplace(type, std::move(answer)).first;
  }
  if (!known->second)
    return std::nullopt;
  llvm::append_range(types, *known->second);
  return success();
}

LogicalResult TypePatterns::checkNesting(Type type) const {
  bool isRepeated =
      llvm::is_contained(llvm::make_first_range(asked), type);
  if (!isRepeated && asked.size() < maxNesting)
    return success();
  {
    InFlightDiagnostic error = emitError(getReportLocation(root));
    if (isRepeated)
      error << "to say what the type " << type
            << " becomes, patterns ask what it becomes";
    else
      error << "the conversion of the type " << asked.front().first
            << " does not appear to end; stopped at the type " << type;
  }
  CurrentRun::failCurrent();
  return failure();
}

/// Lets the patterns set the answer of `type`, which is asked for last. An
/// operation of MLIR stands for their root, because the context may allow no
/// others.
LogicalResult TypePatterns::ask(Type type) {
  Location loc = getReportLocation(root);
  OwningOpRef<ModuleOp> program = ModuleOp::create(loc);
  auto builder = OpBuilder::atBlockEnd(program->getBody());
  Operation *op = UnrealizedConversionCastOp::create(builder, loc, type,
                                                     ValueRange());
  LogicalResult result = success();
  {
    TypeRun run(type, *this, *program, set, counts ? &*counts : nullptr);
    run.setMaxSearchedUsers(options.maxSearchedUsers);
    run.getGrowth().setMaxMegabytes(options.maxGrowth);
    GuardedRewriter rewriter(set.context, run);
    (void)Matcher(*set.engine, run, set.context)
        .matchAndRewriteAs(*name, op, rewriter);
    run.finish();
    totals.add(run.getTotals());
    result = failure(run.hasFailed());
  }
  // The conversion must not go on.
  if (failed(result))
    CurrentRun::failCurrent();
  return result;
}

bool TypePatterns::setConverted(TypeRange types) {
  TypePatterns *patterns = getCurrent();
  if (!patterns || patterns->asked.empty())
    return false;
  patterns->asked.back().second = llvm::to_vector_of<Type>(types);
  return true;
}

void TypePatterns::finish() {
  if (counts)
    record->add(*counts);
}
