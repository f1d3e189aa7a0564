local M = {}

-- The parts of text between commas.
function M.split(text)
  local parts = {}
  for part in text:gmatch("([^,]*),") do
    parts[#parts + 1] = part
  end
  return parts
end

return M
