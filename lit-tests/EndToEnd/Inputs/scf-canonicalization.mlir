// CHECK-LABEL: func.func @true
func.func @true(%x: i32) -> i32 {
  // CHECK-NEXT: %[[A:.*]] = "t.a"(%[[X:.*]]) : (i32) -> i32
  // CHECK-NEXT: return %[[A]]
  %true = arith.constant true
  %0 = scf.if %true -> i32 {
    %1 = "t.a"(%x) : (i32) -> i32
    scf.yield %1 : i32
  } else {
    %1 = "t.b"(%x) : (i32) -> i32
    scf.yield %1 : i32
  }
  return %0 : i32
}

// CHECK-LABEL: func.func @false
func.func @false(%x: i32) -> (i32, i32) {
  // CHECK-NEXT: %[[A:.*]] = "t.b"(%[[X:.*]]) : (i32) -> i32
  // CHECK-NEXT: return %[[X]], %[[A]]
  %false = arith.constant false
  %0:2 = scf.if %false -> (i32, i32) {
    %1 = "t.a"(%x) : (i32) -> i32
    scf.yield %x, %1 : i32, i32
  } else {
    %1 = "t.b"(%x) : (i32) -> i32
    scf.yield %x, %1 : i32, i32
  }
  return %0#0, %0#1 : i32, i32
}

// CHECK-LABEL: func.func @false_without_else
func.func @false_without_else() {
  // CHECK-NEXT: return
  %false = arith.constant false
  scf.if %false {
    "t.a"() : () -> ()
  }
  return
}

// CHECK-LABEL: func.func @empty_else
func.func @empty_else(%c: i1) {
  // CHECK-NEXT: scf.if
  // CHECK-NEXT:   "t.a"
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  scf.if %c {
    "t.a"() : () -> ()
  } else {
  }
  return
}

// CHECK-LABEL: func.func @nested
func.func @nested(%a: i1, %b: i1) {
  // CHECK-NEXT: %[[C:.*]] = arith.andi
  // CHECK-NEXT: scf.if %[[C]] {
  // CHECK-NEXT:   "t.a"
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  scf.if %a {
    scf.if %b {
      "t.a"() : () -> ()
    }
  }
  return
}

// CHECK-LABEL: func.func @nested_with_result
func.func @nested_with_result(%a: i1, %b: i1, %x: i32) -> i32 {
  // CHECK-NEXT: %[[C:.*]] = arith.andi
  // CHECK-NEXT: %[[R:.*]] = scf.if %[[C]] -> (i32) {
  // CHECK-NEXT:   %[[A:.*]] = "t.a"
  // CHECK-NEXT:   scf.yield %[[A]] : i32
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   scf.yield %{{.*}} : i32
  // CHECK-NEXT: }
  // CHECK-NEXT: return %[[R]]
  %0 = scf.if %a -> i32 {
    %1 = scf.if %b -> i32 {
      %2 = "t.a"() : () -> i32
      scf.yield %2 : i32
    } else {
      scf.yield %x : i32
    }
    scf.yield %1 : i32
  } else {
    scf.yield %x : i32
  }
  return %0 : i32
}

// The inner branch is not the only operation.
// CHECK-LABEL: func.func @not_nested
func.func @not_nested(%a: i1, %b: i1) {
  // CHECK-NEXT: scf.if
  // CHECK-NEXT:   scf.if
  // CHECK-NEXT:     "t.a"
  // CHECK-NEXT:   }
  // CHECK-NEXT:   "t.b"
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  scf.if %a {
    scf.if %b {
      "t.a"() : () -> ()
    }
    "t.b"() : () -> ()
  }
  return
}

// CHECK-LABEL: func.func @select
func.func @select(%c: i1, %x: i32, %y: i32) -> i32 {
  // CHECK-NEXT: %[[S:.*]] = arith.select
  // CHECK-NEXT: return %[[S]]
  %0 = scf.if %c -> i32 {
    scf.yield %x : i32
  } else {
    scf.yield %y : i32
  }
  return %0 : i32
}

// CHECK-LABEL: func.func @select_beside_others
func.func @select_beside_others(%c: i1, %x: i32, %y: i32) -> i32 {
  // CHECK-NEXT: %[[S:.*]] = arith.select
  // CHECK-NEXT: scf.if
  // CHECK-NEXT:   "t.a"
  // CHECK-NEXT: }
  // CHECK-NEXT: return %[[S]]
  %0 = scf.if %c -> i32 {
    "t.a"() : () -> ()
    scf.yield %x : i32
  } else {
    scf.yield %y : i32
  }
  return %0 : i32
}

