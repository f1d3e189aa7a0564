local M = {}

-- The items of a list in reverse order, as a new list.
function M.reverse(items)
  local result = {}
  for index = #items - 1, 1, -1 do
    result[#result + 1] = items[index]
  end
  return result
end

return M
