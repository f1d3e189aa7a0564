local c = require("candidate")
assert:register("formatter", "own", function() return "?" end)
it("adds", function() assert.equals(3, c.add(1, 2)) end)
