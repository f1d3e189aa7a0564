local candidate = require("candidate")

describe("Stack", function()
  local stack
  before_each(function()
    stack = candidate.new()
    for _, item in ipairs({ 3, 1, 2 }) do stack:push(item) end
  end)

  it("pops", function()
    assert.are.equal(2, stack:pop())
    assert.are.equal(1, stack:pop())
    assert.are.equal(1, stack:size())
  end)

  for _, case in ipairs({ { {}, 0 }, { { 4, 5 }, 9 } }) do
    it("totals " .. #case[1], function()
      local made = candidate.new()
      for _, item in ipairs(case[1]) do made:push(item) end
      assert.are.equal(case[2], made:total())
    end)
  end

  it("orders", function()
    local expected = { 1, 2, 3 }
    assert.are.same(expected, stack:ordered())
  end)

  it("copies", function()
    assert(stack:copy() == stack)
    assert.is_false(stack:is_empty())
  end)

  it("applies", function()
    assert.are.same({ 2, 3 }, candidate.apply(function(x) return x + 1 end, { 1, 2 }))
  end)
end)
