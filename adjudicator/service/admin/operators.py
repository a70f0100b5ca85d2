"""Tell who sits at the command line, where the settings say who may: an operator, or a moderator of some campaigns.

It holds as far as people cannot read the settings and the database themselves: they come by `sudo` to the service's
account, which keeps their own login (docs/how_to/operators/several_moderators.md).
"""

from msgspec import Struct

from adjudicator.mail.address import normal_address
from adjudicator.service.admin.installation import open_installation
from adjudicator.service.moderation.rights import FOR_OPERATORS, Needs, Right
from adjudicator.service.moderation.troubles import CommandError
from adjudicator.service.service import Service
from adjudicator.settings import Settings
from adjudicator.store import persons
from adjudicator.store.engine import reading
from adjudicator.store.tables import Role, SeatKind


class Call(Struct, frozen=True, kw_only=True):
    """A command as it is given: its words, what it needs, the campaigns that it names.

    `nameless`: it could name a campaign, and does not, so that it is about the installation; `files`: it reads or
    writes one.
    """

    words: str
    needs: Needs
    campaigns: tuple[str, ...] = ()
    nameless: bool = False
    files: bool = False


class Sitter(Struct, frozen=True):
    """A moderator at the command line: their name as it is registered, and the names of their campaigns."""

    name: str
    campaigns: frozenset[str]

    def require(self, call: Call) -> None:
        """Check whether they may give a command. Raises CommandError with what is missing."""
        if call.files:
            raise CommandError(
                "files are read and written with the rights of the service, so that is for operators "
                "(desk.operators in the settings)"
            )
        if call.needs in FOR_OPERATORS or call.nameless:
            raise CommandError(
                f"“{call.words}” concerns the whole installation and is for operators (desk.operators in the "
                f"settings); {self.name} moderates {self._told}"
            )
        if isinstance(call.needs, Right) and not self.campaigns:
            raise CommandError(
                f"{self.name} does not moderate any campaign (adjudicator moderator add makes a moderator)"
            )
        others = [campaign for campaign in call.campaigns if campaign not in self.campaigns]
        if others:
            raise CommandError(
                f"{self.name} does not moderate {', '.join(others)}, but {self._told} "
                "(adjudicator moderator add makes a moderator)"
            )

    @property
    def _told(self) -> str:
        return ", ".join(sorted(self.campaigns)) or "no campaign"


def sitter_of(settings: Settings, login: str) -> Sitter | None:
    """Return the person with this login, or None for an operator.

    An operator may do everything.

    Raises:
        CommandError: Nobody has this login.
    """
    desk = settings.access
    if not desk.operators or login in desk.operators:
        return None
    address = desk.moderators.get(login)
    if address is None:
        raise CommandError(
            f"the login {login} may do nothing here: it stands neither in desk.operators nor in desk.moderators of the "
            "settings"
        )
    service = open_installation(settings)
    try:
        return _moderator(service, login, normal_address(address))
    finally:
        service.engine.dispose()


def _moderator(service: Service, login: str, address: str) -> Sitter:
    with reading(service.engine) as session:
        found = persons.find_persons(session, address)
        if len(found) != 1:
            told = "nobody is" if not found else f"{len(found)} people are"
            raise CommandError(
                f"desk.moderators says that {login} is {address}, and {told} registered with that address"
            )
        now = service.clock.now()
        places = persons.traces(session, found[0]).places
        chairs = (place for place in places if place.seat.kind is SeatKind.MODERATOR and place.at(now))
        own = (place for place in chairs if place.holding.role is Role.ORDERS)
        return Sitter(found[0].name, frozenset(place.campaign.name for place in own))
