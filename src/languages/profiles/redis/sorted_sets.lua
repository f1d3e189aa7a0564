-- Sorted sets.
local _, libraries = ...
local s = libraries.store
local fail, number_text, whole, score, entry, ensure, drop_empty, remove_members = s.fail, s.number_text, s.whole, s.score, s.entry, s.ensure, s.drop_empty, s.remove_members
local sorted_keys, slice, upper_options, define, store = s.sorted_keys, s.slice, s.upper_options, s.define, s.all
local sort = table.sort

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
define("ZREM", 2, nil, function(a) return remove_members(a, "zset") end)
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

return { ranked = ranked, remove_all = remove_all, turned = turned, shown = shown }
