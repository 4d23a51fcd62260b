// What constraints demand of values, before anything is matched.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CHECK_KNOWNVALUES_H
#define PDLL_CHECK_KNOWNVALUES_H

#include "std/TypeKinds.h"

#include "mlir/IR/Attributes.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/PatternMatch.h"

#include <optional>
#include <vector>

namespace pdll {

/// A type or an attribute, or null if it is not known.
using KnownConstant = llvm::PointerUnion<mlir::Type, mlir::Attribute>;

/// A text about a place.
struct Demand {
  mlir::LocationAttr place;
  std::string text;
};

/// Why nothing matches: a demand, and those that contradict it.
struct Contradiction {
  Demand demand;
  llvm::SmallVector<Demand, 2> others;
};

/// Values, and what is known of them. Values that must be equal are one class.
/// The first contradiction is kept; from then on nothing is certain.
class KnownValues {
public:
  /// Adds a value, and returns its number.
  unsigned add();
  /// Adds a constant. `place` is where it is written.
  unsigned addConstant(KnownConstant constant, mlir::LocationAttr place);
  /// Adds what `values` knows of `value`.
  unsigned addCopy(const KnownValues &values, unsigned value);

  /// The number that all values of a class share.
  unsigned getClass(unsigned value) const;
  KnownConstant getConstant(unsigned value) const {
    return facts[getClass(value)].constant;
  }
  /// How messages show the constant that a value is.
  std::string show(unsigned value) const;
  /// Adds the place that demands the constant of a value, if there is one.
  void noteConstant(unsigned value, Contradiction &contradiction) const;

  /// Two values are equal.
  void unify(unsigned lhs, unsigned rhs, mlir::LocationAttr place);
  /// A value is this constant.
  void setConstant(unsigned value, KnownConstant constant,
                   mlir::LocationAttr place);
  /// A value is a type of one of these kinds.
  void restrict(unsigned value, TypeKinds kinds, llvm::StringRef description,
                mlir::LocationAttr place);
  /// The integer `lhs` is less than `rhs`, or at most equal to it.
  void order(unsigned lhs, unsigned rhs, bool isStrict,
             mlir::LocationAttr place);

  void contradict(Contradiction contradiction);
  const std::optional<Contradiction> &getContradiction() const {
    return contradiction;
  }
  /// Whether something was learnt since the last call.
  bool takeChange() { return std::exchange(hasChanged, false); }

private:
  struct Bound {
    int64_t number;
    mlir::LocationAttr place;
  };
  struct Facts {
    KnownConstant constant;
    /// Where a constraint demands it, and where it is written.
    mlir::LocationAttr demandedAt, writtenAt;
    TypeKinds kinds = allTypeKinds;
    std::string description;
    mlir::LocationAttr kindsAt;
    Bound least = {INT64_MIN, {}}, greatest = {INT64_MAX, {}};
  };

  bool raise(Facts &facts, Bound bound);
  bool lower(Facts &facts, Bound bound);
  void checkBounds(const Facts &facts, mlir::LocationAttr place);
  void mergeConstants(Facts &into, const Facts &from, mlir::LocationAttr place);
  static Demand getDemand(const Facts &facts);

  std::vector<unsigned> parents;
  std::vector<Facts> facts;
  std::optional<Contradiction> contradiction;
  bool hasChanged = false;
};

/// How messages show a constant.
std::string show(KnownConstant constant);

/// Whether two constants are equal, where integers of different types may be.
bool areEqual(KnownConstant lhs, KnownConstant rhs);

} // namespace pdll

#endif // PDLL_CHECK_KNOWNVALUES_H
