"""One set of real servers for all live tests of a process, and an installation with an empty mailbox for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from adjudicator.mail import fetch
from adjudicator.settings import Settings
from tests.live.installation import Installation, settings_for
from tests.live.stack import MailStack


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def stack() -> Iterator[MailStack]:
    with MailStack() as servers:
        yield servers


@pytest.fixture(autouse=True)
def empty_mailboxes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What earlier tests left behind is gone, and the poller obeys at once when a test ends."""
    monkeypatch.setattr(fetch, "_SLICE_SECONDS", 0.3)
    if "stack" in request.fixturenames:
        stack: MailStack = request.getfixturevalue("stack")
        stack.empty()


@pytest.fixture
def settings(stack: MailStack, tmp_path: Path) -> Settings:
    """An installation at the servers."""
    return settings_for(stack, tmp_path)


@pytest.fixture
def open_installation(stack: MailStack) -> Iterator[Callable[[Settings], Installation]]:
    """Opens installations, and closes them in the end."""
    opened: list[Installation] = []

    def opening(settings: Settings) -> Installation:
        opened.append(Installation(stack, settings))
        return opened[-1]

    yield opening
    for installation in opened:
        installation.close()


@pytest.fixture
def installation(open_installation: Callable[[Settings], Installation], settings: Settings) -> Installation:
    return open_installation(settings)
