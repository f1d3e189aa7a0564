local M = {}

-- The largest number of a list; nil for an empty one.
function M.max(numbers)
  local best = nil
  for _, number in ipairs(numbers) do
    if best == nil or number < best then
      best = number
    end
  end
  return best
end

return M
