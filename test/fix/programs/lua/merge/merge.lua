local M = {}

-- A new table with the fields of both; the second wins.
function M.merge(first, second)
  local result = {}
  for key, value in pairs(first) do
    result[key] = value
  end
  for key, value in ipairs(second) do
    result[key] = value
  end
  return result
end

return M
