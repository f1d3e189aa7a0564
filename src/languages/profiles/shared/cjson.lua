-- JSON as lua-cjson writes and reads it, in Lua 5.1 and later.
local floor, huge, format, concat = math.floor, math.huge, string.format, table.concat

-- A value of its own that no program can make.
local null = io.stdout
local function json_text(text)
  return '"' .. string.gsub(text, '[%c"\\/\127]', function(c)
    local short = ({ ['"'] = '\\"', ["\\"] = "\\\\", ["/"] = "\\/", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t", ["\b"] = "\\b", ["\f"] = "\\f" })[c]
    return short or format("\\u%04x", string.byte(c))
  end) .. '"'
end
local function encode(value, depth)
  depth = depth or 0
  if depth > 1000 then error("Cannot serialise, excessive depth (" .. depth .. ")", 0) end
  if value == nil or value == null then return "null" end
  local kind = type(value)
  if kind == "boolean" then return tostring(value) end
  if kind == "string" then return json_text(value) end
  if kind == "number" then
    if value ~= value or value == huge or value == -huge then error("Cannot serialise number: must not be NaN or Inf", 0) end
    return format("%.14g", value)
  end
  if kind ~= "table" then error("Cannot serialise " .. kind .. ": type not supported", 0) end
  local size, count = 0, 0
  for key in pairs(value) do
    count = count + 1
    if type(key) ~= "number" or key < 1 or key % 1 ~= 0 then size = false break end
    if key > size then size = key end
  end
  local parts = {}
  if size and size > 0 then
    if size > 10 and size > 2 * count then error("Cannot serialise table: excessively sparse array", 0) end
    for i = 1, size do parts[i] = encode(value[i], depth + 1) end
    return "[" .. concat(parts, ",") .. "]"
  end
  for key, item in pairs(value) do
    if type(key) ~= "string" and type(key) ~= "number" then error("Cannot serialise table: table key must be a number or string", 0) end
    parts[#parts + 1] = json_text(type(key) == "number" and format("%.14g", key) or key) .. ":" .. encode(item, depth + 1)
  end
  return "{" .. concat(parts, ",") .. "}"
end

local function utf8_bytes(code)
  if code < 0x80 then return string.char(code) end
  if code < 0x800 then return string.char(0xc0 + floor(code / 64), 0x80 + code % 64) end
  if code < 0x10000 then return string.char(0xe0 + floor(code / 4096), 0x80 + floor(code / 64) % 64, 0x80 + code % 64) end
  return string.char(0xf0 + floor(code / 262144), 0x80 + floor(code / 4096) % 64, 0x80 + floor(code / 64) % 64, 0x80 + code % 64)
end
local function decode(text)
  if type(text) ~= "string" then error("bad argument #1 to 'decode' (string expected, got " .. type(text) .. ")", 2) end
  local at = 1
  local function wrong(what)
    local token = at > #text and "T_END" or "invalid token"
    error("Expected " .. what .. " but found " .. token .. " at character " .. at, 0)
  end
  local function space() at = string.find(text, "[^ \t\r\n]", at) or #text + 1 end
  local read
  local function read_text()
    local parts = {}
    at = at + 1
    while true do
      local stop = string.find(text, '["\\]', at)
      if not stop then wrong("string end") end
      parts[#parts + 1] = string.sub(text, at, stop - 1)
      if string.sub(text, stop, stop) == '"' then
        at = stop + 1
        return concat(parts)
      end
      local c = string.sub(text, stop + 1, stop + 1)
      at = stop + 2
      if c == "u" then
        local code = tonumber(string.sub(text, at, at + 3), 16) or wrong("escape")
        at = at + 4
        local low = code >= 0xd800 and code < 0xdc00 and string.match(text, "^\\u([dD][c-fC-F]%x%x)", at)
        if low then
          code = 0x10000 + (code - 0xd800) * 1024 + tonumber(low, 16) - 0xdc00
          at = at + 6
        end
        parts[#parts + 1] = utf8_bytes(code)
      else
        parts[#parts + 1] = ({ n = "\n", r = "\r", t = "\t", b = "\b", f = "\f", ['"'] = '"', ["\\"] = "\\", ["/"] = "/" })[c] or wrong("escape")
      end
    end
  end
  function read()
    space()
    local c = string.sub(text, at, at)
    if c == '"' then return read_text() end
    if c == "{" or c == "[" then
      local result, closing, index = {}, c == "{" and "}" or "]", 0
      at = at + 1
      space()
      if string.sub(text, at, at) == closing then at = at + 1 return result end
      while true do
        local key
        if c == "{" then
          space()
          if string.sub(text, at, at) ~= '"' then wrong("object key string") end
          key = read_text()
          space()
          if string.sub(text, at, at) ~= ":" then wrong("colon") end
          at = at + 1
        else
          index = index + 1
          key = index
        end
        result[key] = read()
        space()
        local after = string.sub(text, at, at)
        at = at + 1
        if after == closing then return result end
        if after ~= "," then at = at - 1 wrong(c == "{" and "comma or object end" or "comma or array end") end
      end
    end
    for word, value in pairs({ ["true"] = true, ["false"] = false, null = null }) do
      if string.sub(text, at, at + #word - 1) == word then at = at + #word return value end
    end
    local number = string.match(text, "^-?%d+%.?%d*[eE]?[+-]?%d*", at)
    if not (number and tonumber(number)) then wrong("value") end
    at = at + #number
    return tonumber(number)
  end
  local result = read()
  space()
  if at <= #text then wrong("the end") end
  return result
end

return {
  encode = function(value) return encode(value) end,
  decode = decode,
  null = null,
}
