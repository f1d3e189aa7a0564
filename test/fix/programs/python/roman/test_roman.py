from roman import roman


def test_1():
    assert roman(4) == "IV"


def test_2():
    assert roman(9) == "IX"


def test_3():
    assert roman(2024) == "MMXXIV"
