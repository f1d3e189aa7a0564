-- Hashes, whose fields stay in the order of their addition.
local _, libraries = ...
local s = libraries.store
local fail, number_text, whole, score, entry, ensure, drop_empty, OK, define =
  s.fail, s.number_text, s.whole, s.score, s.entry, s.ensure, s.drop_empty, s.OK, s.define

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
define("HSTRLEN", 2, 2, function(a) local e = entry(a[1], "hash") return e and #(e.value[a[2]] or "") or 0 end)

return { fields_of = fields_of }
