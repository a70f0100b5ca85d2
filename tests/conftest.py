"""Real servers for tests. One that cannot be started is a failure, never a skip."""

import gc
import os
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, TypeVar
from zlib import crc32

import pytest
from axe_playwright_python.sync_playwright import Axe
from hypothesis import HealthCheck, settings
from playwright.sync_api import Page, Route, sync_playwright

from tests import drawn
from tests.costs import Costs
from tests.examples import Examples
from tests.memory import lay_temporary_files_there
from tests.migrated import lay_tables, migrate
from tests.own_servers import empty_database, postgresql

PATIENCE = 240.0
"""Seconds a server may take to come up."""


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Examples())
    config.pluginmanager.register(Costs(), "costs")
    lay_temporary_files_there()
    os.environ["FONTCONFIG_FILE"] = str(Path(__file__).with_name("fonts.conf"))  # pages are as high everywhere
    # The same examples in every run, and no fault of a machine that is busy with other things.
    settings.register_profile("anywhere", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("anywhere")


WAITING = ("faults", "live", "cli", "fuzz", "worker", "store", "architecture")
"""Folders of tests that wait for processes and servers more than they work."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let each tester begin with tests that wait, while the others use the processor.

    Of several testers each gets an equal part of the list. What only works is left to the end, when nobody waits.
    """
    testers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    place = {folder: number for number, folder in enumerate(WAITING)}
    first: dict[int, list[pytest.Item]] = {number: [] for number in range(testers)}
    others: list[pytest.Item] = []
    for item in items:
        folder = item.path.parent.name
        first[place[folder] % testers].append(item) if folder in place else others.append(item)
    size, done = -(-len(items) // testers), 0
    items.clear()
    for waiting in first.values():
        more = max(0, size - len(waiting))
        items += [*waiting, *others[done : done + more]]
        done += more
    items += others[done:]


def pytest_collection_finish() -> None:
    """Ten thousand tests and all modules stay to the end: nobody need search them for garbage again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000)


def pytest_runtest_setup(item: pytest.Item) -> None:
    drawn.keep_there()
    drawn.draw(drawn.draws(item))


@pytest.fixture(scope="session", autouse=True)
def drawn_pictures(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Boards are drawn once for all tests."""
    with drawn.in_common(tmp_path_factory):
        yield


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """The connection string of a PostgreSQL of our own."""
    with postgresql() as dsn:
        yield dsn


@pytest.fixture
def postgresql_url(postgresql_server: str) -> Iterator[str]:
    """The address of an empty PostgreSQL database for one test, as settings write it."""
    with empty_database(postgresql_server) as url:
        yield url


@pytest.fixture(scope="session")
def migrated_template(postgresql_server: str) -> Iterator[str]:
    """The name of a PostgreSQL database with its tables and nothing in them, for `CREATE DATABASE ... TEMPLATE`."""
    with empty_database(postgresql_server) as url:
        migrate(url)
        yield url.partition("?")[0].rpartition("/")[2]


KINDS = "sqlite", "postgresql"
"""Of databases."""
_OF_THE_STORE = "store", "worker"
"""Folders of tests about the database itself."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """What needs a database with tables is on both kinds, in `make test` on one of them by turns: every sixth test of a
    file is on PostgreSQL, where it takes twice as long. Tests of the store run on both; where `store` names one, it is
    that.
    """
    if "migrated_url" not in metafunc.fixturenames:
        return
    named = metafunc.definition.get_closest_marker("store")
    kinds: list[Any] = [*(named.args if named else KINDS)]
    if len(kinds) > 1 and metafunc.definition.path.parent.name not in _OF_THE_STORE:
        other = 0 if crc32(metafunc.function.__name__.encode()) % 6 == 0 else 1
        kinds[other] = pytest.param(kinds[other], marks=pytest.mark.long)
    metafunc.parametrize("migrated_url", kinds, indirect=True)


@pytest.fixture
def migrated_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database with its tables and nothing in them; on both kinds, unless `store` names one."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path}/migrated.db"
        lay_tables(url)
        yield url
    else:
        template = request.getfixturevalue("migrated_template")
        with empty_database(request.getfixturevalue("postgresql_server"), template) as url:
            yield url


T = TypeVar("T")
CHROMIUM_OPTIONS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip


class Browser:
    """A headless Chromium that reads a page as a person would and tells what it saw. Nothing is fetched from outside.

    Playwright keeps an event loop running in its thread, so it gets one of its own: other tests start theirs.
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "chromium")
        self._thread.submit(self._start).result(PATIENCE)

    def _start(self) -> None:
        self._playwright = sync_playwright().start()
        self._chromium = self._playwright.chromium.launch(executable_path=_chromium(), args=list(CHROMIUM_OPTIONS))

    def close(self) -> None:
        def stop() -> None:
            self._chromium.close()
            self._playwright.stop()

        self._thread.submit(stop).result(PATIENCE)
        self._thread.shutdown()

    def look(
        self,
        page: str | Path,
        what: Callable[[Page], T],
        *,
        width: int = 360,
        height: int = 760,
        dark: bool = False,
        touch: bool = False,
    ) -> T:
        """What `what` says of a page (HTML as text, or a file). AssertionError: it asks for something from outside."""
        return self._thread.submit(self._look, page, what, width, height, dark, touch).result(2 * PATIENCE)

    def _look(self, page: str | Path, what: Callable[[Page], T], width: int, height: int, dark: bool, touch: bool) -> T:
        outside: list[str] = []

        def refused(route: Route) -> None:
            if route.request.url.startswith(("data:", "blob:", "file:", "about:")):
                route.continue_()
            else:
                outside.append(route.request.url)
                route.abort()

        context = self._chromium.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            has_touch=touch,
            is_mobile=touch,
        )
        context.set_default_timeout(1000 * PATIENCE)
        try:
            context.route("**/*", refused)
            tab = context.new_page()
            if isinstance(page, Path):
                tab.goto(page.resolve().as_uri())
            else:
                tab.set_content(page)
            answer = what(tab)
        finally:
            context.close()
        assert not outside, f"the page asks for {outside}"
        return answer


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, from the system's package; started once, for the tests that ask for it."""
    started = Browser()
    yield started
    started.close()


@pytest.fixture(scope="session")
def barriers() -> Callable[[Page], list[str]]:
    """For `browser.look` at a page: what axe-core finds that keeps somebody from reading it, a line for each."""
    return partial(_barriers, {})


@pytest.fixture(scope="session")
def barriers_of_mail() -> Callable[[Page], list[str]]:
    """`barriers` for a mail: it is shown inside the page of a mail program, which has the landmarks."""
    return partial(_barriers, {"rules": {name: {"enabled": False} for name in ("region", "landmark-one-main")}})


def _barriers(options: dict[str, object], page: Page) -> list[str]:
    return [
        f"{each['id']}: {each['help']}: {node['html'][:200]} {node['failureSummary']}"
        for each in Axe().run(page, options={"resultTypes": ["violations"], **options}).response["violations"]
        for node in each["nodes"]
    ]


def _chromium() -> Path:
    for name in ("chromium", "chromium-browser", "google-chrome"):
        found = shutil.which(name)
        if found:
            return Path(found)
    raise RuntimeError("Chromium is not installed (Debian: apt-get install chromium)")
