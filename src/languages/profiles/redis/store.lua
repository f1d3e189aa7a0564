-- What a Redis keeps in memory: entries by key, and what its commands have in common. Time stands still.
local huge, format, sort = math.huge, string.format, table.sort
local now_ms = 1700000000000
local store = {}

---- numbers and text --------------------------------------------------------------------------------------------------
local function fail(text) error(text, 0) end
local function number_text(value)
  if value == huge then return "inf" end
  if value == -huge then return "-inf" end
  if value % 1 == 0 and value > -1e17 and value < 1e17 then return format("%.0f", value) end
  for digits = 15, 17 do
    local text = format("%." .. digits .. "g", value)
    if tonumber(text) == value then return text end
  end
end
local function whole(text)
  local value = string.find(text, "^-?%d+$") and tonumber(text)
  if not value then fail("ERR value is not an integer or out of range") end
  return value
end
local function score(text)
  local lower = string.lower(text)
  if lower == "inf" or lower == "+inf" then return huge end
  if lower == "-inf" then return -huge end
  local value = tonumber(text)
  if not value then fail("ERR value is not a valid float") end
  return value
end

---- entries -----------------------------------------------------------------------------------------------------------
local function entry(key, kind)
  local found = store[key]
  if found and found.expires and found.expires <= now_ms then
    store[key] = nil
    found = nil
  end
  if found and kind and found.kind ~= kind then fail("WRONGTYPE Operation against a key holding the wrong kind of value") end
  return found
end
local function ensure(key, kind)
  local found = entry(key, kind)
  if not found then
    found = { kind = kind, value = kind ~= "string" and {} or "", order = {} }
    store[key] = found
  end
  return found
end
local function drop_empty(key)
  local found = store[key]
  if found and found.kind ~= "string" and next(found.value) == nil then store[key] = nil end
end
-- Takes the members that a command names out of a set of either kind; how many there were.
local function remove_members(a, kind)
  local e, count = entry(a[1], kind), 0
  for i = 2, #a do
    if e and e.value[a[i]] then
      count = count + 1
      e.value[a[i]] = nil
    end
  end
  drop_empty(a[1])
  return count
end
local function sorted_keys(map)
  local keys = {}
  for key in pairs(map) do keys[#keys + 1] = key end
  sort(keys)
  return keys
end
-- Whole numbers before text, as small sets are kept.
local function members(set)
  local list, all_whole = sorted_keys(set), true
  for _, item in ipairs(list) do all_whole = all_whole and string.find(item, "^-?%d+$") ~= nil end
  if all_whole then sort(list, function(a, b) return tonumber(a) < tonumber(b) end) end
  return list
end
local function span(first, last, size)
  first, last = whole(first), whole(last)
  if first < 0 then first = size + first end
  if last < 0 then last = size + last end
  if first < 0 then first = 0 end
  if last >= size then last = size - 1 end
  return first + 1, last + 1
end
local function slice(list, first, last)
  local from, to = span(first, last, #list)
  local result = {}
  for index = from, to do result[#result + 1] = list[index] end
  return result
end
local function upper_options(arguments, from)
  local options = {}
  for index = from, #arguments do options[string.upper(arguments[index])] = index end
  return options
end

-- A pattern of Redis as one of Lua: *, ?, [a-z], [^a] and a backslash before what is meant as it is.
local function glob(text)
  local out, at = { "^" }, 1
  while at <= #text do
    local one = string.sub(text, at, at)
    local class = one == "[" and string.match(text, "^%[%^?[^%]]+%]", at)
    if one == "\\" and at < #text then
      at = at + 1
      one = string.sub(text, at, at)
      out[#out + 1] = string.find(one, "%W") and "%" .. one or one
    elseif class then
      out[#out + 1] = string.gsub(class, "%%", "%%%%")
      at = at + #class - 1
    elseif one == "*" or one == "?" then
      out[#out + 1] = one == "*" and ".*" or "."
    else
      out[#out + 1] = string.find(one, "%W") and "%" .. one or one
    end
    at = at + 1
  end
  return table.concat(out) .. "$"
end

local OK = { ok = "OK" }
local commands = {}
local function define(names, least, most, run)
  for name in string.gmatch(names, "%S+") do commands[name] = { least = least, most = most, run = run } end
end

return {
  now_ms = now_ms,
  all = store,
  reset = function() for key in pairs(store) do store[key] = nil end end,
  fail = fail,
  number_text = number_text,
  whole = whole,
  score = score,
  entry = entry,
  ensure = ensure,
  drop_empty = drop_empty,
  remove_members = remove_members,
  sorted_keys = sorted_keys,
  members = members,
  span = span,
  slice = slice,
  upper_options = upper_options,
  glob = glob,
  OK = OK,
  commands = commands,
  define = define,
}
