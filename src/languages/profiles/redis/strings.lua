-- Strings, keys and their expiry.
local _, libraries = ...
local s = libraries.store
local fail, number_text, whole, score, entry, ensure, sorted_keys, span, upper_options, OK, define, store, now_ms =
  s.fail, s.number_text, s.whole, s.score, s.entry, s.ensure, s.sorted_keys, s.span, s.upper_options, s.OK, s.define, s.all, s.now_ms
local floor = math.floor

define("GET", 1, 1, function(a) local e = entry(a[1], "string") return e and e.value or false end)
define("SET", 2, nil, function(a)
  local options, found = upper_options(a, 3), entry(a[1])
  if (options.NX and found) or (options.XX and not found) then return options.GET and found and found.value or false end
  local expires = options.KEEPTTL and found and found.expires or nil
  if options.EX then expires = now_ms + 1000 * whole(a[options.EX + 1] or "") end
  if options.PX then expires = now_ms + whole(a[options.PX + 1] or "") end
  if options.EXAT then expires = 1000 * whole(a[options.EXAT + 1] or "") end
  if options.PXAT then expires = whole(a[options.PXAT + 1] or "") end
  store[a[1]] = { kind = "string", value = a[2], expires = expires }
  if options.GET then return found and found.value or false end
  return OK
end)
define("SETNX", 2, 2, function(a)
  if entry(a[1]) then return 0 end
  store[a[1]] = { kind = "string", value = a[2] }
  return 1
end)
define("SETEX", 3, 3, function(a) store[a[1]] = { kind = "string", value = a[3], expires = now_ms + 1000 * whole(a[2]) } return OK end)
define("PSETEX", 3, 3, function(a) store[a[1]] = { kind = "string", value = a[3], expires = now_ms + whole(a[2]) } return OK end)
define("GETSET", 2, 2, function(a)
  local e = entry(a[1], "string")
  store[a[1]] = { kind = "string", value = a[2] }
  return e and e.value or false
end)
define("GETDEL", 1, 1, function(a) local e = entry(a[1], "string") store[a[1]] = nil return e and e.value or false end)
define("MGET", 1, nil, function(a)
  local result = {}
  for i, key in ipairs(a) do local e = entry(key) result[i] = e and e.kind == "string" and e.value or false end
  return result
end)
define("MSET", 2, nil, function(a)
  if #a % 2 == 1 then fail("ERR wrong number of arguments for 'mset' command") end
  for i = 1, #a, 2 do store[a[i]] = { kind = "string", value = a[i + 1] } end
  return OK
end)
define("MSETNX", 2, nil, function(a)
  if #a % 2 == 1 then fail("ERR wrong number of arguments for 'msetnx' command") end
  for i = 1, #a, 2 do if entry(a[i]) then return 0 end end
  for i = 1, #a, 2 do store[a[i]] = { kind = "string", value = a[i + 1] } end
  return 1
end)
define("DEL UNLINK", 1, nil, function(a)
  local count = 0
  for _, key in ipairs(a) do
    if entry(key) then count = count + 1 end
    store[key] = nil
  end
  return count
end)
define("EXISTS TOUCH", 1, nil, function(a)
  local count = 0
  for _, key in ipairs(a) do if entry(key) then count = count + 1 end end
  return count
end)
define("TYPE", 1, 1, function(a) local e = entry(a[1]) return { ok = e and e.kind or "none" } end)
define("RENAME", 2, 2, function(a)
  local e = entry(a[1])
  if not e then fail("ERR no such key") end
  store[a[1]] = nil
  store[a[2]] = e
  return OK
end)
define("RENAMENX", 2, 2, function(a)
  local e = entry(a[1])
  if not e then fail("ERR no such key") end
  if entry(a[2]) then return 0 end
  store[a[1]] = nil
  store[a[2]] = e
  return 1
end)
local function copied(value)
  if type(value) ~= "table" then return value end
  local copy = {}
  for key, item in pairs(value) do copy[key] = copied(item) end
  return copy
