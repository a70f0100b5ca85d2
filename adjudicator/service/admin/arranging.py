"""Do something at the desk as it was shown: the one runner of arrangements, and of whatever else is an act."""

from collections.abc import Callable

from adjudicator.service.admin.access import locked_campaign
from adjudicator.service.moderation.arrangement import Arrangement, ArrangementResult
from adjudicator.service.moderation.troubles import command_errors, require_as_shown
from adjudicator.service.people.gathering.lobby import Lobby
from adjudicator.service.service import Service, UnitOfWork
from adjudicator.store.engine import writing


def arrange(
    service: Service, shown: ArrangementResult | None, act: Callable[[UnitOfWork], ArrangementResult]
) -> tuple[ArrangementResult, str]:
    """Do something as it was shown. Returns what was done, with its words; where nothing was shown only what would be.

    Raises CommandError, also where it is not any more what was shown.
    """
    with command_errors(), writing((service if shown else service.rehearsal).engine) as session:
        done = act(service.work(session))
        require_as_shown(shown and (shown.told, shown.fixed), (done.told, done.fixed))
    return done, done.told


def in_campaign(name: str, wanted: Arrangement, by: str) -> Callable[[UnitOfWork], ArrangementResult]:
    """Return the act that carries out an arrangement in the campaign of that name, and locks it."""
    return lambda work: wanted.carry_out(Lobby(work, locked_campaign(work.session, name)), by)
