"""Types made ready for reading, by one thread at a time.

msgspec works out a struct when it is first needed, and a second thread that needs it meanwhile gets it half done and
crashes the process (0.22). So whatever several threads may read for the first time is made ready under a lock.
"""

from __future__ import annotations

from threading import RLock
from typing import Any, Final

import msgspec

READYING: Final = RLock()
"""Held while types are made ready."""


def prebuild_decoders(*types: Any) -> None:
    """Work out everything that msgspec needs to read these types: structs, unions, generic aliases."""
    with READYING:
        for each in types:
            msgspec.json.Decoder(each)
