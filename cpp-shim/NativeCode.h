// What the C++ code in pattern files is compiled with, behind
// pdll/NativeRegistry.h.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_NATIVECODE_H
#define PDLL_NATIVECODE_H

#include "pdll/NativeRegistry.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace pdll {

/// A result, in a form that outlives the function that returns it.
template <typename T> struct Stored {
  using Type = T;
  static T get(T value) { return value; }
};
template <> struct Stored<mlir::TypeRange> {
  using Type = llvm::SmallVector<mlir::Type>;
  static Type get(mlir::TypeRange range) { return llvm::to_vector(range); }
};
template <> struct Stored<mlir::ValueRange> {
  using Type = llvm::SmallVector<mlir::Value>;
  static Type get(mlir::ValueRange range) { return llvm::to_vector(range); }
};

/// What the code of a rewrite returns: its results, several of them as a list,
/// a `std::tuple` or a `std::pair`; a failure; or nothing, when it gives its
/// results by `results`.
template <typename... Ts> class Returned {
  static constexpr bool isSingle = sizeof...(Ts) == 1;
  using First = std::tuple_element_t<0, std::tuple<Ts...>>;
  using Values = std::tuple<typename Stored<Ts>::Type...>;

public:
  Returned() = default;
  Returned(llvm::LogicalResult status) : status(status) {}

  template <typename U, typename = std::enable_if_t<
                            isSingle && std::is_convertible_v<U, First>>>
  Returned(U &&value) : values(Stored<First>::get(std::forward<U>(value))) {}

  template <bool isSeveral = !isSingle, typename = std::enable_if_t<isSeveral>>
  Returned(Ts... each) : values(std::in_place, Stored<Ts>::get(each)...) {}

  template <typename... Us> Returned(std::tuple<Us...> several) {
    std::apply([&](auto &...each) { values.emplace(Stored<Ts>::get(each)...); },
               several);
  }
  template <typename U, typename V>
  Returned(std::pair<U, V> both)
      : Returned(std::tuple<U, V>(both.first, both.second)) {}

  template <typename U> Returned(llvm::FailureOr<U> result) : status(result) {
    if (succeeded(result))
      values = Returned(*result).values;
  }

  /// Appends the results to `list`. Returns whether there was no failure.
  llvm::LogicalResult give(mlir::PDLResultList &list) {
    auto add = [&](auto &...each) {
      (list.push_back(static_cast<Ts>(each)), ...);
    };
    if (values)
      std::apply(add, *values);
    return status;
  }

private:
  llvm::LogicalResult status = llvm::success();
  std::optional<Values> values;
};

} // namespace pdll

using namespace mlir;

#endif // PDLL_NATIVECODE_H
