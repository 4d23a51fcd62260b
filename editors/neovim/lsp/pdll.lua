-- For `vim.lsp.enable('pdll')` of Neovim 0.11 and later.
--
-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
return require('pdll').config()
