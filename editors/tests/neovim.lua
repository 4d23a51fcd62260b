-- Neovim with the files of editors/neovim and a language server:
--
--   nvim --headless -u NONE -i NONE --cmd 'set rtp^=editors/neovim' \
--     -c 'runtime! plugin/pdll.lua' -S neovim.lua
--
-- PDLL_SERVER is the command of the server, WORKSPACE the folder with the files.
--
-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

local failed = false

local function check(what, ok, found)
  print((ok and 'ok: ' or 'FAILED: ') .. what .. (ok and '' or ': ' .. vim.inspect(found)) .. '\n')
  failed = failed or not ok
end

-- Waits until `get` returns something.
local function eventually(get)
  local value
  vim.wait(20000, function()
    value = get()
    return value ~= nil
  end, 50)
  return value
end

local METHOD_NOT_FOUND = -32601

local function client()
  return vim.lsp[vim.lsp.get_clients and 'get_clients' or 'get_active_clients']()[1]
end

-- Checks the answer to a request. A server may not have it yet, or not at all.
local function check_answer(what, method, parameters, is_right)
  local request = client().request_sync
  local answer
  if vim.fn.has('nvim-0.11') == 1 then
    answer = request(client(), method, parameters, 20000, 0)
  else
    answer = request(method, parameters, 20000, 0)
  end
  if answer and answer.err and answer.err.code == METHOD_NOT_FOUND then
    print('skipped: ' .. what .. ': the server has no ' .. method .. '\n')
    return false
  end
  local result = answer and answer.result
  local ok, right = pcall(is_right, result)
  check(what, ok and right, answer)
  return true
end

local function at(line, column)
  return {
    textDocument = { uri = vim.uri_from_bufnr(0) },
    position = { line = line - 1, character = column - 1 },
  }
end

-- What is highlighted as what.
local function highlight(line, column)
  return vim.fn.synIDattr(vim.fn.synID(line, column, true), 'name')
end

