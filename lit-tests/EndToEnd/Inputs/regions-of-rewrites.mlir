// CHECK-LABEL: func @wrap
func.func @wrap(%flag: i1, %x: i32) -> i32 {
  // CHECK:      %[[R:.*]] = scf.if %{{.*}} -> (i32) {
  // CHECK-NEXT:   %[[Y:.*]] = "my.compute"(%[[X:.*]]) : (i32) -> i32
  // CHECK-NEXT:   scf.yield %[[Y]] : i32
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   scf.yield %[[X]] : i32
  // CHECK-NEXT: }
  // CHECK-NEXT: return %[[R]]
  %0 = "my.guarded"(%flag, %x) : (i1, i32) -> i32
  return %0 : i32
}

// CHECK-LABEL: func @move_regions
func.func @move_regions(%flag: i1, %x: i32) -> i32 {
  // CHECK-NOT:  my.if
  // CHECK:      scf.if %{{.*}} -> (i32) {
  // CHECK-NEXT:   %[[A:.*]] = "my.a"
  // CHECK-NEXT:   scf.yield %[[A]] : i32
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   scf.yield %{{.*}} : i32
  // CHECK-NEXT: }
  %0 = "my.if"(%flag) ({
    %a = "my.a"(%x) : (i32) -> i32
    "my.yield"(%a) : (i32) -> ()
  }, {
    "my.yield"(%x) : (i32) -> ()
  }) : (i1) -> i32
  return %0 : i32
}

// CHECK-LABEL: func @move_body
func.func @move_body(%n: index, %x: i32) -> i32 {
  // CHECK:      %[[R:.*]] = scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[S:.*]] = %{{.*}}) -> (i32) {
  // CHECK-NEXT:   %[[A:.*]] = "my.add"(%[[S]], %[[I]]) : (i32, index) -> i32
  // CHECK-NEXT:   scf.yield %[[A]] : i32
  // CHECK-NEXT: }
  // CHECK-NEXT: return %[[R]]
  %0 = "my.loop"(%n, %x) ({
  ^bb0(%i: index, %sum: i32):
    %a = "my.add"(%sum, %i) : (i32, index) -> i32
    "my.yield"(%a) : (i32) -> ()
  }) : (index, i32) -> i32
  return %0 : i32
}

// CHECK-LABEL: func @unroll
func.func @unroll(%x: i32) -> i32 {
  // CHECK-NEXT: %[[A:.*]] = "my.inc"(%{{.*}}) : (i32) -> i32
  // CHECK-NEXT: %[[B:.*]] = "my.inc"(%[[A]]) : (i32) -> i32
  // CHECK-NEXT: return %[[B]]
  %0 = "my.twice"(%x) ({
  ^bb0(%a: i32):
    %b = "my.inc"(%a) : (i32) -> i32
    "my.yield"(%b) : (i32) -> ()
  }) : (i32) -> i32
  return %0 : i32
}

// CHECK-LABEL: func @copy_a_region
func.func @copy_a_region() {
  // CHECK-NEXT: "my.both"() ({
  // CHECK-NEXT:   %[[X:.*]] = "my.x"() : () -> i32
  // CHECK-NEXT:   "my.y"(%[[X]]) : (i32) -> ()
  // CHECK-NEXT: }, {
  // CHECK-NEXT:   %[[X:.*]] = "my.x"() : () -> i32
  // CHECK-NEXT:   "my.y"(%[[X]]) : (i32) -> ()
  // CHECK-NEXT: }) : () -> ()
  // CHECK-NEXT: return
  "my.duplicate"() ({
    %x = "my.x"() : () -> i32
    "my.y"(%x) : (i32) -> ()
  }) : () -> ()
  return
}

// CHECK-LABEL: func @without
func.func @without() {
  // CHECK-NEXT: "my.rest"() ({
  // CHECK-NEXT:   "my.kept"() : () -> ()
  // CHECK-NEXT: }) : () -> ()
  // CHECK-NEXT: return
  "my.without"() ({
    "my.dropped"() : () -> ()
    "my.kept"() : () -> ()
  }) : () -> ()
  return
}

