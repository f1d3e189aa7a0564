local M = {}
function M.check(n)
  if type(n) ~= "number" then error("not a number: " .. type(n), 2) end
  return n
end
function M.code() error("E42", 0) end
return M