local function run()
  vim.cmd('filetype plugin indent on | syntax on')
  require('pdll').setup({ cmd = vim.split(vim.env.PDLL_SERVER, ' ') })
  vim.cmd('edit ' .. vim.env.WORKSPACE .. '/patterns.pdll')
  local filetypes = require('pdll').config().filetypes
  check('no `.td` files unless asked for', vim.deep_equal(filetypes, { 'pdll' }), filetypes)
  check('the file type', vim.bo.filetype == 'pdll', vim.bo.filetype)
  check('indentation of two', vim.bo.shiftwidth == 2, vim.bo.shiftwidth)
  for place, expected in pairs({
    ['1:2'] = 'pdllInclude',
    ['3:4'] = 'pdllComment',
    ['4:1'] = 'pdllDeclaration',
    ['4:10'] = 'pdllDeclared',
    ['4:24'] = 'pdllMetadata',
    ['5:3'] = 'pdllStatement',
    ['5:13'] = 'pdllOperationWord',
    ['5:16'] = 'pdllDialect',
    ['5:22'] = 'pdllOperationName',
    ['5:33'] = 'pdllAttribute',
    ['5:41'] = 'pdllLiteral',
    ['5:48'] = 'pdllString',
    ['6:29'] = 'pdllDefined',
    ['6:32'] = 'pdllCore',
    ['11:3'] = 'cppStatement',
    ['14:1'] = 'pdllDeclaration',
    ['16:3'] = 'pdllCall',
  }) do
    local line, column = place:match('(%d+):(%d+)')
    local found = highlight(tonumber(line), tonumber(column))
    -- The name of C++ statements differs between versions.
    check('highlighting at ' .. place, found == expected or (expected:match('^cpp') and found:match('^c')), found)
  end

  local diagnostics = eventually(function()
    local found = vim.diagnostic.get(0)
    return #found > 0 and found or nil
  end) or {}
  check('diagnostics', diagnostics[1] and diagnostics[1].lnum == 17 and diagnostics[1].message:match('`z`'), diagnostics)

  check_answer('hover', 'textDocument/hover', at(6, 22), function(hover)
    return vim.inspect(hover):match('arith%.muli')
  end)
  check_answer('definition', 'textDocument/definition', at(7, 36), function(definition)
    local first = definition[1] or definition
    return (first.range or first.targetSelectionRange).start.line == 5
  end)
  local document = { textDocument = at(1, 1).textDocument }
  check_answer('symbols', 'textDocument/documentSymbol', document, function(symbols)
    local names = vim.tbl_map(function(symbol)
      return symbol.name
    end, symbols)
    return vim.tbl_contains(names, 'MulByTwo') and vim.tbl_contains(names, 'SubOfAdd')
  end)

  vim.cmd('edit ' .. vim.env.WORKSPACE .. '/unformatted.pdll')
  eventually(function()
    return next(vim.lsp.buf_get_clients(0)) and true or nil
  end)
  local options = { tabSize = 2, insertSpaces = true }
  local formatted = { 'Pattern Nop {', '  erase op<my.nop>(x: Value);', '}' }
  local wanted = { textDocument = at(1, 1).textDocument, options = options }
  local has_formatter = check_answer('edits of the formatter', 'textDocument/formatting', wanted, function(edits)
    return #edits > 0
  end)
  if has_formatter then
    if vim.lsp.buf.format then
      vim.lsp.buf.format({ timeout_ms = 20000 })
    else
      vim.lsp.buf.formatting_sync(nil, 20000)
    end
    local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
    check('formatting', vim.deep_equal(lines, formatted), lines)
  end
  vim.cmd('edit! ' .. vim.env.WORKSPACE .. '/patterns.pdll')

  -- Lines get the indentation that they have.
  local before = vim.api.nvim_buf_get_lines(0, 0, 9, false)
  vim.cmd('silent 1,9left | silent normal! gg=8j')
  local after = vim.api.nvim_buf_get_lines(0, 0, 9, false)
  check('indentation', vim.deep_equal(before, after), after)
  vim.cmd('silent edit!')

  local view = { uri = vim.uri_from_bufnr(0), kind = 'ast' }
  local has_output = check_answer('tree', 'pdll/viewOutput', view, function(answer)
    return #answer.output > 10
  end)
  if has_output then
    vim.cmd('PdllViewOutput ast')
    local output = eventually(function()
      local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
      return vim.bo.buftype == 'nofile' and #lines > 3 and lines or nil
    end)
    check('output of the compiler', output ~= nil, output)
  end

  require('pdll').setup({ cmd = vim.split(vim.env.PDLL_SERVER, ' '), rules = true })
  vim.cmd('edit ' .. vim.env.WORKSPACE .. '/rules.td')
  local problems = eventually(function()
    local found = vim.diagnostic.get(0)
    return #found > 0 and found or nil
  end) or {}
  check('diagnostics of rules', problems[1] and problems[1].lnum == 3 and problems[1].message:match('`$z`'), problems)

  vim.cmd('edit! ' .. vim.env.WORKSPACE .. '/valid.pdll')
  eventually(function()
    return next(vim.lsp.buf_get_clients(0)) and true or nil
  end)
  local lenses = { textDocument = { uri = vim.uri_from_bufnr(0) } }
  check_answer('lenses', 'textDocument/codeLens', lenses, function(found)
    local lens = found[1]
    return lens.data and lens.data.verdict_of == 'MulByTwo' or lens.command.title:match('^verifying')
  end)
  local program = vim.env.WORKSPACE .. '/program.mlir'
  local asked = { uri = vim.uri_from_bufnr(0), pattern = 'MulByTwo', input = program }
  local has_run = check_answer('rewritten program', 'pdll/run', asked, function(answer)
    return answer.output:match('arith%.addi %%arg0, %%arg0')
  end)
  if has_run then
    vim.cmd('PdllRun MulByTwo ' .. program)
    local lines = eventually(function()
      local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
      return vim.bo.buftype == 'nofile' and vim.bo.filetype == 'mlir' and #lines > 3 and lines or nil
    end)
    local text = table.concat(lines or {}, '\n')
    check('run', text:match('arith%.addi') and text:match('\n// [^\n]*MulByTwo'), lines)
  end
end

local ok, message = xpcall(run, debug.traceback)
check('the script', ok, message)
vim.cmd(failed and 'cquit!' or 'qall!')
