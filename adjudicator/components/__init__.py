"""Declare once what games are made of: kinds of things, and based on them facts, names, states and documents."""

from adjudicator.components.bits import bits, mask_of, union
from adjudicator.components.kinds import Kind, Many, Reference, Thing, UnknownThingError, numbers, references
from adjudicator.kernel.codes import Code

__all__ = [
    "Code",
    "Kind",
    "Many",
    "Reference",
    "Thing",
    "UnknownThingError",
    "bits",
    "mask_of",
    "numbers",
    "references",
    "union",
]
