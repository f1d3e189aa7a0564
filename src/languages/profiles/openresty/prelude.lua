-- A request and its answer as a handler of OpenResty sees them. Time stands still.
--
-- The context: uri, method, args, headers, body, remote_addr, shared. The value that is observed: status, body, headers.
local fresh_globals, libraries = ...
local cjson, base64 = libraries.cjson, libraries.base64
local now = 1700000000

local done = {}
local answer

local levels = { STDERR = 0, EMERG = 1, ALERT = 2, CRIT = 3, ERR = 4, WARN = 5, NOTICE = 6, INFO = 7, DEBUG = 8 }
local methods = { HTTP_GET = 2, HTTP_HEAD = 4, HTTP_POST = 8, HTTP_PUT = 16, HTTP_DELETE = 32, HTTP_OPTIONS = 512, HTTP_PATCH = 16384 }
local statuses = {
  HTTP_OK = 200, HTTP_CREATED = 201, HTTP_ACCEPTED = 202, HTTP_NO_CONTENT = 204, HTTP_PARTIAL_CONTENT = 206, HTTP_SPECIAL_RESPONSE = 300,
  HTTP_MOVED_PERMANENTLY = 301, HTTP_MOVED_TEMPORARILY = 302, HTTP_SEE_OTHER = 303, HTTP_NOT_MODIFIED = 304, HTTP_TEMPORARY_REDIRECT = 307,
  HTTP_PERMANENT_REDIRECT = 308, HTTP_BAD_REQUEST = 400, HTTP_UNAUTHORIZED = 401, HTTP_PAYMENT_REQUIRED = 402, HTTP_FORBIDDEN = 403,
  HTTP_NOT_FOUND = 404, HTTP_NOT_ALLOWED = 405, HTTP_NOT_ACCEPTABLE = 406, HTTP_REQUEST_TIMEOUT = 408, HTTP_CONFLICT = 409, HTTP_GONE = 410,
  HTTP_UPGRADE_REQUIRED = 426, HTTP_TOO_MANY_REQUESTS = 429, HTTP_CLOSE = 444, HTTP_ILLEGAL = 451, HTTP_INTERNAL_SERVER_ERROR = 500,
  HTTP_METHOD_NOT_IMPLEMENTED = 501, HTTP_NOT_IMPLEMENTED = 501, HTTP_BAD_GATEWAY = 502, HTTP_SERVICE_UNAVAILABLE = 503, HTTP_GATEWAY_TIMEOUT = 504,
  HTTP_VERSION_NOT_SUPPORTED = 505, HTTP_INSUFFICIENT_STORAGE = 507,
}

local function escape_uri(text)
  return (string.gsub(tostring(text), "[^%w%-%._~]", function(c) return string.format("%%%02X", string.byte(c)) end))
end
local function unescape_uri(text)
  return (string.gsub(string.gsub(text, "%+", " "), "%%(%x%x)", function(digits) return string.char(tonumber(digits, 16)) end))
end
local function decode_args(text)
  local args = {}
  for pair in string.gmatch(text or "", "[^&]+") do
    local name, value = string.match(pair, "^([^=]*)=(.*)$")
    name = unescape_uri(name or pair)
    value = value and unescape_uri(value) or true
    if args[name] == nil then args[name] = value
    elseif type(args[name]) == "table" then table.insert(args[name], value)
    else args[name] = { args[name], value } end
  end
  return args
