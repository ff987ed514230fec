-- Drives kb lsp with Neovim, in the folder that it is started in.
local function fail(what)
  io.stderr:write(what, '\n')
  vim.cmd('cquit')
end

local function check(holds, what, seen)
  if not holds then
    fail(what .. ': ' .. vim.inspect(seen))
  end
end

local function main()
  local id = vim.lsp.start_client({ name = 'kb', cmd = { vim.env.KB, 'lsp' }, root_dir = vim.fn.getcwd() })
  vim.cmd('edit notes/n1.md')
  local buffer = vim.api.nvim_get_current_buf()
  check(vim.lsp.buf_attach_client(buffer, id), 'the buffer is not attached', id)
  check(vim.wait(30000, function() return vim.lsp.get_client_by_id(id).initialized end, 20), 'the server does not begin', id)

  -- What is not saved: a link, a fault, the beginning of a link.
  vim.api.nvim_buf_set_lines(buffer, 0, -1, true, { '# Note 1', '', '🙂 [[target]] and [gone](none.md)', '', '[[tar' })
  local found
  check(vim.wait(30000, function()
    for _, d in ipairs(vim.diagnostic.get(buffer)) do
      if d.code == 'broken-link' or d.user_data and d.user_data.lsp and d.user_data.lsp.code == 'broken-link' then
        found = d
      end
    end
    return found
  end, 20), 'no finding about a buffer that is not saved', vim.diagnostic.get(buffer))
  check(found.lnum == 2 and found.col == #'🙂 [[target]] and ', 'a finding in the wrong place', found)

  local function ask(method, line, column, more)
    local params = { textDocument = { uri = vim.uri_from_bufnr(buffer) }, position = { line = line, character = column } }
    local answers, err = vim.lsp.buf_request_sync(buffer, method, vim.tbl_extend('force', params, more or {}), 30000)
    check(answers and answers[id] and answers[id].result, method, err or answers)
    return answers[id].result
  end
  local labels = vim.tbl_map(function(i) return i.label end, ask('textDocument/completion', 4, 5).items)
  check(vim.tbl_contains(labels, 'target'), 'completion', labels)
  local hover = ask('textDocument/hover', 2, 7)
  check(hover.contents.value:find('The target', 1, true), 'hover', hover)
  local where = ask('textDocument/definition', 2, 7)
  check((where.uri or where[1].uri) == vim.uri_from_fname(vim.fn.getcwd() .. '/notes/target.md'), 'definition', where)

  vim.api.nvim_buf_set_lines(buffer, 2, -1, true, { '🙂 [[target]] twice: [[target#A part]].' })
  check(vim.wait(30000, function() return #vim.diagnostic.get(buffer) == 0 end, 20), 'what was mended is still found',
    vim.diagnostic.get(buffer))

  local edit = ask('textDocument/rename', 2, 7, { newName = 'renamed' })
  vim.lsp.util.apply_workspace_edit(edit, vim.lsp.get_client_by_id(id).offset_encoding)
  vim.cmd('silent wall')
  local line = vim.fn.readfile('notes/n1.md')[3]
  check(line == '🙂 [[renamed]] twice: [[renamed#A part]].', 'an edit in the wrong place', line)

  vim.lsp.stop_client(id)
  check(vim.wait(10000, function() return vim.lsp.get_client_by_id(id) == nil or vim.lsp.client_is_stopped(id) end, 20), 'the server does not end', id)
end

local fine, problem = xpcall(main, debug.traceback)
if not fine then
  fail(problem)
end
vim.cmd('qall!')
