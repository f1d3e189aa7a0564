-- Sorted sets by their members' text, and several sorted sets as one.
local _, libraries = ...
local s = libraries.store
local fail, whole, score, number_text, entry, sorted_keys, upper_options, define, store =
  s.fail, s.whole, s.score, s.number_text, s.entry, s.sorted_keys, s.upper_options, s.define, s.all
local ranked, remove_all, turned, shown =
  libraries.sorted_sets.ranked, libraries.sorted_sets.remove_all, libraries.sorted_sets.turned, libraries.sorted_sets.shown

---- by text -----------------------------------------------------------------------------------------------------------
-- Is a member above this lower end, or below this upper one?
local function text_bound(text, is_lower)
  if text == "-" then return function() return is_lower end end
  if text == "+" then return function() return not is_lower end end
  local kind, value = string.sub(text, 1, 1), string.sub(text, 2)
  if kind ~= "[" and kind ~= "(" then fail("ERR min or max not valid string range item") end
  return function(member)
    if member == value then return kind == "[" end
    return (member > value) == is_lower
  end
end
local function by_text(key, low, high)
  local above, below = text_bound(low, true), text_bound(high, false)
  local result = {}
  for _, member in ipairs((ranked(key))) do if above(member) and below(member) then result[#result + 1] = member end end
  return result
end
define("ZRANGEBYLEX", 3, 6, function(a) return shown(by_text(a[1], a[2], a[3]), {}, { LIMIT = upper_options(a, 4).LIMIT }, a) end)
define("ZREVRANGEBYLEX", 3, 6, function(a) return shown(turned(by_text(a[1], a[3], a[2])), {}, { LIMIT = upper_options(a, 4).LIMIT }, a) end)
define("ZLEXCOUNT", 3, 3, function(a) return #by_text(a[1], a[2], a[3]) end)
define("ZREMRANGEBYLEX", 3, 3, function(a)
  local list = by_text(a[1], a[2], a[3])
  return #list > 0 and remove_all(a[1], list) or 0
end)

---- several as one ----------------------------------------------------------------------------------------------------
-- Members with scores; a plain set's members have 1.
local function scores_of(key)
  local e = entry(key)
  if not e then return {} end
  if e.kind == "zset" then return e.value end
  if e.kind ~= "set" then fail("WRONGTYPE Operation against a key holding the wrong kind of value") end
  local scores = {}
  for member in pairs(e.value) do scores[member] = 1 end
  return scores
end
local joins = {
  SUM = function(a, b) return a + b end,
  MIN = math.min,
  MAX = math.max,
}
local function read_sets(a, at)
  local count, options = whole(a[at]), upper_options(a, at + 1)
  if count < 1 then fail("ERR at least 1 input key is needed for this command") end
  local sets = {}
  for index = 1, count do
    local key = a[at + index] or fail("ERR syntax error")
    sets[index] = { scores = scores_of(key), weight = options.WEIGHTS and score(a[options.WEIGHTS + index] or "") or 1 }
  end
  local join = joins[options.AGGREGATE and string.upper(a[options.AGGREGATE + 1] or "") or "SUM"] or fail("ERR syntax error")
  return sets, join, options
end
local function union(sets, join)
  local result = {}
  for _, set in ipairs(sets) do
    for member, value in pairs(set.scores) do
      local weighted = value * set.weight
      result[member] = result[member] and join(result[member], weighted) or weighted
    end
  end
  return result
end
local function intersection(sets, join)
  local result = union(sets, join)
  for member in pairs(result) do
    for _, set in ipairs(sets) do if set.scores[member] == nil then result[member] = nil end end
  end
  return result
end
local function difference(sets)
  local result = {}
  for member, value in pairs(sets[1].scores) do result[member] = value end
  for index = 2, #sets do for member in pairs(sets[index].scores) do result[member] = nil end end
  return result
end
for name, combine in pairs({ ZUNION = union, ZINTER = intersection, ZDIFF = difference }) do
  define(name, 2, nil, function(a)
    local sets, join, options = read_sets(a, 1)
    local scores = combine(sets, join)
    local list = sorted_keys(scores)
    table.sort(list, function(x, y)
      if scores[x] ~= scores[y] then return scores[x] < scores[y] end
      return x < y
    end)
    local result = {}
    for _, member in ipairs(list) do
      result[#result + 1] = member
      if options.WITHSCORES then result[#result + 1] = number_text(scores[member]) end
    end
    return result
  end)
  define(name .. "STORE", 3, nil, function(a)
    local scores = combine(read_sets(a, 2))
    store[a[1]] = next(scores) ~= nil and { kind = "zset", value = scores } or nil
    return #sorted_keys(scores)
  end)
end

return {}