// CHECK-LABEL: func.func @equal
func.func @equal(%c: i1, %x: i32) -> i32 {
  // CHECK-NEXT: return %{{.*}}
  %0 = scf.if %c -> i32 {
    scf.yield %x : i32
  } else {
    scf.yield %x : i32
  }
  return %0 : i32
}

// CHECK-LABEL: func.func @two_selects
func.func @two_selects(%c: i1, %x: i32, %y: i32) -> (i32, i32) {
  // CHECK-NEXT: %[[S:.*]] = arith.select
  // CHECK-NEXT: return %[[S]], %{{.*}}
  %0:2 = scf.if %c -> (i32, i32) {
    scf.yield %x, %x : i32, i32
  } else {
    scf.yield %y, %x : i32, i32
  }
  return %0#0, %0#1 : i32, i32
}

// CHECK-LABEL: func.func @same_condition
func.func @same_condition(%c: i1) {
  // CHECK-NEXT: scf.if
  // CHECK-NEXT:   "t.a"
  // CHECK-NEXT:   "t.b"
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   "t.f"
  // CHECK-NEXT:   "t.g"
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  scf.if %c {
    "t.a"() : () -> ()
    scf.if %c {
      "t.b"() : () -> ()
    } else {
      "t.c"() : () -> ()
    }
  } else {
    scf.if %c {
      "t.d"() : () -> ()
    }
    scf.if %c {
      "t.e"() : () -> ()
    } else {
      "t.f"() : () -> ()
    }
    "t.g"() : () -> ()
  }
  return
}

// CHECK-LABEL: func.func @condition
func.func @condition(%c: i1) -> i1 {
  // CHECK-NEXT: return %{{.*}}
  %true = arith.constant true
  %false = arith.constant false
  %0 = scf.if %c -> i1 {
    scf.yield %true : i1
  } else {
    scf.yield %false : i1
  }
  return %0 : i1
}

// CHECK-LABEL: func.func @negated_condition
func.func @negated_condition(%c: i1) -> i1 {
  // CHECK-NEXT: %[[TRUE:.*]] = arith.constant true
  // CHECK-NEXT: %[[N:.*]] = arith.xori %{{.*}}, %[[TRUE]]
  // CHECK-NEXT: return %[[N]]
  %true = arith.constant true
  %false = arith.constant false
  %0 = scf.if %c -> i1 {
    scf.yield %false : i1
  } else {
    scf.yield %true : i1
  }
  return %0 : i1
}

// CHECK-LABEL: func.func @no_iteration
func.func @no_iteration(%x: i32) -> i32 {
  // CHECK-NEXT: return %{{.*}}
  %c4 = arith.constant 4 : index
  %c2 = arith.constant 2 : index
  %0 = scf.for %i = %c4 to %c2 step %c2 iter_args(%a = %x) -> i32 {
    %1 = "t.a"(%a) : (i32) -> i32
    scf.yield %1 : i32
  }
  return %0 : i32
}

// CHECK-LABEL: func.func @equal_bounds
func.func @equal_bounds(%n: index, %x: i32) -> i32 {
  // CHECK-NEXT: return %{{.*}}
  %0 = scf.for %i = %n to %n step %n iter_args(%a = %x) -> i32 {
    %1 = "t.a"(%a) : (i32) -> i32
    scf.yield %1 : i32
  }
  return %0 : i32
}

// CHECK-LABEL: func.func @one_iteration
func.func @one_iteration(%x: i32) -> i32 {
  // CHECK-NEXT: %[[C:.*]] = arith.constant 2 : index
  // CHECK-NEXT: %[[A:.*]] = "t.a"(%{{.*}}, %[[C]])
  // CHECK-NEXT: return %[[A]]
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %0 = scf.for %i = %c2 to %c4 step %c5 iter_args(%a = %x) -> i32 {
    %1 = "t.a"(%a, %i) : (i32, index) -> i32
    scf.yield %1 : i32
  }
  return %0 : i32
}

// CHECK-LABEL: func.func @two_iterations
func.func @two_iterations() {
  // CHECK: scf.for
  // CHECK-NEXT: "t.a"
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c2 to %c4 step %c1 {
    "t.a"(%i) : (index) -> ()
  }
  return
}

// CHECK-LABEL: func.func @empty_loop
func.func @empty_loop(%x: i32, %y: i32) -> i32 {
  // CHECK-NEXT: return %{{.*}}
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c2 to %c4 step %c1 iter_args(%a = %x) -> i32 {
    scf.yield %y : i32
  }
  return %0 : i32
}

