import pytest


@pytest.fixture
def by(by):
    return by + 1


@pytest.fixture(autouse=True)
def counted():
    yield
