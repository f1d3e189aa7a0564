from candidate import Box


def test_three():
    assert Box([1, 2, 3]).total() == 14


def test_empty():
    assert Box([]).total() == 0


def test_negative():
    box = Box([-4])
    assert box.total() == 16


def test_tens():
    box = Box([10])
    box.add(20)
    assert box.total() == 500
