-- The library bit of LuaJIT by arithmetic, for Lua 5.1.
local floor, format = math.floor, string.format

local function to_bits(value) return value % 4294967296 end
local function signed(value) return value >= 2147483648 and value - 4294967296 or value end
local function bitwise(pick)
  return function(first, ...)
    local result = to_bits(first)
    for _, other in ipairs({ ... }) do
      local a, b, sum, place = result, to_bits(other), 0, 1
      for _ = 1, 32 do
        if pick(a % 2, b % 2) then sum = sum + place end
        a, b, place = floor(a / 2), floor(b / 2), place * 2
      end
      result = sum
    end
    return signed(result)
  end
end
local bit = {
  band = bitwise(function(a, b) return a == 1 and b == 1 end),
  bor = bitwise(function(a, b) return a == 1 or b == 1 end),
  bxor = bitwise(function(a, b) return a ~= b end),
  bnot = function(a) return signed(4294967295 - to_bits(a)) end,
  tobit = function(a) return signed(to_bits(a)) end,
  lshift = function(a, n) return signed(to_bits(to_bits(a) % 2 ^ (32 - n % 32) * 2 ^ (n % 32))) end,
  rshift = function(a, n) return signed(floor(to_bits(a) / 2 ^ (n % 32))) end,
  arshift = function(a, n) return floor(signed(to_bits(a)) / 2 ^ (n % 32)) end,
  rol = function(a, n) n = n % 32 a = to_bits(a) return signed(to_bits(a * 2 ^ n % 4294967296 + floor(a / 2 ^ (32 - n)))) end,
  ror = function(a, n) n = n % 32 a = to_bits(a) return signed(to_bits(floor(a / 2 ^ n) + a % 2 ^ n * 2 ^ (32 - n))) end,
  bswap = function(a) a = to_bits(a) return signed(a % 256 * 16777216 + floor(a / 256) % 256 * 65536 + floor(a / 65536) % 256 * 256 + floor(a / 16777216)) end,
  tohex = function(a, n)
    local text = format("%08x", to_bits(a))
    n = n or 8
    return n < 0 and string.upper(string.sub(text, n)) or string.sub(text, -n)
  end,
}

return bit
