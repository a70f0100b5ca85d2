"""Running operations in words (E4)."""

from __future__ import annotations

from adjudicator.kernel.decisions import OpenDecision
from adjudicator.kernel.events import Event
from adjudicator.reports.asking import Shelf
from adjudicator.reports.telling import Context, Said, added

from ..facts import ITEM, SIDE
from ..rules import operations, targets
from ..rules.pieces import Killed, Repressed
from ..rules.squares import Dethroned, Discarded
from ..rules.taxes import Taxed
from .book import OR, Counter, Rank, ask, join, offer, tell, thing, verb
from .speech import Speech

_OPERATIONS = Shelf((Rank.OPERATIONS,), "Operations")
offer(
    operations.Run,
    lambda action, counter, to: to.gettext("run the West") if action.side == "west" else to.gettext("run the East"),
    _OPERATIONS,
)
offer(operations.RunBoth, "run both sides with one action", _OPERATIONS)
offer(operations.EndOperations, "end the operations", OR)


def _sides(decision: OpenDecision, counter: Counter, to: Speech) -> str:
    return to.listing(to.thing(SIDE, each) for each in decision.context["sides"])


ask(operations.OperationAnswers, "the next operation", "Operations, %(sides)s: which is next?", sides=_sides)

_OWN_WORDS = ("commerce", "campaign")
"""Operations that are told themselves; of the others what they did, with the card."""
tell(
    targets.Operated,
    {
        "inquisitor": "moved a bishop with %(card@genitive)s",
        "commerce": "took a florin from the market with %(card@genitive)s",
        "behead": "beheaded with %(card@genitive)s",
        "tax": "taxed with %(card@genitive)s",
        "repress": "repressed with %(card@genitive)s",
        "vote": "voted with %(card@genitive)s",
        "corsair": "sailed with %(card@genitive)s",
        "siege": "besieged with %(card@genitive)s",
        "campaign": "waged a campaign with %(card@genitive)s",
    },
    by="operation",
    note=lambda event, to: to.florins(-event.florins) if event.florins < 0 else "",
)
tell(targets.BishopMoved, "%(piece)s: %(at)s → %(to)s")
tell(targets.PirateSailed, "%(piece)s: %(at)s → %(to)s")
tell(targets.Voted, "%(empire)s: won the vote", note=lambda event, to: to.florins(event.price) if event.price else "")


_EFFECTS = (
    targets.BishopMoved,
    targets.PirateSailed,
    targets.Voted,
    Killed,
    Repressed,
    Discarded,
    Dethroned,
    Taxed,
)


@join(*_EFFECTS)
def _by_means_of(context: Context[Speech], event: Event, effect: Said, to: Speech) -> bool:
    """What an operation did, with the card that did it."""
    used = context.before
    if not isinstance(used, targets.Operated) or used.operation in _OWN_WORDS:
        return False
    return context.instead(
        event, added(effect, to.gettext("with %(card)s", card=to.inflected(ITEM, used.card, "genitive")))
    )


verb(
    targets.Operated,
    "took a florin from the market with %(things)s",
    "took florins from the market with %(things)s",
    thing("card", "genitive"),
    when=lambda event: event.operation == "commerce",
)
verb(
    targets.Operated,
    "waged a campaign with %(things)s",
    "waged campaigns with %(things)s",
    thing("card", "genitive"),
    when=lambda event: event.operation == "campaign",
)
verb(
    targets.BishopMoved,
    "moved a bishop to %(things)s",
    "moved bishops to %(things)s",
    thing("to"),
)
verb(targets.PirateSailed, "sailed to %(things)s", "sailed to %(things)s", thing("to"))
verb(targets.Voted, "won the vote: %(things)s", "won votes: %(things)s", thing("empire"))
