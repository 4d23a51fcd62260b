// The passes of the benchmark plugin.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_BENCHES_PEERS_H
#define PDLL_BENCHES_PEERS_H

/// Registers `bench-compare`, which measures pipelines.
void registerCompare();

/// Registers `bench-peer`, which applies patterns without pdll.
void registerPeer();

#endif // PDLL_BENCHES_PEERS_H
