// Prints the names of types of every form that pdll/TypeNames.h corrects.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pdll/TypeNames.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpDefinition.h"

#include <complex>
#include <cstdio>
#include <functional>
#include <map>

namespace llvm {
struct Plain {
  struct Inner {};
};
template <typename... T> struct Pack {
  struct Inner {};
};
template <typename T, typename U = Pack<T>> struct Defaulted {};
template <template <typename...> class T> struct OfTemplate {};
enum class Scoped { a, b };
enum Unscoped { c, d };
template <Scoped, Unscoped> struct OfEnums {};
template <bool, char, int, unsigned long> struct OfNumbers {};
} // namespace llvm
namespace mlir {
namespace llvmlike {
struct Plain {};
} // namespace llvmlike
} // namespace mlir

struct Own {
  int member;
  int method(int) const;
  static int variable;
};
template <typename T> struct Outer {
  struct Inner {};
  enum Enum { one };
  template <typename U> struct Template {};
};
template <Outer<int>::Enum> struct OfNestedEnum {};
template <int *> struct OfPointer {};
template <int Own::*> struct OfMember {};
template <int (Own::*)(int) const> struct OfMethod {};

template <typename... T> static void print() {
  auto one = [](llvm::StringRef name) {
    std::printf("%.*s\n", static_cast<int>(name.size()), name.data());
  };
  (one(llvm::getTypeName<T>()), ...);
}

namespace {
struct Unnamed {};
template <typename T> struct UnnamedTemplate {};
} // namespace

int main() {
  print<bool, char, signed char, unsigned char, wchar_t, char16_t, char32_t>();
  print<short, unsigned short, int, unsigned, long, unsigned long, long long,
        unsigned long long, __int128, unsigned __int128>();
  print<float, double, long double, std::nullptr_t>();
  print<llvm::APInt, llvm::APFloat, llvm::StringRef, std::complex<llvm::APFloat>,
        std::complex<long>, std::complex<unsigned short>>();
  print<int *, const int *, int *const, int &, int &&, const char *const *,
        const volatile unsigned long *, const llvm::Plain, const llvm::Plain *,
        Outer<Outer<long *> *>>();
  print<int[3], int[], int (&)[3], long[2][3], const int[3], Outer<short[3]>>();
  print<void(int), int (*)(int, long), int (Own::*)(int) const, int Own::*,
        void (*)(...), void(int, ...), void() noexcept, int (*(*)(int))(long),
        void (*(&)[3])(), std::function<void(unsigned long)>,
        Outer<void(long)>, llvm::function_ref<llvm::APInt *(long)>>();
  print<std::string, std::vector<std::string>, std::map<int, std::string>,
        std::pair<long, long>, std::tuple<>, std::unique_ptr<Own>,
        std::integral_constant<unsigned long, 3>,
        std::integral_constant<int, -3>, std::integral_constant<bool, true>,
        std::integral_constant<char, 'x'>,
        std::integer_sequence<unsigned long, 0, 1, 2>>();
  print<llvm::Plain, llvm::Plain::Inner, llvm::Pack<>, llvm::Pack<int, long>,
        llvm::Pack<llvm::Pack<int>>, llvm::Pack<llvm::Plain>::Inner,
        llvm::Defaulted<int>, llvm::Defaulted<int, long>,
        llvm::OfTemplate<llvm::Pack>, mlir::llvmlike::Plain>();
  print<llvm::OfEnums<llvm::Scoped::b, llvm::d>,
        llvm::OfEnums<llvm::Scoped(7), llvm::c>,
        llvm::OfNumbers<true, 'c', -1, 7>, OfNestedEnum<Outer<int>::one>,
        OfPointer<&Own::variable>, OfMember<&Own::member>,
        OfMethod<&Own::method>>();
  print<Unnamed, UnnamedTemplate<Unnamed>, Outer<long>, Outer<long>::Inner,
        Outer<long>::Enum, Outer<long>::Template<short>>();
  print<llvm::SmallVector<long>, llvm::SmallVector<int, 4>,
        llvm::DenseMap<int, long>, llvm::ArrayRef<llvm::APInt>,
        llvm::FailureOr<mlir::Value>, mlir::TypeRange,
        mlir::TypedValue<mlir::IntegerType>,
        mlir::OpTrait::NOperands<2>::Impl<int>>();
}

int Own::variable = 0;
