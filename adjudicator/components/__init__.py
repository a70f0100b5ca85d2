"""What games are made of, said once: kinds of things, and on them facts, names, states and documents."""

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
