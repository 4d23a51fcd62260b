// Operations that infer their result types when a pattern creates them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "patterns/TypeInference.h"
#include "patterns/CurrentRun.h"
#include "support/PlainVerifiers.h"
#include "support/QuietVerifier.h"
#include "support/Traits.h"

#include "mlir/Interfaces/InferTypeOpInterface.h"

#include <map>
#include <shared_mutex>
#include <vector>

using namespace mlir;
using namespace pdll;

namespace pdll {

/// An operation that stands in no block, and is destroyed with its owner.
struct OperationDeleter {
  void operator()(Operation *op) const { op->destroy(); }
};
using OwnedOperation = std::unique_ptr<Operation, OperationDeleter>;

/// What is known about an operation that is about to be created.
struct Expectation {
  /// Whether the operation can infer its result types without a crash.
  bool isSafe = false;
  unsigned numResults = 1;
};

} // namespace pdll

/// Remembers what is known about operations with the same name, attributes and
/// operand types. Threads share it.
class TypeInference::Expectations {
public:
  Expectation get(const Creation &creation);

private:
  using Key = std::vector<const void *>;

  std::shared_mutex mutex;
  std::map<Key, Expectation> known;
};

/// Creates the operation with placeholders as result types. Where all types
/// must be equal, and the verifier looks at nothing else, that of an operand
/// spares it a message.
static OwnedOperation build(const Creation &creation, unsigned numResults) {
  OperationState state(creation.loc, creation.name);
  state.addOperands(creation.operands);
  state.addAttributes(creation.attributes);
  bool isKnown = !creation.operands.empty() && haveSameType(creation.name) &&
                 hasPlainVerifier(creation.name);
  Type placeholder = isKnown ? creation.operands.front().getType()
                             : NoneType::get(creation.loc.getContext());
  state.addTypes(SmallVector<Type>(numResults, placeholder));
  const Regions *regions = creation.regions;
  size_t numRegions = regions ? regions->count : creation.given.size();
  for (; numRegions != 0; --numRegions)
    state.addRegion();
  OwnedOperation op(Operation::create(state));
  // What is wrong is reported of the operation itself.
  if (regions && regions->fill)
    (void)catchDiagnostic(creation.loc.getContext(),
                          [&] { return regions->fill(op.get()); });
  return op;
}

/// Whether a message of the verifier is that an operation needs another number
/// of `things`.
static bool demands(StringRef message, StringRef things) {
  StringRef demand = message.split("op expected ").second;
  unsigned number;
  return !demand.consumeInteger(/*Radix=*/10, number) &&
         (demand.starts_with((" " + things).str()) ||
          demand.starts_with((" or more " + things).str()));
}

/// Whether a message is about operands or attributes.
static bool isAboutInput(StringRef message) {
  return demands(message, "operands") || message.contains("op operand ") ||
         message.contains("op requires attribute") ||
         message.contains("op attribute '");
}

/// Inference relies on operands and attributes that the verifier would accept,
/// and may crash on others. The verifier looks at numbers first, then at
/// attributes, operands and results, in this order. What traits do not say, its
/// messages do; lit-tests/Lowering/verifier-messages.mlir expects their
/// wording.
static Expectation check(const Creation &creation) {
  std::optional<unsigned> numOperands = getFixedNumOperands(creation.name);
  bool mayBeSafe = !numOperands || *numOperands == creation.operands.size();
  constexpr unsigned maxNumResults = 16;
  for (unsigned numResults = hasOneResult(creation.name) ? 1 : 0;
       numResults <= maxNumResults; ++numResults) {
    std::string message = verifyQuietly(build(creation, numResults).get());
    if (!demands(message, "results"))
      return {mayBeSafe && !isAboutInput(message), numResults};
  }
  return {/*isSafe=*/true, /*numResults=*/0};
}

Expectation TypeInference::Expectations::get(const Creation &creation) {
  Key key{creation.name.getAsOpaquePointer(),
          creation.attributes.getDictionary(creation.loc.getContext())
              .getAsOpaquePointer()};
  for (Value operand : creation.operands)
    key.push_back(operand.getType().getAsOpaquePointer());
  key.push_back(reinterpret_cast<const void *>(creation.given.size()));
  {
    std::shared_lock lock(mutex);
    auto found = known.find(key);
    if (found != known.end())
      return found->second;
  }
  Expectation expectation = check(creation);
  std::unique_lock lock(mutex);
  return known.try_emplace(std::move(key), expectation).first->second;
}

bool TypeInference::mayInfer(const Creation &creation) const {
  return expectations->get(creation).isSafe;
}

/// Lets the operation infer its result types. Reports an error on failure.
static LogicalResult inferTypes(const Creation &creation, unsigned numResults,
                                SmallVectorImpl<Type> &types) {
  OwnedOperation op = build(creation, numResults);
  RegionRange regions = op->getRegions();
  if (!creation.given.empty())
    regions = RegionRange(ArrayRef(creation.given));
  auto *interface = creation.name.getInterface<InferTypeOpInterface>();
  return interface->inferReturnTypes(creation.loc.getContext(), creation.loc,
                                     op->getOperands(), op->getAttrDictionary(),
                                     op->getPropertiesStorage(), regions,
                                     types);
}

/// The same. Operations need not say why they fail.
static LogicalResult inferAndSayWhy(const Creation &creation,
                                    unsigned numResults,
                                    SmallVectorImpl<Type> &types) {
  if (succeeded(inferTypes(creation, numResults, types)))
    return success();
  std::string reason = catchDiagnostic(
      creation.loc.getContext(),
      [&] { return inferTypes(creation, numResults, types); });
  if (reason != "invalid")
    return failure();
  InFlightDiagnostic error = emitError(creation.loc)
                             << "a pattern creates `" << creation.name
                             << "`, which cannot infer its result types";
  CurrentRun::failCurrent(error);
  return failure();
}

TypeInference::TypeInference()
    : expectations(std::make_unique<Expectations>()) {}

TypeInference::~TypeInference() = default;

void TypeInference::infer(const Creation &creation,
                          SmallVectorImpl<Type> &types) const {
  Expectation expectation;
  if (creation.isComplete)
    expectation = expectations->get(creation);
  if (expectation.isSafe &&
      failed(inferAndSayWhy(creation, expectation.numResults, types))) {
    CurrentRun::failCurrent();
    expectation.isSafe = false;
  }
  if (!expectation.isSafe)
    types.assign(expectation.numResults,
                 NoneType::get(creation.loc.getContext()));
}
