"""One set of real servers for all live tests of a process, and a house with an empty mailbox for each."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from adjudicator.settings import Settings
from tests.live.house import House, settings_for
from tests.live.stack import MailStack


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def stack() -> Iterator[MailStack]:
    with MailStack() as servers:
        yield servers


@pytest.fixture
def settings(stack: MailStack, tmp_path: Path) -> Settings:
    """An installation at the servers, all mailboxes of which are empty."""
    for each in (stack.folder / "mail").glob("*/*"):
        shutil.rmtree(each)
    return settings_for(stack, tmp_path)


@pytest.fixture
def open_house(stack: MailStack) -> Iterator[Callable[[Settings], House]]:
    """Opens houses, and closes them in the end."""
    opened: list[House] = []

    def opening(settings: Settings) -> House:
        opened.append(House(stack, settings))
        return opened[-1]

    yield opening
    for house in opened:
        house.close()


@pytest.fixture
def house(open_house: Callable[[Settings], House], settings: Settings) -> House:
    return open_house(settings)
