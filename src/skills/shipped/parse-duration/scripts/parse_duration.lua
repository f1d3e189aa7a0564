local units = { { "d", 86400 }, { "h", 3600 }, { "m", 60 }, { "s", 1 } }

function parse_duration(text)
  local rest = text:gsub("%s+", "")
  if rest == "" then return nil end
  local total = 0
  for _, unit in ipairs(units) do
    local count, after = rest:match("^(%d+)" .. unit[1] .. "(.*)$")
    if count ~= nil then
      total = total + tonumber(count) * unit[2]
      rest = after
    end
  end
  if rest ~= "" then return nil end
  return total
end
