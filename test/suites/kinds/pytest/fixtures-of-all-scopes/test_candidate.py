import pytest

from candidate import Account, double


@pytest.fixture(scope="module")
def account():
    made = Account(1)
    yield made
    assert made.total == 99, "module teardown"


@pytest.fixture
def fresh(request):
    made = Account()
    request.addfinalizer(lambda: None)
    return made


@pytest.fixture(params=[1, 2], ids=["one", "two"])
def number(request):
    return request.param


@pytest.fixture(autouse=True)
def around(request):
    yield
    if "left" in request.node.name:
        raise RuntimeError("teardown")


@pytest.fixture
def broken():
    raise LookupError("no such thing")


def test_first(account):
    assert account.add(1) == 2


def test_second(account):
    assert account.add(1) == 3


def test_fresh(fresh):
    assert fresh.add(1) == 1


def test_number(number):
    assert double(number) == 2


def test_broken(broken):
    assert double(1) == 2


def test_left_open():
    assert double(1) == 2


def test_missing(nothing_like_it):
    assert double(1) == 2


@pytest.fixture(scope="class")
def shared():
    return []


@pytest.mark.usefixtures("fresh")
class TestShared:
    def test_a(self, shared):
        shared.append(double(1))
        assert shared == [2]

    def test_b(self, shared):
        shared.append(double(2))
        assert shared == [2, 4]
