// Makes the goal of a conversion from its options.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "conversion/CreateConversion.h"
#include "contract/Strings.h"
#include "conversion/ConversionMonitor.h"
#include "conversion/SignatureConversion.h"
#include "support/QuietVerifier.h"
#include "support/Suggestion.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace pdll;

namespace {

/// Makes a conversion of its options.
class ConversionBuilder {
public:
  explicit ConversionBuilder(MLIRContext *context)
      : context(context),
        conversion(std::make_unique<PdllConversion>(*context)) {}

  std::unique_ptr<PdllConversion> build(const PdllConversionOptions &options);

private:
  using Action = ConversionTarget::LegalizationAction;

  InFlightDiagnostic report() { return emitError(UnknownLoc::get(context)); }
  LogicalResult addDialects(StringRef option, ArrayRef<PdllString> names,
                            Action action);
  LogicalResult addOperations(StringRef option, ArrayRef<PdllString> names,
                              Action action);
  LogicalResult checkDialect(StringRef option, StringRef name);
  LogicalResult addTypes(StringRef pairs);
  Type parseNextType(StringRef &text);
  FailureOr<SmallVector<Type>> parseNextTypes(StringRef &text);
  void addMaterializations();
  LogicalResult addSignatures();
  void addSignature(RegisteredOperationName name);

  MLIRContext *context;
  std::unique_ptr<PdllConversion> conversion;
  /// What each name was said to be, to find contradictions.
  llvm::StringMap<StringRef> options;
};

} // namespace

/// Loads the dialect if it is registered.
LogicalResult ConversionBuilder::checkDialect(StringRef option,
                                              StringRef name) {
  if (context->getOrLoadDialect(name) || context->allowsUnregisteredDialects())
    return success();
  InFlightDiagnostic error = report()
                             << option << ": unknown dialect `" << name << "`";
  std::vector<StringRef> known = context->getAvailableDialects();
  Suggestion suggestion(name);
  for (StringRef candidate : known)
    suggestion.consider(candidate);
  if (!suggestion.get().empty())
    error.attachNote() << "did you mean `" << suggestion.get() << "`?";
  return error;
}

/// The last word about an operation counts; contradictions are mistakes.
static LogicalResult addOnce(llvm::StringMap<StringRef> &options,
                             StringRef option, StringRef name,
                             llvm::function_ref<InFlightDiagnostic()> report) {
  auto [entry, isNew] = options.try_emplace(name, option);
  if (isNew || entry->second == option)
    return success();
  return report() << "`" << name << "` is in both " << entry->second << " and "
                  << option;
}

LogicalResult ConversionBuilder::addDialects(StringRef option,
                                             ArrayRef<PdllString> names,
                                             Action action) {
  LogicalResult result = success();
  for (StringRef name : llvm::map_range(names, toStringRef)) {
    if (failed(addOnce(options, option, name, [&] { return report(); }))) {
      result = failure();
    } else if (name == "*" && action == Action::Legal) {
      conversion->target.markUnknownOpDynamicallyLegal(
          [](Operation *) { return true; });
    } else if (failed(checkDialect(option, name))) {
      result = failure();
    } else if (action == Action::Dynamic) {
      conversion->target.addDynamicallyLegalDialect(
          [this_ = conversion.get()](Operation *op) {
            return this_->converter.isLegal(op);
          },
          name);
    } else if (action == Action::Legal) {
      conversion->target.addLegalDialect(name);
    } else {
      conversion->target.addIllegalDialect(name);
    }
  }
  return result;
}

LogicalResult ConversionBuilder::addOperations(StringRef option,
                                               ArrayRef<PdllString> names,
                                               Action action) {
  LogicalResult result = success();
  for (StringRef name : llvm::map_range(names, toStringRef)) {
    if (failed(addOnce(options, option, name, [&] { return report(); })) ||
        failed(checkDialect(option, name.split('.').first))) {
      result = failure();
      continue;
    }
    OperationName operation(name, context);
    if (!operation.isRegistered() && !context->allowsUnregisteredDialects()) {
      InFlightDiagnostic error = report() << option << ": unknown operation `"
                                          << name << "`";
      Suggestion suggestion(name);
      for (RegisteredOperationName known :
           context->getRegisteredOperationsByDialect(name.split('.').first))
        suggestion.consider(known.getStringRef());
      if (!suggestion.get().empty())
        error.attachNote() << "did you mean `" << suggestion.get() << "`?";
      result = error;
    } else if (action == Action::Dynamic) {
      conversion->target.addDynamicallyLegalOp(
          operation, [this_ = conversion.get()](Operation *op) {
            return this_->converter.isLegal(op);
          });
    } else if (action == Action::Legal) {
      conversion->target.addLegalOp(operation);
    } else {
      conversion->target.addIllegalOp(operation);
    }
  }
  return result;
}

