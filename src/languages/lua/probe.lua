-- Runs calls against a candidate and reports what it did, one line a call, on descriptor 3.
--
-- The candidate shares this interpreter and may replace whatever it can reach, so everything used after it is loaded is
-- a local taken before. Only inputs are here: there is nothing to read that would tell a right answer.

local assert, error, load, next, pcall, rawequal, rawget, rawlen, select, setmetatable, tonumber, tostring, type, xpcall =
  assert, error, load, next, pcall, rawequal, rawget, rawlen, select, setmetatable, tonumber, tostring, type, xpcall
local byte, char, find, format, gsub, match, rep, sub = string.byte, string.char, string.find, string.format, string.gsub, string.match, string.rep, string.sub
local pack_bytes, unpack_bytes = string.pack, string.unpack
local concat, pack, sort, unpack = table.concat, table.pack, table.sort, table.unpack
local math_type, huge, tointeger = math.type, math.huge, math.tointeger
local utf8_len = utf8.len
local clock, exit = os.clock, os.exit
local open = io.open
local sethook, getinfo, getmetatable = debug.sethook, debug.getinfo, debug.getmetatable
local co_create, co_resume = coroutine.create, coroutine.resume

local MAX_TEXT, MAX_NODES, MAX_DEPTH, MAX_PRINTED = 48 * 1024, 20000, 100, 32 * 1024

local job, at = io.stdin:read("*a"), 1
local function field()
  local colon = find(job, ":", at, true)
  local size = tointeger(tonumber(sub(job, at, colon - 1)))
  local text = sub(job, colon + 1, colon + size)
  at = colon + size + 1
  return text
end
local function number_field()
  return tointeger(tonumber(field()))
end

