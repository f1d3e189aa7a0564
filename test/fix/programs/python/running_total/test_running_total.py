import pytest

from running_total import running_total


@pytest.mark.parametrize(
    "actual, expected",
    [
        (lambda: running_total([1, 2, 3]), [1, 3, 6]),
        (lambda: running_total([]), []),
        (lambda: running_total([5, -5]), [5, 0]),
    ],
)
def test_running_total(actual, expected):
    assert actual() == expected
