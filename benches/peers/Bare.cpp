// The least code that makes the changes of the benchmark's patterns.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Peers.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;

namespace {

/// Replaces operations as `SwapOperands` of Peer.cpp does, in one loop without a
/// rewriter, a listener and verification: a bound that no driver can reach.
class BarePass : public PassWrapper<BarePass, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(BarePass)

  BarePass() = default;
  BarePass(const BarePass &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "bench-bare"; }
  LogicalResult initialize(MLIRContext *context) override;
  void runOnOperation() override;

private:
  void visit(Operation *op);

  Option<unsigned> count{*this, "count",
                         llvm::cl::desc("The number of pairs of names"),
                         llvm::cl::init(0)};
  ListOption<std::string> rename{
      *this, "rename", llvm::cl::desc("The old name and the new one instead")};
  Option<bool> confirm{
      *this, "confirm", llvm::cl::init(false),
      llvm::cl::desc("Look at all operations again, as a greedy driver does")};

  DenseMap<OperationName, OperationName> names;
  unsigned numLeft = 0;
};

} // namespace

LogicalResult BarePass::initialize(MLIRContext *context) {
  names.clear();
  auto add = [&](StringRef from, StringRef to) {
    names.try_emplace(OperationName(from, context), to, context);
  };
  if (rename.size() == 2)
    add(rename[0], rename[1]);
  for (unsigned index = 0; index < count; ++index)
    add(("t.a" + Twine(index)).str(), ("t.b" + Twine(index)).str());
  return success();
}

void BarePass::visit(Operation *op) {
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Operation &nested : llvm::make_early_inc_range(block))
        visit(&nested);
  auto found = names.find(op->getName());
  if (found == names.end() || op->getNumOperands() != 2)
    return;
  Value operands[] = {op->getOperand(1), op->getOperand(0)};
  Operation *created = Operation::create(
      op->getLoc(), found->second, op->getResultTypes(), operands,
      op->getRawDictionaryAttrs(), op->getPropertiesStorage(), BlockRange(),
      /*numRegions=*/0);
  op->getBlock()->getOperations().insert(op->getIterator(), created);
  op->getResult(0).replaceAllUsesWith(created->getResult(0));
  op->erase();
}

void BarePass::runOnOperation() {
  visit(getOperation());
  if (confirm)
    getOperation()->walk(
        [&](Operation *op) { numLeft += names.contains(op->getName()); });
}

void registerBare() { PassRegistration<BarePass>(); }
