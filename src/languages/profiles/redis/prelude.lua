-- A small Redis 7 in Lua 5.1: the globals of a script and a store in memory, fresh for each call.
--
-- The context: KEYS and ARGV; `before`: commands that are run first; `after`: commands whose replies are observed in the
-- end; `function`: which function of a library is called.
local fresh_globals, libraries = ...
local floor, format = math.floor, string.format
local null, store = libraries.cjson.null, libraries.store
local commands, fail, number_text = store.commands, store.fail, store.number_text

local registered

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
  if not command then libraries.other_commands.refuse(name) end
  if #texts < command.least or command.most and #texts > command.most then fail("ERR Wrong number of args calling Redis command from script") end
  return command.run(texts, name)
end

---- the host ----------------------------------------------------------------------------------------------------------
local kept = "assert collectgarbage coroutine error gcinfo getmetatable ipairs load loadstring math next pairs pcall rawequal rawget rawset select setmetatable string table tonumber tostring type unpack xpcall _VERSION"

local function locked(values)
  return setmetatable({}, { __index = values, __newindex = function() error("Attempt to modify a readonly table", 2) end, __metatable = false })
end

local function environment(context)
  local base, visible = fresh_globals(), {}
  for name in string.gmatch(kept, "%S+") do visible[name] = base[name] end
  store.reset()
  registered = {}
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
    sha1hex = libraries.sha1.hex,
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
  visible.bit = locked(libraries.bit)
  visible.cjson = locked(libraries.cjson)
  visible.cmsgpack = locked(libraries.cmsgpack)
  visible.struct = locked(libraries.struct)
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
    for key, value in pairs(store.all) do shown_store[key] = { value.kind, value.value, value.expires and value.expires - store.now_ms or false } end
    return shown_store
  end,
}
