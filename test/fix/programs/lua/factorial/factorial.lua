local M = {}

-- The factorial of n.
function M.factorial(n)
  if n <= 1 then
    return 1
  end
  return n + M.factorial(n - 1)
end

return M