end
local function encode_args(args)
  local names, parts = {}, {}
  for name in pairs(args) do names[#names + 1] = name end
  table.sort(names, function(a, b) return tostring(a) < tostring(b) end)
  for _, name in ipairs(names) do
    for _, value in ipairs(type(args[name]) == "table" and args[name] or { args[name] }) do
      parts[#parts + 1] = value == true and escape_uri(name) or escape_uri(name) .. "=" .. escape_uri(value)
    end
  end
  return table.concat(parts, "&")
end

local function as_text(...)
  local parts = {}
  for index = 1, select("#", ...) do
    local item = select(index, ...)
    if type(item) == "table" then
      for _, inner in ipairs(item) do parts[#parts + 1] = as_text(inner) end
    elseif item == nil then parts[#parts + 1] = "nil"
    else parts[#parts + 1] = item == cjson.null and "null" or tostring(item) end
  end
  return table.concat(parts)
end

local function shared_dictionary(values)
  local methods_of = {}
  function methods_of:get(key) return values[key] end
  methods_of.get_stale = methods_of.get
  function methods_of:set(key, value) values[key] = value return true end
  methods_of.safe_set = methods_of.set
  function methods_of:add(key, value)
    if values[key] ~= nil then return false, "exists" end
    values[key] = value
    return true
  end
  function methods_of:replace(key, value)
    if values[key] == nil then return false, "not found" end
    values[key] = value
    return true
  end
  function methods_of:delete(key) values[key] = nil end
  function methods_of:incr(key, by, initial)
    if values[key] == nil then
      if initial == nil then return nil, "not found" end
      values[key] = initial
    end
    if type(values[key]) ~= "number" then return nil, "not a number" end
    values[key] = values[key] + by
    return values[key]
  end
  function methods_of:get_keys()
    local keys = {}
    for key in pairs(values) do keys[#keys + 1] = key end
    table.sort(keys)
    return keys
  end
  function methods_of:flush_all() for key in pairs(values) do values[key] = nil end end
  function methods_of:ttl() return 0 end
  function methods_of:expire() return true end
  return setmetatable({}, { __index = methods_of })
end

local function lower_keys(headers)
  local lower = {}
  for name, value in pairs(headers or {}) do lower[string.lower(name)] = value end
  return setmetatable(lower, { __index = function(t, name) return rawget(t, (string.gsub(string.lower(tostring(name)), "_", "-"))) end })
end

local function request_of(context)
  local request = { method = context.method or "GET", uri = context.uri or "/", body = context.body, headers = lower_keys(context.headers), read = false }
  local args = context.args or {}
  request.args = type(args) == "string" and decode_args(args) or args
  request.query = type(args) == "string" and args or encode_args(args)
  request.post = function() return type(request.body) == "string" and decode_args(request.body) or {} end
  return request
end

local function environment(context)
  context = type(context) == "table" and context or {}
  local globals, request, shared = fresh_globals(), request_of(context), {}
  for name, values in pairs(context.shared or {}) do shared[name] = shared_dictionary(values) end
  setmetatable(shared, { __index = function(t, name) local made = shared_dictionary({}) rawset(t, name, made) return made end })
  answer = { status = 200, headers = {}, body = {}, sent = false }

  local function send(text)
    answer.sent = true
    answer.body[#answer.body + 1] = text
    return true
  end
  local function body_data()
    if not request.read then return nil end
    return request.body
  end
  local variables = { uri = request.uri, request_uri = request.uri .. (request.query ~= "" and "?" .. request.query or ""), request_method = request.method, args = request.query, query_string = request.query, remote_addr = context.remote_addr or "127.0.0.1", host = request.headers.host or "localhost", scheme = "http", server_port = "80", is_args = request.query ~= "" and "?" or "" }
  local headers = setmetatable({}, {
    __newindex = function(_, name, value) answer.headers[string.lower((string.gsub(name, "_", "-")))] = value end,
    __index = function(_, name) return answer.headers[string.lower((string.gsub(name, "_", "-")))] end,
  })
  local ngx = {
    var = setmetatable({}, {
      __index = function(_, name)
        if variables[name] ~= nil then return variables[name] end
        local arg, header = string.match(name, "^arg_(.+)$"), string.match(name, "^http_(.+)$")
        if arg then return type(request.args[arg]) == "table" and request.args[arg][1] or request.args[arg] end
        return header and request.headers[header] or nil
      end,
      __newindex = function(_, name, value) variables[name] = value end,
    }),
    req = {
      get_method = function() return request.method end,
      get_uri_args = function() return request.args end,
      get_headers = function() return request.headers end,
      read_body = function() request.read = true end,
      get_body_data = body_data,
      get_post_args = function() return request.read and request.post() or {} end,
      set_header = function(name, value) request.headers[string.lower(name)] = value end,
      clear_header = function(name) request.headers[string.lower(name)] = nil end,
      set_uri = function(uri) variables.uri = uri end,
      set_uri_args = function(args) request.args = type(args) == "string" and decode_args(args) or args end,
      http_version = function() return 1.1 end,
      start_time = function() return now end,
    },
    header = headers,
    say = function(...) return send(as_text(...) .. "\n") end,
    print = function(...) return send(as_text(...)) end,
    flush = function() return true end,
    eof = function() return true end,
    exit = function(status)
      if status >= 200 and not answer.sent then answer.status = status end
      error(done, 0)
    end,
    redirect = function(uri, status)
      answer.status = status or 302
      answer.headers.location = uri
      error(done, 0)
    end,
    log = function() end,
    time = function() return now end, now = function() return now end, update_time = function() end,
    today = function() return "2023-11-14" end, utctime = function() return "2023-11-14 22:13:20" end, localtime = function() return "2023-11-14 22:13:20" end,
    http_time = function() return "Tue, 14 Nov 2023 22:13:20 GMT" end,
    sleep = function() end,
    ctx = {}, null = cjson.null, shared = shared,
    escape_uri = escape_uri, unescape_uri = unescape_uri, encode_args = encode_args, decode_args = decode_args,
    encode_base64 = base64.encode, decode_base64 = base64.decode,
    get_phase = function() return "content" end,
    worker = { id = function() return 0 end, pid = function() return 1 end, count = function() return 1 end },
    OK = 0, ERROR = -1, AGAIN = -2, DONE = -4, DECLINED = -5,
  }
  for _, constants in ipairs({ levels, methods, statuses }) do for name, value in pairs(constants) do ngx[name] = value end end
  globals.ngx = setmetatable(ngx, {
    __index = function(_, name)
      if name == "status" then return answer.status end
      if name == "headers_sent" then return answer.sent end
      return nil
    end,
    __newindex = function(t, name, value)
      if name == "status" then answer.status = tonumber(value) or value else rawset(t, name, value) end
    end,
  })
  globals.print = function() end
  local safe = {
    encode = function(value) local ok, text = pcall(cjson.encode, value) if ok then return text end return nil, text end,
    decode = function(text) local ok, value = pcall(cjson.decode, text) if ok then return value end return nil, value end,
    null = cjson.null,
  }
  local modules = { cjson = cjson, ["cjson.safe"] = safe, ngx = globals.ngx, bit = globals.bit, string = globals.string, table = globals.table, math = globals.math }
  globals.require = function(name)
    if modules[name] == nil then error("module '" .. tostring(name) .. "' not found", 2) end
    return modules[name]
  end
  return globals
end

return {
  environment = environment,
  null = cjson.null,
  stops_with = done,
  result = function()
    return { status = answer.status, body = table.concat(answer.body), headers = next(answer.headers) and answer.headers or nil }
  end,
}
