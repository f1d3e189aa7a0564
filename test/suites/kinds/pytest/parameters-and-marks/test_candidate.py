import sys

import pytest

from candidate import add, parse


@pytest.mark.parametrize("a, b, wanted", [pytest.param(1, 2, 3, id="small"), (2, 2, 4), pytest.param(1, 1, 3, marks=pytest.mark.xfail)])
def test_add(a, b, wanted):
    assert add(a, b) == wanted


@pytest.mark.parametrize("b", [1, 2])
@pytest.mark.parametrize("a", ["x", "y z"], ids=str.upper)
def test_cross(a, b):
    assert add(a, a) == a * 2 and b < 2


@pytest.mark.parametrize("doubled", [1, 2], indirect=True)
def test_indirect(doubled):
    assert add(doubled, 0) == 2


@pytest.fixture
def doubled(request):
    return 2 * request.param


def test_raises():
    with pytest.raises(ValueError, match=r"nothing .* 'x'"):
        parse("")


def test_raises_otherwise():
    with pytest.raises(ValueError, match="^parse"):
        parse("")


def test_raises_another():
    with pytest.raises(KeyError):
        parse("")


def test_raises_nothing():
    with pytest.raises(ValueError):
        parse("1")


def test_raised_info():
    with pytest.raises(ValueError) as caught:
        parse("")
    assert "parse" in str(caught.value)


@pytest.mark.xfail(strict=True)
def test_strict_and_passing():
    assert add(1, 1) == 2


@pytest.mark.xfail(reason="known")
def test_loose_and_passing():
    assert add(1, 1) == 2


@pytest.mark.xfail(raises=KeyError)
def test_fails_with_another():
    assert add(1, 1) == 3


@pytest.mark.xfail
def test_known_to_fail():
    assert add(1, 1) == 3


@pytest.mark.skipif(sys.version_info < (3, 0), reason="old")
def test_not_skipped():
    assert add(1, 1) == 2


@pytest.mark.skipif(sys.version_info > (3, 0), reason="new")
def test_skipped():
    assert add(1, 1) == 3


@pytest.mark.skip
def test_skipped_too():
    assert add(1, 1) == 3


def test_skips_itself():
    pytest.skip("not here")


def test_xfails_itself():
    pytest.xfail("known")


def test_fails_itself():
    pytest.fail("no")


def test_approx():
    assert add(0.1, 0.2) == pytest.approx(0.3)


def test_warns():
    with pytest.warns(UserWarning):
        add(1, 1)


async def test_async():
    assert add(1, 1) == 3


@pytest.mark.asyncio
async def test_async_marked():
    assert add(1, 1) == 3


def test_yields():
    yield add, 1, 1


def test_returns():
    return add(1, 1) == 3
