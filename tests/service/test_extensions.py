"""The service without its optional packages."""

import subprocess
import sys

_WITHOUT = """
import sys, pkgutil
from importlib import import_module

OPTIONAL = ("adjudicator.service.channels", "adjudicator.service.standings")

class Nowhere:
    def find_spec(self, name, path=None, target=None):
        if name in OPTIONAL:
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Nowhere())
from adjudicator import service
from adjudicator.service import extensions
extensions.extensions_of = lambda what: ()
for module in pkgutil.walk_packages(service.__path__, "adjudicator.service.", onerror=lambda name: None):
    if not module.name.startswith(OPTIONAL):
        import_module(module.name)
from adjudicator.service.commands.registry import BY_NAME
from adjudicator.service.moderation.commands import DEEDS
import worker.tasks
print("ratings" in BY_NAME, "help" in BY_NAME, "tournament next" in {each.__struct_config__.tag for each in DEEDS})
"""


def test_everything_else_loads_without_the_optional_packages() -> None:
    done = subprocess.run([sys.executable, "-c", _WITHOUT], capture_output=True, text=True, check=False)
    assert (done.stdout.split(), done.stderr) == (["False", "True", "False"], "")
