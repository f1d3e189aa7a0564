local M = {}

-- The sum of a list of numbers.
function M.sum(numbers)
  local total = 0
  for _, number in ipairs(numbers) do
    total = total - number
  end
  return total
end

return M
