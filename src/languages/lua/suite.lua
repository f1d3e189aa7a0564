-- Runs a test file and reports each test, one line a test, on descriptor 3. See suite.py for the two modes.

local assert_, error, load, next, pcall, rawequal, rawget, rawset, select, setmetatable, getmetatable, tostring, type, xpcall, ipairs, pairs =
  assert, error, load, next, pcall, rawequal, rawget, rawset, select, setmetatable, getmetatable, tostring, type, xpcall, ipairs, pairs
local byte, find, format, lower, gsub, match, sub, rep = string.byte, string.find, string.format, string.lower, string.gsub, string.match, string.sub, string.rep
local concat, pack, unpack, sort, remove = table.concat, table.pack or function(...) return { n = select("#", ...), ... } end, table.unpack or unpack, table.sort, table.remove
local math_type, abs, huge = math.type or function(x) return x % 1 == 0 and "integer" or "float" end, math.abs, math.huge
local open, exit, tonumber, remove_file = io.open, os.exit, tonumber, os.remove
local traceback, getinfo = debug.traceback, debug.getinfo
local utf8_len = utf8 and utf8.len or function() return true end

local job = assert_(load(io.stdin:read("*a"), "=job", "t", {}))()
local nonce, replaying = job.nonce, job.mode == "replay"
local here = match(arg[0], "^(.*)/[^/]*$") or "."
for index = #job.searched, 1, -1 do
  local folder = here .. "/" .. job.searched[index]
  package.path = folder .. "/?.lua;" .. folder .. "/?/init.lua;" .. package.path
end

local channel = open("/proc/self/fd/3", "w") or open("/dev/fd/3", "w") or io.stdout
channel:setvbuf("full")
local write, flush = channel.write, channel.flush

local escapes = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t" }
local function quote(text)
  text = sub(text, 1, 1500)
  if not utf8_len(text) then text = gsub(text, "[\128-\255]", "?") end
  return '"' .. gsub(text, '[%c"\\\127]', function(c) return escapes[c] or format("\\u%04x", byte(c)) end) .. '"'
end
local function or_null(text) return text == nil and "null" or quote(text) end
local function list(items)
  local shown = {}
  for index = 1, #items do shown[index] = quote(items[index]) end
  return "[" .. concat(shown, ",") .. "]"
end
local function report(body)
  write(channel, nonce, " {", body, "}\n")
  flush(channel)
end

---- what stands in for the candidate ----------------------------------------------------------------------------------
local refused, left = {}, {}
local record, assumed = nil, {}
-- `touched`: what the test did to the world around it, which the program, in a world of its own, would not meet.
local function new_record(id) return { answers = job.answers[id] or {}, at = 0, calls = {}, pending = false, loading = id == "", touched = nil } end
record = new_record("")

-- What the test uses and this runner lacks, even where the test catches the error that says so.
local function lack(feature)
  local text = feature .. " is not known to this runner; the framework itself has it: " .. job.ownCommand
  record.lacking = record.lacking or text
  error(text, 0)
end
local pending = {}
local function refuse(reason)
  record.unsupported = record.unsupported or reason
  -- While the file is loaded its tests are wanted all the same: they will run beside the program.
  if record.loading then return pending end
  error(refused, 0)
end
local function itself() return pending end
local meta = { __call = itself, __tostring = function() return "?" end, __concat = function() return "?" end, __len = function() return 0 end,
  __index = function(_, key) if type(key) == "string" then return pending end end,
  __newindex = function() end, __pairs = function() return next, {}, nil end,
  __lt = function() return true end, __le = function() return true end, __eq = function() return true end }
for _, name in ipairs({ "add", "sub", "mul", "div", "mod", "pow", "unm", "idiv", "band", "bor", "bxor", "shl", "shr", "bnot" }) do meta["__" .. name] = itself end
setmetatable(pending, meta)

local function touch(reason) record.touched = record.touched or reason end
local replaceable = { { os, "time" }, { os, "clock" }, { os, "date" }, { os, "getenv" }, { io, "open" }, { io, "read" }, { io, "lines" }, { io, "write" },
  { math, "random" }, { _G, "print" }, { _G, "require" }, { string, "format" }, { table, "concat" } }
local first_world = {}
for index = 1, #replaceable do first_world[index] = replaceable[index][1][replaceable[index][2]] end
local function changed_world()
  if record.touched then return record.touched end
  for index = 1, #replaceable do
    if replaceable[index][1][replaceable[index][2]] ~= first_world[index] then return "replaces " .. replaceable[index][2] end
  end
end

local opaque, standin = setmetatable({}, { __mode = "k" }), setmetatable({}, { __mode = "k" })
if replaying and debug.setmetatable then
  debug.setmetatable(print, { __index = function(f, key)
    if opaque[f] then return refuse("uses ." .. tostring(key) .. " of a result") end
    if standin[f] then return refuse("uses ." .. tostring(key) .. " of a function") end
    error("attempt to index a function value (field '" .. tostring(key) .. "')", 2)
  end })
end
local function new_opaque()
  local value
  value = function() return refuse("calls a result of the program") end
  opaque[value] = true
  return value
end

local program = {}
local unknown = {}
local is_name = function(text) return type(text) == "string" and find(text, "^[%a_][%w_]*$") ~= nil end
local answered = setmetatable({}, { __mode = "k" })

