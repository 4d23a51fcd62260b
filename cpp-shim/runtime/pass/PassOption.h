// The options of a pass, as the table of the contract has them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_PASS_PASSOPTION_H
#define PDLL_PASS_PASSOPTION_H

#include "contract/Options.h"
#include "contract/Strings.h"
#include "pass/NamedOptions.h"

#include "llvm/ADT/SmallVectorExtras.h"

#include <list>

namespace pdll {

/// A value of a choice, whichever. MLIR's templates are made once for all.
enum class AnyChoice : int {};

struct ChoiceOption : mlir::Pass::Option<AnyChoice> {
  LLVM_ATTRIBUTE_NOINLINE
  ChoiceOption(mlir::Pass &pass, NamedOptions &names, llvm::StringRef name,
               AnyChoice initial, llvm::StringRef drivers, llvm::StringRef help)
      : Option(pass, name, llvm::cl::desc(help), llvm::cl::init(initial)) {
    names.add(this, drivers);
  }
};

/// Makes the values of a choice known to the parser of an option.
template <typename T> void addValues(ChoiceOption &option);

#define PDLL_VALUE(Enumerator, Name, Help)                                     \
  option.getParser().addLiteralOption(Name, AnyChoice(Enumerator), Help);
#define PDLL_CHOICE(Type, Values)                                              \
  template <> inline void addValues<Type>(ChoiceOption & option) { Values }
#include "contract/Options.def"

/// What users call a value of a choice.
#define PDLL_VALUE(Enumerator, Name, Help)                                     \
  case Enumerator:                                                             \
    return Name;
#define PDLL_CHOICE(Type, Values)                                              \
  inline llvm::StringRef getName(Type value) {                                 \
    switch (value) { Values }                                                  \
    llvm_unreachable("these are all");                                         \
  }
#include "contract/Options.def"

/// An option whose value has type `T` in the contract. Users set it in
/// pipelines, and programs by its name, through the `NamedOptions`.
template <typename T, typename = void>
struct PassOption : mlir::Pass::Option<T> {
  PassOption(mlir::Pass &pass, NamedOptions &names, llvm::StringRef name,
             T initial, llvm::StringRef drivers, llvm::StringRef help)
      : mlir::Pass::Option<T>(pass, name, llvm::cl::desc(help),
                              llvm::cl::init(initial)) {
    names.add(this, drivers);
  }
};

template <typename T>
struct PassOption<T, std::enable_if_t<std::is_enum_v<T>>> {
  PassOption(mlir::Pass &pass, NamedOptions &names, llvm::StringRef name,
             T initial, llvm::StringRef drivers, llvm::StringRef help)
      : option(pass, names, name, AnyChoice(initial), drivers, help) {
    addValues<T>(option);
  }

  T getValue() const { return static_cast<T>(option.getValue()); }
  operator T() const { return getValue(); }

private:
  ChoiceOption option;
};

template <> struct PassOption<PdllString> : mlir::Pass::Option<std::string> {
  PassOption(mlir::Pass &pass, NamedOptions &names, llvm::StringRef name,
             std::string initial, llvm::StringRef drivers, llvm::StringRef help)
      : Option(pass, name, llvm::cl::desc(help), llvm::cl::init(initial)) {
    names.add(this, drivers);
  }
};

/// A list, which starts without elements.
template <>
struct PassOption<PdllStrings> : mlir::Pass::ListOption<std::string> {
  PassOption(mlir::Pass &pass, NamedOptions &names, llvm::StringRef name,
             llvm::StringRef, llvm::StringRef drivers, llvm::StringRef help)
      : ListOption(pass, name, llvm::cl::desc(help)) {
    names.add(this, drivers);
  }
};

/// Declares the option of a row as a member of a pass with `namedOptions`.
#define PDLL_PASS_OPTION(Type, Member, Name, Value, Default, Drivers, Help)    \
  PassOption<Type> Member{*this, namedOptions, Name, Default, Drivers, Help};

/// Values of options as the contract passes them. They live as long as this and
/// the options do.
class BorrowedOptions {
public:
  template <typename T> T operator()(const PassOption<T> &option) {
    return option.getValue();
  }
  PdllString operator()(const PassOption<PdllString> &option) {
    return toPdllString(option.getValue());
  }
  PdllStrings operator()(const PassOption<PdllStrings> &option) {
    auto &list = lists.emplace_back(llvm::map_to_vector(
        llvm::ArrayRef<std::string>(option),
        [](llvm::StringRef text) { return toPdllString(text); }));
    return {list.data(), list.size()};
  }

private:
  /// Their elements stay where they are.
  std::list<llvm::SmallVector<PdllString>> lists;
};

} // namespace pdll

#endif // PDLL_PASS_PASSOPTION_H
