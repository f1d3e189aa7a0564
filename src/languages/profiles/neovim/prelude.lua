-- Buffers in memory and the helpers of `vim` that need no editor. What is not here says so when it is used.
local fresh_globals = ...

local function deepcopy(value)
  if type(value) ~= "table" then return value end
  local copy = {}
  for key, item in pairs(value) do copy[deepcopy(key)] = deepcopy(item) end
  return setmetatable(copy, getmetatable(value))
end
local function deep_equal(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then return a == b end
  for key, value in pairs(a) do if not deep_equal(value, b[key]) then return false end end
  for key in pairs(b) do if a[key] == nil then return false end end
  return true
end
local function is_list(value)
  if type(value) ~= "table" then return false end
  local count = 0
  for key in pairs(value) do
    count = count + 1
    if type(key) ~= "number" then return false end
  end
  return count == #value
end
local function keys_of(t)
  local keys = {}
  for key in pairs(t) do keys[#keys + 1] = key end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  return keys
end
local function values_of(t)
  local values = {}
  for _, key in ipairs(keys_of(t)) do values[#values + 1] = t[key] end
  return values
end
local function extend(behaviour, deep, ...)
  local result = {}
  for index = 1, select("#", ...) do
    for key, value in pairs((select(index, ...))) do
      if deep and type(value) == "table" and type(result[key]) == "table" and not is_list(value) then
        result[key] = extend(behaviour, deep, result[key], value)
      elseif result[key] == nil or behaviour == "force" then result[key] = deepcopy(value)
      elseif behaviour == "error" then error("key found in more than one map: " .. tostring(key), 0) end
    end
  end
  return result
end

local function pieces(text, separator, options)
  if type(options) == "boolean" then options = { plain = options } end
  options = options or {}
  local result, at = {}, 1
  if separator == "" then
    for character in string.gmatch(text, ".") do result[#result + 1] = character end
    return result
  end
  while true do
    local first, last = string.find(text, separator, at, options.plain)
    if not first or last < first then break end
    result[#result + 1] = string.sub(text, at, first - 1)
    at = last + 1
  end
  result[#result + 1] = string.sub(text, at)
  if options.trimempty then
    while result[1] == "" do table.remove(result, 1) end
    while result[#result] == "" do table.remove(result) end
  end
  return result
end

local function pesc(text) return (string.gsub(text, "([%(%)%.%%%+%-%*%?%[%]%^%$])", "%%%1")) end

local function inspect(value, indent)
  if type(value) == "string" then return string.format("%q", value) end
  if type(value) ~= "table" then return tostring(value) end
  if next(value) == nil then return "{}" end
  indent = indent or "  "
  local parts, simple = {}, true
  if is_list(value) then
    for _, item in ipairs(value) do parts[#parts + 1] = inspect(item, indent .. "  ") end
  else
    simple = false
    for _, key in ipairs(keys_of(value)) do
      local name = type(key) == "string" and string.find(key, "^[%a_][%w_]*$") and key or "[" .. inspect(key) .. "]"
      parts[#parts + 1] = name .. " = " .. inspect(value[key], indent .. "  ")
    end
  end
  if simple then return "{ " .. table.concat(parts, ", ") .. " }" end
  return "{\n" .. indent .. table.concat(parts, ",\n" .. indent) .. "\n" .. string.sub(indent, 3) .. "}"
end

local function buffers()
  local all, current = { [1] = { "" } }, 1
  local cursor = { 1, 0 }
  local function of(number)
    local lines = all[number == 0 and current or number]
    if not lines then error("Invalid buffer id: " .. tostring(number), 0) end
    return lines
  end
  local function place(index, count, strict)
    local at = index < 0 and count + 1 + index or index
    if strict and (at < 0 or at > count) then error("Index out of bounds", 0) end
    return math.max(0, math.min(at, count))
  end
  return {
    nvim_get_current_buf = function() return current end,
    nvim_set_current_buf = function(number) of(number) current = number end,
    nvim_create_buf = function()
      all[#all + 1] = { "" }
      return #all
    end,
    nvim_list_bufs = function() return keys_of(all) end,
    nvim_buf_is_valid = function(number) return all[number == 0 and current or number] ~= nil end,
    nvim_buf_line_count = function(number) return #of(number) end,
    nvim_buf_get_lines = function(number, first, last, strict)
      local lines, result = of(number), {}
      for index = place(first, #lines, strict) + 1, place(last, #lines, strict) do result[#result + 1] = lines[index] end
      return result
    end,
    nvim_buf_set_lines = function(number, first, last, strict, replacement)
      local lines = of(number)
      local from, to = place(first, #lines, strict), place(last, #lines, strict)
      local kept = {}
      for index = to + 1, #lines do kept[#kept + 1] = lines[index] end
      for index = #lines, from + 1, -1 do lines[index] = nil end
      for _, line in ipairs(replacement) do
        if string.find(line, "\n", 1, true) then error("String cannot contain newlines", 0) end
        lines[#lines + 1] = line
      end
      for _, line in ipairs(kept) do lines[#lines + 1] = line end
      if #lines == 0 then lines[1] = "" end
    end,
    nvim_get_current_line = function() return of(0)[cursor[1]] or "" end,
    nvim_set_current_line = function(line) of(0)[cursor[1]] = line end,
    nvim_win_get_cursor = function() return { cursor[1], cursor[2] } end,
    nvim_win_set_cursor = function(_, position) cursor = { position[1], position[2] } end,
    nvim_get_current_win = function() return 1000 end,
    nvim_create_user_command = function() end,
    nvim_create_autocmd = function() return 1 end,
    nvim_create_augroup = function() return 1 end,
    nvim_set_keymap = function() end,
    nvim_strwidth = function(text) return select(2, string.gsub(text, "[^\128-\191]", "")) end,
  }
end

local function open(name, known)
  return setmetatable(known, { __index = function(_, field) error(name .. "." .. tostring(field) .. " is not simulated here; a real Neovim may have it", 2) end })
end

local function environment()
  local globals = fresh_globals()
  local function say(...)
    return globals.print(...)
  end
  local options = function() return setmetatable({}, { __index = function() return nil end }) end
  globals.vim = open("vim", {
    api = open("vim.api", buffers()),
    fn = open("vim.fn", {
      strlen = function(text) return #text end,
      toupper = string.upper, tolower = string.lower,
      len = function(value) return #value end,
      join = function(list, separator) return table.concat(list, separator or " ") end,
      trim = function(text) return (string.match(text, "^%s*(.-)%s*$")) end,
      max = function(list) local most = 0 for i, item in ipairs(list) do most = i == 1 and item or math.max(most, item) end return most end,
      range = function(first, last) local list = {} for i = first, last do list[#list + 1] = i end return list end,
      expand = function(text) return text end,
      line = function() return 1 end, col = function() return 1 end, mode = function() return "n" end,
    }),
    split = pieces,
    gsplit = function(...) local list, at = pieces(...), 0 return function() at = at + 1 return list[at] end end,
    trim = function(text) return (string.match(text, "^%s*(.-)%s*$")) end,
    startswith = function(text, prefix) return string.sub(text, 1, #prefix) == prefix end,
    endswith = function(text, suffix) return suffix == "" or string.sub(text, -#suffix) == suffix end,
    pesc = pesc,
    tbl_keys = keys_of, tbl_values = values_of,
    tbl_map = function(change, t) local result = {} for key, value in pairs(t) do result[key] = change(value) end return result end,
    tbl_filter = function(keep, t) local result = {} for _, value in ipairs(is_list(t) and t or values_of(t)) do if keep(value) then result[#result + 1] = value end end return result end,
    tbl_contains = function(t, wanted, rules)
      for _, value in pairs(t) do
        if rules and rules.predicate then if wanted(value) then return true end
        elseif value == wanted then return true end
      end
      return false
    end,
    tbl_isempty = function(t) return next(t) == nil end,
    tbl_count = function(t) local count = 0 for _ in pairs(t) do count = count + 1 end return count end,
    tbl_extend = function(behaviour, ...) return extend(behaviour, false, ...) end,
    tbl_deep_extend = function(behaviour, ...) return extend(behaviour, true, ...) end,
    tbl_islist = is_list, islist = is_list,
    tbl_get = function(t, ...) for _, key in ipairs({ ... }) do if type(t) ~= "table" then return nil end t = t[key] end return t end,
    tbl_flatten = function(t)
      local result = {}
      local function add(list) for _, item in ipairs(list) do if type(item) == "table" then add(item) else result[#result + 1] = item end end end
      add(t)
      return result
    end,
    list_extend = function(to, from, first, last) for index = first or 1, last or #from do to[#to + 1] = from[index] end return to end,
    list_slice = function(list, first, last) local result = {} for index = first or 1, last or #list do result[#result + 1] = list[index] end return result end,
    deepcopy = deepcopy, deep_equal = deep_equal, inspect = function(value) return inspect(value) end,
    is_callable = function(value) local meta = getmetatable(value) return type(value) == "function" or (meta and type(meta.__call) == "function") or false end,
    notify = say, print = say,
    schedule = function(run) run() end,
    schedule_wrap = function(run) return run end,
    defer_fn = function(run) run() end,
    validate = function() end,
    NIL = io.stdout,
    log = { levels = { TRACE = 0, DEBUG = 1, INFO = 2, WARN = 3, ERROR = 4, OFF = 5 } },
    keymap = { set = function() end, del = function() end },
    cmd = function() end,
    o = options(), bo = options(), wo = options(), go = options(), opt = options(), g = options(), b = options(), w = options(), v = options(), env = options(),
  })
  return globals
end

return { environment = environment, null = io.stdout }