/// Takes a type off the start of `text`. Returns null if there is none, which
/// has been reported.
Type ConversionBuilder::parseNextType(StringRef &text) {
  size_t numRead = 0;
  Type type;
  // MLIR reports what is wrong with an empty text at a place before it.
  if (text.empty()) {
    report() << "type-conversion: expected a type at the end";
    return type;
  }
  std::string reason = catchDiagnostic(context, [&] {
    type = parseType(text, context, &numRead);
    return success(type != nullptr);
  });
  if (!type) {
    report() << "type-conversion: expected a type at `" << text << "`"
             << (reason.empty() ? "" : ": ") << reason;
    return type;
  }
  text = text.drop_front(numRead).ltrim();
  return type;
}

/// Whether `text` begins with a list of types in parentheses. A function type
/// does, too, but then goes on.
static bool beginsWithList(StringRef text) {
  size_t depth = 0;
  for (size_t index = 0; index < text.size(); ++index) {
    depth += text[index] == '(';
    depth -= text[index] == ')';
    if (depth == 0)
      return index != 0 &&
             !text.drop_front(index + 1).ltrim().starts_with("->");
  }
  return false;
}

/// Takes a type, or a list of types in parentheses, off the start of `text`.
FailureOr<SmallVector<Type>>
ConversionBuilder::parseNextTypes(StringRef &text) {
  SmallVector<Type> types;
  if (!beginsWithList(text)) {
    types.push_back(parseNextType(text));
    if (!types.front())
      return failure();
    return types;
  }
  text = text.drop_front().ltrim();
  while (!text.consume_front(")")) {
    if (!types.empty() && !text.consume_front(","))
      return report() << "type-conversion: expected `,` or `)` at `" << text
                      << "`";
    text = text.ltrim();
    types.push_back(parseNextType(text));
    if (!types.back())
      return failure();
  }
  text = text.ltrim();
  return types;
}

/// Diagnostics quote types in a way of their own.
static std::string toString(TypeRange types) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::interleaveComma(types, stream);
  return types.size() == 1 ? text : "(" + text + ")";
}

LogicalResult ConversionBuilder::addTypes(StringRef text) {
  text = text.trim();
  while (!text.empty()) {
    Type from = parseNextType(text);
    if (!from)
      return failure();
    if (!text.consume_front("="))
      return report() << "type-conversion: expected `=` after the type `"
                      << toString(from) << "`, as in `index=i64`";
    text = text.ltrim();
    FailureOr<SmallVector<Type>> to = parseNextTypes(text);
    if (failed(to))
      return failure();
    if (!conversion->types.try_emplace(from, *to).second)
      return report() << "type-conversion: `" << toString(from)
                      << "` is converted to two types";
    if (text.empty())
      return success();
    if (!text.consume_front(","))
      return report() << "type-conversion: expected `,` after the type `"
                      << toString(*to) << "`";
    text = text.ltrim();
  }
  return success();
}

static ResultRange createCast(OpBuilder &builder, TypeRange types,
                              ValueRange inputs, Location loc) {
  Operation *cast =
      UnrealizedConversionCastOp::create(builder, loc, types, inputs);
  if (ConversionMonitor *monitor = ConversionMonitor::getCurrent())
    monitor->addCast(cast);
  return cast->getResults();
}

