-- Single bits of strings, counted from the highest of the first byte.
local _, libraries = ...
local s = libraries.store
local fail, whole, entry, ensure, span, define = s.fail, s.whole, s.entry, s.ensure, s.span, s.define
local byte, char, sub = string.byte, string.char, string.sub

local function place(text)
  local offset = string.find(text, "^%d+$") and tonumber(text)
  if not offset or offset >= 2 ^ 32 then fail("ERR bit offset is not an integer or out of range") end
  return math.floor(offset / 8), 2 ^ (7 - offset % 8)
end
local function bit_of(value, index, weight) return math.floor((byte(value, index + 1) or 0) / weight) % 2 end

define("GETBIT", 2, 2, function(a)
  local index, weight = place(a[2])
  local e = entry(a[1], "string")
  return e and bit_of(e.value, index, weight) or 0
end)
define("SETBIT", 3, 3, function(a)
  local index, weight = place(a[2])
  if a[3] ~= "0" and a[3] ~= "1" then fail("ERR bit is not an integer or out of range") end
  local e = ensure(a[1], "string")
  local value = e.value .. string.rep("\0", index + 1 - #e.value)
  local old = bit_of(value, index, weight)
  local changed = byte(value, index + 1) + (tonumber(a[3]) - old) * weight
  e.value = sub(value, 1, index) .. char(changed) .. sub(value, index + 2)
  return old
end)
define("BITCOUNT", 1, 4, function(a)
  local e = entry(a[1], "string")
  local value = e and e.value or ""
  if #a == 2 then fail("ERR syntax error") end
  local unit = string.upper(a[4] or "BYTE")
  if unit ~= "BYTE" and unit ~= "BIT" then fail("ERR syntax error") end
  local size = unit == "BIT" and 8 * #value or #value
  local from, to = span(a[2] or "0", a[3] or "-1", size)
  if unit == "BYTE" then from, to = 8 * from - 7, 8 * to end
  local count = 0
  for position = from - 1, to - 1 do count = count + bit_of(value, math.floor(position / 8), 2 ^ (7 - position % 8)) end
  return count
end)

return {}
