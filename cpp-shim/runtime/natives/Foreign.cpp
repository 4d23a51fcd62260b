// Native functions that are called through the C interface: those of shared
// libraries, and those of Rust.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "natives/Foreign.h"
#include "natives/FailureReason.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Rewrite.h"

#include <cstring>
#include <deque>
#include <optional>
#include <type_traits>

using namespace mlir;
using namespace pdll;

/// The results that a function has added, before they are compared with its
/// signature.
struct PdllNativeResults {
  struct Result {
    /// Nothing, if the function passed a number that is no kind.
    std::optional<PdllKind> kind;
    SmallVector<void *, 1> elements;
  };
  SmallVector<Result> results;
  std::string failure;
};

namespace {

/// A function that is called through the C interface, and its user data.
struct ForeignFunction {
  PdllNativeCallback call;
  void *userData;
  void (*destroy)(void *);

  ForeignFunction(const PdllNativeFunction &function)
      : call(function.call), userData(function.userData),
        destroy(function.destroy) {}
  ForeignFunction(const ForeignFunction &) = delete;
  ForeignFunction &operator=(const ForeignFunction &) = delete;
  ~ForeignFunction() {
    if (destroy)
      destroy(userData);
  }
};

/// Arguments in the form that the C interface defines.
class ForeignArguments {
public:
  explicit ForeignArguments(ArrayRef<PDLValue> arguments) {
    for (PDLValue argument : arguments)
      add(argument);
  }
  ArrayRef<PdllNativeValue> get() const { return values; }

private:
  void add(PDLValue argument);
  template <typename Range> void addRange(PdllKind kind, Range range);

  SmallVector<PdllNativeValue> values;
  /// `values` points here. A deque does not move its elements when it grows.
  std::deque<SmallVector<void *, 4>> elements;
};

} // namespace

void ForeignArguments::add(PDLValue argument) {
  if (!argument) {
    // A missing argument has no kind. The C interface needs one, so it is an
    // attribute.
    values.push_back({PdllAttribute, /*isNull=*/true, 0, nullptr});
    return;
  }
  auto addOne = [&](PdllKind kind) {
    elements.push_back({const_cast<void *>(argument.getAsOpaquePointer())});
    values.push_back({kind, /*isNull=*/false, 1, elements.back().data()});
  };
  switch (argument.getKind()) {
  case PDLValue::Kind::Attribute:
    return addOne(PdllAttribute);
  case PDLValue::Kind::Operation:
    return addOne(PdllOperation);
  case PDLValue::Kind::Type:
    return addOne(PdllType);
  case PDLValue::Kind::Value:
    return addOne(PdllValue);
  case PDLValue::Kind::TypeRange:
    return addRange(PdllTypeRange, argument.cast<TypeRange>());
  case PDLValue::Kind::ValueRange:
    return addRange(PdllValueRange, argument.cast<ValueRange>());
  }
}

template <typename Range>
void ForeignArguments::addRange(PdllKind kind, Range range) {
  SmallVector<void *, 4> &copy = elements.emplace_back();
  for (auto element : range)
    copy.push_back(const_cast<void *>(element.getAsOpaquePointer()));
  values.push_back({kind, /*isNull=*/false, copy.size(), copy.data()});
}

/// Describes what is wrong with the results, if anything is.
static std::optional<std::string> findProblem(const PdllNativeResults &returned,
                                              ArrayRef<PdllKind> expected) {
  for (auto [index, result] : llvm::enumerate(returned.results))
    if (!result.kind)
      return ("its result #" + Twine(index + 1) + " has an unknown kind").str();
  auto kinds = llvm::map_to_vector(
      returned.results,
      [](const PdllNativeResults::Result &result) { return *result.kind; });
  if (ArrayRef<PdllKind>(kinds) != expected)
    return "it returns (" + getKindNames(kinds) +
           "), but its signature says (" + getKindNames(expected) + ")";
  for (auto [index, result] : llvm::enumerate(returned.results)) {
    bool isRange =
        *result.kind == PdllTypeRange || *result.kind == PdllValueRange;
    if (!isRange && result.elements.size() != 1)
      return ("its result #" + Twine(index + 1) + " has " +
              Twine(result.elements.size()) + " elements instead of one")
          .str();
    if (llvm::is_contained(result.elements, nullptr))
      return ("its result #" + Twine(index + 1) + " is null").str();
  }
  return std::nullopt;
}

static void convertResult(const PdllNativeResults::Result &result,
                          PDLResultList &results) {
  void *first = result.elements.empty() ? nullptr : result.elements[0];
  switch (*result.kind) {
  case PdllAttribute:
    return results.push_back(Attribute::getFromOpaquePointer(first));
  case PdllOperation:
    return results.push_back(static_cast<Operation *>(first));
  case PdllType:
    return results.push_back(Type::getFromOpaquePointer(first));
  case PdllValue:
    return results.push_back(Value::getFromOpaquePointer(first));
  case PdllTypeRange:
    return results.push_back(TypeRange(
        llvm::map_to_vector(result.elements, Type::getFromOpaquePointer)));
  case PdllValueRange:
    return results.push_back(ValueRange(
        llvm::map_to_vector(result.elements, Value::getFromOpaquePointer)));
  }
}

