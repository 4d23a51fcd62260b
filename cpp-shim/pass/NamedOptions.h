// Options of a pass, set one by one by their names.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_PASS_NAMEDOPTIONS_H
#define PDLL_PASS_NAMEDOPTIONS_H

#include "support/Suggestion.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <string>
#include <type_traits>

namespace pdll {

/// What LLVM knows of an option, with checks in front of it: its own parsers
/// print what is wrong with a value to standard error.
class NamedOptions {
public:
  NamedOptions() = default;
  // The setters of another pass would set the options of that pass.
  NamedOptions(const NamedOptions &) = delete;
  NamedOptions &operator=(const NamedOptions &) = delete;

  template <typename T, typename OptionT> void add(OptionT &option) {
    setters[option.ArgStr] = [&option](llvm::StringRef value) -> llvm::Error {
      if (llvm::Error error = check<T>(option, value))
        return error;
      // As one of many occurrences, so that an option can be set again.
      option.addOccurrence(/*pos=*/0, option.ArgStr, value, /*MultiArg=*/true);
      return llvm::Error::success();
    };
  }

  /// Sets an option, or says what is wrong.
  llvm::Error set(llvm::StringRef name, llvm::StringRef value) const {
    auto setter = setters.find(name);
    if (setter != setters.end())
      return setter->second(value);
    Suggestion suggestion(name);
    for (llvm::StringRef known : setters.keys())
      suggestion.consider(known);
    return refuse("`apply-pdll` has no option `" + name + "`", suggestion);
  }

private:
  static llvm::Error refuse(const llvm::Twine &what,
                            const Suggestion &suggestion) {
    llvm::StringRef known = suggestion.get();
    return llvm::createStringError(
        known.empty() ? what : what + "; did you mean `" + known + "`?");
  }

  template <typename T, typename OptionT>
  static llvm::Error check(OptionT &option, llvm::StringRef value) {
    if constexpr (std::is_same_v<T, bool>)
      return checkBool(option.ArgStr, value);
    else if constexpr (std::is_integral_v<T>)
      return checkInteger<T>(option.ArgStr, value);
    else if constexpr (std::is_enum_v<T>)
      return checkLiteral(option.ArgStr, option.getParser(), value);
    else
      return llvm::Error::success();
  }

  static llvm::Error checkBool(llvm::StringRef name, llvm::StringRef value) {
    // As LLVM's parser has them, but for the empty text, which says nothing.
    if (llvm::is_contained(
            {"true", "TRUE", "True", "1", "false", "FALSE", "False", "0"},
            value))
      return llvm::Error::success();
    return llvm::createStringError(
        "`" + name + "` is `true` or `false`, not `" + value + "`");
  }

  template <typename T>
  static llvm::Error checkInteger(llvm::StringRef name, llvm::StringRef value) {
    T number;
    if (!value.getAsInteger(/*Radix=*/0, number))
      return llvm::Error::success();
    return llvm::createStringError("`" + name + "` is a whole number, not `" +
                                   value + "`");
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
    return refuse("`" + name + "` is one of `" + llvm::join(known, "`, `") +
                      "`, not `" + value + "`",
                  suggestion);
  }

  llvm::StringMap<std::function<llvm::Error(llvm::StringRef)>> setters;
};

} // namespace pdll

#endif // PDLL_PASS_NAMEDOPTIONS_H
