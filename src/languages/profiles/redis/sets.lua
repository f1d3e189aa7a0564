-- Sets, shown in order.
local _, libraries = ...
local s = libraries.store
local whole, entry, ensure, drop_empty, remove_members, sorted_keys, members, commands, define, store =
  s.whole, s.entry, s.ensure, s.drop_empty, s.remove_members, s.sorted_keys, s.members, s.commands, s.define, s.all

define("SADD", 2, nil, function(a)
  local set, count = ensure(a[1], "set").value, 0
  for i = 2, #a do
    if not set[a[i]] then count = count + 1 end
    set[a[i]] = true
  end
  return count
end)
define("SREM", 2, nil, function(a) return remove_members(a, "set") end)
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
  if name == "SINTER" then
    define("SINTERCARD", 2, nil, function(a)
      local keys, options = whole(a[1]), s.upper_options(a, 2)
      local named = {}
      for i = 1, keys do named[i] = a[i + 1] end
      local most = options.LIMIT and whole(a[options.LIMIT + 1] or "") or 0
      local size = #sorted_keys(run(named))
      return most > 0 and math.min(most, size) or size
    end)
  end
end

return {}