/// The value of an enum from foreign code, which may be wrong; nothing if it is not
/// between 0 and `last`. No such value may be read as one of the enum.
template <typename Enum>
static std::optional<Enum> readEnum(const Enum &foreign, Enum last) {
  std::underlying_type_t<Enum> number;
  std::memcpy(&number, &foreign, sizeof number);
  if (number > last)
    return std::nullopt;
  return static_cast<Enum>(number);
}

static void addResult(PdllNativeResults *results, PdllKind kind,
                      size_t numElements, void *const *elements) {
  results->results.push_back(
      {readEnum(kind, PdllValueRange),
       SmallVector<void *, 1>(elements, elements + numElements)});
}

static void fail(PdllNativeResults *results, const char *reason) {
  results->failure = reason ? reason : "";
}

static void addFunction(PdllNativeRegistry *registry,
                        const PdllNativeFunction *function);
static void refuse(PdllNativeRegistry *registry, const char *reason);

static constexpr PdllNativeApi nativeApi = {sizeof(PdllNativeApi),
                                            PDLL_NATIVE_VERSION,
                                            addFunction,
                                            addResult,
                                            fail,
                                            refuse};

static LogicalResult callForeign(const ForeignFunction &function,
                                 ArrayRef<PdllKind> resultKinds,
                                 PatternRewriter &rewriter,
                                 PDLResultList &results,
                                 ArrayRef<PDLValue> arguments) {
  ForeignArguments foreign(arguments);
  PdllNativeResults returned;
  PdllNativeCall call = {&nativeApi,           wrap(rewriter.getContext()),
                         wrap(&rewriter),      foreign.get().size(),
                         foreign.get().data(), &returned};
  bool isFine = function.call(&call, function.userData);
  if (!isFine) {
    setFailureReason(returned.failure);
    return failure();
  }
  if (std::optional<std::string> problem = findProblem(returned, resultKinds)) {
    setFailureReason(*problem);
    return failure();
  }
  for (const PdllNativeResults::Result &result : returned.results)
    convertResult(result, results);
  return success();
}

/// The table to which a library adds its functions, and all errors so far.
struct PdllNativeRegistry {
  Natives &natives;
  std::string origin;
  llvm::Error error = llvm::Error::success();
};

llvm::Error pdll::addForeignNative(Natives &natives,
                                   const PdllNativeFunction &function,
                                   StringRef origin) {
  // This destroys the user data on every path from here on.
  auto owned = std::make_shared<const ForeignFunction>(function);
  if (!function.name || !*function.name)
    return llvm::createStringError("a function is registered without a name");
  auto refuse = [&](const Twine &reason) {
    return llvm::createStringError(Twine("`") + function.name + "`: " + reason);
  };
  if (!function.call)
    return refuse("there is no function");
  std::optional<PdllNativeKind> kind =
      readEnum(function.kind, PdllNativeRewrite);
  if (!kind)
    return refuse("it is neither a constraint nor a rewrite");
  llvm::Expected<NativeSignature> signature = NativeSignature::parse(
      function.signature ? StringRef(function.signature) : StringRef());
  if (!signature)
    return refuse("its signature is wrong: " +
                  llvm::toString(signature.takeError()));
  auto call = [owned, kinds = SmallVector<PdllKind>(signature->getResults())](
                  PatternRewriter &rewriter, PDLResultList &results,
                  ArrayRef<PDLValue> arguments) {
    return callForeign(*owned, kinds, rewriter, results, arguments);
  };
  return natives.add(*kind, function.name,
                     {std::move(*signature), call, origin.str()});
}

static void addFunction(PdllNativeRegistry *registry,
                        const PdllNativeFunction *function) {
  llvm::Error error =
      function->size < sizeof(PdllNativeFunction)
          ? llvm::createStringError("`size` of a PdllNativeFunction is not set")
          : addForeignNative(registry->natives, *function, registry->origin);
  registry->error =
      llvm::joinErrors(std::move(registry->error), std::move(error));
}

static void refuse(PdllNativeRegistry *registry, const char *reason) {
  registry->error =
      llvm::joinErrors(std::move(registry->error),
                       llvm::createStringError(reason ? reason : ""));
}

static llvm::Error checkVersion(const PdllNativeLibrary *library) {
  if (!library)
    return llvm::createStringError("`pdllGetNativeLibrary` returns null");
  if (library->version != PDLL_NATIVE_VERSION)
    return llvm::createStringError(
        "it was built for version " + Twine(library->version) +
        " of pdll/Native.h, but this pdll has version " +
        Twine(PDLL_NATIVE_VERSION));
  if (library->apiSize > sizeof(PdllNativeApi))
    return llvm::createStringError(
        "it was built for a newer pdll/Native.h than this pdll has");
  if (!library->registerFunctions)
    return llvm::createStringError("it has no `registerFunctions`");
  return llvm::Error::success();
}

llvm::Error pdll::addNativeLibrary(Natives &natives,
                                   const PdllNativeLibrary *library,
                                   StringRef origin) {
  if (llvm::Error error = checkVersion(library))
    return error;
  PdllNativeRegistry registry{natives, origin.str()};
  library->registerFunctions(&nativeApi, &registry);
  return std::move(registry.error);
}
