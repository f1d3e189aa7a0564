-- Luau's libraries in Lua 5.1, for logic that needs no engine.
local fresh_globals = ...
local floor = math.floor

local frozen = setmetatable({}, { __mode = "k" })

local tables = {
  find = function(list, wanted, from)
    for index = from or 1, #list do if list[index] == wanted then return index end end
    return nil
  end,
  create = function(count, value)
    local list = {}
    for index = 1, count do list[index] = value end
    return list
  end,
  clone = function(t)
    local copy = {}
    for key, value in pairs(t) do copy[key] = value end
    return setmetatable(copy, getmetatable(t))
  end,
  clear = function(t) for key in pairs(t) do t[key] = nil end end,
  freeze = function(t) frozen[t] = true return t end,
  isfrozen = function(t) return frozen[t] == true end,
  move = function(from, first, last, at, to)
    to = to or from
    if at > first then for offset = last - first, 0, -1 do to[at + offset] = from[first + offset] end
    else for offset = 0, last - first do to[at + offset] = from[first + offset] end end
    return to
  end,
  pack = function(...) return { n = select("#", ...), ... } end,
  unpack = unpack,
}

local maths = {
  clamp = function(value, low, high)
    if low > high then error("max must be greater than or equal to min", 2) end
    return math.max(low, math.min(high, value))
  end,
  round = function(value) return value < 0 and math.ceil(value - 0.5) or floor(value + 0.5) end,
  sign = function(value) return value > 0 and 1 or value < 0 and -1 or 0 end,
}

local strings = {
  split = function(text, separator)
    separator = separator or ","
    local result, at = {}, 1
    if separator == "" then
      for character in string.gmatch(text, ".") do result[#result + 1] = character end
      return result
    end
    while true do
      local first, last = string.find(text, separator, at, true)
      if not first then break end
      result[#result + 1] = string.sub(text, at, first - 1)
      at = last + 1
    end
    result[#result + 1] = string.sub(text, at)
    return result
  end,
}
-- `text:split(",")` finds it too.
string.split = strings.split

local function bits(value) return floor(value) % 4294967296 end
local function bitwise(pick, start)
  return function(...)
    local result = start
    for index = 1, select("#", ...) do
      local a, b, sum, place = result, bits((select(index, ...))), 0, 1
      for _ = 1, 32 do
        if pick(a % 2, b % 2) then sum = sum + place end
        a, b, place = floor(a / 2), floor(b / 2), place * 2
      end
      result = sum
    end
    return result
  end
end
local bit32 = {
  band = bitwise(function(a, b) return a == 1 and b == 1 end, 4294967295),
  bor = bitwise(function(a, b) return a == 1 or b == 1 end, 0),
  bxor = bitwise(function(a, b) return a ~= b end, 0),
  bnot = function(a) return 4294967295 - bits(a) end,
  lshift = function(a, n) return bits(bits(a) * 2 ^ n) end,
  rshift = function(a, n) return floor(bits(a) / 2 ^ n) end,
}

local lacking = { "io", "load", "loadfile", "dofile", "package", "module", "require" }

local function environment()
  local globals = fresh_globals()
  for _, name in ipairs(lacking) do globals[name] = nil end
  for name, value in pairs(tables) do globals.table[name] = value end
  for name, value in pairs(maths) do globals.math[name] = value end
  for name, value in pairs(strings) do globals.string[name] = value end
  globals.os = { clock = os.clock, time = os.time, date = os.date, difftime = os.difftime }
  globals.bit32 = bit32
  globals.typeof = type
  globals.warn = globals.print
  globals.task = {
    wait = function(seconds) return seconds or 0 end,
    spawn = function(run, ...) if type(run) == "thread" then return coroutine.resume(run, ...) end run(...) end,
    defer = function(run, ...) run(...) end,
    delay = function(_, run, ...) run(...) end,
    cancel = function() end,
  }
  return globals
end

return { environment = environment }
