toy.func @reshapes() {
  %0 = toy.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %1 = toy.reshape(%0 : tensor<2xf64>) to tensor<2x1xf64>
  %2 = toy.reshape(%1 : tensor<2x1xf64>) to tensor<1x2xf64>
  toy.print %2 : tensor<1x2xf64>
  toy.return
}
// -----
toy.func @identity(%arg: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %0 = toy.reshape(%arg : tensor<2x3xf64>) to tensor<2x3xf64>
  toy.return %0 : tensor<2x3xf64>
}
// -----
toy.func @unknown(%arg: tensor<*xf64>) -> tensor<3x2xf64> {
  %0 = toy.reshape(%arg : tensor<*xf64>) to tensor<2x3xf64>
  %1 = toy.reshape(%0 : tensor<2x3xf64>) to tensor<3x2xf64>
  toy.return %1 : tensor<3x2xf64>
}