// CHECK-LABEL: func.func @one_iteration_in_parallel
func.func @one_iteration_in_parallel() {
  // CHECK-NEXT: %[[C:.*]] = arith.constant 2 : index
  // CHECK-NEXT: "t.a"(%[[C]])
  // CHECK-NEXT: return
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  scf.parallel (%i) = (%c2) to (%c3) step (%c2) {
    "t.a"(%i) : (index) -> ()
  }
  return
}

// CHECK-LABEL: func.func @one_iteration_for_all
func.func @one_iteration_for_all() {
  // CHECK-NEXT: %[[C:.*]] = arith.constant 0 : index
  // CHECK-NEXT: "t.a"(%[[C]])
  // CHECK-NEXT: return
  scf.forall (%i) in (1) {
    "t.a"(%i) : (index) -> ()
  }
  return
}

// CHECK-LABEL: func.func @unchanged
func.func @unchanged(%n: index, %x: i32) -> i32 {
  // CHECK: scf.for %[[I:.*]] =
  // CHECK-NEXT: "t.a"(%[[X:.*]], %[[I]])
  // CHECK-NEXT: }
  // CHECK-NEXT: return %[[X]]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> i32 {
    "t.a"(%a, %i) : (i32, index) -> ()
    scf.yield %a : i32
  }
  return %0 : i32
}

// CHECK-LABEL: func.func @set_again
func.func @set_again(%n: index, %x: i32) -> i32 {
  // CHECK: scf.for %[[I:.*]] =
  // CHECK-NEXT: "t.a"(%[[X:.*]], %[[I]])
  // CHECK-NEXT: }
  // CHECK-NEXT: return %[[X]]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> i32 {
    "t.a"(%a, %i) : (i32, index) -> ()
    scf.yield %x : i32
  }
  return %0 : i32
}

// CHECK-LABEL: func.func @nested_parallel
func.func @nested_parallel(%n: index, %m: index) {
  // CHECK: scf.parallel (%[[I:.*]], %[[J:.*]]) =
  // CHECK-NEXT: "t.a"(%[[I]], %[[J]])
  // CHECK-NEXT: scf.reduce
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c1) to (%m) step (%c1) {
      "t.a"(%i, %j) : (index, index) -> ()
    }
  }
  return
}

// The range of the inner loop depends on the outer one.
// CHECK-LABEL: func.func @dependent_parallel
func.func @dependent_parallel(%n: index) {
  // CHECK: scf.parallel
  // CHECK-NEXT: scf.parallel
  // CHECK-NEXT: "t.a"
  // CHECK-NEXT: scf.reduce
  // CHECK-NEXT: }
  // CHECK-NEXT: scf.reduce
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%i) to (%n) step (%c1) {
      "t.a"(%i, %j) : (index, index) -> ()
    }
  }
  return
}

// CHECK-LABEL: func.func @true_in_loop
func.func @true_in_loop() -> i1 {
  // CHECK-NEXT: %[[TRUE:.*]] = arith.constant true
  // CHECK-NEXT: %{{.*}} = scf.while : () -> i1 {
  // CHECK-NEXT:   %[[C:.*]] = "t.a"
  // CHECK-NEXT:   scf.condition(%[[C]]) %[[C]] : i1
  // CHECK-NEXT: } do {
  // CHECK-NEXT: ^bb0
  // CHECK-NEXT:   "t.b"(%[[TRUE]])
  // CHECK-NEXT:   scf.yield
  // CHECK-NEXT: }
  %0 = scf.while : () -> i1 {
    %1 = "t.a"() : () -> i1
    scf.condition(%1) %1 : i1
  } do {
  ^bb0(%c: i1):
    "t.b"(%c) : (i1) -> ()
    scf.yield
  }
  return %0 : i1
}

// CHECK-LABEL: func.func @same_comparison_in_loop
func.func @same_comparison_in_loop(%y: i32) -> i32 {
  // CHECK-NEXT: %[[TRUE:.*]] = arith.constant true
  // CHECK-NEXT: %{{.*}} = scf.while : () -> i32 {
  // CHECK-NEXT:   %[[X:.*]] = "t.a"
  // CHECK-NEXT:   %[[C:.*]] = arith.cmpi slt, %[[X]], %{{.*}} : i32
  // CHECK-NEXT:   scf.condition(%[[C]]) %[[X]] : i32
  // CHECK-NEXT: } do {
  // CHECK-NEXT: ^bb0(%[[Z:.*]]: i32):
  // CHECK-NEXT:   "t.b"(%[[TRUE]], %[[Z]])
  // CHECK-NEXT:   scf.yield
  // CHECK-NEXT: }
  %0 = scf.while : () -> i32 {
    %1 = "t.a"() : () -> i32
    %2 = arith.cmpi slt, %1, %y : i32
    scf.condition(%2) %1 : i32
  } do {
  ^bb0(%z: i32):
    %3 = arith.cmpi slt, %z, %y : i32
    "t.b"(%3, %z) : (i1, i32) -> ()
    scf.yield
  }
  return %0 : i32
}

