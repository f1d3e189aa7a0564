-- Streams without consumer groups: entries in the order of their ids.
local _, libraries = ...
local s = libraries.store
local fail, whole, entry, ensure, define, now_ms = s.fail, s.whole, s.entry, s.ensure, s.define, s.now_ms
local huge = math.huge
local invalid_id = "ERR Invalid stream ID specified as stream command argument"

local function read_id(text, missing_part)
  local ms, part = string.match(text, "^(%d+)-(%d+)$")
  ms = ms or string.match(text, "^%d+$")
  if not ms then fail(invalid_id) end
  return { tonumber(ms), part and tonumber(part) or missing_part }
end
local function before(a, b) return a[1] < b[1] or a[1] == b[1] and a[2] < b[2] end
local function id_text(id) return string.format("%.0f-%.0f", id[1], id[2]) end
local function shown(item) return { id_text(item.id), item.fields } end

-- Where the options of a trimming end, and what it keeps; nil where there is none.
local function read_trim(a, at)
  local kind = string.upper(a[at] or "")
  if kind ~= "MAXLEN" and kind ~= "MINID" then return at, nil end
  at = at + 1
  -- Nearly as many is exactly as many here.
  if a[at] == "=" or a[at] == "~" then at = at + 1 end
  if not a[at] then fail("ERR syntax error") end
  local trim = kind == "MAXLEN" and { most = whole(a[at]) } or { least = read_id(a[at], 0) }
  if trim.most and trim.most < 0 then fail("ERR The MAXLEN argument must be >= 0.") end
  if string.upper(a[at + 1] or "") == "LIMIT" then at = at + 2 end
  return at + 1, trim
end
local function shorten(items, trim)
  local count = 0
  while items[1] and (trim.most and #items > trim.most or trim.least and before(items[1].id, trim.least)) do
    table.remove(items, 1)
    count = count + 1
  end
  return count
end

local function next_id(text, last)
  if text == "*" then
    if now_ms > last[1] then return { now_ms, 0 } end
    return { last[1], last[2] + 1 }
  end
  local open_ms = string.match(text, "^(%d+)-%*$")
  if not open_ms then return read_id(text, 0) end
  local ms = tonumber(open_ms)
  return { ms, ms == last[1] and last[2] + 1 or 0 }
end
define("XADD", 4, nil, function(a)
  local at, trim, creates = 2, nil, true
  if string.upper(a[at]) == "NOMKSTREAM" then at, creates = at + 1, false end
  at, trim = read_trim(a, at)
  if #a < at + 2 or (#a - at) % 2 == 1 then fail("ERR wrong number of arguments for 'xadd' command") end
  if not creates and not entry(a[1], "stream") then return false end
  local found = entry(a[1], "stream")
  local last = found and found.last or { 0, 0 }
  local id = next_id(a[at], last)
  if id[1] == 0 and id[2] == 0 then fail("ERR The ID specified in XADD must be greater than 0-0") end
  if not before(last, id) then fail("ERR The ID specified in XADD is equal or smaller than the target stream top item") end
  local stream = ensure(a[1], "stream")
  stream.last = id
  local fields = {}
  for index = at + 1, #a do fields[#fields + 1] = a[index] end
  stream.value[#stream.value + 1] = { id = id, fields = fields }
  if trim then shorten(stream.value, trim) end
  return id_text(id)
end)
define("XLEN", 1, 1, function(a) local e = entry(a[1], "stream") return e and #e.value or 0 end)

local function bound(text, missing_part, step)
  if text == "-" then return { 0, 0 } end
  if text == "+" then return { huge, huge } end
  local open = string.sub(text, 1, 1) == "("
  local id = read_id(open and string.sub(text, 2) or text, missing_part)
  if open then id[2] = id[2] + step end
  return id
end
local function range(is_reverse)
  return function(a)
    local first, last = a[2], a[3]
    if is_reverse then first, last = last, first end
    local from, to, most = bound(first, 0, 1), bound(last, huge, -1), huge
    if a[4] then
      if string.upper(a[4]) ~= "COUNT" or not a[5] then fail("ERR syntax error") end
      most = whole(a[5])
    end
    local found, result = entry(a[1], "stream"), {}
    local items = found and found.value or {}
    for step = 1, #items do
      local item = items[is_reverse and #items + 1 - step or step]
      if #result >= most then break end
      if not before(item.id, from) and not before(to, item.id) then result[#result + 1] = shown(item) end
    end
    return result
  end
end
define("XRANGE", 3, 5, range(false))
define("XREVRANGE", 3, 5, range(true))
define("XDEL", 2, nil, function(a)
  local found, count = entry(a[1], "stream"), 0
  for index = 2, #a do
    local id = read_id(a[index], 0)
    for place = found and #found.value or 0, 1, -1 do
      local own = found.value[place].id
      if own[1] == id[1] and own[2] == id[2] then
        table.remove(found.value, place)
        count = count + 1
      end
    end
  end
  return count
end)
define("XTRIM", 3, nil, function(a)
  local found = entry(a[1], "stream")
  local _, trim = read_trim(a, 2)
  if not trim then fail("ERR syntax error") end
  return found and shorten(found.value, trim) or 0
end)
define("XREAD", 3, nil, function(a)
  local at, most = 1, huge
  while a[at] and string.upper(a[at]) ~= "STREAMS" do
    local option = string.upper(a[at])
    if option ~= "COUNT" and option ~= "BLOCK" then fail("ERR syntax error") end
    if option == "COUNT" then most = whole(a[at + 1] or "") end
    at = at + 2
  end
  local keys = (#a - at) / 2
  if not a[at] or keys < 1 or keys % 1 ~= 0 then
    fail("ERR Unbalanced 'xread' list of streams: for each stream key an ID or '$' must be specified.")
  end
  local result = {}
  for index = at + 1, at + keys do
    local found, after, items = entry(a[index], "stream"), a[index + keys], {}
    local from = after == "$" and (found and found.last or { 0, 0 }) or read_id(after, 0)
    for _, item in ipairs(found and found.value or {}) do
      if before(from, item.id) and #items < most then items[#items + 1] = shown(item) end
    end
    if #items > 0 then result[#result + 1] = { a[index], items } end
  end
  return #result > 0 and result or false
end)

return {}
