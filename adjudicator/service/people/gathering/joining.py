"""Taking a seat, leaving it, watching, and hearing why there is none."""

import secrets
from collections.abc import Iterator

import msgspec

from adjudicator.kernel.chance import commitment
from adjudicator.kernel.errors import Refusal
from adjudicator.language import language
from adjudicator.reports.wording.kernel_words import english_sentence
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.campaign.packs import BadPack, fitting
from adjudicator.service.campaign.settings import settings_of
from adjudicator.service.outbox import answers, queue
from adjudicator.service.outbox.notices import to_lobby, to_outside
from adjudicator.service.outbox.payloads import Watch
from adjudicator.service.people import new_campaigns
from adjudicator.service.people.gathering import bidding
from adjudicator.service.people.gathering.lobby import Lobby
from adjudicator.service.people.gathering.plan import (
    Invited,
    Plan,
    Start,
    keep_plan,
    new_code,
    seats_to_fill,
)
from adjudicator.service.people.gathering.request import Request, seat_wanted
from adjudicator.service.people.new_campaigns import LONGEST_NONCE, BadCampaign, NewCampaign, Player, Seating
from adjudicator.service.service import Service, UnitOfWork
from adjudicator.store import holdings, packs, receipts
from adjudicator.store.campaigns import SeatAtTable, issue_token
from adjudicator.store.engine import lock_campaign, writing
from adjudicator.store.tables import Campaign, CampaignState, SeatKind

MOST_OBSERVERS = 100


class CannotJoin(Exception):  # noqa: N818 - an answer
    """There is no seat for them. `why` says the reason, `free` the seats that they could have."""

    def __init__(self, why: str, free: tuple[str, ...] = ()) -> None:
        super().__init__(why)
        self.why = why
        self.free = free


class Gathered(msgspec.Struct, frozen=True):
    """A campaign that waits for its people.

    It has its id, the code for its players, the commitment to its seed, and the seats with their players; free seats
    are nobody's.
    """

    campaign_id: int
    code: str
    commitment: str
    seats: dict[str, str]


def gather(service: Service, new: NewCampaign, start: Start) -> Gathered:
    """Create a campaign that people join by mail. Those whom `new` names are there already, and are told.

    Raises BadCampaign with every problem.
    """
    seed = new.seed or secrets.token_bytes(32)
    problems = new_campaigns.problems_in(new)
    if new.seating is Seating.BID and new.document is not None:
        problems.append("seating: who sits where is part of the document")
    try:
        game = fitting(new.game, new.pack)
        new = msgspec.structs.replace(new, seed=seed, number=new.number or max(game.numbers))
        named = {player.seat for player in new.players} - {"", "moderator", "observer"}
        problems += [f"{new.game} has no seat {seat!r}" for seat in sorted(named - set(game.seats))]
        seats = seats_to_fill(new)
        game.chosen_options(new.options)
    except BadPack as bad:
        raise BadCampaign([*problems, *(f"pack: {problem}" for problem in bad.problems)]) from None
    except (Refusal, LookupError, ValueError) as error:
        raise BadCampaign([*problems, english_sentence(error)]) from None
    if problems:
        raise BadCampaign(problems)
    plan = Plan(
        new=msgspec.structs.replace(new, pack=None),
        seats=seats,
        commitment=commitment(seed),
        start=start,
        pack=game.content_hash if game.pack else "",
    )
    new = msgspec.structs.replace(new, players=tuple(_at_places(plan)))
    with writing(service.engine) as session:
        work = service.work(session)
        campaign = new_campaigns.opened(work, new, CampaignState.INVITING)
        keep_plan(work.session, campaign.id, plan)
        if game.pack:
            packs.keep(work.session, campaign.id, game.id, (plan.pack, game.pack), work.now)
        receipts.signing_key(work.session, work.now)
        code = new_code(work.session, campaign.id, SeatKind.PLAYER, "", work.now)
        lobby = Lobby(work, campaign)
        people = {seat.name: ", ".join(seat.people) for seat in lobby.seats}
        shown = {name: people.get(name, "") for name in plan.shown(lobby.seats)}
        for seat in lobby.seats if not bidding.go_on(lobby) else ():
            lobby.tell(seat, to_lobby("joined"))
    service.wakes.outbox()
    return Gathered(campaign.id, code, plan.commitment, shown)


def ask_for_bids(service: Service, new: NewCampaign) -> int:
    """Create a campaign whose people are all there, and ask them to bid for its seats. Returns its id.

    Raises BadCampaign with every problem.
    """
    there = sum(player.seat not in new_campaigns.CHAIRS for player in new.players)
    if new.number not in (0, there):
        raise BadCampaign([f"players: there are {there}, and {new.number} are to play"])
    return gather(service, msgspec.structs.replace(new, number=there), Start.FULL).campaign_id


def _at_places(plan: Plan) -> Iterator[Player]:
    """Yield those who are there from the first; where the seats are drawn, at the first places."""
    places = iter(plan.seats)
    for player in plan.new.players:
        yield player if player.seat else msgspec.structs.replace(player, seat=next(places))


