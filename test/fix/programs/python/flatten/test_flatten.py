from flatten import flatten


def test_1():
    assert flatten([[1, 2], [3]]) == [1, 2, 3]


def test_2():
    assert flatten([]) == []


def test_3():
    assert flatten([["a"], [], ["b"]]) == ["a", "b"]
