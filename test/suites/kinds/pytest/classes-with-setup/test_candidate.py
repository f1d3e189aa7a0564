import pytest

from candidate import Queue


class TestQueue:
    def setup_method(self):
        self.queue = Queue()

    def test_takes(self):
        self.queue.put(1)
        assert self.queue.take() == 1

    def test_empty(self):
        with pytest.raises(IndexError):
            self.queue.take()


class TestBrokenClass:
    @classmethod
    def setup_class(cls):
        raise RuntimeError("no server")

    def test_one(self):
        assert Queue().items == []

    def test_two(self):
        assert Queue().items == []


class TestBrokenTeardown:
    def teardown_method(self):
        raise RuntimeError("still open")

    def test_one(self):
        assert Queue().items == []


class TestWithInit:
    def __init__(self):
        self.queue = Queue()

    def test_never(self):
        assert False


class TestInner:
    class TestDeep:
        def test_deep(self):
            assert Queue().items == [1]
