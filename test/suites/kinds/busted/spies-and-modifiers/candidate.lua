local M = {}
function M.each(items, f) for _, item in ipairs(items) do f(item) end end
function M.load(id) return "real " .. id end
function M.title(id) return M.load(id):upper() end
function M.parse(text)
  if text == "" then error("nothing to parse") end
  if text == "t" then error({ code = 5 }) end
  return tonumber(text)
end
function M.list() return { 1, 2, { 3 } } end
function M.nothing() return nil end
return M