local function source_of(value, depth)
  local kind = type(value)
  if rawequal(value, pending) then error(unknown, 0) end
  if rawequal(value, program) then return "M" end
  if depth > 40 then return refuse("passes a value that is nested too deeply") end
  if kind == "nil" or kind == "boolean" then return tostring(value) end
  if kind == "number" then
    if value ~= value then return "(0/0)" end
    if value == huge then return "math.huge" end
    if value == -huge then return "-math.huge" end
    if math_type(value) == "integer" then return format("%d", value) end
    local text = format("%.17g", value)
    return find(text, "[.en]") and text or text .. ".0"
  end
  if kind == "string" then return (gsub(format("%q", value), "\\\n", "\\n")) end
  if kind ~= "table" then return refuse("passes a " .. kind .. " to the program") end
  if getmetatable(value) ~= nil and not answered[value] then return refuse("passes an object to the program") end
  local parts, count = {}, 0
  for index = 1, #value do
    parts[index], count = source_of(value[index], depth + 1), index
  end
  local named = {}
  for key, item in next, value do
    if not (math_type(key) == "integer" and key >= 1 and key <= count) then
      local shown = is_name(key) and load("local " .. key) and key or "[" .. source_of(key, depth + 1) .. "]"
      named[#named + 1] = shown .. " = " .. source_of(item, depth + 1)
    end
  end
  sort(named)
  for index = 1, #named do parts[#parts + 1] = named[index] end
  return "{" .. concat(parts, ", ") .. "}"
end

-- A table without its metatable, if it had one: what a test does with fields that are not there, and with operators, needs the real one.
local answered_meta = { __index = function(_, key)
  if type(key) == "string" then return refuse("uses ." .. key .. " of a result") end
end }
for _, name in ipairs({ "tostring", "call", "concat", "lt", "le", "add", "sub", "mul", "div", "mod", "pow", "unm", "idiv", "band", "bor", "bxor", "shl", "shr", "bnot" }) do
  answered_meta["__" .. name] = function() return refuse("uses " .. name .. " of a result") end
end
-- Scripts write down what they got, whatever it is.
if job.framework == "plain" then answered_meta.__tostring = nil end
-- A value of the program's equals no value of the tests.
answered_meta.__eq = function(a, b) return answered[a] and answered[b] and refuse("compares objects of the program") or false end
local function mark(value, seen)
  if type(value) ~= "table" or seen[value] then return value end
  seen[value] = true
  for _, item in next, value do mark(item, seen) end
  answered[value] = true
  return setmetatable(value, answered_meta)
end
local function value_of(source) return mark(assert_(load("return " .. source, "=answer", "t", { math = math }))(), {}) end

local function change(target, source)
  local now = value_of(source)
  if type(target) ~= "table" or type(now) ~= "table" then return end
  for key in next, target do target[key] = nil end
  for key, item in next, now do rawset(target, key, item) end
end

local error_objects = setmetatable({}, { __mode = "k" })
local function error_object()
  local function look() return refuse("looks into an error object") end
  local object = setmetatable({}, { __index = look, __tostring = look, __eq = look })
  error_objects[object] = true
  return object
end

local real_print, sink = print, {}
local was_asked = false
local function ask(expression, arguments)
  was_asked = true
  local why = not record.loading and changed_world()
  if why then return refuse(why) end
  if #record.calls >= 200 then return refuse("calls the program more than 200 times") end
  record.size = (record.size or 0) + #expression
  if record.size > 200000 then return refuse("passes very large values to the program") end
  record.at = record.at + 1
  local known = not record.pending and record.answers[record.at] or nil
  if known and known.expression ~= expression then known = nil end
  record.calls[#record.calls + 1] = expression
  if not known then
    record.pending = true
    return pending
  end
  if known.stdout then sink.write(known.stdout) end
  if arguments and known.after then
    -- The first is the function itself.
    for index = 1, arguments.n do
      local source = known.after[index + 1]
      if source then change(arguments[index], source) end
    end
  end
  if known.kind == "value" then
    local values = value_of(known.source)
    if not arguments then return values end
    setmetatable(values, nil)
    return unpack(values, 1, values.n)
  end
  if known.kind == "opaque" then return new_opaque() end
  if known.kind == "raised" then
    if known.message == "(error object is a table value)" then error(error_object(), 0) end
    error(known.message, 0)
  end
  error(known.message, 0)
end

local function call_of(name)
  return function(...)
    local arguments, parts = pack(...), {}
    for index = 1, arguments.n do
      local ok, text = pcall(source_of, arguments[index], 0)
      if not ok then
        if text == unknown then
          record.pending = true
          return pending
        end
        error(text, 0)
      end
      parts[index] = text
    end
    return ask(name .. "(" .. concat(parts, ", ") .. ")", arguments)
  end
end

local functions = {}
local function member(key)
  if not is_name(key) then return refuse("uses a field that is no name") end
  if find(key, "^[%u][%u%d_]*$") or job.values[key] then return ask("M." .. key) end
  if not job.known[key] then
    -- The text does not say whether there is such a field.
    local found = ask("M." .. key)
    if not opaque[found] then return found end
  end
  if not functions[key] then
    functions[key] = call_of(key)
    standin[functions[key]] = true
  end
  return functions[key]
end
local call_program = call_of("candidate_chunk")
setmetatable(program, {
  __index = function(_, key) return member(key) end,
  __call = function(_, ...)
    if next(job.known) ~= nil then return refuse("calls the program's table") end
    return call_program(...)
  end,
  __newindex = function() return refuse("changes the program") end,
  __pairs = function() return refuse("walks through the program's names") end,
})

local program_loaded = false
local function is_program(name)
  for index = 1, #job.programNames do
    if job.programNames[index] == name then return true end
  end
  return false
end
local function is_program_file(path) return type(path) == "string" and match(path, "([^/\\]+)$") == job.programBase end

---- output of the tests -----------------------------------------------------------------------------------------------
local printed, printed_size = {}, 0
function sink.write(text)
  if printed_size < 262144 then printed[#printed + 1] = text end
  printed_size = printed_size + #text
end
local function fake_print(...)
  local parts = pack(...)
  for index = 1, parts.n do parts[index] = tostring(parts[index]) end
  sink.write(concat(parts, "\t", 1, parts.n) .. "\n")
end

---- comparing and asserting -------------------------------------------------------------------------------------------
local function show(value, depth)
  depth = depth or 0
  if type(value) == "string" then return format("%q", value) end
  if type(value) ~= "table" or rawequal(value, pending) then return opaque[value] and "(function)" or tostring(value) end
  if depth > 4 then return "{…}" end
  local parts, seen = {}, {}
  for index = 1, #value do
    if index > 20 then parts[#parts + 1] = "…" break end
    parts[#parts + 1], seen[index] = show(rawget(value, index), depth + 1), true
  end
  local named = {}
  for key, item in next, value do
    if not seen[key] and #named < 20 then named[#named + 1] = (is_name(key) and key or "[" .. show(key, depth + 1) .. "]") .. " = " .. show(item, depth + 1) end
  end
  sort(named)
  for index = 1, #named do parts[#parts + 1] = named[index] end
  return "{" .. concat(parts, ", ") .. "}"
end

local function same(a, b, seen)
  if rawequal(a, b) then return true end
  if type(a) ~= "table" or type(b) ~= "table" then return a == b end
  seen = seen or {}
  if seen[a] == b then return true end
  seen[a] = b
  for key, item in next, a do
    if not same(item, rawget(b, key), seen) then return false end
  end
  for key in next, b do
    if rawget(a, key) == nil then return false end
  end
  return true
end

local function failure(text, level)
  error({ anneal = true, message = text }, 0)
end
local function some_pending(...)
  for index = 1, select("#", ...) do
    if rawequal((select(index, ...)), pending) then return true end
  end
  return record.pending and select("#", ...) == 0
end
local function with(message, text) return message ~= nil and type(message) ~= "table" and tostring(message) .. ": " .. text or text end

local function error_text(problem)
  if rawequal(problem, left) then return "it ended the process with os.exit" end
  if type(problem) == "table" then
    if rawget(problem, "anneal") then return problem.message end
    local text = rawget(problem, "message") or rawget(problem, "msg")
    return type(text) == "string" and text or show(problem)
  end
  return tostring(problem)
end
local function without_place(text) return type(text) == "string" and (gsub(text, "^[^:\n]*:%d+: ", "", 1)) or text end

-- What failed, or nil. A refusal of ours passes through every way of catching errors.
local function caught(f, ...)
  local result = pack(pcall(f, ...))
  if result[1] then return nil, result end
  if rawequal(result[2], refused) then error(refused, 0) end
  return { problem = result[2] }
end
local function guarded_pcall(f, ...)
  local result = pack(pcall(f, ...))
  if not result[1] and rawequal(result[2], refused) then error(refused, 0) end
  return unpack(result, 1, result.n)
end
local function guarded_xpcall(f, handler, ...)
  local result = pack(xpcall(f, function(problem)
    if rawequal(problem, refused) then return refused end
    return handler(problem)
  end, ...))
  if not result[1] and rawequal(result[2], refused) then error(refused, 0) end
  return unpack(result, 1, result.n)
end

local checks = {}
function checks.equal(n, expected, actual, message)
  if expected == actual or (expected ~= expected and actual ~= actual) then return true end
  return false, with(message, "got " .. show(actual) .. ", expected " .. show(expected)), with(message, "both are " .. show(actual))
end
function checks.same(n, expected, actual, message)
  return same(expected, actual), with(message, "got " .. show(actual) .. ", expected " .. show(expected)), with(message, "both are " .. show(actual))
end
function checks.near(n, expected, actual, tolerance, message)
  return type(actual) == "number" and abs(expected - actual) <= tolerance, with(message, "got " .. show(actual) .. ", expected " .. show(expected) .. " within " .. show(tolerance))
end
checks.is_true = function(n, value, message) return value == true, with(message, "got " .. show(value) .. ", expected true") end
checks.is_false = function(n, value, message) return value == false, with(message, "got " .. show(value) .. ", expected false") end
checks.truthy = function(n, value, message) return not not value, with(message, "got " .. show(value) .. ", expected something true") end
checks.falsy = function(n, value, message) return not value, with(message, "got " .. show(value) .. ", expected nil or false") end
checks.is_nil = function(n, value, message) return value == nil, with(message, "got " .. show(value) .. ", expected nil"), with(message, "got nil") end
for _, name in ipairs({ "number", "string", "table", "boolean", "function", "userdata", "thread" }) do
  checks["is_" .. name] = function(n, value, message)
    if opaque[value] then return refuse("asks for the type of a result") end
    return type(value) == name, with(message, "got " .. show(value) .. ", expected a " .. name)
  end
end
function checks.has_error(n, f, expected)
  local failed = caught(f)
  if record.pending then return true end
  if not failed then return false, "no error was raised" end
  if expected == nil then return true, nil, "raised " .. error_text(failed.problem) end
  local problem = failed.problem
  if error_objects[problem] then return refuse("looks into an error object") end
  if type(problem) == "string" and type(expected) == "string" then
    return problem == expected or without_place(problem) == expected, "raised " .. show(problem) .. ", expected " .. show(expected)
  end
  return same(expected, problem), "raised " .. show(problem) .. ", expected " .. show(expected)
end
function checks.error_matches(n, f, pattern, init, plain)
  local failed = caught(f)
  if record.pending then return true end
  if not failed then return false, "no error was raised" end
  local text = error_text(failed.problem)
  return find(text, pattern, init or 1, plain) ~= nil, "raised " .. show(text) .. ", expected one that matches " .. show(pattern)
end
function checks.matches(n, pattern, actual, init, plain)
  return type(actual) == "string" and find(actual, pattern, init or 1, plain) ~= nil, "got " .. show(actual) .. ", expected a match of " .. show(pattern)
end
function checks.unique(n, items, deep)
  for i = 1, #items do
    for j = i + 1, #items do
      if (deep and same(items[i], items[j])) or items[i] == items[j] then return false, "not unique: " .. show(items[i]) end
    end
  end
  return true
end
local alias = {
  equals = "equal", same = "same", are_equal = "equal", is_equal = "equal", are_same = "same", is_same = "same", ["true"] = "is_true", ["false"] = "is_false",
  ["nil"] = "is_nil", is_truthy = "truthy", is_falsy = "falsy", error = "has_error", errors = "has_error", has_errors = "has_error", is_error = "has_error",
  error_match = "error_matches", match = "matches", has_match = "matches", is_near = "near", are_near = "near", is_unique = "unique",
  number = "is_number", string = "is_string", table = "is_table", boolean = "is_boolean", ["function"] = "is_function", userdata = "is_userdata", thread = "is_thread",
  same_values = "same", is_equals = "equal", has_no_error = "!has_error", has_no_errors = "!has_error", not_equal = "!equal", not_same = "!same", is_not_nil = "!is_nil",
  not_nil = "!is_nil", is_not_true = "!is_true", is_not_false = "!is_false", no_error = "!has_error", no_errors = "!has_error", are_not_equal = "!equal",
  are_not_same = "!same", is_not_equal = "!equal", is_not_same = "!same", not_equals = "!equal", not_matches = "!matches", no_match = "!matches",
  has_no_match = "!matches", not_truthy = "falsy", not_falsy = "truthy", is_not_truthy = "falsy", is_not_falsy = "truthy", near_to = "near",
}
local negating = { ["not"] = true, no = true, ["is_not"] = true, ["are_not"] = true, ["has_no"] = true, ["does_not"] = true, ["is_no"] = true }
local linking = { are = true, is = true, has = true, was = true, does = true, be = true, been = true }

---- spies -------------------------------------------------------------------------------------------------------------
local spies, anything = setmetatable({}, { __mode = "k" }), {}
local function new_spy(body, revert)
  local spy = { calls = {}, returnvals = {} }
  local function run(...) return body(...) end
  spy.revert = function() if revert then revert() end return spy end
  spy.clear = function() spy.calls, spy.returnvals = {}, {} return spy end
  spy.returns = function(...)
    local values = pack(...)
    run = function() return unpack(values, 1, values.n) end
    return spy
  end
  spy.invokes = function(f) run = f return spy end
  spy.by_default = spy
  spies[spy] = true
  record.spies = record.spies or {}
  record.spies[#record.spies + 1] = spy
  return setmetatable(spy, { __call = function(_, ...)
    spy.calls[#spy.calls + 1] = { vals = pack(...) }
    local values = pack(run(...))
    spy.returnvals[#spy.returnvals + 1] = { vals = values }
    return unpack(values, 1, values.n)
  end })
end
local function spy_on(owner, key, body)
  local real = owner[key]
  local spy = new_spy(body or real or function() end, function() owner[key] = real end)
  owner[key] = spy
  return spy
end
-- What stands for several values: `match.is_string()`, `match.is_not_nil()`, `match.is_same({ 1 })`.
local matchers = setmetatable({}, { __mode = "k" })
local match_tools = setmetatable({ _ = anything }, { __index = function(_, key)
  local name = gsub(gsub(gsub(tostring(key), "^is_", ""), "^are_", ""), "^has_", "")
  local negative = sub(name, 1, 4) == "not_"
  if negative then name = sub(name, 5) end
  local check = checks["is_" .. name] or checks[name] or checks[alias[name]]
  if not check then lack("match." .. tostring(key)) end
  return function(...)
    local given = pack(...)
    local one = {}
    matchers[one] = function(value)
      local all = { unpack(given, 1, given.n) }
      all[given.n + 1] = value
      return not not check(given.n + 1, unpack(all, 1, given.n + 1)) ~= negative
    end
    return one
  end
end })
local function same_values(wanted, given)
  if wanted.n ~= given.n then return false end
  for index = 1, wanted.n do
    local one = wanted[index]
    if matchers[one] then
      if not matchers[one](given[index]) then return false end
    elseif one ~= anything and not same(one, given[index]) then return false end
  end
  return true
end
local function some_values(list, wanted)
  for _, one in ipairs(list) do if same_values(wanted, one.vals) then return true end end
  return false
end
local spy_checks = {
  called = function(spy, n) return n == nil and #spy.calls > 0 or #spy.calls == n, "called " .. #spy.calls .. " times, expected " .. (n or "a call") end,
  called_at_least = function(spy, n) return #spy.calls >= n, "called " .. #spy.calls .. " times, expected at least " .. n end,
  called_more_than = function(spy, n) return #spy.calls > n, "called " .. #spy.calls .. " times, expected more than " .. n end,
  called_less_than = function(spy, n) return #spy.calls < n, "called " .. #spy.calls .. " times, expected less than " .. n end,
  called_at_most = function(spy, n) return #spy.calls <= n, "called " .. #spy.calls .. " times, expected at most " .. n end,
  called_with = function(spy, ...) return some_values(spy.calls, pack(...)), "it was not called with these values" end,
  returned_with = function(spy, ...) return some_values(spy.returnvals, pack(...)), "it did not return these values" end,
}
local function spy_chain(spy, negative)
  return setmetatable({}, { __index = function(_, key)
    local name = gsub(gsub(key, "_$", ""), "^was_", "")
    if sub(name, 1, 4) == "not_" then return spy_chain(spy, not negative)[sub(name, 5)] end
    if linking[name] then return spy_chain(spy, negative) end
    if negating[name] or name == "was_not" then return spy_chain(spy, not negative) end
    local check = spy_checks[name]
    if not check then lack("assert.spy(…)." .. key) end
    return function(...)
      if record.pending then return end
      local ok, text = check(spy, ...)
      if negative then
        if ok then failure("the opposite of " .. name .. " was expected") end
      elseif not ok then failure(text) end
    end
  end })
end
local function add_spies(G)
  G.spy = { new = function(f) return new_spy(f or function() end) end, on = function(owner, key) return spy_on(owner, key) end, is_spy = function(one) return spies[one] == true end }
  G.stub = setmetatable({ new = function(owner, key) return spy_on(owner, key, function() end) end }, { __call = function(_, owner, key, ...)
    local spy = spy_on(owner, key, function() end)
    if select("#", ...) > 0 then
      if type((...)) == "function" then spy.invokes((...)) else spy.returns(...) end
    end
    return spy
  end })
  local function mock(owner, is_stub)
    for key, value in next, owner do
      if type(value) == "function" then spy_on(owner, key, is_stub == true and function() end or nil)
      elseif type(value) == "table" and not spies[value] then mock(value, is_stub) end
    end
    return owner
  end
  G.mock, G.match = mock, match_tools
end

local function checker(name, negative)
  return function(...)
    if some_pending(...) then return ... end
    for index = 1, name ~= "is_function" and name ~= "has_error" and name ~= "error_matches" and select("#", ...) or 0 do
      local given = select(index, ...)
      if standin[given] then return refuse("compares a function of the program") end
      if error_objects[given] then return refuse("looks into an error object") end
    end
    local ok, text, reverse = checks[name](select("#", ...), ...)
    if record.pending then return ... end
    if negative then
      if ok then failure(reverse or ("the opposite of " .. name .. " was expected")) end
    elseif not ok then failure(text or name) end
    return ...
  end
end
-- Assertions that the tests register: `assert:register("assertion", NAME, f, …)`.
local registered = {}
local function register_assertion(_, kind, name, f)
  if kind ~= "assertion" then lack("assert:register of a " .. tostring(kind)) end
  registered[name] = f
end
local function registered_check(name, negative)
  return function(...)
    if some_pending(...) then return ... end
    local ok = registered[name]({ mod = not negative }, pack(...))
    if record.pending then return ... end
    if not not ok == negative then failure((negative and "the opposite of " or "") .. name .. " was expected of " .. show((...))) end
    return ...
  end
end
local function chain(negative)
  return setmetatable({}, {
    __index = function(_, key)
      if key == "message" then return function() return chain(negative) end end
      if key == "spy" or key == "stub" then return function(spy) return spy_chain(spy, negative) end end
      local name = gsub(key, "_$", "")
      if linking[name] then return chain(negative) end
      if negating[name] then return chain(not negative) end
      if key == "register" then return register_assertion end
      if registered[name] or registered[gsub(name, "^is_", "")] then return registered_check(gsub(name, "^is_", ""), negative) end
      local turned = gsub(gsub(gsub(name, "^is_not_", ""), "^are_not_", ""), "^not_", "")
      if turned ~= name and registered[turned] then return registered_check(turned, not negative) end
      local target = checks[name] and name or alias[name] or alias[lower(name)]
      if not target then
        target = alias[gsub(name, "^[ah][ra][es]_", "")] or alias[gsub(name, "^is_", "")]
      end
      if not target then lack("assert." .. key) end
      if sub(target, 1, 1) == "!" then return checker(sub(target, 2), not negative) end
      return checker(target, negative)
    end,
    __call = function(_, value, message, ...)
      if some_pending(value) then return value, message, ... end
      if not value then
        if type(message) == "table" and rawget(message, "anneal") then error(message, 0) end
        failure(message == nil and "assertion failed!" or error_text(message))
      end
      return value, message, ...
    end,
  })
end
local busted_assert = chain(false)

---- collecting --------------------------------------------------------------------------------------------------------
local tests = {}
local function add(id, run)
  local name, count = id, 1
  local taken = {}
  for index = 1, #tests do taken[tests[index].id] = true end
  while taken[name] do
    count = count + 1
    name = id .. " (" .. count .. ")"
  end
  tests[#tests + 1] = { id = name, run = run }
end

local skipped = {}
local function skip(reason) error({ skipped = skipped, message = tostring(reason or "") }, 0) end

local function busted_environment(G)
  local function new_block(parent, names) return { parent = parent, names = names, before = {}, after = {}, once = {}, last = {}, left = 0 } end
  local block = new_block(nil, {})
  local running = false
  local function describe(name, body)
    local outer = block
    block = new_block(outer, { unpack(outer.names) })
    block.names[#block.names + 1] = tostring(name)
    local ok, problem = pcall(body)
    block = outer
    if not ok then error(problem, 0) end
  end
  -- Its globals and modules stay: they are those of all versions of the tests.
  local function insulate(name, body)
    if body == nil then return describe("insulate", name) end
    return describe(name, body)
  end
  local function blamed(f)
    local ok, problem = xpcall(f, function(p)
      if type(p) == "table" and rawget(p, "original") ~= nil then return p end
      return { original = p, line = job.line_of(p) }
    end)
    return not ok and problem or nil
  end
  local function it(name, body)
    local mine = block
    local names, around, at = { unpack(mine.names) }, {}, mine
    names[#names + 1] = tostring(name)
    while at do
      around[#around + 1] = at
      at.left = at.left + 1
      at = at.parent
    end
    local function run()
      for index = #around, 1, -1 do
        local one = around[index]
        if not one.begun then
          one.begun = true
          one.failed = blamed(function()
            for _, f in ipairs(one.once) do f() end
          end)
        end
        -- What was not made ready is not there for any of the tests below.
        if one.failed then error(one.failed, 0) end
      end
      local finals = {}
      G.finally = function(f) finals[#finals + 1] = f end
      local problem = blamed(function()
        for index = #around, 1, -1 do
          for _, f in ipairs(around[index].before) do f() end
        end
        body()
      end)
      local late
      for _, f in ipairs(finals) do late = blamed(f) or late end
      for index = 1, #around do
        for _, f in ipairs(around[index].after) do late = blamed(f) or late end
      end
      local is_skip = problem and type(problem.original) == "table" and rawget(problem.original, "skipped") ~= nil
      if problem and not (is_skip and late) then error(problem, 0) end
      if late then error(late, 0) end
    end
    add(concat(names, " "), function()
      running = true
      local problem = blamed(function()
        if body == nil then skip("not written yet") end
        run()
      end)
      running = false
      -- What follows the last test of a block counts with it.
      for index = 1, #around do
        local one = around[index]
        one.left = one.left - 1
        if one.left == 0 and one.begun then
          for _, f in ipairs(one.last) do
            local late = blamed(f)
            local is_skip = problem and type(problem.original) == "table" and rawget(problem.original, "skipped") ~= nil
            if late and (not problem or is_skip) then problem = late end
          end
        end
      end
      if problem then error(problem, 0) end
    end)
  end
  for _, name in ipairs({ "describe", "context", "expose" }) do G[name] = describe end
  G.insulate = insulate
  for _, name in ipairs({ "it", "spec", "test" }) do G[name] = it end
  G.pending = function(name)
    if running then skip(name) end
    it(name, nil)
  end
  G.before_each = function(f) block.before[#block.before + 1] = f end
  G.after_each = function(f) block.after[#block.after + 1] = f end
  for _, name in ipairs({ "setup", "lazy_setup", "strict_setup" }) do G[name] = function(f) block.once[#block.once + 1] = f end end
  for _, name in ipairs({ "teardown", "lazy_teardown", "strict_teardown" }) do G[name] = function(f) block.last[#block.last + 1] = f end end
  G.randomize = function() end
  add_spies(G)
  G.assert = busted_assert
end

local function luaunit_module(run_all)
  local lu = {}
  local function one(name, negative)
    return checker(name, negative)
  end
  local function swapped(name, negative)
    local check = checker(name, negative)
    -- luaunit: actual first.
    return function(actual, expected, ...) return check(expected, actual, ...) end
  end
  lu.assertEquals, lu.assertNotEquals = swapped("same"), swapped("same", true)
  lu.assertItemsEquals = function(actual, expected)
    if some_pending(actual, expected) then return end
    local rest = {}
    for _, item in pairs(expected) do rest[#rest + 1] = item end
    for _, item in pairs(actual) do
      local at
      for index = 1, #rest do if same(rest[index], item) then at = index break end end
      if not at then failure("got " .. show(actual) .. ", expected the items " .. show(expected)) end
      remove(rest, at)
    end
    if #rest > 0 then failure("got " .. show(actual) .. ", expected the items " .. show(expected)) end
  end
  lu.assertIs, lu.assertNotIs = swapped("equal"), swapped("equal", true)
  lu.assertAlmostEquals = function(actual, expected, margin, ...) return checker("near")(expected, actual, margin or 1e-12, ...) end
  lu.assertTrue, lu.assertFalse, lu.assertNil, lu.assertNotNil = one("is_true"), one("is_false"), one("is_nil"), one("is_nil", true)
  lu.assertEvalToTrue, lu.assertEvalToFalse = one("truthy"), one("falsy")
  for _, kind in ipairs({ "Number", "String", "Table", "Boolean", "Function", "Userdata", "Thread" }) do
    lu["assertIs" .. kind], lu["assertNot" .. kind] = one("is_" .. kind:lower()), one("is_" .. kind:lower(), true)
    lu["assertNotIs" .. kind] = lu["assertNot" .. kind]
  end
  lu.assertIsNil, lu.assertNotIsNil, lu.assertIsTrue, lu.assertIsFalse = lu.assertNil, lu.assertNotNil, lu.assertTrue, lu.assertFalse
  lu.assertIsNaN = function(value) if not some_pending(value) and value == value then failure("got " .. show(value) .. ", expected nan") end end
  local function raising(check)
    return function(...)
      local given = pack(...)
      return check(given)
    end
  end
  lu.assertError = function(f, ...)
    local given = pack(...)
    local failed = caught(f, unpack(given, 1, given.n))
    if not failed and not record.pending then failure("no error was raised") end
  end
  local function message_check(test, words)
    return function(wanted, f, ...)
      local given = pack(...)
      local failed = caught(f, unpack(given, 1, given.n))
      if record.pending then return end
      if not failed then failure("no error was raised") end
      local text = error_text(failed.problem)
      if not test(text, wanted) then failure("raised " .. show(text) .. ", expected " .. words .. " " .. show(wanted)) end
    end
  end
  lu.assertErrorMsgContains = message_check(function(text, wanted) return find(text, wanted, 1, true) ~= nil end, "one with")
  lu.assertErrorMsgEquals = message_check(function(text, wanted) return text == wanted or without_place(text) == wanted end, "exactly")
  lu.assertErrorMsgContentEquals = message_check(function(text, wanted) return without_place(text) == wanted end, "exactly")
  lu.assertErrorMsgMatches = message_check(function(text, wanted) return find(text, "^" .. wanted .. "$") ~= nil end, "a match of")
  lu.assertStrContains = function(text, part, is_pattern)
    if not some_pending(text, part) and not (type(text) == "string" and find(text, part, 1, not is_pattern)) then failure("got " .. show(text) .. ", expected it to contain " .. show(part)) end
  end
  lu.assertNotStrContains = function(text, part, is_pattern)
    if not some_pending(text, part) and type(text) == "string" and find(text, part, 1, not is_pattern) then failure("got " .. show(text) .. ", which contains " .. show(part)) end
  end
  lu.assertStrIContains = function(text, part) return lu.assertStrContains(text:lower(), part:lower()) end
  lu.assertStrMatches = function(text, pattern)
    if not some_pending(text) and not (type(text) == "string" and find(text, "^" .. pattern .. "$")) then failure("got " .. show(text) .. ", expected a match of " .. show(pattern)) end
  end
  lu.assertTableContains = function(items, wanted)
    if some_pending(items, wanted) then return end
    for _, item in pairs(items) do if same(item, wanted) then return end end
    failure("got " .. show(items) .. ", expected it to contain " .. show(wanted))
  end
  lu.fail = function(text) failure(tostring(text or "fail")) end
  lu.failIf = function(condition, text) if condition then failure(tostring(text or "fail")) end end
  lu.skip = skip
  lu.skipIf = function(condition, text) if condition then skip(text) end end
  lu.success = function() end
  lu.prettystr = show
  local runner = { run = run_all, runSuite = run_all, setOutputType = function() end, setVerbosity = function() end }
  runner.new = function() return runner end
  lu.LuaUnit, lu.run, lu.Run = runner, run_all, run_all
  for name, f in pairs({ assert_equals = lu.assertEquals, assert_true = lu.assertTrue, assert_false = lu.assertFalse, assert_nil = lu.assertNil,
    assert_error = lu.assertError, assert_not_equals = lu.assertNotEquals, assert_not_nil = lu.assertNotNil }) do lu[name] = f end
  return setmetatable(lu, { __index = function(_, key)
    lack("luaunit." .. tostring(key))
  end })
end

local function take_text(file)
  local handle = assert_(open(here .. "/" .. file, "rb"))
  local text = handle:read("*a")
  handle:close()
  -- What the tests expect is nothing for the program to read.
  if not replaying then remove_file(here .. "/" .. file) end
  return sub(text, 1, 1) == "#" and "--" .. text or text
end
if not replaying then
  -- Nor are the names and values of whoever calls it.
  for _, name in ipairs({ "getlocal", "setlocal", "getupvalue", "setupvalue", "upvalueid", "upvaluejoin", "getregistry", "sethook", "getuservalue" }) do
    debug[name] = function() error("debug." .. name .. " is not there beside tests", 2) end
  end
end

local function run_version(label, file, text)
  tests = {}
  record = new_record("")
  printed, printed_size = {}, 0
  local chunk_name = "@" .. file
  function job.line_of(problem)
    local said = type(problem) == "string" and match(problem, "^[^\n]-" .. gsub(file, "%p", "%%%0") .. ":(%d+):")
    if said then return tonumber(said) end
    for level = 3, 60 do
      local info = getinfo(level, "Sl")
      if not info then return nil end
      if info.source == chunk_name and info.currentline > 0 then return info.currentline end
    end
  end
  local G = {}
  local leave_code, has_left = nil, false
  local module_cache = {}
  local function get_program()
    program_loaded = true
    if replaying then return program end
    if module_cache[program] == nil then
      local loaded, problem = loadfile(here .. "/" .. job.programFile)
      if not loaded then error(problem, 0) end
      local value = loaded(job.programNames[1])
      module_cache[program] = value == nil and true or value
    end
    return module_cache[program]
  end
  local function run_all()
    error(left, 0)
  end
  setmetatable(G, { __index = function(_, key)
    local value = _G[key]
    if value == nil and replaying and program_loaded and is_name(key) then
      -- A call may have set it.
      if not job.known[key] and was_asked then return refuse("reads the global " .. key) end
      return member(key)
    end
    return value
  end })
  G.print, G.pcall, G.xpcall = fake_print, guarded_pcall, guarded_xpcall
  -- What is put there the program finds as well.
  G._G = not replaying and _G or setmetatable({}, { __index = G, __newindex = function(_, key, value)
    touch("sets the global " .. tostring(key))
    rawset(G, key, value)
  end })
  local lu
  G.require = function(name)
    if is_program(name) then return get_program() end
    if name == "luaunit" then
      lu = lu or luaunit_module(run_all)
      return lu
    end
    if name == "luassert" then return busted_assert end
    if job.framework == "busted" and (name == "luassert.match" or name == "luassert.spy" or name == "luassert.stub" or name == "luassert.mock") then
      return G[match(name, "[^.]+$")]
    end
    if name == "say" then return { set = function() end, set_namespace = function() end } end
    if name == "busted" or name == "busted.runner" then return function() end end
    return require(name)
  end
  G.dofile = function(path) if is_program_file(path) then return get_program() end return dofile(path) end
  G.loadfile = function(path, ...) if is_program_file(path) then return get_program end return loadfile(path, ...) end
  G.io = setmetatable({ write = function(...)
    for index = 1, select("#", ...) do sink.write(tostring((select(index, ...)))) end
    return G.io.stdout
  end }, { __index = io, __newindex = function(_, key, value)
    touch("replaces io." .. tostring(key))
    io[key] = value
  end })
  if replaying then
    local real_open = io.open
    rawset(G.io, "open", function(path, how)
      if find(tostring(how or "r"), "[wa+]") then touch("writes files") elseif is_program_file(path) then return refuse("reads the program's file") end
      return real_open(path, how)
    end)
    rawset(G.io, "popen", function() return refuse("starts a process") end)
    rawset(G.io, "lines", function(path, ...)
      if is_program_file(path) then return refuse("reads the program's file") end
      return io.lines(path, ...)
    end)
  end
  G.io.stdout = { write = function(self, ...) G.io.write(...) return self end, flush = function() end, setvbuf = function() end, close = function() end }
  G.io.stderr = { write = function(self) return self end, flush = function() end, setvbuf = function() end }
  G.os = setmetatable({ exit = function(code)
    leave_code = (code == nil or code == true) and 0 or code == false and 1 or code
    has_left = true
    error(left, 0)
  end }, { __index = os, __newindex = function(_, key, value)
    touch("replaces os." .. tostring(key))
    os[key] = value
  end })
  if replaying then
    for _, name in ipairs({ "remove", "rename", "tmpname" }) do
      rawset(G.os, name, function(...)
        touch("changes files")
        return os[name](...)
      end)
    end
    rawset(G.os, "execute", function() return refuse("starts a process") end)
    G.math = setmetatable({ randomseed = function(...)
      touch("sets the seed of random numbers")
      return math.randomseed(...)
    end }, { __index = math, __newindex = function(_, key, value)
      touch("replaces math." .. tostring(key))
      math[key] = value
    end })
  end
  if job.framework == "busted" then busted_environment(G) end
  if job.framework == "luaunit" then G.LuaUnit = nil end

  local function calls_of(r)
    return '"calls":' .. list(r.calls) .. ',"pending":' .. tostring(r.pending) .. ',"unsupported":' .. or_null(r.unsupported)
  end
  local chunk, syntax = load(text, chunk_name, "t", G)
  local function problem(kind, message, line)
    report('"module":' .. quote(label) .. ',"problem":{"kind":"' .. kind .. '","message":' .. quote(message) .. ',"line":' .. (line or "null") .. ',"name":null},"assumed":[],' .. calls_of(record))
  end
  if not chunk then
    problem("syntax", without_place(syntax), tonumber(match(syntax, ":(%d+):")))
    return nil
  end
  local ok, failed = xpcall(chunk, function(p)
    if rawequal(p, left) or rawequal(p, refused) then return p end
    return { original = p, line = job.line_of(p) }
  end, "anneal")
  if record.lacking then
    problem("lacking", record.lacking, type(failed) == "table" and failed.line or nil)
    return nil
  end
  if not ok and not rawequal(failed, left) and not rawequal(failed, refused) then
    local message = error_text(failed.original)
    if job.framework ~= "plain" then
      problem(find(message, "module '[^']*' not found") and "import" or "load", match(without_place(message), "^[^\n]*"), failed.line)
      return nil
    end
  end
  if job.framework == "luaunit" then
    local names = {}
    for name, value in next, G do
      if type(name) == "string" and find(name, "^[tT]est") and (type(value) == "function" or type(value) == "table") then names[#names + 1] = name end
    end
    sort(names)
    for _, name in ipairs(names) do
      local value = G[name]
      if type(value) == "function" then add(name, value)
      else
        local methods = {}
        for key, f in next, value do
          if type(key) == "string" and find(key, "^[tT]est") and type(f) == "function" then methods[#methods + 1] = key end
        end
        sort(methods)
        for _, method in ipairs(methods) do
          add(name .. "." .. method, function()
            local before, after = value.setUp or value.setup or value.SetUp, value.tearDown or value.teardown or value.TearDown
            if before then before(value) end
            local done, p = xpcall(value[method], function(p) return { original = p, line = job.line_of(p) } end, value)
            if after then after(value) end
            if not done then error(p, 0) end
          end)
        end
      end
    end
  elseif job.framework == "plain" then
    -- A script tells of its tests by TAP lines, or by how it ends.
    local seen, bad = {}, false
    for verdict, number, rest in string.gmatch("\n" .. concat(printed), "\n(n?o?t? ?ok) (%d+)([^\n]*)") do
      if (verdict == "ok" or verdict == "not ok") and not seen[number] then
        seen[number] = true
        bad = bad or verdict ~= "ok"
        add(number, function()
          if verdict ~= "ok" then failure(match(rest, "^%s*%-?%s*(.*)$")) end
        end)
      end
    end
    local message = not ok and type(failed) == "table" and failed ~= left and failed ~= refused and error_text(failed.original) or nil
    -- A script that asks the program nothing tests nothing.
    local asks = not replaying or #record.calls > 0 or record.pending or record.unsupported ~= nil
    if message or (#tests == 0 and asks) or (not bad and leave_code ~= nil and leave_code ~= 0) then
      add("script", function()
        if message then error({ original = message, line = failed.line }, 0) end
        if leave_code ~= nil and leave_code ~= 0 then failure("ended with exit code " .. tostring(leave_code)) end
      end)
    end
  end
  local ids = {}
  for index = 1, #tests do ids[index] = tests[index].id end
  report('"module":' .. quote(label) .. ',"collected":' .. list(ids) .. ',"assumed":[],' .. calls_of(record))
  local mine, line_of = tests, job.line_of
  return #mine, function(index)
    local test = mine[index]
    job.line_of = line_of
    record = new_record(test.id)
    -- The same inputs in every run, so that each call is answered in the next one.
    if replaying then math.randomseed(0) end
    local own = record
    local done, p = xpcall(test.run, function(p)
      if type(p) == "table" and rawget(p, "original") ~= nil then return p end
      return { original = p, line = line_of(p) }
    end)
    local outcome, message, line = "passed", nil, nil
    -- A test that failed did not come to where it puts back what it replaced.
    if not done and not replaying then
      for _, spy in ipairs(own.spies or {}) do pcall(spy.revert) end
    end
    if not done then
      local original = p.original
      while type(original) == "table" and rawget(original, "original") ~= nil do
        p = original
        original = p.original
      end
      line = p.line
      if type(original) == "table" and rawequal(rawget(original, "skipped"), skipped) then outcome, message = "skipped", original.message
      elseif rawequal(original, refused) then outcome, message = "failed", own.unsupported
      else outcome, message = "failed", error_text(original) end
    end
    if own.lacking and not own.unsupported then outcome, message = "failed", own.lacking end
    report('"module":' .. quote(label) .. ',"id":' .. quote(test.id) .. ',"outcome":"' .. outcome .. '","message":' .. or_null(message) .. ',"line":' .. (line or "null") .. "," .. calls_of(own))
  end
end

local runs, longest, texts = {}, 0, {}
for index = 1, #job.modules do texts[index] = take_text(job.modules[index].file) end
for index = 1, #job.modules do
  local count, run = run_version(job.modules[index].label, job.modules[index].file, texts[index])
  if count then
    runs[#runs + 1] = { count = count, run = run }
    longest = count > longest and count or longest
  end
end
for index = 1, longest do
  for which = 1, #runs do
    if index <= runs[which].count then runs[which].run(index) end
  end
end
report('"end":true')
exit(0, false)