end
define("COPY", 2, 3, function(a)
  local e, options = entry(a[1]), upper_options(a, 3)
  if not e or entry(a[2]) and not options.REPLACE then return 0 end
  store[a[2]] = copied(e)
  return 1
end)
define("KEYS", 1, 1, function(a)
  local pattern = s.glob(a[1])
  local result = {}
  for _, key in ipairs(sorted_keys(store)) do if entry(key) and string.find(key, pattern) then result[#result + 1] = key end end
  return result
end)
define("DBSIZE", 0, 0, function() local count = 0 for key in pairs(store) do if entry(key) then count = count + 1 end end return count end)
-- A key without an end lasts for ever.
local expire_flags = {
  NX = function(old) return old == nil end,
  XX = function(old) return old ~= nil end,
  GT = function(old, new) return old ~= nil and new > old end,
  LT = function(old, new) return old == nil or new < old end,
}
local function expire(unit, absolute)
  return function(a)
    local e = entry(a[1])
    local at = (absolute and 0 or now_ms) + unit * whole(a[2])
    if not e then return 0 end
    local flag = a[3] and string.upper(a[3])
    if flag and not expire_flags[flag] then fail("ERR Unsupported option " .. a[3]) end
    if flag and not expire_flags[flag](e.expires, at) then return 0 end
    e.expires = at
    entry(a[1])
    return 1
  end
end
define("EXPIRE", 2, 3, expire(1000))
define("PEXPIRE", 2, 3, expire(1))
define("EXPIREAT", 2, 3, expire(1000, true))
define("PEXPIREAT", 2, 3, expire(1, true))
define("PERSIST", 1, 1, function(a)
  local e = entry(a[1])
  if not (e and e.expires) then return 0 end
  e.expires = nil
  return 1
end)
local function left(unit)
  return function(a)
    local e = entry(a[1])
    if not e then return -2 end
    return e.expires and floor((e.expires - now_ms) / unit + 0.5) or -1
  end
end
define("TTL", 1, 1, left(1000))
define("PTTL", 1, 1, left(1))
local function ends_at(unit)
  return function(a)
    local e = entry(a[1])
    if not e then return -2 end
    return e.expires and floor(e.expires / unit + 0.5) or -1
  end
end
define("EXPIRETIME", 1, 1, ends_at(1000))
define("PEXPIRETIME", 1, 1, ends_at(1))
define("GETEX", 1, 3, function(a)
  local e, options = entry(a[1], "string"), upper_options(a, 2)
  if not e then return false end
  local value = e.value
  if options.EX then e.expires = now_ms + 1000 * whole(a[3]) end
  if options.PX then e.expires = now_ms + whole(a[3]) end
  if options.EXAT then e.expires = 1000 * whole(a[3]) end
  if options.PXAT then e.expires = whole(a[3]) end
  if options.PERSIST then e.expires = nil end
  entry(a[1])
  return value
end)
local function increment(sign, given)
  return function(a)
    local e, by = ensure(a[1], "string"), given and whole(a[2]) or 1
    local value = whole(e.value == "" and "0" or e.value) + sign * by
    e.value = number_text(value)
    return value
  end
end
define("INCR", 1, 1, increment(1))
define("DECR", 1, 1, increment(-1))
define("INCRBY", 2, 2, increment(1, true))
define("DECRBY", 2, 2, increment(-1, true))
define("INCRBYFLOAT", 2, 2, function(a)
  local e = ensure(a[1], "string")
  e.value = number_text(score(e.value == "" and "0" or e.value) + score(a[2]))
  return e.value
end)
define("APPEND", 2, 2, function(a) local e = ensure(a[1], "string") e.value = e.value .. a[2] return #e.value end)
define("STRLEN", 1, 1, function(a) local e = entry(a[1], "string") return e and #e.value or 0 end)
define("GETRANGE SUBSTR", 3, 3, function(a)
  local e = entry(a[1], "string")
  if not e then return "" end
  local from, to = span(a[2], a[3], #e.value)
  return string.sub(e.value, from, to)
end)
define("SETRANGE", 3, 3, function(a)
  local at = whole(a[2])
  if at < 0 then fail("ERR offset is out of range") end
  local e = entry(a[1], "string")
  if a[3] == "" then return e and #e.value or 0 end
  e = ensure(a[1], "string")
  local head = e.value .. string.rep("\0", at - #e.value)
  e.value = string.sub(head, 1, at) .. a[3] .. string.sub(head, at + #a[3] + 1)
  return #e.value
end)
define("RANDOMKEY", 0, 0, function()
  for _, key in ipairs(sorted_keys(store)) do if entry(key) then return key end end
  return false
end)
define("TIME", 0, 0, function() return { number_text(floor(now_ms / 1000)), "0" } end)
define("PUBLISH", 2, 2, function() return 0 end)
define("PING", 0, 1, function(a) return a[1] or { ok = "PONG" } end)
define("ECHO", 1, 1, function(a) return a[1] end)
define("SELECT", 1, 1, function() return OK end)
define("FLUSHDB FLUSHALL", 0, 1, function() for key in pairs(store) do store[key] = nil end return OK end)

return {}
