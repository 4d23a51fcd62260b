// CHECK-LABEL: func.func @parallel(
func.func @parallel(%i: index, %j: index, %x: f32) -> f32 {
  // CHECK-NEXT: "my.each"(%arg0, %arg0, %arg1, %arg1, %arg0, %arg1) : (index, index, index, index, index, index) -> ()
  scf.parallel (%a, %b) = (%i, %i) to (%j, %j) step (%i, %j) {
    "my.work"(%a, %b) : (index, index) -> ()
  }
  // CHECK-NEXT: scf.parallel
  %sum = scf.parallel (%a) = (%i) to (%j) step (%i) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%y: f32, %z: f32):
      scf.reduce.return %y : f32
    }
  }
  return %sum : f32
}

// CHECK-LABEL: func.func @fibonacci(
func.func @fibonacci(%n: index) -> i32 {
  %a, %b = "my.start"() : () -> (i32, i32)
  // CHECK: %[[LOOP:.*]]:2 = scf.for %{{.*}} = %{{.*}} to %arg0 step %{{.*}} iter_args(%[[X:.*]] = %{{.*}}#0, %[[Y:.*]] = %{{.*}}#1) -> (i32, i32) {
  // CHECK-NEXT: %[[SUM:.*]] = "my.add"(%[[X]], %[[Y]])
  // CHECK-NEXT: scf.yield %[[Y]], %[[SUM]] : i32, i32
  %f = "my.fibonacci"(%n, %a, %b) : (index, i32, i32) -> i32
  // CHECK: return %[[LOOP]]#1
  return %f : i32
}

// CHECK-LABEL: func.func @swap(
func.func @swap(%n: index, %a: i32, %b: f32) {
  // CHECK: %[[LOOP:.*]]:2 = scf.for
  %loop:2 = scf.for %i = %n to %n step %n iter_args(%x = %a, %y = %b) -> (i32, f32) {
    scf.yield %x, %y : i32, f32
  }
  // CHECK: "my.swapped"(%[[LOOP]]#1, %[[LOOP]]#0) : (f32, i32) -> ()
  "my.swap"(%loop#0, %loop#1) : (i32, f32) -> ()
  return
}
