// The natural logarithm of the exponential function gives its argument.
pdl.pattern @LogOfExp : benefit(2) {
  %x = pdl.operand
  %t = pdl.type
  %exp = pdl.operation "math.exp"(%x : !pdl.value) -> (%t : !pdl.type)
  %power = pdl.result 0 of %exp
  %log = pdl.operation "math.log"(%power : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %log {
    pdl.replace %log with(%x : !pdl.value)
  }
}
