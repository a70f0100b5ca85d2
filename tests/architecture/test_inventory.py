"""What a service is made of is pinned with hashes, and an inventory that leaves something out is noticed."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOCKS = ("requirements.lock", "deploy/requirements.lock", "deploy/audit.lock")
PINNED = re.compile(r"^(\S+?)==(\S+)(.*?)(?=^\S|\Z)", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("name", LOCKS)
def test_every_package_is_pinned_with_its_hashes(name: str) -> None:
    found = PINNED.findall((ROOT / name).read_text())
    assert len(found) > 20
    assert not [package for package, _, rest in found if "--hash=sha256:" not in rest]


def test_the_tools_of_an_audit_are_no_part_of_a_service() -> None:
    service = {package for package, *_ in PINNED.findall((ROOT / "deploy/requirements.lock").read_text())}
    tools = {package for package, *_ in PINNED.findall((ROOT / "deploy/audit.lock").read_text())}
    assert {"cyclonedx-bom", "pip-audit"} <= tools - service


def component(name: str, version: str, *, hashed: bool = True) -> dict[str, object]:
    hashes = [{"alg": "SHA-256", "content": "00"}] if hashed else []
    return {"name": name, "version": version, "externalReferences": [{"hashes": hashes}]}


@pytest.mark.parametrize("wrong", ["nothing", "left out", "other version", "without a hash"])
def test_an_inventory_that_leaves_something_out_fails(tmp_path: Path, wrong: str) -> None:
    lock = (ROOT / "deploy/requirements.lock").read_text()
    parts = [component(package.partition("[")[0], version) for package, version, _ in PINNED.findall(lock)]
    name, version = str(parts[0]["name"]), str(parts[0]["version"])
    parts[0:1] = {
        "nothing": parts[0:1],
        "left out": [],
        "other version": [component(name, "0")],
        "without a hash": [component(name, version, hashed=False)],
    }[wrong]
    (tmp_path / "sbom.json").write_text(json.dumps({"components": parts}))
    call = [sys.executable, ROOT / "deploy/complete.py", ROOT / "deploy/requirements.lock", tmp_path / "sbom.json"]
    done = subprocess.run(call, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode == 0) == (wrong == "nothing")
    assert (f"{name}=={version} is left out" in done.stderr) == (wrong != "nothing")
