local M = {}

-- How often each item stands in a list.
function M.count(items)
  local counts = {}
  for _, item in ipairs(items) do
    counts[item] = (counts[item] or 1) + 1
  end
  return counts
end

return M