// CHECK-LABEL: func @graph
func.func @graph() {
  // CHECK-NEXT: "my.outer"() ({
  // CHECK-NEXT:   "my.use"(%[[LATER:.*]]) : (i32) -> ()
  // CHECK-NEXT:   %[[LATER]] = "my.later"() : () -> i32
  // CHECK-NEXT: }) : () -> ()
  // CHECK-NEXT: return
  "my.outer"() ({
    "my.graph"() ({
      "my.use"(%0) : (i32) -> ()
      %0 = "my.later"() : () -> i32
      "my.end"() : () -> ()
    }) : () -> ()
  }) : () -> ()
  return
}

// CHECK-LABEL: func @around
func.func @around() {
  // CHECK-NEXT: "my.traced"() ({
  // CHECK-NEXT: ^bb0(%[[X:.*]]: i32):
  // CHECK-NEXT:   "my.enter"(%[[X]]) : (i32) -> ()
  // CHECK-NEXT:   %[[Y:.*]] = "my.y"(%[[X]]) : (i32) -> i32
  // CHECK-NEXT:   "my.leave"(%[[Y]]) : (i32) -> ()
  // CHECK-NEXT:   "my.end"(%[[Y]]) : (i32) -> ()
  // CHECK-NEXT: }) : () -> ()
  "my.traced"() ({
  ^bb0(%x: i32):
    %y = "my.y"(%x) : (i32) -> i32
    "my.end"(%y) : (i32) -> ()
  }) {todo} : () -> ()
  return
}

// CHECK-LABEL: func @implied_terminator
func.func @implied_terminator(%flag: i1, %x: i32) {
  // CHECK-NEXT: scf.if
  // CHECK-NEXT:   "my.use"
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  "my.when"(%flag, %x) : (i1, i32) -> ()
  return
}

// CHECK-LABEL: func @nested
func.func @nested(%n: index, %m: index) {
  // CHECK:      scf.for %[[I:.*]] =
  // CHECK-NEXT:   scf.for %[[J:.*]] =
  // CHECK-NEXT:     "my.use"(%[[I]], %[[J]])
  // CHECK-NEXT:   }
  // CHECK-NEXT:   "my.use"(%[[I]])
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  "my.nested"(%n, %m) : (index, index) -> ()
  return
}

// CHECK-LABEL: func @alias
func.func @alias(%x: i32) -> i32 {
  // CHECK-NEXT: "my.use"(%[[X:.*]], %[[X]]) : (i32, i32) -> ()
  // CHECK-NEXT: %[[R:.*]] = "my.both"(%[[X]], %[[X]]) : (i32, i32) -> i32
  // CHECK-NEXT: return %[[R]]
  %0 = "my.alias"(%x) ({
  ^bb0(%a: i32):
    "my.use"(%a, %a) : (i32, i32) -> ()
    "my.end"() : () -> ()
  }) : (i32) -> i32
  return %0 : i32
}

// CHECK-LABEL: func @start_of_body
func.func @start_of_body() {
  // CHECK-NEXT: "my.outer"() ({
  // CHECK-NEXT:   "my.enter"() : () -> ()
  // CHECK-NEXT:   %[[A:.*]] = "my.inner"() : () -> i32
  // CHECK-NEXT:   "my.end"() : () -> ()
  // CHECK-NEXT: }) : () -> ()
  "my.outer"() ({
    %0 = "my.inner"() : () -> i32
    "my.last"(%0) : (i32) -> ()
    "my.end"() : () -> ()
  }) : () -> ()
  return
}

// CHECK-LABEL: func @for_all
func.func @for_all(%n: index) {
  // CHECK-NEXT: scf.forall (%[[I:.*]]) in (%{{.*}}) {
  // CHECK-NEXT:   "my.use"(%[[I]]) : (index) -> ()
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  "my.for_all"(%n) : (index) -> ()
  return
}

// CHECK-LABEL: func @without_results
func.func @without_results(%flag: i1, %x: i32) -> i32 {
  // CHECK-NEXT: %[[R:.*]] = "my.value"() : () -> i32
  // CHECK-NEXT: scf.if %{{.*}} {
  // CHECK-NEXT:   "my.use"
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   "my.use"
  // CHECK-NEXT: }
  // CHECK-NEXT: return %[[R]]
  %0 = "my.flagged"(%flag) ({
    "my.use"(%x) : (i32) -> ()
    "my.yield"(%x) : (i32) -> ()
  }, {
    "my.use"(%x) : (i32) -> ()
    "my.yield"(%x) : (i32) -> ()
  }) : (i1) -> i32
  return %0 : i32
}
