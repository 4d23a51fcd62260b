-- The language server of PDLL in Neovim 0.7 and later.
--
--   require('pdll').setup({ include_dirs = { 'include' } })
--
-- starts it for PDLL files. All options are optional:
--
--   cmd                     the command, by default { 'pdll-opt', 'lsp' }
--   include_dirs            folders in which `#include` looks for files
--   compilation_databases   files pdll_compile_commands.yml
--   inputs                  .mlir files on which patterns are tried
--   inlay_hints             whether to send hints, by default true
--   verdicts                whether to find out if patterns are right, by default true
--   portable                whether to report what MLIR's mlir-pdll does not have, by
--                           default false
--   rules                   whether to start it for `.td` files, too, by default false
--   on_attach, capabilities, flags
--                           as for every language server
--
-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

local M = {}
local root_of, request, parameters_of, show, is_uri

local DATABASE = 'pdll_compile_commands.yml'
local MARKERS = { DATABASE, '.git' }

M.options = {}

--- Starts the server for all PDLL files that are opened from now on.
function M.setup(options)
  M.options = options or {}
  local group = vim.api.nvim_create_augroup('pdll', { clear = true })
  if M.options.rules then
    -- Older versions do not know the type of these files.
    vim.api.nvim_create_autocmd({ 'BufNewFile', 'BufRead' }, {
      group = group,
      pattern = '*.td',
      command = 'setfiletype tablegen',
    })
  end
  if vim.lsp.enable then
    vim.lsp.config('pdll', M.config())
    vim.lsp.enable('pdll')
    return
  end
  vim.api.nvim_create_autocmd('FileType', {
    group = group,
    pattern = M.config().filetypes,
    callback = function(event)
      M.start(event.buf)
    end,
  })
end

--- The configuration of the client, as `vim.lsp.config` takes it.
function M.config()
  local options = M.options
  return {
    name = 'pdll',
    cmd = options.cmd or { 'pdll-opt', 'lsp' },
    filetypes = options.rules and { 'pdll', 'tablegen' } or { 'pdll' },
    root_markers = MARKERS,
    capabilities = options.capabilities,
    flags = options.flags,
    on_attach = options.on_attach,
    init_options = {
      includeDirs = options.include_dirs or {},
      compilationDatabases = options.compilation_databases or {},
      inputs = options.inputs or {},
      inlayHints = options.inlay_hints ~= false,
      verdicts = options.verdicts ~= false,
      portable = options.portable == true,
    },
  }
end

--- Attaches a buffer to the server of its project, which is started if there is none.
function M.start(buffer)
  local config = M.config()
  config.root_dir = root_of(vim.api.nvim_buf_get_name(buffer))
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
    return
  end
  for _, client in pairs(vim.lsp.get_active_clients()) do
    if client.name == 'pdll' and client.config.root_dir == config.root_dir then
      vim.lsp.buf_attach_client(buffer, client.id)
      return
    end
  end
  vim.lsp.buf_attach_client(buffer, vim.lsp.start_client(config))
end

--- Shows what the compiler makes of the buffer: 'mlir', 'matcher', 'cpp' or 'ast'.
function M.view_output(kind)
  local filetypes = { mlir = 'mlir', cpp = 'cpp' }
  local uri = vim.uri_from_bufnr(0)
  request('pdll/viewOutput', { uri = uri, kind = kind }, function(result)
    show(result.output, filetypes[kind] or '')
  end)
end

--- Explains why a pattern matches a program, or does not.
function M.explain(what)
  request('pdll/explain', parameters_of(what), function(result)
    show(result.text, '')
  end)
end

--- Shows what a pattern makes of a program, and below it why.
function M.run(what)
  request('pdll/run', parameters_of(what), function(result)
    local comment = vim.trim(result.explanation):gsub('[^\n]+', '// %0')
    show(vim.trim(result.output) .. '\n\n' .. comment, 'mlir')
  end)
end

function parameters_of(what)
  return {
    uri = what.uri or vim.uri_from_bufnr(0),
    pattern = what.pattern,
    input = is_uri(what.input) and what.input or vim.fn.fnamemodify(what.input, ':p'),
  }
end

function root_of(file)
  local folder = vim.fn.fnamemodify(file, ':p:h')
  local at = folder
  while true do
    for _, marker in ipairs(MARKERS) do
      if vim.loop.fs_stat(at .. '/' .. marker) then
        return at
      end
    end
    local parent = vim.fn.fnamemodify(at, ':h')
    if parent == at then
      return folder
    end
    at = parent
  end
end

function request(method, parameters, use)
  local sent = vim.lsp.buf_request(0, method, parameters, function(err, result)
    if err then
      vim.notify('pdll: ' .. err.message, vim.log.levels.ERROR)
    elseif result then
      use(result)
    end
  end)
  if vim.tbl_isempty(sent or {}) then
    vim.notify('pdll: no language server is attached to this buffer', vim.log.levels.ERROR)
  end
end

function is_uri(text)
  return text:match('^%a+://') ~= nil
end

function show(text, filetype)
  vim.cmd('vnew')
  local buffer = vim.api.nvim_get_current_buf()
  vim.bo[buffer].buftype = 'nofile'
  vim.bo[buffer].bufhidden = 'wipe'
  vim.bo[buffer].swapfile = false
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(text, '\n'))
  vim.bo[buffer].filetype = filetype
  vim.bo[buffer].modifiable = false
end

-- The code lenses of the server.
for name, run in pairs({ ['pdll.explain'] = M.explain, ['pdll.run'] = M.run }) do
  vim.lsp.commands[name] = function(command)
    local uri, pattern, input = unpack(command.arguments)
    run({ uri = uri, pattern = pattern, input = input })
  end
end

-- Vim runs a lens without a command when it is chosen. It is a text and no more.
vim.lsp.commands[''] = function() end
vim.lsp.commands['pdll.showVerdict'] = function(command)
  local _, text = unpack(command.arguments)
  show(text, '')
end

return M
