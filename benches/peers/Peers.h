// The passes of the benchmark plugin.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_BENCHES_PEERS_H
#define PDLL_BENCHES_PEERS_H

namespace llvm {
class StringRef;
} // namespace llvm

namespace mlir {
class RewritePatternSet;
} // namespace mlir

/// Registers `bench-compare`, which measures pipelines.
void registerCompare();

/// Registers `bench-peer`, which applies patterns without pdll.
void registerPeer();

/// Registers `bench-bare`, which makes the same changes by the least code.
void registerBare();

/// Registers `bench-conversion-peer`, which applies patterns by MLIR's
/// conversion driver.
void registerConversionPeer();

/// Adds the C++ form of `replace op<FROM>(x: Value, y: Value) -> (t: Type) with
/// op<TO>(y, x) -> (t)`.
void addSwap(llvm::StringRef from, llvm::StringRef to,
             mlir::RewritePatternSet &patterns);

/// Adds patterns of a kind that look into regions: `match`, of which there are
/// as many as `count`, `build` or `find`.
void addRegionPatterns(llvm::StringRef kind, unsigned count,
                       mlir::RewritePatternSet &patterns);

#endif // PDLL_BENCHES_PEERS_H
