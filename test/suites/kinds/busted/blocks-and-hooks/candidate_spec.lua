local c = require("candidate")

describe("not made ready", function()
  local calls = 0
  setup(function()
    calls = calls + 1
    if calls == 1 then error("no server") end
  end)
  it("one", function() assert.are.equal(2, c.add(1, 1)) end)
  it("two", function() assert.are.equal(3, c.add(1, 2)) end)
end)

describe("not made ready each time", function()
  local calls = 0
  before_each(function()
    calls = calls + 1
    if calls == 2 then error("once") end
  end)
  it("one", function() assert.are.equal(2, c.add(1, 1)) end)
  it("two", function() assert.are.equal(3, c.add(1, 2)) end)
end)

describe("not put away each time", function()
  after_each(function() error("still open") end)
  it("one", function() assert.are.equal(2, c.add(1, 1)) end)
end)

describe("finally", function()
  it("is run", function()
    finally(function() error("late") end)
    assert.are.equal(2, c.add(1, 1))
  end)
  it("puts back", function()
    local seen = {}
    finally(function() seen = nil end)
    seen[1] = c.add(1, 1)
    assert.are.same({ 2 }, seen)
  end)
end)

describe("pending", function()
  pending("is not there yet")
  pending("is not there yet, with a body", function() assert.are.equal(1, c.add(1, 1)) end)
  it("is found out", function()
    pending("not here")
    assert.are.equal(3, c.add(1, 1))
  end)
  it("has no body")
end)

insulate("insulated", function()
  it("marks", function() assert.is_true(c.mark("insulated_mark")) end)
  it("still sees it", function() assert.is_true(_G.insulated_mark) end)
end)

describe("order", function()
  local seen = {}
  lazy_setup(function() seen[#seen + 1] = "setup" end)
  before_each(function() seen[#seen + 1] = "outer" end)
  describe("inner", function()
    before_each(function() seen[#seen + 1] = "inner" end)
    it("has both", function()
      seen[#seen + 1] = c.add(1, 1)
      assert.are.same({ "setup", "outer", "inner", 2 }, seen)
    end)
  end)
end)
