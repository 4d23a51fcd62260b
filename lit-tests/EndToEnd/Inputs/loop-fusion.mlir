// CHECK-LABEL: func.func @sum_and_maximum
func.func @sum_and_maximum(%x: tensor<16xf32>, %zero: f32, %n: index) -> f32 {
  // CHECK: %[[BOTH:.*]]:2 = scf.for %[[I:.*]] = {{.*}} iter_args(%[[S:.*]] = %{{.*}}, %[[M:.*]] = %{{.*}}) -> (f32, f32) {
  // CHECK-NEXT: %[[E:.*]] = tensor.extract %{{.*}}[%[[I]]]
  // CHECK-NEXT: %[[A:.*]] = arith.addf %[[S]], %[[E]]
  // CHECK-NEXT: %[[F:.*]] = tensor.extract %{{.*}}[%[[I]]]
  // CHECK-NEXT: %[[B:.*]] = arith.maximumf %[[M]], %[[F]]
  // CHECK-NEXT: scf.yield %[[A]], %[[B]] : f32, f32
  // CHECK-NEXT: }
  // CHECK-NEXT: arith.divf %[[BOTH]]#0, %[[BOTH]]#1
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f32 {
    %e = tensor.extract %x[%i] : tensor<16xf32>
    %next = arith.addf %s, %e : f32
    scf.yield %next : f32
  }
  %max = scf.for %i = %c0 to %n step %c1 iter_args(%m = %zero) -> f32 {
    %e = tensor.extract %x[%i] : tensor<16xf32>
    %next = arith.maximumf %m, %e : f32
    scf.yield %next : f32
  }
  %0 = arith.divf %sum, %max : f32
  return %0 : f32
}
