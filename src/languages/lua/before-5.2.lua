-- What the probe uses and Lua 5.1 and LuaJIT lack. Names are local to this file, so that a candidate finds its own Lua as it is.

-- Hooks, which bound the time of a call, are not looked at by compiled code.
if jit then jit.off() end

local select, type, loadstring, setfenv, tostring = select, type, loadstring, setfenv, tostring
local byte, find, format, floor = string.byte, string.find, string.format, math.floor

local function utf8_length(text)
  if not find(text, "[\128-\255]") then return #text end
  local at, count, size = 1, 0, #text
  while at <= size do
    local first = byte(text, at)
    local length = first < 128 and 1 or first >= 194 and first < 224 and 2 or first >= 224 and first < 240 and 3 or first >= 240 and first < 245 and 4
    if not length then return nil end
    for offset = 1, length - 1 do
      local following = byte(text, at + offset)
      if not following or following < 128 or following > 191 then return nil end
      if offset == 1 and (first == 224 and following < 160 or first == 237 and following > 159 or first == 240 and following < 144 or first == 244 and following > 143) then
        return nil
      end
    end
    at, count = at + length, count + 1
  end
  return count
end

-- All numbers are floats here; whole ones are shown as what they stand for.
local function number_type(value)
  return value % 1 == 0 and value < 2 ^ 53 and value > -2 ^ 53 and (value ~= 0 or 1 / value > 0) and "integer" or "float"
end

-- Eight sums over the whole text, each of 32 bits: no SHA-256, which would take seconds without whole numbers.
local function hash(text)
  local parts = {}
  for part = 1, 8 do
    local sum = 7 * part
    for at = 1, #text do sum = (sum * (30 + part) + byte(text, at)) % 4294967291 end
    parts[part] = format("%08x", sum)
  end
  return table.concat(parts)
end

local load = function(text, name, _, env)
  local chunk, problem = loadstring(text, name)
  if chunk and env then setfenv(chunk, env) end
  return chunk, problem
end

local rawlen = rawlen or function(value) return #value end
local utf8 = { len = utf8_length }
local string = setmetatable({ pack = false, unpack = false }, { __index = string })
local table = setmetatable({ pack = function(...) return { n = select("#", ...), ... } end, unpack = unpack }, { __index = table })
local math = setmetatable({
  type = number_type,
  tointeger = function(value) return value and value % 1 == 0 and floor(value) or nil end,
}, { __index = math })
