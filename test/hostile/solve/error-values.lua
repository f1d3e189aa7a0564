-- Raises values that might pass for something else.
local function solve() error(setmetatable({ anneal = true, message = "ok" }, { __tostring = function() return "ok 1" end })) end
return { solve = solve }
