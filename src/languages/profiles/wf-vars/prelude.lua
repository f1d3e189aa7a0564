-- The globals of a low-code workflow: its variables as tables, and arrays that know that they are arrays.
local fresh_globals = ...

-- Kept apart from the tables themselves, so that a program cannot see a mark as data.
local marks = setmetatable({}, { __mode = "k" })

local function mark_as_array(value)
  if type(value) ~= "table" then error("bad argument #1 to 'markAsArray' (table expected, got " .. type(value) .. ")", 2) end
  marks[value] = true
  return value
end

local lacking = { "arg", "collectgarbage", "coroutine", "debug", "dofile", "io", "load", "loadfile", "os", "package", "print", "require", "warn" }

local function environment(context)
  local globals = fresh_globals()
  for _, name in ipairs(lacking) do globals[name] = nil end
  local given = type(context) == "table" and type(context.wf) == "table" and context.wf or {}
  if type(given.vars) ~= "table" then given.vars = {} end
  if type(given.initVariables) ~= "table" then given.initVariables = {} end
  globals.wf = given
  globals._utils = {
    array = {
      new = function() return mark_as_array({}) end,
      markAsArray = mark_as_array,
    },
  }
  return globals
end

return {
  environment = environment,
  marks = marks,
  -- A workflow goes on with its variables as the program leaves them.
  after = function(context) return type(context) == "table" and context.wf or nil end,
}
