// The same pattern as in pdl-files.pdll, written in the dialect.
module @folder {
  pdl.pattern @AbsoluteOfSquare : benefit(2) {
    %x = pdl.operand
    %t = pdl.type
    %square = pdl.operation "arith.mulf"(%x, %x : !pdl.value, !pdl.value)
      -> (%t : !pdl.type)
    %product = pdl.result 0 of %square
    %root = pdl.operation "math.absf"(%product : !pdl.value)
      -> (%t : !pdl.type)
    pdl.rewrite %root {
      pdl.replace %root with %square
    }
  }
}
