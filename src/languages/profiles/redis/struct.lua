-- The library struct of Redis: values as bytes by a format, little-endian and unaligned unless the format says otherwise.
local _, libraries = ...
local numbers = libraries.ieee754
local fixed_sizes = { b = 1, B = 1, h = 2, H = 2, l = 8, L = 8, T = 8, f = 4, d = 8, x = 1 }
local usual_int, largest_int, usual_align = 4, 32, 8
local text_options = { c = true, s = true, x = true }

local function alignment(number)
  local align = number or usual_align
  local power = 1
  while power < align do power = power * 2 end
  if power ~= align then error("alignment " .. align .. " is not a power of 2", 0) end
  return align
end
local function wrong(index, name, text) error("bad argument #" .. index .. " to '" .. name .. "' (" .. text .. ")", 0) end
-- Calls `each` with an option, its size, whether it is big-endian and the offset of its first byte; `each` returns how many bytes it
-- took. Returns the offset after the last one.
local function walk(format, name, each)
  local big, align, at, offset = false, 1, 1, 0
  while at <= #format do
    local option = string.sub(format, at, at)
    local digits = string.find("iI!c", option, 1, true) and string.match(format, "^%d+", at + 1) or ""
    local number = tonumber(digits)
    at = at + 1 + #digits
    if option == "<" or option == ">" then
      big = option == ">"
    elseif option == "!" then
      align = alignment(number)
    elseif option ~= " " then
      local size = fixed_sizes[option]
      if option == "i" or option == "I" then size = number or usual_int end
      if option == "c" then size = number or 1 end
      if option == "s" then size = 0 end
      if not size then wrong(1, name, "invalid format option '" .. option .. "'") end
      if size > largest_int and not text_options[option] then
        error("integral size " .. size .. " is larger than limit of " .. largest_int, 0)
      end
      local unit = text_options[option] and 1 or math.min(size, align)
      if unit > 1 then offset = offset + (unit - offset % unit) % unit end
      offset = offset + each(option, size, big, offset)
    end
  end
  return offset
end
local function ordered(bytes, big) return big and bytes or string.reverse(bytes) end

local function pack(format, ...)
  local given, index, out, length = { ... }, 0, {}, 0
  local function next_number()
    index = index + 1
    return tonumber(given[index]) or wrong(index + 1, "pack", "number expected, got " .. type(given[index]))
  end
  local function next_text()
    index = index + 1
    local value = given[index]
    if type(value) ~= "string" and type(value) ~= "number" then wrong(index + 1, "pack", "string expected, got " .. type(value)) end
    return tostring(value)
  end
  walk(format, "pack", function(option, size, big, offset)
    local bytes
    if option == "x" then
      bytes = "\0"
    elseif option == "s" then
      bytes = next_text() .. "\0"
    elseif option == "c" then
      bytes = next_text()
      -- The real one counts one too many here.
      if #bytes < size then wrong(index + 2, "pack", "string too short") end
      if size > 0 then bytes = string.sub(bytes, 1, size) end
    elseif option == "f" or option == "d" then
      bytes = ordered(numbers.float(next_number(), size), big)
    else
      local value = next_number()
      -- Towards zero, as C casts it.
      bytes = ordered(numbers.whole(value < 0 and math.ceil(value) or math.floor(value), size), big)
    end
    out[#out + 1] = string.rep("\0", offset - length) .. bytes
    length = offset + #bytes
    return #bytes
  end)
  return table.concat(out)
end

local function unpack_from(format, data, start)
  start = start or 1
  if start < 1 then wrong(3, "unpack", "offset must be 1 or greater") end
  local values, count = {}, 0
  local function give(value) count = count + 1 values[count] = value end
  local after = walk(format, "unpack", function(option, size, big, offset)
    local at = start + offset
    if at + size - 1 > #data then wrong(2, "unpack", "data string too short") end
    if option == "x" then return 1 end
    if option == "s" then
      local last = string.find(data, "\0", at, true)
      if not last then error("unfinished string in data", 0) end
      give(string.sub(data, at, last - 1))
      return last - at + 1
    end
    if option == "c" then
      if size == 0 then
        -- The number that was read before says how long it is, and is no result.
        size = values[count]
        if type(size) ~= "number" then error("format 'c0' needs a previous size", 0) end
        count = count - 1
        if at + size - 1 > #data then wrong(2, "unpack", "data string too short") end
      end
      give(string.sub(data, at, at + size - 1))
      return size
    end
    local bytes = ordered(string.sub(data, at, at + size - 1), big)
    if option == "f" or option == "d" then
      give(numbers.read_float(bytes))
    else
      local value = numbers.read_whole(bytes)
      if string.find("bhli", option, 1, true) and value >= 2 ^ (size * 8 - 1) then value = value - 2 ^ (size * 8) end
      give(value)
    end
    return size
  end)
  values[count + 1] = start + after
  return unpack(values, 1, count + 1)
end

return {
  pack = pack,
  unpack = unpack_from,
  size = function(format)
    return walk(format, "size", function(option, size)
      if option == "s" or option == "c" and size == 0 then
        wrong(1, "size", "option '" .. (option == "s" and "s" or "c0") .. "' has no fixed size")
      end
      return size
    end)
  end,
}
