import pytest

from candidate import Stack, apply


@pytest.fixture
def stack():
    made = Stack()
    for item in (3, 1, 2):
        made.push(item)
    return made


def test_pop(stack):
    assert stack.pop() == 2
    assert stack.pop() == 1
    assert stack.size() == 1


@pytest.mark.parametrize("items, wanted", [([], 0), ([1], 1), ([4, 5], 9)])
def test_total(items, wanted):
    made = Stack()
    for item in items:
        made.push(item)
    assert made.total() == wanted


def test_same_as_built(stack):
    expected = sorted([3, 1, 2])
    assert stack.ordered() == expected


def test_holds(stack):
    assert stack.size() > 2
    assert 1 in stack.ordered()
    assert not stack.is_empty()


def test_function():
    assert apply(lambda x: x + 1, [1, 2]) == [2, 3]


class TestErrors:
    def test_empty(self):
        with pytest.raises(IndexError):
            Stack().pop()
