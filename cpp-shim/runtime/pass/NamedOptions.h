// Options of a pass, set one by one by their names.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_PASS_NAMEDOPTIONS_H
#define PDLL_PASS_NAMEDOPTIONS_H

#include "support/Suggestion.h"

#include "mlir/Pass/Pass.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"

#include <string>
#include <type_traits>

namespace pdll {

/// The options of a pass by their names. Checks values itself, because LLVM's
/// parsers print what is wrong with them to standard error.
class NamedOptions {
public:
  NamedOptions() = default;
  // A copy would set the options of the other pass.
  NamedOptions(const NamedOptions &) = delete;
  NamedOptions &operator=(const NamedOptions &) = delete;

  /// Adds an option of a new name. `drivers` names those that use it, separated
  /// by ", ", or is "all".
  template <typename OptionT>
  void add(OptionT *option, llvm::StringRef drivers) {
    List *list = nullptr;
    if constexpr (std::is_base_of_v<List, OptionT>)
      list = option;
    entries.push_back({option, list, drivers, check<OptionT>, isSet<OptionT>});
  }

  /// Sets an option as a textual pipeline does, or returns what is wrong.
  llvm::Error set(llvm::StringRef name, llvm::StringRef value) const {
    const Entry *entry = find(name);
    return entry ? set(*entry, value) : refuseName(name);
  }

  /// Sets an option that the pipeline did not set. The values are taken as they
  /// are: the elements of a list, or one.
  llvm::Error setDefault(llvm::StringRef name,
                         llvm::ArrayRef<std::string> values) const {
    const Entry *entry = find(name);
    if (!entry)
      return refuseName(name);
    if (entry->option->getNumOccurrences())
      return llvm::Error::success();
    if (!entry->list)
      return set(*entry, values.front());
    *entry->list = values;
    return llvm::Error::success();
  }

  /// Checks that `driver` uses all options that are set. Reports each one that
  /// it does not use.
  mlir::LogicalResult checkDriver(mlir::Location loc,
                                  llvm::StringRef driver) const {
    mlir::LogicalResult result = mlir::success();
    for (const Entry &entry : entries) {
      if (entry.drivers == "all" || !entry.isSet(*entry.option))
        continue;
      llvm::SmallVector<llvm::StringRef> drivers;
      entry.drivers.split(drivers, ", ");
      if (llvm::is_contained(drivers, driver))
        continue;
      result = mlir::emitError(loc)
               << "the driver `" << driver << "` has no option `"
               << entry.option->ArgStr
               << "`; only `" << llvm::join(drivers, "` and `")
               << (drivers.size() == 1 ? "` has it" : "` have it");
    }
    return result;
  }

private:
  using List = mlir::Pass::ListOption<std::string>;

  struct Entry {
    llvm::cl::Option *option;
    /// The same option if it is a list, otherwise null.
    List *list;
    llvm::StringRef drivers;
    llvm::Error (*check)(llvm::cl::Option &option, llvm::StringRef value);
    bool (*isSet)(const llvm::cl::Option &option);
  };

  /// Null if there is none.
  const Entry *find(llvm::StringRef name) const {
    for (const Entry &entry : entries)
      if (entry.option->ArgStr == name)
        return &entry;
    return nullptr;
  }

  static llvm::Error set(const Entry &entry, llvm::StringRef value) {
    if (llvm::Error error = entry.check(*entry.option, value))
      return error;
    // As one of many occurrences, so that the option can be set again.
    entry.option->addOccurrence(/*pos=*/0, entry.option->ArgStr, value,
                                /*MultiArg=*/true);
    return llvm::Error::success();
  }

  llvm::Error refuseName(llvm::StringRef name) const {
    Suggestion suggestion(name);
    for (const Entry &entry : entries)
      suggestion.consider(entry.option->ArgStr);
    return refuse("`apply-pdll` has no option `" + name + "`", suggestion);
  }

  static llvm::Error refuse(const llvm::Twine &what,
                            const Suggestion &suggestion) {
    llvm::StringRef known = suggestion.get();
    return llvm::createStringError(
        known.empty() ? what : what + "; did you mean `" + known + "`?");
  }

  template <typename OptionT>
  static bool isSet(const llvm::cl::Option &option) {
    return static_cast<const OptionT &>(option).hasValue();
  }

  template <typename OptionT>
  static llvm::Error check(llvm::cl::Option &any, llvm::StringRef value) {
    using mlir::Pass;
    [[maybe_unused]] auto &option = static_cast<OptionT &>(any);
    constexpr bool isText =
        std::is_base_of_v<Pass::Option<std::string>, OptionT> ||
        std::is_base_of_v<List, OptionT>;
    if constexpr (isText)
      return llvm::Error::success();
    else if constexpr (std::is_base_of_v<Pass::Option<bool>, OptionT>)
      return checkBool(option.ArgStr, value);
    else if constexpr (std::is_base_of_v<Pass::Option<int64_t>, OptionT>)
      return checkInteger(option.ArgStr, value);
    else
      return checkLiteral(option.ArgStr, option.getParser(), value);
  }

  static llvm::Error checkBool(llvm::StringRef name, llvm::StringRef value) {
    // As LLVM's parser has them, but for the empty text, which says nothing.
    if (llvm::is_contained(
            {"true", "TRUE", "True", "1", "false", "FALSE", "False", "0"},
            value))
      return llvm::Error::success();
    return llvm::createStringError("expected `true` or `false` for `" + name +
                                   "`, but got `" + value + "`");
  }

  static llvm::Error checkInteger(llvm::StringRef name, llvm::StringRef value) {
    int64_t number;
    if (!value.getAsInteger(/*Radix=*/0, number))
      return llvm::Error::success();
    return llvm::createStringError("expected an integer for `" + name +
                                   "`, but got `" + value + "`");
  }

  static llvm::Error checkLiteral(llvm::StringRef name,
                                  const llvm::cl::generic_parser_base &parser,
                                  llvm::StringRef value) {
    Suggestion suggestion(value);
    llvm::SmallVector<llvm::StringRef> known;
    for (unsigned index = 0; index < parser.getNumOptions(); ++index) {
      known.push_back(parser.getOption(index));
      suggestion.consider(known.back());
      if (known.back() == value)
        return llvm::Error::success();
    }
    return refuse("expected one of `" + llvm::join(known, "`, `") + "` for `" +
                      name + "`, but got `" + value + "`",
                  suggestion);
  }

  /// In the order in which they were added, which is that of messages.
  llvm::SmallVector<Entry, 40> entries;
};

} // namespace pdll

#endif // PDLL_PASS_NAMEDOPTIONS_H
