local M = {}

-- Text n times, joined by a separator.
function M.repeat_text(text, n, separator)
  local parts = {}
  for index = 1, n do
    parts[index] = text
  end
  return table.concat(parts)
end

return M
