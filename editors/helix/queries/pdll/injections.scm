; The bodies of native functions are C++.
;
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

((code_block_content) @injection.content
  (#set! injection.language "cpp"))

((comment) @injection.content
  (#set! injection.language "comment"))
