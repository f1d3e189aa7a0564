-- A small Redis 7 in Lua 5.1: the globals of a script and a store in memory, fresh for each call.
--
-- The context: KEYS and ARGV; `before`: commands that are run first; `after`: commands whose replies are observed in the
-- end; `function`: which function of a library is called. Time stands still.
local fresh_globals = ...
local floor, huge, format, concat, sort = math.floor, math.huge, string.format, table.concat, table.sort
local now_ms = 1700000000000

local store, registered

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

local OK = { ok = "OK" }
local commands = {}
local function define(names, least, most, run)
  for name in string.gmatch(names, "%S+") do commands[name] = { least = least, most = most, run = run } end
end

---- strings and keys --------------------------------------------------------------------------------------------------
define("GET", 1, 1, function(a) local e = entry(a[1], "string") return e and e.value or false end)
define("SET", 2, nil, function(a)
  local options, found = upper_options(a, 3), entry(a[1])
  if (options.NX and found) or (options.XX and not found) then return options.GET and found and found.value or false end
  local expires = options.KEEPTTL and found and found.expires or nil
  if options.EX then expires = now_ms + 1000 * whole(a[options.EX + 1] or "") end
  if options.PX then expires = now_ms + whole(a[options.PX + 1] or "") end
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
define("DEL UNLINK", 1, nil, function(a)
  local count = 0
  for _, key in ipairs(a) do
    if entry(key) then count = count + 1 end
    store[key] = nil
  end
  return count
end)
define("EXISTS", 1, nil, function(a)
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
define("KEYS", 1, 1, function(a)
  local pattern = "^" .. string.gsub(string.gsub(a[1], "[%^%$%(%)%%%.%+%-]", "%%%0"), "[%*%?]", { ["*"] = ".*", ["?"] = "." }) .. "$"
  local result = {}
  for _, key in ipairs(sorted_keys(store)) do if entry(key) and string.find(key, pattern) then result[#result + 1] = key end end
  return result
end)
define("DBSIZE", 0, 0, function() local count = 0 for key in pairs(store) do if entry(key) then count = count + 1 end end return count end)
local function expire(unit, absolute)
  return function(a)
    local e = entry(a[1])
    if not e then return 0 end
    e.expires = (absolute and 0 or now_ms) + unit * whole(a[2])
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
define("TIME", 0, 0, function() return { number_text(floor(now_ms / 1000)), "0" } end)
define("PUBLISH", 2, 2, function() return 0 end)
define("PING", 0, 1, function(a) return a[1] or { ok = "PONG" } end)
define("ECHO", 1, 1, function(a) return a[1] end)
define("SELECT", 1, 1, function() return OK end)
define("FLUSHDB FLUSHALL", 0, 1, function() for key in pairs(store) do store[key] = nil end return OK end)

---- hashes ------------------------------------------------------------------------------------------------------------
local function put(e, field, value)
  local added = e.value[field] == nil
  if added then e.order[#e.order + 1] = field end
  e.value[field] = value
  return added
end
local function fields_of(e)
  local list = {}
  for _, field in ipairs(e and e.order or {}) do if e.value[field] ~= nil then list[#list + 1] = field end end
  return list
end
define("HSET HMSET", 3, nil, function(a, name)
  if #a % 2 == 0 then fail("ERR wrong number of arguments for '" .. string.lower(name) .. "' command") end
  local e, count = ensure(a[1], "hash"), 0
  for i = 2, #a, 2 do if put(e, a[i], a[i + 1]) then count = count + 1 end end
  return name == "HMSET" and OK or count
end)
define("HSETNX", 3, 3, function(a)
  local e = ensure(a[1], "hash")
  if e.value[a[2]] ~= nil then return 0 end
  put(e, a[2], a[3])
  return 1
end)
define("HGET", 2, 2, function(a) local e = entry(a[1], "hash") return e and e.value[a[2]] or false end)
define("HMGET", 2, nil, function(a)
  local e, result = entry(a[1], "hash"), {}
  for i = 2, #a do result[i - 1] = e and e.value[a[i]] or false end
  return result
end)
define("HGETALL", 1, 1, function(a)
  local e, result = entry(a[1], "hash"), {}
  for _, field in ipairs(fields_of(e)) do
    result[#result + 1] = field
    result[#result + 1] = e.value[field]
  end
  return result
end)
define("HKEYS", 1, 1, function(a) return fields_of(entry(a[1], "hash")) end)
define("HVALS", 1, 1, function(a)
  local e, result = entry(a[1], "hash"), {}
  for i, field in ipairs(fields_of(e)) do result[i] = e.value[field] end
  return result
end)
define("HLEN", 1, 1, function(a) return #fields_of(entry(a[1], "hash")) end)
define("HEXISTS", 2, 2, function(a) local e = entry(a[1], "hash") return e and e.value[a[2]] ~= nil and 1 or 0 end)
define("HDEL", 2, nil, function(a)
  local e, count = entry(a[1], "hash"), 0
  for i = 2, #a do
    if e and e.value[a[i]] ~= nil then
      count = count + 1
      e.value[a[i]] = nil
      for position, field in ipairs(e.order) do if field == a[i] then table.remove(e.order, position) break end end
    end
  end
  drop_empty(a[1])
  return count
end)
define("HINCRBY", 3, 3, function(a)
  local e = ensure(a[1], "hash")
  local value = whole(e.value[a[2]] or "0") + whole(a[3])
  put(e, a[2], number_text(value))
  return value
end)
define("HINCRBYFLOAT", 3, 3, function(a)
  local e = ensure(a[1], "hash")
  put(e, a[2], number_text(score(e.value[a[2]] or "0") + score(a[3])))
  return e.value[a[2]]
end)

---- lists -------------------------------------------------------------------------------------------------------------
local function push(at_head, must_exist)
  return function(a)
    if must_exist and not entry(a[1], "list") then return 0 end
    local list = ensure(a[1], "list").value
    for i = 2, #a do table.insert(list, at_head and 1 or #list + 1, a[i]) end
    return #list
  end
end
define("LPUSH", 2, nil, push(true))
define("RPUSH", 2, nil, push(false))
define("LPUSHX", 2, nil, push(true, true))
define("RPUSHX", 2, nil, push(false, true))
local function pop(at_head)
  return function(a)
    local e = entry(a[1], "list")
    if not e then return false end
    local result = {}
    for i = 1, a[2] and whole(a[2]) or 1 do result[i] = table.remove(e.value, at_head and 1 or #e.value) end
    drop_empty(a[1])
    if a[2] then return result end
    return result[1] or false
  end
end
define("LPOP", 1, 2, pop(true))
define("RPOP", 1, 2, pop(false))
define("RPOPLPUSH", 2, 2, function(a)
  local item = commands.RPOP.run({ a[1] })
  if item then commands.LPUSH.run({ a[2], item }) end
  return item
end)
define("LMOVE", 4, 4, function(a)
  local item = commands[string.upper(a[3]) == "LEFT" and "LPOP" or "RPOP"].run({ a[1] })
  if item then commands[string.upper(a[4]) == "LEFT" and "LPUSH" or "RPUSH"].run({ a[2], item }) end
  return item
end)
define("LLEN", 1, 1, function(a) local e = entry(a[1], "list") return e and #e.value or 0 end)
define("LRANGE", 3, 3, function(a) local e = entry(a[1], "list") return e and slice(e.value, a[2], a[3]) or {} end)
define("LINDEX", 2, 2, function(a)
  local e, index = entry(a[1], "list"), whole(a[2])
  return e and e.value[index < 0 and #e.value + index + 1 or index + 1] or false
end)
define("LSET", 3, 3, function(a)
  local e, index = entry(a[1], "list"), whole(a[2])
  if not e then fail("ERR no such key") end
  index = index < 0 and #e.value + index + 1 or index + 1
  if not e.value[index] then fail("ERR index out of range") end
  e.value[index] = a[3]
  return OK
end)
define("LTRIM", 3, 3, function(a)
  local e = entry(a[1], "list")
  if e then e.value = slice(e.value, a[2], a[3]) end
  drop_empty(a[1])
  return OK
end)
define("LREM", 3, 3, function(a)
  local e, count, removed = entry(a[1], "list"), whole(a[2]), 0
  if not e then return 0 end
  local from, to, step = 1, #e.value, 1
  if count < 0 then from, to, step = #e.value, 1, -1 end
  local kept = {}
  for i = from, to, step do
    if e.value[i] == a[3] and (count == 0 or removed < math.abs(count)) then removed = removed + 1
    elseif step == 1 then kept[#kept + 1] = e.value[i]
    else table.insert(kept, 1, e.value[i]) end
  end
  e.value = kept
  drop_empty(a[1])
  return removed
end)
define("LINSERT", 4, 4, function(a)
  local e = entry(a[1], "list")
  for i, item in ipairs(e and e.value or {}) do
    if item == a[3] then
      table.insert(e.value, string.upper(a[2]) == "BEFORE" and i or i + 1, a[4])
      return #e.value
    end
  end
  return e and -1 or 0
end)

---- sets --------------------------------------------------------------------------------------------------------------
define("SADD", 2, nil, function(a)
  local set, count = ensure(a[1], "set").value, 0
  for i = 2, #a do
    if not set[a[i]] then count = count + 1 end
    set[a[i]] = true
  end
  return count
end)
define("SREM", 2, nil, function(a)
  local e, count = entry(a[1], "set"), 0
  for i = 2, #a do
    if e and e.value[a[i]] then
      count = count + 1
      e.value[a[i]] = nil
    end
  end
  drop_empty(a[1])
  return count
end)
define("SMEMBERS", 1, 1, function(a) local e = entry(a[1], "set") return e and members(e.value) or {} end)
define("SCARD", 1, 1, function(a) local e = entry(a[1], "set") return e and #members(e.value) or 0 end)
define("SISMEMBER", 2, 2, function(a) local e = entry(a[1], "set") return e and e.value[a[2]] and 1 or 0 end)
define("SMISMEMBER", 2, nil, function(a)
  local e, result = entry(a[1], "set"), {}
  for i = 2, #a do result[i - 1] = e and e.value[a[i]] and 1 or 0 end
  return result
end)
define("SPOP SRANDMEMBER", 1, 2, function(a, name)
  local e = entry(a[1], "set")
  local list = e and members(e.value) or {}
  local result = {}
  for i = 1, math.min(a[2] and math.abs(whole(a[2])) or 1, #list) do
    result[i] = list[i]
    if name == "SPOP" then e.value[list[i]] = nil end
  end
  drop_empty(a[1])
  if a[2] then return result end
  return result[1] or false
end)
define("SMOVE", 3, 3, function(a)
  if commands.SREM.run({ a[1], a[3] }) == 0 then return 0 end
  commands.SADD.run({ a[2], a[3] })
  return 1
end)
local function combine(keep)
  return function(a, _, from)
    local sets, seen, result = {}, {}, {}
    for i = from or 1, #a do local e = entry(a[i], "set") sets[#sets + 1] = e and e.value or {} end
    for _, set in ipairs(sets) do for item in pairs(set) do seen[item] = true end end
    for item in pairs(seen) do
      local count = 0
      for _, set in ipairs(sets) do if set[item] then count = count + 1 end end
      if keep(count, #sets, sets[1][item]) then result[item] = true end
    end
    return result
  end
end
for name, keep in pairs({
  SINTER = function(count, all) return count == all end,
  SUNION = function() return true end,
  SDIFF = function(count, _, in_first) return in_first and count == 1 end,
}) do
  local run = combine(keep)
  define(name, 1, nil, function(a) return members(run(a)) end)
  define(name .. "STORE", 2, nil, function(a)
    local result = run(a, nil, 2)
    store[a[1]] = next(result) ~= nil and { kind = "set", value = result } or nil
    return #sorted_keys(result)
  end)
end

---- sorted sets -------------------------------------------------------------------------------------------------------
local function ranked(key)
  local e = entry(key, "zset")
  local list = e and sorted_keys(e.value) or {}
  sort(list, function(a, b)
    local x, y = e.value[a], e.value[b]
    if x ~= y then return x < y end
    return a < b
  end)
  return list, e and e.value or {}
end
local function bound(text)
  if string.sub(text, 1, 1) == "(" then return score(string.sub(text, 2)), true end
  return score(text), false
end
local function by_score(key, low, high)
  local list, scores = ranked(key)
  local from, from_open = bound(low)
  local to, to_open = bound(high)
  local result = {}
  for _, item in ipairs(list) do
    local value = scores[item]
    if (value > from or value == from and not from_open) and (value < to or value == to and not to_open) then result[#result + 1] = item end
  end
  return result, scores
end
local function turned(list)
  local result = {}
  for i = #list, 1, -1 do result[#result + 1] = list[i] end
  return result
end
local function shown(list, scores, options, a)
  local skip, most = 0, #list
  if options.LIMIT then skip, most = whole(a[options.LIMIT + 1]), whole(a[options.LIMIT + 2]) end
  if most < 0 then most = #list end
  local result = {}
  for i = skip + 1, math.min(skip + most, #list) do
    result[#result + 1] = list[i]
    if options.WITHSCORES then result[#result + 1] = number_text(scores[list[i]]) end
  end
  return result
end
define("ZADD", 3, nil, function(a)
  local first, flags = 2, {}
  while a[first] and ({ NX = 1, XX = 1, GT = 1, LT = 1, CH = 1, INCR = 1 })[string.upper(a[first])] do
    flags[string.upper(a[first])] = true
    first = first + 1
  end
  if (#a - first) % 2 == 0 then fail("ERR syntax error") end
  local set, added, changed, last = ensure(a[1], "zset").value, 0, 0, false
  for i = first, #a, 2 do
    local old, new = set[a[i + 1]], score(a[i])
    if flags.INCR then new = (old or 0) + new end
    local allowed = not (flags.NX and old or flags.XX and not old or flags.GT and old and new <= old or flags.LT and old and new >= old)
    if allowed then
      if not old then added = added + 1 elseif old ~= new then changed = changed + 1 end
      set[a[i + 1]] = new
      last = number_text(new)
    end
  end
  drop_empty(a[1])
  if flags.INCR then return last end
  return flags.CH and added + changed or added
end)
define("ZINCRBY", 3, 3, function(a)
  local set = ensure(a[1], "zset").value
  set[a[3]] = (set[a[3]] or 0) + score(a[2])
  return number_text(set[a[3]])
end)
define("ZREM", 2, nil, function(a)
  local e, count = entry(a[1], "zset"), 0
  for i = 2, #a do
    if e and e.value[a[i]] then
      count = count + 1
      e.value[a[i]] = nil
    end
  end
  drop_empty(a[1])
  return count
end)
define("ZSCORE", 2, 2, function(a) local e = entry(a[1], "zset") return e and e.value[a[2]] and number_text(e.value[a[2]]) or false end)
define("ZMSCORE", 2, nil, function(a)
  local e, result = entry(a[1], "zset"), {}
  for i = 2, #a do result[i - 1] = e and e.value[a[i]] and number_text(e.value[a[i]]) or false end
  return result
end)
define("ZCARD", 1, 1, function(a) return #(ranked(a[1])) end)
define("ZCOUNT", 3, 3, function(a) return #(by_score(a[1], a[2], a[3])) end)
define("ZRANGE", 3, nil, function(a)
  local options = upper_options(a, 4)
  if options.BYSCORE then
    local list, scores = by_score(a[1], a[options.REV and 3 or 2], a[options.REV and 2 or 3])
    return shown(options.REV and turned(list) or list, scores, options, a)
  end
  local list, scores = ranked(a[1])
  return shown(slice(options.REV and turned(list) or list, a[2], a[3]), scores, { WITHSCORES = options.WITHSCORES }, a)
end)
define("ZREVRANGE", 3, 4, function(a)
  local list, scores = ranked(a[1])
  return shown(slice(turned(list), a[2], a[3]), scores, upper_options(a, 4), a)
end)
define("ZRANGEBYSCORE", 3, nil, function(a)
  local list, scores = by_score(a[1], a[2], a[3])
  return shown(list, scores, upper_options(a, 4), a)
end)
define("ZREVRANGEBYSCORE", 3, nil, function(a)
  local list, scores = by_score(a[1], a[3], a[2])
  return shown(turned(list), scores, upper_options(a, 4), a)
end)
local function rank(reversed)
  return function(a)
    local list = ranked(a[1])
    if reversed then list = turned(list) end
    for i, item in ipairs(list) do if item == a[2] then return i - 1 end end
    return false
  end
end
define("ZRANK", 2, 2, rank(false))
define("ZREVRANK", 2, 2, rank(true))
local function remove_all(key, list)
  for _, item in ipairs(list) do store[key].value[item] = nil end
  drop_empty(key)
  return #list
end
define("ZREMRANGEBYSCORE", 3, 3, function(a) return remove_all(a[1], (by_score(a[1], a[2], a[3]))) end)
define("ZREMRANGEBYRANK", 3, 3, function(a) return remove_all(a[1], slice(ranked(a[1]), a[2], a[3])) end)
local function pop_ranked(reversed)
  return function(a)
    local list, scores = ranked(a[1])
    if reversed then list = turned(list) end
    local result, taken = {}, {}
    for i = 1, math.min(a[2] and whole(a[2]) or 1, #list) do
      taken[i] = list[i]
      result[#result + 1] = list[i]
      result[#result + 1] = number_text(scores[list[i]])
    end
    remove_all(a[1], taken)
    return result
  end
end
define("ZPOPMIN", 1, 2, pop_ranked(false))
define("ZPOPMAX", 1, 2, pop_ranked(true))

---- redis -------------------------------------------------------------------------------------------------------------
local function call(...)
  local given, count = { ... }, select("#", ...)
  if count == 0 then fail("Please specify at least one argument for this redis.call() call") end
  local texts = {}
  for i = 1, count do
    local kind = type(given[i])
    if kind ~= "string" and kind ~= "number" then fail("ERR Lua redis lib command arguments must be strings or integers") end
    texts[i] = kind == "number" and (given[i] % 1 == 0 and format("%.0f", given[i]) or format("%.17g", given[i])) or given[i]
  end
  local name = string.upper(table.remove(texts, 1))
  local command = commands[name]
  if not command then fail("ERR Unknown Redis command called from script") end
  if #texts < command.least or command.most and #texts > command.most then fail("ERR Wrong number of args calling Redis command from script") end
  return command.run(texts, name)
end

---- libraries ---------------------------------------------------------------------------------------------------------
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

local function not_simulated(name)
  return function() error(name .. " is not simulated here; a real server has it", 2) end
end

---- the host ----------------------------------------------------------------------------------------------------------
local kept = "assert collectgarbage coroutine error gcinfo getmetatable ipairs load loadstring math next pairs pcall rawequal rawget rawset select setmetatable string table tonumber tostring type unpack xpcall _VERSION"

local function locked(values)
  return setmetatable({}, { __index = values, __newindex = function() error("Attempt to modify a readonly table", 2) end, __metatable = false })
end

local function environment(context)
  local base, visible = fresh_globals(), {}
  for name in string.gmatch(kept, "%S+") do visible[name] = base[name] end
  store, registered = {}, {}
  context = type(context) == "table" and context or {}
  local function protected(...)
    local answer = { pcall(call, ...) }
    if answer[1] then return answer[2] end
    return { err = answer[2] }
  end
  visible.KEYS = type(context.KEYS) == "table" and context.KEYS or {}
  visible.ARGV = type(context.ARGV) == "table" and context.ARGV or {}
  for index, value in ipairs(visible.ARGV) do if type(value) == "number" then visible.ARGV[index] = number_text(value) end end
  visible.redis = locked({
    call = call,
    pcall = protected,
    error_reply = function(text) return { err = text } end,
    status_reply = function(text) return { ok = text } end,
    sha1hex = sha1,
    log = function() end,
    setresp = function() end,
    set_repl = function() end,
    replicate_commands = function() return true end,
    breakpoint = function() return false end,
    debug = function() end,
    acl_check_cmd = function() return true end,
    register_function = function(name, run)
      if type(name) == "table" then name, run = name.function_name, name.callback end
      registered[name] = run
    end,
    REDIS_VERSION = "7.0.15", REDIS_VERSION_NUM = 0x0007000f,
    LOG_DEBUG = 0, LOG_VERBOSE = 1, LOG_NOTICE = 2, LOG_WARNING = 3,
    REPL_NONE = 0, REPL_AOF = 1, REPL_SLAVE = 2, REPL_REPLICA = 2, REPL_ALL = 3,
  })
  visible.bit = locked(bit)
  visible.cjson = locked({ encode = function(value) return encode(value) end, decode = decode, null = null })
  visible.cmsgpack = locked({ pack = not_simulated("cmsgpack.pack"), unpack = not_simulated("cmsgpack.unpack") })
  visible.struct = locked({ pack = not_simulated("struct.pack"), unpack = not_simulated("struct.unpack"), size = not_simulated("struct.size") })
  for _, name in ipairs({ "string", "table", "math" }) do visible[name] = locked(base[name]) end
  for _, command in ipairs(context.before or {}) do call(unpack(command)) end
  local globals = setmetatable({}, {
    __index = function(_, name)
      local value = visible[name]
      if value == nil then error("Script attempted to access nonexistent global variable '" .. tostring(name) .. "'", 2) end
      return value
    end,
    __newindex = function() error("Attempt to modify a readonly table", 2) end,
    __metatable = false,
  })
  visible._G = globals
  return globals
end

-- What a client gets for a value.
local function reply(value)
  local kind = type(value)
  if kind == "number" then return value < 0 and math.ceil(value) or floor(value) end
  if kind == "string" then return value end
  if kind == "boolean" then return value and 1 or nil end
  if kind ~= "table" then return nil end
  if type(rawget(value, "err")) == "string" then error(rawget(value, "err"), 0) end
  if type(rawget(value, "ok")) == "string" then return { ok = value.ok } end
  local list = {}
  for index = 1, #value + 1 do
    local item = rawget(value, index)
    if item == nil then break end
    if type(item) == "table" and type(rawget(item, "err")) == "string" then list[index] = { err = item.err }
    elseif item == false then list[index] = null
    else list[index] = reply(item) end
  end
  return list
end

-- Replies are lists, also where they are empty; nil inside one is data, which `null` stands for.
local marks = setmetatable({}, { __mode = "k" })
local function mark(value)
  if type(value) ~= "table" then return value end
  if value.ok or value.err then return value end
  marks[value] = true
  for _, item in ipairs(value) do mark(item) end
  return value
end

return {
  environment = environment,
  marks = marks,
  null = null,
  result = function(context, value)
    local name = type(context) == "table" and context["function"] or nil
    if name then
      if not registered[name] then error("ERR Function not found", 0) end
      value = registered[name](context.KEYS or {}, context.ARGV or {})
    end
    local answer = mark(reply(value))
    local wanted = type(context) == "table" and context.after or nil
    if not wanted then return answer end
    local seen = {}
    for index, command in ipairs(wanted) do seen[index] = reply(call(unpack(command))) end
    return { reply = answer, after = mark(seen) }
  end,
  after = function()
    local shown_store = {}
    for key, value in pairs(store) do shown_store[key] = { value.kind, value.value, value.expires and value.expires - now_ms or false } end
    return shown_store
  end,
}