void ConversionBuilder::addMaterializations() {
  TypeConverter &converter = conversion->converter;
  // The last one is asked first.
  converter.addConversion([](Type type) { return type; });
  converter.addConversion([](Type type, SmallVectorImpl<Type> &types)
                              -> std::optional<LogicalResult> {
    TypePatterns *patterns = TypePatterns::getCurrent();
    return patterns ? patterns->convert(type, types) : std::nullopt;
  });
  converter.addConversion(
      [this_ = conversion.get()](Type type, SmallVectorImpl<Type> &types)
          -> std::optional<LogicalResult> {
        auto found = this_->types.find(type);
        if (found == this_->types.end())
          return std::nullopt;
        llvm::append_range(types, found->second);
        return success();
      });
  converter.addSourceMaterialization(
      [this_ = conversion.get()](OpBuilder &builder, Type type,
                                 ValueRange inputs, Location loc) -> Value {
        SmallVector<Type> types;
        // Nothing stands for a value that a pattern erased.
        if (inputs.empty() &&
            (failed(this_->converter.convertType(type, types)) ||
             !types.empty()))
          return nullptr;
        return createCast(builder, type, inputs, loc).front();
      });
  converter.addTargetMaterialization(
      [](OpBuilder &builder, TypeRange types, ValueRange inputs,
         Location loc) -> SmallVector<Value> {
        if (inputs.empty())
          return {};
        return llvm::to_vector_of<Value>(
            createCast(builder, types, inputs, loc));
      });
}

LogicalResult ConversionBuilder::addSignatures() {
  if (!conversion->convertsSignatures)
    return success();
  conversion->converter.addConversion(
      [this_ = conversion.get()](FunctionType type) -> std::optional<Type> {
        SmallVector<Type> inputs, results;
        if (failed(this_->converter.convertTypes(type.getInputs(), inputs)) ||
            failed(this_->converter.convertTypes(type.getResults(), results)))
          return Type();
        return FunctionType::get(type.getContext(), inputs, results);
      });
  for (RegisteredOperationName name : context->getRegisteredOperations())
    if (canHaveSignature(name))
      addSignature(name);
  return success();
}

/// Makes operations that do not agree with converted signatures illegal, unless
/// somebody has named them in a list.
void ConversionBuilder::addSignature(RegisteredOperationName name) {
  StringRef own = options.lookup(name.getStringRef());
  StringRef ofDialect = options.lookup(name.getDialectNamespace());
  std::optional<Action> action = conversion->target.getOpAction(name);
  if (own == "legal-ops" || action == Action::Illegal)
    return;
  bool isDynamic = own == "dynamic-ops" || ofDialect == "dynamic-dialects";
  conversion->target.addDynamicallyLegalOp(
      name,
      [this_ = conversion.get(), isListed = action.has_value(),
       isDynamic](Operation *op) -> std::optional<bool> {
        if (!hasLegalSignature(op, this_->converter))
          return false;
        // Those that are in no list are what they were, or converted.
        if (!isListed)
          return hasSignature(op) ? std::optional(true) : std::nullopt;
        return !isDynamic || this_->converter.isLegal(op);
      });
}

std::unique_ptr<PdllConversion>
ConversionBuilder::build(const PdllConversionOptions &options) {
  conversion->mode = options.mode;
  conversion->convertsSignatures = options.convertSignatures;
  addMaterializations();
  bool isFine = succeeded(addTypes(toStringRef(options.typeConversion)));
  auto add = [&](StringRef dialectsOption, PdllStrings dialects,
                 StringRef operationsOption, PdllStrings operations,
                 Action action) {
    isFine &= succeeded(addDialects(
        dialectsOption, ArrayRef(dialects.data, dialects.length), action));
    isFine &= succeeded(
        addOperations(operationsOption,
                      ArrayRef(operations.data, operations.length), action));
  };
  add("legal-dialects", options.legalDialects, "legal-ops", options.legalOps,
      Action::Legal);
  add("dynamic-dialects", options.dynamicDialects, "dynamic-ops",
      options.dynamicOps, Action::Dynamic);
  add("illegal-dialects", options.illegalDialects, "illegal-ops",
      options.illegalOps, Action::Illegal);
  isFine = isFine && succeeded(addSignatures());
  // A conversion that may depend on the value keeps MLIR from remembering those
  // before it. Another run may have other patterns.
  conversion->converter.addConversion(
      [](Value) -> std::optional<Type> { return std::nullopt; });
  if (isFine && !conversion->convertsSignatures &&
      !options.legalDialects.length && !options.legalOps.length &&
      !options.dynamicDialects.length && !options.dynamicOps.length) {
    report() << "a conversion needs legal operations to convert to; set "
                "`legal-dialects`, `legal-ops`, `dynamic-dialects` or "
                "`dynamic-ops`, or all by `legal-dialects=*`";
    isFine = false;
  }
  return isFine ? std::move(conversion) : nullptr;
}

std::unique_ptr<PdllConversion>
pdll::createConversion(MLIRContext *context,
                       const PdllConversionOptions &options) {
  return ConversionBuilder(context).build(options);
}
