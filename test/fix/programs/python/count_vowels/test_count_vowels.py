import pytest

from count_vowels import count_vowels


@pytest.mark.parametrize(
    "actual, expected",
    [
        (lambda: count_vowels("banana"), 3),
        (lambda: count_vowels("AEIOU"), 5),
        (lambda: count_vowels(""), 0),
    ],
)
def test_count_vowels(actual, expected):
    assert actual() == expected
