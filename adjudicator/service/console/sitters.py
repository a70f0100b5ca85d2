"""Who sits at the command line, where the settings say who may: an operator, or a moderator of some campaigns.

It holds as far as people cannot read the settings and the database themselves: they come by `sudo` to the service's
account, which keeps their own login (docs/operator.md).
"""

from collections.abc import Collection

from msgspec import Struct

from adjudicator.mail.address import normal_address
from adjudicator.service.console.installation import open_installation
from adjudicator.service.desk.errors import NotPossible
from adjudicator.service.service import Service
from adjudicator.settings import Settings
from adjudicator.store import persons
from adjudicator.store.engine import reading
from adjudicator.store.tables import SeatKind

OWN_CAMPAIGNS = frozenset((
    "address", "audit", "board", "campaign", "deadline", "mail", "moderator", "notices", "orders", "process", "remind",
    "seat", "turn",
))  # fmt: skip
"""The first words of commands that a moderator may give about a campaign of theirs."""
FILTERED = frozenset((
    "overview", "campaign list", "mail list", "mail show", "mail raw", "mail release", "mail reject", "mail reprocess",
))  # fmt: skip
"""Commands about all campaigns, which show and touch theirs alone."""
OF_THE_HOUSE = frozenset(("campaign mailbox",))
"""Commands about a campaign that concern the accounts of the installation all the same."""


class Sitter(Struct, frozen=True):
    """A moderator at the command line: their name as it is registered, and the names of their campaigns."""

    name: str
    campaigns: frozenset[str]

    def require(self, words: str, named: Collection[str], *, everywhere: bool, files: bool) -> None:
        """Whether they may give a command of these words about the campaigns that it names, or about all of them
        (`everywhere`). `files`: it reads or writes one. Raises NotPossible with what is missing.
        """
        if files:
            raise NotPossible(
                "files are read and written with the rights of the service, so that is for operators "
                "(desk.operators in the settings)"
            )
        if words in FILTERED or (everywhere and words.split()[0] in OWN_CAMPAIGNS):
            return self._require_own(named)
        if words.split()[0] not in OWN_CAMPAIGNS or words in OF_THE_HOUSE or not named:
            raise NotPossible(
                f"“{words}” concerns the whole installation and is for operators (desk.operators in the settings); "
                f"{self.name} moderates {self._told}"
            )
        return self._require_own(named)

    @property
    def _told(self) -> str:
        return ", ".join(sorted(self.campaigns)) or "no campaign"

    def _require_own(self, named: Collection[str]) -> None:
        others = [each for each in named if each not in self.campaigns]
        if others:
            raise NotPossible(
                f"{self.name} does not moderate {', '.join(others)}, but {self._told} "
                "(adjudicator moderator add makes a moderator)"
            )


def sitter_of(settings: Settings, login: str) -> Sitter | None:
    """Who has this login; None: an operator, who may do everything. Raises NotPossible for one that is not named."""
    desk = settings.desk
    if not desk.operators or login in desk.operators:
        return None
    address = desk.moderators.get(login)
    if address is None:
        raise NotPossible(
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
        found = persons.named(session, address)
        if len(found) != 1:
            told = "nobody is" if not found else f"{len(found)} people are"
            raise NotPossible(
                f"desk.moderators says that {login} is {address}, and {told} registered with that address"
            )
        now = service.clock.now()
        places = persons.traces(session, found[0]).places
        own = (place for place in places if place.seat.kind is SeatKind.MODERATOR and place.at(now))
        return Sitter(found[0].name, frozenset(place.campaign.name for place in own))