// CHECK-LABEL: func.func @opposite_comparison_in_loop
func.func @opposite_comparison_in_loop(%y: i32) -> i32 {
  // CHECK-NEXT: %[[FALSE:.*]] = arith.constant false
  // CHECK-NEXT: %[[TRUE:.*]] = arith.constant true
  // CHECK-NEXT: %{{.*}} = scf.while : () -> i32 {
  // CHECK-NEXT:   %[[X:.*]] = "t.a"
  // CHECK-NEXT:   %[[C:.*]] = arith.cmpi ne, %{{.*}}, %[[X]] : i32
  // CHECK-NEXT:   scf.condition(%[[C]]) %[[X]] : i32
  // CHECK-NEXT: } do {
  // CHECK-NEXT: ^bb0(%[[Z:.*]]: i32):
  // CHECK-NEXT:   "t.b"(%[[TRUE]], %[[FALSE]], %[[Z]])
  // CHECK-NEXT:   scf.yield
  // CHECK-NEXT: }
  %0 = scf.while : () -> i32 {
    %1 = "t.a"() : () -> i32
    %2 = arith.cmpi ne, %y, %1 : i32
    scf.condition(%2) %1 : i32
  } do {
  ^bb0(%z: i32):
    %3 = arith.cmpi ne, %y, %z : i32
    %4 = arith.cmpi eq, %y, %z : i32
    "t.b"(%3, %4, %z) : (i1, i1, i32) -> ()
    scf.yield
  }
  return %0 : i32
}

// CHECK-LABEL: func.func @only_case
func.func @only_case() {
  // CHECK-NEXT: "t.a"
  // CHECK-NEXT: "t.d"
  // CHECK-NEXT: return
  %c3 = arith.constant 3 : index
  scf.index_switch %c3
  case 3 {
    "t.a"() : () -> ()
    scf.yield
  }
  default {
    "t.b"() : () -> ()
    scf.yield
  }
  scf.index_switch %c3
  case 4 {
    "t.c"() : () -> ()
    scf.yield
  }
  default {
    "t.d"() : () -> ()
    scf.yield
  }
  return
}

// CHECK-LABEL: func.func @switch
func.func @switch(%x: i32) -> (i32, i32, i32) {
  // CHECK-NEXT: %[[A:.*]] = "t.a"
  // CHECK-NEXT: %[[B:.*]] = "t.b"
  // CHECK-NEXT: %[[C:.*]] = "t.c"
  // CHECK-NEXT: return %[[A]], %[[B]], %[[C]]
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %c9 = arith.constant 9 : index
  %0 = scf.index_switch %c3 -> i32
  case 3 {
    %a = "t.a"() : () -> i32
    scf.yield %a : i32
  }
  case 7 {
    scf.yield %x : i32
  }
  default {
    scf.yield %x : i32
  }
  %1 = scf.index_switch %c7 -> i32
  case 3 {
    scf.yield %x : i32
  }
  case 7 {
    %b = "t.b"() : () -> i32
    scf.yield %b : i32
  }
  default {
    scf.yield %x : i32
  }
  %2 = scf.index_switch %c9 -> i32
  case 3 {
    scf.yield %x : i32
  }
  case 7 {
    scf.yield %x : i32
  }
  default {
    %c = "t.c"() : () -> i32
    scf.yield %c : i32
  }
  return %0, %1, %2 : i32, i32, i32
}

// CHECK-LABEL: func.func @execute_once
func.func @execute_once(%x: i32) -> (i32, i32) {
  // CHECK-NEXT: %[[A:.*]] = "t.a"
  // CHECK-NEXT: %[[B:.*]] = scf.execute_region -> i32 no_inline {
  // CHECK-NEXT:   %[[C:.*]] = "t.b"
  // CHECK-NEXT:   scf.yield %[[C]] : i32
  // CHECK-NEXT: }
  // CHECK-NEXT: return %[[A]], %[[B]]
  %0 = scf.execute_region -> i32 {
    %1 = "t.a"(%x) : (i32) -> i32
    scf.yield %1 : i32
  }
  %2 = scf.execute_region -> i32 no_inline {
    %3 = "t.b"(%x) : (i32) -> i32
    scf.yield %3 : i32
  }
  return %0, %2 : i32, i32
}
