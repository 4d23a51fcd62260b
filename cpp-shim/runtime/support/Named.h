// Types and attributes by their names in IR.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_SUPPORT_NAMED_H
#define PDLL_SUPPORT_NAMED_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

#include <optional>
#include <string>

namespace pdll {

/// Whether a type has that name, such as `llvm.array`. If its dialect is not
/// loaded, it is an opaque type, whose text begins with the name.
bool isNamed(mlir::Type type, llvm::StringRef name);

/// The same for an attribute.
bool isNamed(mlir::Attribute attribute, llvm::StringRef name);

/// The text after the name of a type, or nothing if it does not have that name
/// or C++ code writes it without.
std::optional<std::string> getTextAfterName(mlir::Type type,
                                            llvm::StringRef name);

/// The same for an attribute.
std::optional<std::string> getTextAfterName(mlir::Attribute attribute,
                                            llvm::StringRef name);

/// The type of that name with that text after it, or null if there is none. It
/// is opaque if its dialect is not loaded.
mlir::Type getNamedType(mlir::MLIRContext *context, llvm::StringRef name,
                        llvm::StringRef text);

/// The same for an attribute.
mlir::Attribute getNamedAttribute(mlir::MLIRContext *context,
                                  llvm::StringRef name, llvm::StringRef text);

/// Parses the type at the start of a text, which loses it. Returns null, and
/// reports nothing, if there is none, or if it is of a dialect that would have to
/// be loaded: other threads may use the context.
mlir::Type parseTypeQuietly(mlir::MLIRContext *context, llvm::StringRef &text);

/// The same for an attribute.
mlir::Attribute parseAttributeQuietly(mlir::MLIRContext *context,
                                      llvm::StringRef &text);

} // namespace pdll

#endif // PDLL_SUPPORT_NAMED_H
