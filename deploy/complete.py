"""Whether an inventory of software (CycloneDX) names all that is pinned: `python deploy/complete.py LOCK SBOM`."""

import json
import re
import sys
from pathlib import Path

_PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;\\]+)", re.MULTILINE)


def missing(lock: str, sbom: str) -> list[str]:
    """The packages of a list with hashes that an inventory leaves out, or has without a hash, as `name==version`."""
    there = {
        (each["name"].lower(), each["version"])
        for each in json.loads(sbom)["components"]
        if any(reference.get("hashes") for reference in each.get("externalReferences", ()))
    }
    return [f"{name}=={version}" for name, version in _PINNED.findall(lock) if (name.lower(), version) not in there]


def main(lock: str, sbom: str) -> int:
    left_out = missing(Path(lock).read_text(encoding="utf-8"), Path(sbom).read_text(encoding="utf-8"))
    for each in left_out:
        print(f"{sbom}: {each} is left out", file=sys.stderr)
    if not left_out:
        print(f"{sbom}: all that {lock} pins")
    return bool(left_out)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
