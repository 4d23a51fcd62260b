// How types and attributes of dialects are written, if only a `.td` file says
// so.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_STD_WRITTENFORM_H
#define PDLL_STD_WRITTENFORM_H

#include "mlir/IR/BuiltinAttributes.h"

#include <optional>
#include <string>

namespace pdll {

/// A form as src/front/ods/form.rs makes it. Any attribute may take its place: what is
/// not as there reads nothing and writes nothing.
class WrittenForm {
public:
  explicit WrittenForm(mlir::ArrayAttr form) : form(form) {}

  /// The name in IR, such as `llvm.array`.
  llvm::StringRef getName() const;
  /// The parameters in the text after the name, or null if it has another form.
  mlir::ArrayAttr read(llvm::StringRef text) const;
  /// The text after the name, or nothing if these are not the parameters of
  /// such a type or attribute.
  std::optional<std::string> write(mlir::ArrayAttr parameters) const;

private:
  mlir::ArrayAttr form;
};

} // namespace pdll

#endif // PDLL_STD_WRITTENFORM_H
