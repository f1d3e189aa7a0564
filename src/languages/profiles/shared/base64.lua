-- Base 64 (RFC 4648), for Lua 5.1 and later.
local alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
local value_of = {}
for index = 1, 64 do value_of[string.sub(alphabet, index, index)] = index - 1 end

local function encode(text)
  local parts = {}
  for at = 1, #text, 3 do
    local a, b, c = string.byte(text, at, at + 2)
    local all = a * 65536 + (b or 0) * 256 + (c or 0)
    for position = 3, 0, -1 do
      local used = position >= 2 or position == 1 and b or position == 0 and c
      local index = math.floor(all / 64 ^ position) % 64 + 1
      parts[#parts + 1] = used and string.sub(alphabet, index, index) or "="
    end
  end
  return table.concat(parts)
end

local function decode(text)
  local parts, bits, count = {}, 0, 0
  for character in string.gmatch(text, "[^=%s]") do
    local value = value_of[character]
    if not value then return nil end
    bits, count = bits * 64 + value, count + 6
    if count >= 8 then
      count = count - 8
      parts[#parts + 1] = string.char(math.floor(bits / 2 ^ count) % 256)
      bits = bits % 2 ^ count
    end
  end
  return table.concat(parts)
end

return { encode = encode, decode = decode }
