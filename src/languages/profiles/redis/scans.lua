-- Commands of the SCAN family: all that is there in one step, so that the cursor comes back as 0.
local _, libraries = ...
local s = libraries.store
local fail, whole, entry, members, sorted_keys, upper_options, number_text, define =
  s.fail, s.whole, s.entry, s.members, s.sorted_keys, s.upper_options, s.number_text, s.define

-- Reads the options behind the cursor: a test for names, and what TYPE asks for.
local function read_options(a, cursor_at)
  if not string.find(a[cursor_at], "^%d+$") then fail("ERR invalid cursor") end
  local options = upper_options(a, cursor_at + 1)
  if options.COUNT and whole(a[options.COUNT + 1] or "") < 1 then fail("ERR syntax error") end
  local pattern = options.MATCH and s.glob(a[options.MATCH + 1] or fail("ERR syntax error"))
  local function fits(name) return not pattern or string.find(name, pattern) ~= nil end
  return fits, options.TYPE and a[options.TYPE + 1]
end
define("SCAN", 1, nil, function(a)
  local fits, kind = read_options(a, 1)
  local found = {}
  for _, key in ipairs(sorted_keys(s.all)) do
    local e = entry(key)
    if e and fits(key) and (not kind or e.kind == string.lower(kind)) then found[#found + 1] = key end
  end
  return { "0", found }
end)
local function scan_of(kind, list_of, value_of)
  return function(a)
    local fits = read_options(a, 2)
    local e, found = entry(a[1], kind), {}
    for _, name in ipairs(e and list_of(e, a[1]) or {}) do
      if fits(name) then
        found[#found + 1] = name
        if value_of then found[#found + 1] = value_of(e, name) end
      end
    end
    return { "0", found }
  end
end
define("SSCAN", 2, nil, scan_of("set", function(e) return members(e.value) end))
define("HSCAN", 2, nil, scan_of("hash", libraries.hashes.fields_of, function(e, name) return e.value[name] end))
define("ZSCAN", 2, nil, scan_of("zset", function(_, key) return (libraries.sorted_sets.ranked(key)) end, function(e, name)
  return number_text(e.value[name])
end))

return {}
