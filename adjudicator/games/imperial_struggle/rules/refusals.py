"""Codes of refusals that several chapters use; the others stand in the chapter that refuses."""

from adjudicator.components import Code

from ..fact_types import FLAG, SPACE

unknown_space = Code("3.2", space=SPACE)
already_yours = Code("3.2.8", space=SPACE)
not_empty = Code("3.2.8", space=SPACE, owner=FLAG)
