local M = {}

-- Keep value between low and high.
function M.clamp(value, low, high)
  return math.min(low, math.max(value, high))
end

return M
