"""The campaign of the moderator's guide: Imperial Struggle, three rounds played by mail, for its stories."""

from email.message import EmailMessage
from typing import Any

from adjudicator import Action, Match
from adjudicator.games.imperial_struggle.rules.action_round import EndRound
from adjudicator.games.imperial_struggle.state import TILE_TAKEN
from adjudicator.service.admin.access import campaign_named
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.inbox.arrival import ingest
from adjudicator.service.inbox.handling import handle
from adjudicator.service.people.new_campaigns import NewCampaign, Player, create
from adjudicator.service.play.offers import phrasebook
from adjudicator.service.service import Service
from adjudicator.store.engine import reading
from adjudicator.store.inbound import Place

ADDRESSES = {"france": "anna@example.org", "britain": "boris@example.org"}


class Harbour:
    """`harbour-lights`: Anna plays France, Boris Britain; Mila moderates. Every mail is a simple one."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.uid = 0

    def play(self, rounds: int) -> None:
        """Create the campaign, and play so many action rounds, the last of which is only begun."""
        players = (
            Player(seat="france", name="Anna", email=ADDRESSES["france"]),
            Player(seat="britain", name="Boris", email=ADDRESSES["britain"], language="ru"),
            Player(seat="moderator", name="Mila", email="mila@example.org"),
        )
        new = NewCampaign(
            name="harbour-lights",
            title="Harbour Lights",
            game="imperial-struggle",
            players=players,
            seed=b"harbour lights",
        )
        create(self.service, new)
        while rounds_done(self.table.match) < rounds:
            match = self.table.match
            seat = match.decisions()[0].waiting[0]
            self.write(seat, phrasebook(match.game.id).say(simple(match, seat), "en"))

    @property
    def table(self) -> CampaignContext:
        with reading(self.service.engine) as session:
            return table_of_campaign(self.service.work(session), campaign_named(session, "harbour-lights").id)

    def write(self, seat: str, *lines: str) -> None:
        """A mail of a seat, handled."""
        self.uid += 1
        mail = EmailMessage()
        mail["From"] = ADDRESSES[seat]
        mail["To"] = self.service.reply_address(self.table.by_name[seat].token)
        mail["Subject"] = "orders"
        mail["Message-ID"] = f"<{self.uid}@example.org>"
        mail.set_content("\n".join(lines) + "\n")
        stored = ingest(self.service, Place("INBOX", 1, self.uid), self.service.clock.now(), mail.as_bytes())
        handle(self.service, stored.id)


def rounds_done(match: Match) -> int:
    """How many action rounds have been begun."""
    state: Any = match.state
    return sum(len(taken) for taken in state.taken)


def simple(match: Match, seat: str) -> Action:
    """The default of the rules, the first tile, one flag, the end: nothing is drawn."""
    options = match.options(seat)
    kind = match.decisions()[0].kind
    if kind == "take_investment":
        return options[0]
    if kind == "use_tile":
        flags = [option for option in options if option.op in ("shift_political", "shift_market")]
        state: Any = match.state
        untouched = state.ap.stage == TILE_TAKEN
        return flags[0] if flags and untouched else next(each for each in options if isinstance(each, EndRound))
    return match.default(seat) or options[0]
