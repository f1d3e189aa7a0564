import pytest


@pytest.fixture
def by():
    return 2


@pytest.fixture
def base():
    return 10


def pytest_configure(config):
    config.addinivalue_line("markers", "slow: takes long")


def pytest_collection_modifyitems(items):
    for item in items:
        if "slow" in item.keywords:
            item.add_marker(pytest.mark.skip(reason="slow"))
