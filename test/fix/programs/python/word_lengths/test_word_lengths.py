import pytest

from word_lengths import word_lengths


@pytest.mark.parametrize(
    "actual, expected",
    [
        (lambda: word_lengths("a bcd"), {"a": 1, "bcd": 3}),
        (lambda: word_lengths(""), {}),
        (lambda: word_lengths("one two"), {"one": 3, "two": 3}),
    ],
)
def test_word_lengths(actual, expected):
    assert actual() == expected