def let_in(work: UnitOfWork, invited: Invited, request: Request) -> Campaign:
    """Seat a person with a proven address and a right code, or say why not."""
    lobby = Lobby(work, lock_campaign(work.session, invited.campaign.id))
    try:
        _join(lobby, invited, request)
    except CannotJoin as why:
        if answers.may_answer(work, request.email):
            free = [lobby.called(name, language(request.language)) for name in why.free]
            notice = to_outside(why.why, language=request.language, free=", ".join(free))
            notice.send(work, lobby.campaign, [request.email])
    return lobby.campaign


def _join(lobby: Lobby, invited: Invited, request: Request) -> None:
    """Give somebody a seat, or a chair to watch from. Raises CannotJoin."""
    if SeatKind.OBSERVER in (invited.kind, request.kind):
        _watch(lobby, request)
        return
    if lobby.campaign.state is not CampaignState.INVITING:
        raise CannotJoin("refused_begun")
    if any(request.email in seat.emails for seat in lobby.seats):
        raise CannotJoin("refused_already")
    if len(request.nonce.encode()) > LONGEST_NONCE:
        raise CannotJoin("refused_nonce")
    name = _seat_for(lobby, invited.seat, request.seat)
    seat = _seated(lobby, _player(lobby.campaign, request, name))
    lobby.tell_moderators(to_lobby("news", person=request.name, seat=name))
    if not bidding.go_on(lobby):
        lobby.tell(seat, to_lobby("joined"))


def leave(lobby: Lobby, seat: SeatAtTable) -> None:
    """Give back the seat of somebody; its secret address is void, and so is what they bid."""
    row = lobby.row(seat)
    row.nonce = row.bid = None
    if lobby.plan.asked is not None:
        lobby.change(msgspec.structs.replace(lobby.plan, asked=None))
    holdings.end(lobby.session, seat.id, None, lobby.now)
    issue_token(lobby.session, seat.id, lobby.now)
    person = seat.holders[0].name if seat.holders else ""
    lobby.tell_moderators(to_lobby("gone", person=person, seat=seat.name))


def _seat_for(lobby: Lobby, invited: str, wanted: str) -> str:
    """Return the seat that a person gets: that of their code, the one they want, or a free one at random.

    Raises CannotJoin.
    """
    plan, free = lobby.plan, lobby.plan.free(lobby.seats)
    if not free:
        raise CannotJoin("refused_full")
    if plan.at_places:
        if wanted:
            raise CannotJoin("refused_bids" if plan.by_bids else "refused_drawn")
        return free[0]
    if invited:
        if invited not in free:
            raise CannotJoin("refused_taken")
        return invited
    if not wanted:
        return secrets.choice(free)
    found = seat_wanted(wanted, [(name, lobby.names_of(name)) for name in plan.seats])
    if found is None:
        raise CannotJoin("refused_no_such_seat", free)
    if found not in free:
        raise CannotJoin("refused_taken", free)
    return found


def _player(campaign: Campaign, request: Request, seat: str) -> Player:
    return Player(
        seat=seat,
        name=request.name,
        email=request.email,
        language=request.language,
        time_zone=request.zone or campaign.time_zone,
        nonce=request.nonce,
    )


def _seated(lobby: Lobby, player: Player) -> SeatAtTable:
    """Return a seat with its holder; one that was given back before is used again."""
    there = lobby.seat(player.seat)
    if there is None:
        new_campaigns.seat_player(lobby.session, lobby.campaign, player, lobby.plan.new, lobby.now)
    else:
        row = lobby.row(there)
        row.language, row.nonce = player.language, player.nonce.encode() or None
        person = new_campaigns.person_of(lobby.session, player, lobby.now)
        holdings.hold(lobby.session, row.id, person.id, lobby.now)
    lobby.session.flush()
    return next(seat for seat in lobby.seats if seat.name == player.seat)


def _watch(lobby: Lobby, request: Request) -> None:
    """Give an observer a seat of their own. Raises CannotJoin."""
    work, campaign, seats = lobby.work, lobby.campaign, lobby.seats
    chairs = [seat for seat in seats if seat.kind is SeatKind.OBSERVER]
    if not settings_of(campaign).observers or len(chairs) >= MOST_OBSERVERS:
        raise CannotJoin("refused_no_observers")
    if any(request.email in seat.emails for seat in seats):
        raise CannotJoin("refused_already")
    player = _player(campaign, request, new_campaigns.free_chair("observer", {seat.name for seat in seats}))
    row = new_campaigns.seat_chair(lobby.session, campaign, player, SeatKind.OBSERVER, lobby.now)
    new = next(seat for seat in lobby.seats if seat.id == row.id)
    if campaign.state is CampaignState.INVITING:
        lobby.tell(new, to_lobby("watching"))
    else:
        table = table_of_campaign(work, campaign.id)
        queue.send(table, new, Watch(written=work.now))
