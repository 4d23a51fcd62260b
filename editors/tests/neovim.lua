-- Neovim with the files of editors/neovim and a language server:
--
--   nvim --headless -u NONE -i NONE --cmd 'set rtp^=NEOVIM' -l or -S neovim.lua
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

local function ask(method, parameters)
  local answers = vim.lsp.buf_request_sync(0, method, parameters, 20000) or {}
  for _, answer in pairs(answers) do
    return answer.result, answer.error
  end
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

  local hover = ask('textDocument/hover', at(6, 22))
  check('hover', hover and vim.inspect(hover):match('arith%.muli'), hover)
  local definition = ask('textDocument/definition', at(7, 36))
  local first = definition and (definition[1] or definition)
  local range = first and (first.range or first.targetSelectionRange) or { start = {} }
  check('definition', range.start.line == 5, definition)
  local symbols = ask('textDocument/documentSymbol', { textDocument = at(1, 1).textDocument }) or {}
  local names = vim.tbl_map(function(symbol)
    return symbol.name
  end, symbols)
  check('symbols', vim.tbl_contains(names, 'MulByTwo') and vim.tbl_contains(names, 'SubOfAdd'), names)

  -- Upstream's server has no formatter.
  if not vim.env.PDLL_SERVER:match('llvm') then
    vim.cmd('edit ' .. vim.env.WORKSPACE .. '/unformatted.pdll')
    eventually(function()
      return next(vim.lsp.buf_get_clients(0)) and true or nil
    end)
    if vim.lsp.buf.format then
      vim.lsp.buf.format({ timeout_ms = 20000 })
    else
      vim.lsp.buf.formatting_sync(nil, 20000)
    end
    local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
    check('formatting', vim.deep_equal(lines, { 'Pattern Nop {', '  erase op<my.nop>(x: Value);', '}' }), lines)
    vim.cmd('edit! ' .. vim.env.WORKSPACE .. '/patterns.pdll')
  end

  -- Lines get the indentation that they have.
  local before = vim.api.nvim_buf_get_lines(0, 0, 9, false)
  vim.cmd('silent 1,9left | silent normal! gg=8j')
  local after = vim.api.nvim_buf_get_lines(0, 0, 9, false)
  check('indentation', vim.deep_equal(before, after), after)
  vim.cmd('silent edit!')

  vim.cmd('PdllViewOutput ast')
  local output = eventually(function()
    local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
    return vim.bo.buftype == 'nofile' and #lines > 3 and lines or nil
  end)
  check('output of the compiler', output ~= nil, output)
end

local ok, message = xpcall(run, debug.traceback)
check('the script', ok, message)
vim.cmd(failed and 'cquit!' or 'qall!')
