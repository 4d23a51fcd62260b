-- Commands for PDLL files. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
local KINDS = { 'mlir', 'matcher', 'cpp', 'ast' }

vim.api.nvim_create_user_command('PdllViewOutput', function(call)
  require('pdll').view_output(call.args == '' and 'mlir' or call.args)
end, {
  nargs = '?',
  desc = 'Show what the compiler makes of a PDLL file',
  complete = function()
    return KINDS
  end,
})

vim.api.nvim_create_user_command('PdllExplain', function(call)
  local pattern, input = unpack(call.fargs)
  if not input then
    vim.notify('usage: PdllExplain PATTERN FILE.mlir', vim.log.levels.ERROR)
    return
  end
  require('pdll').explain({ pattern = pattern, input = input })
end, { nargs = '+', complete = 'file', desc = 'Explain why a pattern matches, or does not' })
