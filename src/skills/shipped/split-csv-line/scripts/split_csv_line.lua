function split_csv_line(line)
  local fields = {}
  local at = 1
  while true do
    if line:sub(at, at) == '"' then
      local parts = {}
      local from = at + 1
      while true do
        local quote = line:find('"', from, true)
        if quote == nil then
          parts[#parts + 1] = line:sub(from)
          at = #line + 1
          break
        end
        parts[#parts + 1] = line:sub(from, quote - 1)
        if line:sub(quote + 1, quote + 1) ~= '"' then
          at = quote + 1
          break
        end
        parts[#parts + 1] = '"'
        from = quote + 2
      end
      fields[#fields + 1] = table.concat(parts)
    else
      local comma = line:find(",", at, true) or #line + 1
      fields[#fields + 1] = line:sub(at, comma - 1)
      at = comma
    end
    if line:sub(at, at) ~= "," then return fields end
    at = at + 1
  end
end
