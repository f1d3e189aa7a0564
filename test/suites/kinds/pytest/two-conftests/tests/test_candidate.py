import pytest

from pkg.candidate import scale


def test_scale(base, by):
    assert scale(base, by) == 30


def test_scale_otherwise(base, by):
    assert scale(base, by) == 20


@pytest.mark.slow
def test_slow(base):
    assert scale(base, 1) == 11
