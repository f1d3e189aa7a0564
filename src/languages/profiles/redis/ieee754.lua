-- Numbers as bytes, the most significant first: whole ones, and floats of 4 or 8 bytes as IEEE 754 defines them.
local floor, frexp, ldexp, huge = math.floor, math.frexp, math.ldexp, math.huge
local exponent_bits = { [4] = 8, [8] = 11 }

-- Of a negative number the two's complement; of a number too large for them the lowest `size` bytes.
local function whole(value, size)
  local out = {}
  for place = size, 1, -1 do
    out[place] = string.char(value % 256)
    value = floor(value / 256)
  end
  return table.concat(out)
end
local function read_whole(bytes)
  local value = 0
  for place = 1, #bytes do value = value * 256 + string.byte(bytes, place) end
  return value
end

-- To the nearest, ties to even, as C converts a double to a float.
local function rounded(value)
  local down = floor(value)
  local rest = value - down
  return (rest > 0.5 or rest == 0.5 and down % 2 == 1) and down + 1 or down
end
local function float(value, size)
  local of_exponent = exponent_bits[size]
  local of_fraction = size * 8 - 1 - of_exponent
  local bias = 2 ^ (of_exponent - 1) - 1
  local negative = value < 0 or value == 0 and 1 / value < 0
  local exponent, fraction = 0, 0
  if value ~= value then
    exponent, fraction, negative = 2 * bias + 1, 2 ^ (of_fraction - 1), true
  elseif value == huge or value == -huge then
    exponent = 2 * bias + 1
  elseif value ~= 0 then
    local mantissa, power = frexp(negative and -value or value)
    exponent = power + bias - 1
    if exponent > 0 then
      fraction = rounded((mantissa * 2 - 1) * 2 ^ of_fraction)
    else
      fraction, exponent = rounded(ldexp(mantissa, of_fraction + exponent)), 0
    end
    -- Rounded up to the next power of two.
    if fraction >= 2 ^ of_fraction then fraction, exponent = fraction - 2 ^ of_fraction, exponent + 1 end
    if exponent > 2 * bias then fraction, exponent = 0, 2 * bias + 1 end
  end
  -- In two halves: 64 bits are more than a number holds.
  local high_fraction = floor(fraction / 2 ^ 32)
  local in_high = 31 - of_exponent
  local head = (negative and 2 ^ 31 or 0) + exponent * 2 ^ in_high
  if size == 4 then return whole(head + fraction, 4) end
  return whole(head + high_fraction, 4) .. whole(fraction % 2 ^ 32, 4)
end
local function read_float(bytes)
  local of_exponent = exponent_bits[#bytes]
  local of_fraction = #bytes * 8 - 1 - of_exponent
  local bias = 2 ^ (of_exponent - 1) - 1
  local high, low = read_whole(string.sub(bytes, 1, 4)), read_whole(string.sub(bytes, 5))
  local in_high = 31 - of_exponent
  local sign = high >= 2 ^ 31 and -1 or 1
  local exponent = floor(high / 2 ^ in_high) % 2 ^ of_exponent
  local fraction = high % 2 ^ in_high * (#bytes == 8 and 2 ^ 32 or 1) + low
  if exponent == 2 * bias + 1 then return fraction == 0 and sign * huge or 0 / 0 end
  if exponent == 0 then return sign * ldexp(fraction, 1 - bias - of_fraction) end
  return sign * ldexp(1 + fraction / 2 ^ of_fraction, exponent - bias)
end

return { whole = whole, read_whole = read_whole, float = float, read_float = read_float }