local nonce, kind, seconds, entry, exports = field(), field(), tonumber(field()), field(), {}
package.path = field() .. package.path
for _ = 1, number_field() do exports[#exports + 1] = field() end
-- Libraries of the profile, and last its host.
local preludes = {}
for index = 1, number_field() do
  local name = field()
  preludes[index] = { name = name, source = field() }
end

-- Opened before the candidate exists; where /proc is missing, standard output carries the lines.
local channel = open("/proc/self/fd/3", "w") or open("/dev/fd/3", "w") or io.stdout
channel:setvbuf("full")
local channel_write, channel_flush = channel.write, channel.flush

---- what a candidate prints -------------------------------------------------------------------------------------------
local printed, printed_size = {}, 0
local function emit(text)
  if printed_size < MAX_PRINTED then printed[#printed + 1] = sub(text, 1, MAX_PRINTED - printed_size) end
  printed_size = printed_size + #text
end
local function take_printed()
  local text = concat(printed) .. (printed_size > MAX_PRINTED and "\n... cut" or "")
  printed, printed_size = {}, 0
  return text
end

local real_output, real_type = io.output, io.type
local function fake_stdout()
  local methods = {}
  local file = setmetatable({}, { __index = methods, __name = "FILE*", __tostring = function() return "file (stdout)" end })
  function methods.write(self, ...)
    for index = 1, select("#", ...) do
      local item = select(index, ...)
      local kind_of_item = type(item)
      if kind_of_item ~= "string" and kind_of_item ~= "number" then
        error(format("bad argument #%d to 'write' (string expected, got %s)", index, item == nil and "nil" or kind_of_item), 2)
      end
      emit(tostring(item))
    end
    return self
  end
  function methods.flush(self) return self end
  function methods.setvbuf() return true end
  function methods.seek() return nil, "Illegal seek", 29 end
  function methods.close() return true end
  return file
end

local function redirect(G)
  local stdout = fake_stdout()
  local current = stdout
  G.io.stdout = stdout
  function G.io.write(...) return current:write(...) end
  function G.io.output(target)
    if target == nil then return current end
    if rawequal(target, stdout) then
      current = stdout
    else
      real_output(target)
      current = real_output()
    end
    return current
  end
  function G.io.type(value) return rawequal(value, stdout) and "file" or real_type(value) end
  function G.print(...)
    local parts = pack(...)
    for index = 1, parts.n do parts[index] = tostring(parts[index]) end
    emit(concat(parts, "\t", 1, parts.n) .. "\n")
  end
end

---- canonical values --------------------------------------------------------------------------------------------------
local escapes = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t" }
local function escape(c) return escapes[c] or format("\\u%04x", byte(c)) end
local function quote(text) return '"' .. gsub(text, '[%c"\\\127]', escape) .. '"' end
local function hex(text) return (gsub(text, ".", function(c) return format("%02x", byte(c)) end)) end
-- `.` also matches newlines in Lua, so `hex` covers every byte.

-- In text of its own: only Lua 5.3 and later can read it, and only a very long value needs it.
local sha256_source = [[
  local rep, format, concat, unpack, tointeger, pack_bytes, unpack_bytes = ...
  local K, H = {}, {}
  local function fraction_bits(x) return tointeger((x - x // 1) * 4294967296 // 1) end
  local candidate, found = 2, 0
  while found < 64 do
    local prime = true
    for d = 2, candidate // 1 do
      if d * d > candidate then break end
      if candidate % d == 0 then prime = false break end
    end
    if prime then
      found = found + 1
      if found <= 8 then H[found] = fraction_bits(candidate ^ 0.5) end
      K[found] = fraction_bits(candidate ^ (1 / 3))
    end
    candidate = candidate + 1
  end
  local function rotate(x, n) return ((x >> n) | (x << (32 - n))) & 0xffffffff end
  return function(text)
    local length = #text
    text = text .. "\128" .. rep("\0", (55 - length) % 64) .. pack_bytes(">I8", length * 8)
    local h = { unpack(H) }
    for block = 1, #text, 64 do
      local w = { unpack_bytes(">I4I4I4I4I4I4I4I4I4I4I4I4I4I4I4I4", text, block) }
      for i = 17, 64 do
        local a, b = w[i - 15], w[i - 2]
        local s0 = rotate(a, 7) ~ rotate(a, 18) ~ (a >> 3)
        local s1 = rotate(b, 17) ~ rotate(b, 19) ~ (b >> 10)
        w[i] = (w[i - 16] + s0 + w[i - 7] + s1) & 0xffffffff
      end
      local a, b, c, d, e, f, g, k = unpack(h)
      for i = 1, 64 do
        local s1 = rotate(e, 6) ~ rotate(e, 11) ~ rotate(e, 25)
        local t1 = (k + s1 + ((e & f) ~ (~e & g)) + K[i] + w[i]) & 0xffffffff
        local s0 = rotate(a, 2) ~ rotate(a, 13) ~ rotate(a, 22)
        local t2 = s0 + ((a & b) ~ (a & c) ~ (b & c))
        k, g, f, e, d, c, b, a = g, f, e, (d + t1) & 0xffffffff, c, b, a, (t1 + t2) & 0xffffffff
      end
      local now = { a, b, c, d, e, f, g, k }
      for i = 1, 8 do h[i] = (h[i] + now[i]) & 0xffffffff end
    end
    for i = 1, 8 do h[i] = format("%08x", h[i]) end
    return concat(h)
  end
]]
local hash = hash
local compile_sha256, sha256 = not hash and load(sha256_source, "=sha256")
local function large(canonical)
  -- Hashing in Lua is slow: of a very long text the length, the beginning and the end must do.
  if #canonical > 4 * MAX_TEXT then canonical = sub(canonical, 1, MAX_TEXT) .. #canonical .. sub(canonical, -MAX_TEXT) end
  sha256 = sha256 or hash or compile_sha256(rep, format, concat, unpack, tointeger, pack_bytes, unpack_bytes)
  local prefix = sub(canonical, 1, 200)
  if not utf8_len(prefix) then prefix = gsub(prefix, "[\128-\255]", "?") end
  return '{"type":"too-large","prefix":' .. quote(prefix) .. ',"hash":"' .. sha256(canonical) .. '"}'
end

local function float_text(value)
  if value ~= value then return "nan" end
  if value == huge then return "inf" end
  if value == -huge then return "-inf" end
  if value == 0 then return 1 / value < 0 and "-0" or "0.0" end
  -- Fifteen digits always survive, but for the smallest numbers, which have fewer.
  for digits = value < 2.3e-308 and value > -2.3e-308 and 1 or 15, 17 do
    local text = format("%." .. digits .. "g", value)
    if tonumber(text) == value then return find(text, "[.e]") and text or text .. ".0" end
  end
end

-- What the host of a profile brings along; nil for plain Lua.
local host

-- Arrays of a context that end with nulls, by their lengths: what Lua itself no longer knows.
local given_lengths = setmetatable({}, { __mode = "k" })

-- Items of a marked array: up to its last one, when its keys are whole numbers with few gaps.
local function extent(value, count)
  local given = given_lengths[value]
  if given and given.filled == count and (count == 0 or rawget(value, given.last) ~= nil) then return given.length end
  local last = 0
  for key in next, value do
    if type(key) ~= "number" or key < 1 or key % 1 ~= 0 then return count end
    if key > last then last = key end
  end
  return last <= 4 * count + 16 and last or count
end

local too_much = {}
local function encode_within(value, state, path, depth)
  state.nodes = state.nodes + 1
  if state.nodes > MAX_NODES or state.size > 4 * MAX_TEXT then error(too_much, 0) end
  local kind_of_value = type(value)
  if kind_of_value == "nil" or (host and host.null ~= nil and rawequal(value, host.null)) then return '{"type":"null"}' end
  if kind_of_value == "boolean" then return '{"type":"bool","value":' .. (value and "true" or "false") .. "}" end
  if kind_of_value == "number" then
    if math_type(value) == "integer" then return '{"type":"int","value":"' .. format("%d", value) .. '"}' end
    return '{"type":"float","value":"' .. float_text(value) .. '"}'
  end
  if kind_of_value == "string" then
    state.size = state.size + #value
    if #value > MAX_TEXT then return large(value) end
    if utf8_len(value) then return '{"type":"string","value":' .. quote(value) .. "}" end
    return '{"type":"bytes","hex":"' .. hex(value) .. '"}'
  end
  if kind_of_value ~= "table" then return '{"type":"opaque","kind":"' .. kind_of_value .. '"}' end
  for distance = 0, depth - 1 do
    if rawequal(path[depth - distance], value) then return format('{"type":"cycle","depth":%d}', distance + 1) end
  end
  if depth >= MAX_DEPTH then return '{"type":"opaque","kind":"nested too deeply"}' end
  local count = 0
  for _ in next, value do
    count = count + 1
    if count > MAX_NODES then error(too_much, 0) end
  end
  local marked = host and host.marks and (host.marks[value] or false)
  if count == 0 and not (marked and given_lengths[value]) then return marked and '{"type":"list","items":[]}' or marked == false and '{"type":"map","entries":[]}' or '{"type":"empty-table"}' end
  path[depth + 1] = value
  local items, list = {}, true
  if marked then count = extent(value, count) end
  for index = 1, count do
    if rawget(value, index) == nil and not marked then list = false break end
  end
  if list then
    for index = 1, count do items[index] = encode_within(rawget(value, index), state, path, depth + 1) end
  else
    for key, item in next, value do
      items[#items + 1] = "[" .. encode_within(key, state, path, depth + 1) .. "," .. encode_within(item, state, path, depth + 1) .. "]"
    end
    sort(items)
  end
  path[depth + 1] = nil
  if list then return '{"type":"list","items":[' .. concat(items, ",") .. "]}" end
  return '{"type":"map","entries":[' .. concat(items, ",") .. "]}"
end

-- Too big to encode whole: the hash covers what a bounded walk of the first and last items saw.
local function too_large(value)
  local count, parts = rawlen(value), {}
  local function note(item)
    local t = type(item)
    parts[#parts + 1] = (t == "string" or t == "number" or t == "boolean") and sub(tostring(item), 1, 200) or t
  end
  for index = 1, count < 200 and count or 200 do note(rawget(value, index)) end
  for index = count - 199 > 200 and count - 199 or 201, count do note(rawget(value, index)) end
  return large("table of " .. count .. ": " .. concat(parts, ","))
end

local function encode(value)
  local state = { nodes = 0, size = 0 }
  local ok, text = pcall(encode_within, value, state, {}, 0)
  if not ok then
    if text == too_much then return too_large(value) end
    error(text, 0)
  end
  return #text <= MAX_TEXT and text or large(text)
end

-- All that a call returned: the first value, and those after it up to the last that is not nil.
local function observed(...)
  local first, count = encode((...)), select("#", ...)
  while count > 1 and rawequal((select(count, ...)), nil) do count = count - 1 end
  if count < 2 then return first end
  local more = {}
  for position = 2, count < 65 and count or 65 do more[position - 1] = encode((select(position, ...))) end
  return first .. ',"more":[' .. concat(more, ",") .. "]"
end

---- outcomes ----------------------------------------------------------------------------------------------------------
local over_time, left = {}, {}
local limit_hit = '{"type":"limit","limit":"cpu"}'

local function clean(text)
  text = sub(text, 1, 2000)
  return utf8_len(text) and text or gsub(text, "[\128-\255]", "?")
end

local function line_of_candidate()
  for level = 3, 40 do
    local info = getinfo(level, "Sl")
    if not info then return nil end
    if info.source == "@candidate.lua" and info.currentline > 0 then return info.currentline end
  end
end

-- The message handler: keeps the error and the candidate's line, without running anything of the candidate's.
local function caught(err)
  if err == over_time or err == left then return { err = err } end
  return { err = err, line = line_of_candidate() }
end

-- What was raised, and where; nil for the two limits that an error can stand for.
local function explain(failure)
  -- Out of memory no handler runs, and what comes back is the message itself.
  if type(failure) ~= "table" then failure = { err = failure } end
  local err, line = failure.err, failure.line
  if err == over_time then return nil, limit_hit end
  local message
  if type(err) == "string" then
    message = err
    local at_line, rest = match(message, "^candidate%.lua:(%d+): (.*)$")
    if at_line then line, message = tointeger(tonumber(at_line)), rest end
    message = gsub(message, "^call:%d+: ", "")
    if find(message, "stack overflow", 1, true) then message = "stack overflow" end
    if message == "not enough memory" then return nil, '{"type":"limit","limit":"memory"}' end
  elseif type(err) == "table" then
    local text = rawget(err, "message")
    message = type(text) == "string" and text or "(error object is a table value)"
  else
    message = err == nil and "nil" or type(err) == "number" and tostring(err) or "(error object is a " .. type(err) .. " value)"
  end
  return clean(message), line
end

local function missing(reason) return '{"type":"missing","reason":' .. quote(clean(reason)) .. "}" end

local function raised(failure)
  local message, line = explain(failure)
  if not message then return line end
  return '{"type":"raised","error":"error","message":' .. quote(message) .. (line and ',"line":' .. line or "") .. "}"
end

-- A candidate that does not load has not raised on any input.
local function not_loaded(failure)
  local message, line = explain(failure)
  if not message then return line end
  return missing("does not load: " .. message .. (line and " (line " .. line .. ")" or ""))
end

local function report(index, outcome, text, after)
  local line = nonce .. " " .. index .. ' {"outcome":' .. outcome
  if text ~= "" then
    line = line .. ',"stdout":' .. quote(utf8_len(text) and text or (gsub(text, "[\128-\255]", "?")))
  end
  if after then line = line .. ',"argumentsAfter":[' .. concat(after, ",") .. "]" end
  channel_write(channel, line, "}\n")
  channel_flush(channel)
end

-- Half of the time that is left for each call, so that one which hangs leaves some for the calls after it.
local final, deadline, hit = clock() + seconds, huge, false
local function watch()
  if clock() > deadline then
    hit = true
    error(over_time, 0)
  end
end
local function start_timer()
  hit = false
  local now = clock()
  local share = (final - now) / 2
  deadline = now + (share > 0.05 and share or 0.05)
end
local function stop_timer() deadline = huge end

sethook(watch, "", 20000)
do
  -- Hooks belong to one coroutine, so each new one gets its own.
  local function hooked(f)
    local co = co_create(f)
    sethook(co, watch, "", 20000)
    return co
  end
  coroutine.create = hooked
  function coroutine.wrap(f)
    local co = hooked(f)
    local function finish(ok, ...)
      if ok then return ... end
      local err = ...
      error(err, 0)
    end
    return function(...) return finish(co_resume(co, ...)) end
  end
end
for name in next, debug do
  if name ~= "traceback" and name ~= "getinfo" then debug[name] = nil end
end

---- entries -----------------------------------------------------------------------------------------------------------
local source
do
  local file = assert(open("candidate.lua", "rb"))
  source = file:read("*a")
  file:close()
  -- A first line for the shell, as in a script.
  if sub(source, 1, 1) == "#" then source = "--" .. source end
end

local function compile(text, name, env)
  return load(text, name, "t", env)
end

local function fresh_globals()
  local G = {}
  for name, value in next, _G do
    if type(value) == "table" and name ~= "_G" and name ~= "package" then
      local copy = {}
      for key, item in next, value do copy[key] = item end
      G[name] = copy
    else
      G[name] = value
    end
  end
  G._G = G
  redirect(G)
  return G
end

-- A local function at the top is what many models write; `return NAME` at the end makes it reachable.
local function load_functions()
  local G = _G
  redirect(G)
  if host then G = host.environment(nil) end
  local chunk, problem
  if entry ~= "" then chunk = compile(source .. "\nreturn " .. entry, "@candidate.lua", G) end
  if not chunk then chunk, problem = compile(source, "@candidate.lua", G) end
  if not chunk then return nil, { err = problem } end
  start_timer()
  local results = pack(xpcall(chunk, caught))
  stop_timer()
  if hit then return nil, { err = over_time } end
  if not results[1] then return nil, results[2] end
  local scope = setmetatable({}, { __index = G })
  local answer = results[2]
  if entry ~= "" then
    if type(answer) == "function" then scope[entry] = answer end
    if type(answer) == "table" then scope[entry] = rawget(answer, entry) end
  end
  if type(answer) == "table" then
    scope.M = answer
    for _, name in next, exports do scope[name] = answer[name] end
  end
  return scope
end

local function run_expression(index, scope)
  local setup, name, text = field(), field(), field()
  local split = name ~= ""
  local chunk, problem = compile(setup .. "\nreturn " .. text, "=call", scope)
  if not chunk then
    report(index, raised({ err = problem }), "", nil)
    return
  end
  take_printed()
  local values, before, outcome, after
  local function work()
    if not split then return observed(chunk()) end
    values = pack(chunk())
    if type(values[1]) ~= "function" then
      local meta = type(values[1]) == "table" and getmetatable(values[1])
      if not (meta and rawget(meta, "__call")) then error("attempt to call a " .. type(values[1]) .. " value (" .. name .. ")", 0) end
    end
    before = {}
    for position = 2, values.n do before[position] = encode(values[position]) end
    return observed(values[1](unpack(values, 2, values.n)))
  end
  start_timer()
  local ok, result = xpcall(work, caught)
  stop_timer()
  if hit then outcome = limit_hit
  elseif ok then outcome = '{"type":"value","value":' .. result .. "}"
  else outcome = raised(result)
  end
  if before then
    local changed, now = false, {}
    start_timer()
    local done = pcall(function()
      for position = 2, values.n do
        now[position - 1] = encode(values[position])
        if now[position - 1] ~= before[position] then changed = true end
      end
    end)
    stop_timer()
    if done and changed then after = now end
  end
  report(index, outcome, take_printed(), after)
end

local function run_expressions(count)
  local scope, failure = load_functions()
  if not scope then
    local outcome = not_loaded(failure)
    for index = 0, count - 1 do report(index, outcome, "", nil) end
    return
  end
  for index = 0, count - 1 do run_expression(index, scope) end
end

local function run_program(index)
  local stdin, args = field(), {}
  for position = 1, number_field() do args[position] = field() end
  for _ = 1, number_field() do
    local path, text = field(), field()
    local file = open(path, "wb")
    if file then file:write(text) file:close() end
  end
  local G = fresh_globals()
  args[0] = "candidate.lua"
  G.arg = args
  local input = open(stdin, "rb")
  G.io.stdin = input
  if input then io.input(input) end
  local code
  function G.os.exit(status)
    code = (status == nil or status == true) and 0 or status == false and 1 or status
    error(left, 0)
  end
  take_printed()
  local chunk, problem = compile(source, "@candidate.lua", G)
  if not chunk then
    report(index, not_loaded({ err = problem }), "", nil)
    return
  end
  start_timer()
  local ok, failure = xpcall(function() return chunk(unpack(args)) end, caught)
  stop_timer()
  local text = take_printed()
  local outcome
  if hit then outcome = limit_hit
  elseif code ~= nil and code ~= 0 then outcome = '{"type":"raised","error":"exit","message":' .. quote(clean(tostring(code))) .. "}"
  elseif ok or code == 0 then outcome = '{"type":"value","value":' .. encode(text) .. "}"
  else outcome = raised(failure)
  end
  report(index, outcome, text, nil)
end

-- Data, never source text: what a context holds cannot run.
local function read_data()
  local kind_of_data = field()
  if kind_of_data == "string" then return field() end
  if kind_of_data == "number" then return tonumber(field()) end
  if kind_of_data == "true" then return true end
  if kind_of_data == "false" then return false end
  if kind_of_data == "null" then return nil end
  local data = {}
  if kind_of_data == "array" then
    local count = number_field()
    local filled, last = 0, 0
    for index = 1, count do
      data[index] = read_data()
      if data[index] ~= nil then filled, last = filled + 1, index end
    end
    -- With a null inside, `#` counts as it does for the same list written in Lua.
    if #data < count and count <= 200 then data = { unpack(data, 1, count) } end
    if host and host.marks then
      host.marks[data] = true
      if last < count then given_lengths[data] = { length = count, filled = filled, last = last } end
    end
  else
    for _ = 1, number_field() do
      local key = field()
      data[key] = read_data()
    end
  end
  return data
end

-- Strings share one table of methods, which is all that a chunk could leave behind for the next.
local string_methods, string_originals = getmetatable("").__index, {}
for name, method in next, string_methods do string_originals[name] = method end
local function forget_changes()
  for name in next, string_methods do string_methods[name] = nil end
  for name, method in next, string_originals do string_methods[name] = method end
end

local function run_context(index)
  local named = field() == "named"
  local context = read_data()
  local G
  if host then
    G = host.environment(context)
  else
    G = fresh_globals()
    if named then
      for name, value in next, context do G[name] = value end
    else
      G.context = context
    end
  end
  take_printed()
  local chunk, problem = compile(source, "@candidate.lua", G)
  if not chunk then
    report(index, not_loaded({ err = problem }), "", nil)
    return
  end
  local finish, before = host and host.result, host and host.after and encode(host.after(context))
  start_timer()
  local ok, result = xpcall(function()
    if finish then return observed(finish(context, chunk())) end
    return observed(chunk())
  end, caught)
  if not ok and finish and type(result) == "table" and result.err ~= nil and rawequal(result.err, host.stops_with) then
    ok, result = xpcall(function() return observed(finish(context)) end, caught)
  end
  stop_timer()
  local outcome = hit and limit_hit or ok and '{"type":"value","value":' .. result .. "}" or raised(result)
  local after
  if before and not hit then
    local done, now = pcall(function() return encode(host.after(context)) end)
    if done and now ~= before then after = { now } end
  end
  forget_changes()
  report(index, outcome, take_printed(), after)
end

do
  -- Before any candidate is read. A broken prelude is nobody's fault but the profile's, and is told apart.
  local function broken(problem)
    report(0, missing("host: " .. clean(tostring(problem))), "", nil)
    exit(0)
  end
  local libraries = {}
  for index, prelude in ipairs(preludes) do
    local make, problem = load(prelude.source, "@" .. prelude.name, "t", _G)
    if not make then broken(problem) end
    local ok, made = pcall(make, fresh_globals, libraries)
    if not ok then broken(made) end
    if type(made) ~= "table" then broken(prelude.name .. ":1: it returns no table") end
    if index < #preludes then
      libraries[match(prelude.name, "([%w_]+)%.lua$")] = made
    else
      if type(made.environment) ~= "function" then broken(prelude.name .. ":1: it returns no function named environment") end
      local tried, why = pcall(made.environment, {})
      if not tried then broken(why) end
      host = made
    end
  end
end

local count = number_field()
if kind == "program" then
  for index = 0, count - 1 do run_program(index) end
elseif kind == "context" then
  for index = 0, count - 1 do run_context(index) end
else
  run_expressions(count)
end
exit(0, false)
