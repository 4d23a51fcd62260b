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

local function about_program(name, run, desc)
  vim.api.nvim_create_user_command(name, function(call)
    local pattern, input = unpack(call.fargs)
    if not input then
      vim.notify('usage: ' .. name .. ' PATTERN FILE.mlir', vim.log.levels.ERROR)
      return
    end
    require('pdll')[run]({ pattern = pattern, input = input })
  end, { nargs = '+', complete = 'file', desc = desc })
end

about_program('PdllExplain', 'explain', 'Explain why a pattern matches, or does not')
about_program('PdllRun', 'run', 'Show what a pattern makes of a program')
