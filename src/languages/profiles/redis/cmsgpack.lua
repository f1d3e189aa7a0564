-- MessagePack as the library cmsgpack of Redis writes and reads it.
local _, libraries = ...
local numbers = libraries.ieee754
local char, floor = string.char, math.floor
-- Deeper tables are written as nil.
local most_nested = 16

---- writing -----------------------------------------------------------------------------------------------------------
local function pack_number(value)
  if value == floor(value) and value >= -2 ^ 63 and value < 2 ^ 63 then
    if value >= -32 and value <= 127 then return char(value % 256) end
    local first = value >= 0 and 0xcc or 0xd0
    for power = 0, 3 do
      local bits = 8 * 2 ^ power
      local fits = value >= 0 and value < 2 ^ bits or value < 0 and value >= -2 ^ (bits - 1)
      if fits then return char(first + power) .. numbers.whole(value, bits / 8) end
    end
  end
  local single = numbers.float(value, 4)
  if numbers.read_float(single) == value then return "\202" .. single end
  return "\203" .. numbers.float(value, 8)
end
local function head(size, few, most_few, by_bytes)
  if size <= most_few then return char(few + size) end
  for _, form in ipairs(by_bytes) do
    if size < 256 ^ form[2] then return char(form[1]) .. numbers.whole(size, form[2]) end
  end
end
local function list_size(value)
  local count, most = 0, 0
  for key in pairs(value) do
    if type(key) ~= "number" or key <= 0 or key ~= floor(key) then return nil end
    count, most = count + 1, math.max(most, key)
  end
  return count == most and most or nil
end
local pack
local function pack_table(value, depth)
  local out, size = {}, list_size(value)
  if size then
    for index = 1, size do out[index] = pack(value[index], depth + 1) end
    return head(size, 0x90, 15, { { 0xdc, 2 }, { 0xdd, 4 } }) .. table.concat(out)
  end
  for key, item in pairs(value) do out[#out + 1] = pack(key, depth + 1) .. pack(item, depth + 1) end
  return head(#out, 0x80, 15, { { 0xde, 2 }, { 0xdf, 4 } }) .. table.concat(out)
end
pack = function(value, depth)
  local kind = type(value)
  if kind == "string" then return head(#value, 0xa0, 31, { { 0xd9, 1 }, { 0xda, 2 }, { 0xdb, 4 } }) .. value end
  if kind == "number" then return pack_number(value) end
  if kind == "boolean" then return value and "\195" or "\194" end
  if kind == "table" and depth < most_nested then return pack_table(value, depth) end
  return "\192"
end

---- reading -----------------------------------------------------------------------------------------------------------
local function take(text, at, size)
  if at + size - 1 > #text then error("Missing bytes in input.", 0) end
  return string.sub(text, at, at + size - 1), at + size
end
local unpack_one
local function list_of(text, at, size)
  local list = {}
  for index = 1, size do list[index], at = unpack_one(text, at) end
  return list, at
end
local function map_of(text, at, size)
  local map, key, value = {}, nil, nil
  for _ = 1, size do
    key, at = unpack_one(text, at)
    value, at = unpack_one(text, at)
    if key ~= nil then map[key] = value end
  end
  return map, at
end
-- Bytes of the size that follows, and what comes after it.
local sized = {
  [0xd9] = { 1, take }, [0xda] = { 2, take }, [0xdb] = { 4, take },
  [0xdc] = { 2, list_of }, [0xdd] = { 4, list_of }, [0xde] = { 2, map_of }, [0xdf] = { 4, map_of },
}
local function read_number(kind, text, at)
  if kind >= 0xd4 then return nil end
  local is_float = kind < 0xcc
  local size = is_float and (kind == 0xca and 4 or 8) or 2 ^ (kind % 4)
  local bytes, after = take(text, at, size)
  if is_float then return numbers.read_float(bytes), after end
  local value = numbers.read_whole(bytes)
  if kind >= 0xd0 and value >= 2 ^ (size * 8 - 1) then value = value - 2 ^ (size * 8) end
  return value, after
end
unpack_one = function(text, at)
  local first
  first, at = take(text, at, 1)
  local kind = string.byte(first)
  if kind < 0x80 then return kind, at end
  if kind < 0x90 then return map_of(text, at, kind - 0x80) end
  if kind < 0xa0 then return list_of(text, at, kind - 0x90) end
  if kind < 0xc0 then return take(text, at, kind - 0xa0) end
  if kind >= 0xe0 then return kind - 256, at end
  if kind == 0xc0 then return nil, at end
  if kind == 0xc2 or kind == 0xc3 then return kind == 0xc3, at end
  if kind >= 0xca and kind <= 0xd3 then return read_number(kind, text, at) end
  if not sized[kind] then error("Bad data format in input.", 0) end
  local bytes, after = take(text, at, sized[kind][1])
  return sized[kind][2](text, after, numbers.read_whole(bytes))
end

---- the library -------------------------------------------------------------------------------------------------------
-- A limit of 0 is none. The third result is where the next object begins, counted from 0, or -1 at the end.
local function objects(text, limit, offset)
  if limit < 0 or offset < 0 then
    error("Invalid request to unpack with offset of " .. offset .. " and limit of " .. #text .. ".", 0)
  end
  if offset > #text then error("Start offset " .. offset .. " greater than input length " .. #text .. ".", 0) end
  local values, count, at = {}, 0, offset + 1
  while at <= #text and (limit == 0 or count < limit) do
    count = count + 1
    values[count], at = unpack_one(text, at)
  end
  return values, count, at > #text and -1 or at - 1
end
return {
  pack = function(...)
    local count, out = select("#", ...), {}
    if count == 0 then error("bad argument #0 to 'pack' (MessagePack pack needs input.)", 0) end
    for index = 1, count do out[index] = pack((select(index, ...)), 0) end
    return table.concat(out)
  end,
  unpack = function(text)
    local values, count = objects(text, 0, 0)
    return unpack(values, 1, count)
  end,
  unpack_one = function(text, offset)
    local values, count, after = objects(text, 1, offset or 0)
    return after, unpack(values, 1, count)
  end,
  unpack_limit = function(text, limit, offset)
    local values, count, after = objects(text, limit, offset or 0)
    return after, unpack(values, 1, count)
  end,
}
