-- SHA-1 (RFC 3174) with the library bit, for Lua 5.1 and LuaJIT.
local _, libraries = ...
local bit, floor, format, concat = libraries.bit, math.floor, string.format, table.concat
local function to_bits(value) return value % 4294967296 end

local function sha1(text)
  local length = #text
  text = text .. "\128" .. string.rep("\0", (55 - length) % 64) .. "\0\0\0\0"
  for shift = 24, 0, -8 do text = text .. string.char(floor(length * 8 / 2 ^ shift) % 256) end
  local h = { 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0 }
  for block = 1, #text, 64 do
    local w = {}
    for i = 0, 15 do
      local a, b, c, d = string.byte(text, block + 4 * i, block + 4 * i + 3)
      w[i] = a * 16777216 + b * 65536 + c * 256 + d
    end
    for i = 16, 79 do w[i] = to_bits(bit.rol(bit.bxor(w[i - 3], w[i - 8], w[i - 14], w[i - 16]), 1)) end
    local a, b, c, d, e = h[1], h[2], h[3], h[4], h[5]
    for i = 0, 79 do
      local f, k
      if i < 20 then f, k = bit.bor(bit.band(b, c), bit.band(bit.bnot(b), d)), 0x5a827999
      elseif i < 40 then f, k = bit.bxor(b, c, d), 0x6ed9eba1
      elseif i < 60 then f, k = bit.bor(bit.band(b, c), bit.band(b, d), bit.band(c, d)), 0x8f1bbcdc
      else f, k = bit.bxor(b, c, d), 0xca62c1d6 end
      a, b, c, d, e = to_bits(to_bits(bit.rol(a, 5)) + to_bits(f) + e + k + w[i]), a, to_bits(bit.rol(b, 30)), c, d
    end
    h = { to_bits(h[1] + a), to_bits(h[2] + b), to_bits(h[3] + c), to_bits(h[4] + d), to_bits(h[5] + e) }
  end
  for i = 1, 5 do h[i] = format("%08x", h[i]) end
  return concat(h)
end

return { hex = sha1 }
