local c = require("candidate")
describe("sums", function()
  local seen = {}
  teardown(function() assert.are.same({ 3 }, seen) end)
  it("one", function() seen[#seen + 1] = c.add(1, 2) end)
  it("two", function() seen[#seen + 1] = c.add(2, 2) end)
end)
