local M = {}

-- Text without white space at both ends.
function M.trim(text)
  return (text:gsub("^%s+", ""):gsub("%s$", ""))
end

return M
