from chunks import chunks


def test_1():
    assert chunks([1, 2, 3, 4, 5], 2) == [[1, 2], [3, 4], [5]]


def test_2():
    assert chunks([1], 3) == [[1]]


def test_3():
    assert chunks([], 3) == []
