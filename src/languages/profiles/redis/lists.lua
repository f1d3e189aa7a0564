-- Lists.
local _, libraries = ...
local s = libraries.store
local fail, whole, entry, ensure, drop_empty, slice, OK, commands, define =
  s.fail, s.whole, s.entry, s.ensure, s.drop_empty, s.slice, s.OK, s.commands, s.define

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
define("LPOS", 2, nil, function(a)
  local e, options = entry(a[1], "list"), s.upper_options(a, 3)
  local rank = options.RANK and whole(a[options.RANK + 1] or "") or 1
  if rank == 0 then fail("ERR RANK can't be zero: use 1 to start from the first match, 2 from the second ... or use negative to start from the end of the list") end
  local count = options.COUNT and whole(a[options.COUNT + 1] or "")
  local most_seen = options.MAXLEN and whole(a[options.MAXLEN + 1] or "") or 0
  local list, result, matches = e and e.value or {}, {}, 0
  for step = 1, most_seen > 0 and math.min(most_seen, #list) or #list do
    local at = rank > 0 and step or #list + 1 - step
    if list[at] == a[2] then
      matches = matches + 1
      if matches >= math.abs(rank) then result[#result + 1] = at - 1 end
      if count and count > 0 and #result >= count then break end
    end
  end
  if count then return result end
  return result[1] or false
end)

return {}
