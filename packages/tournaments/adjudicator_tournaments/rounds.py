"""A tournament goes on: its next round begins, or somebody plays no further one."""

import msgspec
from sqlalchemy.orm import Session

from adjudicator.kernel.registry import game_named
from adjudicator.language import msgid
from adjudicator.mail.address import normal_address
from adjudicator.service.campaign.troubles import RejectionReason
from adjudicator.service.people import new_campaigns
from adjudicator.service.people.new_campaigns import BadCampaign, NewCampaign, Player
from adjudicator.service.service import UnitOfWork
from adjudicator.store import persons, tournaments
from adjudicator.store.tables import Campaign, Tournament, TournamentTable
from adjudicator_tournaments import scores
from adjudicator_tournaments.plans import Plan, keep, plan_of, without
from adjudicator_tournaments.schedule import CannotSeat

all_over = RejectionReason("all_over", msgid("All %(count)s rounds of the tournament are over."))
bad_table = RejectionReason("bad_table", msgid("Table %(table)s cannot be made: %(problem)s."))
last_begun = RejectionReason("last_begun", msgid("The last round has begun; hand the seat over instead (“replace”)."))
not_in_it = RejectionReason(
    "not_in_it",
    msgid("“%(who)s” is none of those who play on in the tournament: %(players)s."),
)
not_over_yet = RejectionReason("not_over_yet", msgid("Round %(round)s is not over: %(tables)s."))
not_reached = RejectionReason(
    "not_reached", msgid("No address of theirs is in use, so take them out of the tournament, or mend it: %(people)s.")
)
too_few_left = RejectionReason("too_few_left", msgid("Without them %(count)s players are left, too few for a table."))
which_of_them = RejectionReason(
    "which_of_them", msgid("Several who play are called “%(who)s”; write the email address instead of the name.")
)


def next_round(session: Session, row: Tournament, plan: Plan) -> int:
    """Return the round that can begin now, or has not quite begun.

    Raises:
        Rejected: The last round is not over yet, or all rounds are over.
    """
    there = tournaments.tables_by_round(session, row.id)
    last = max((each.round for each in there), default=1)
    of_last = [each for each in there if each.round == last]
    if len(of_last) < len(plan.rounds[last - 1].boards):
        return last
    if going := [each.campaign for each in of_last if not each.over]:
        raise not_over_yet(round=last, tables=going)
    if last == len(plan.rounds):
        raise all_over(count=last)
    return last + 1


def begin(work: UnitOfWork, row: Tournament, number: int) -> list[Campaign]:
    """Create the campaigns of a round that are not there yet, each with its place in the tournament.

    Raises Rejected; then the transaction must not be committed.
    """
    session, plan = work.session, plan_of(row)
    there = {each.number for each in tournaments.tables_by_round(session, row.id) if each.round == number}
    made = []
    for table in range(1, len(plan.rounds[number - 1].boards) + 1):
        if table in there:
            continue
        try:
            ready = new_campaigns.made_ready(session, campaign_at(session, row, plan, number, table))
            campaign = new_campaigns.founded(work, ready)
        except BadCampaign as why:
            raise bad_table(table=table, problem=str(why)) from None
        session.add(TournamentTable(tournament_id=row.id, round=number, number=table, campaign_id=campaign.id))
        made.append(campaign)
    session.flush()
    return made


def campaign_at(session: Session, row: Tournament, plan: Plan, number: int, table: int) -> NewCampaign:
    """Return what the campaign of a table is created from.

    Raises:
        Rejected: Somebody cannot be reached.
    """
    board = plan.rounds[number - 1].boards[table - 1]
    known = tournaments.people(session, (*plan.people, *plan.moderators))
    seats = [(seat, plan.people[who]) for seat, who in board.seats.items()]
    seats += [("moderator", person) for person in plan.moderators]
    gone = [known[person][0].name for _, person in seats if not known[person][1]]
    if gone:
        raise not_reached(people=gone)
    players = tuple(
        Player(seat=seat, name=person.name, email=email, language=person.language, time_zone=person.time_zone)
        for seat, (person, email) in ((seat, known[number]) for seat, number in seats)
    )
    return msgspec.structs.replace(
        plan.terms,
        name=f"{row.name}-{number}-{table}",
        title=f"{row.title}, {number}.{table}"[:100],
        players=players,
        number=0,
    )


def rounds_begun(session: Session, row: Tournament) -> int:
    """Return how many rounds have begun."""
    return max((each.round for each in tournaments.tables_by_round(session, row.id)), default=0)


def leave(session: Session, row: Tournament, who: str) -> str:
    """Withdraw a player, given by name, address or number (`#7`), from further rounds, and return their name.

    Rounds that have not begun are drawn again. Those that have begun they play on, or hand over.

    Raises:
        Rejected: There is no such player, the last round has begun, or too few would be left.
    """
    plan = plan_of(row)
    number = _number_of(session, plan, who)
    done = rounds_begun(session, row)
    if done == len(plan.rounds):
        raise last_begun()
    try:
        keep(row, without(game_named(row.game), plan, number, done))
    except CannotSeat:
        raise too_few_left(count=len(plan.present) - 1) from None
    session.add(row)
    session.flush()
    return scores.names_of(session, plan)[number]


def _number_of(session: Session, plan: Plan, who: str) -> int:
    """Return the number of a player who plays on. Raises Rejected."""
    names = scores.names_of(session, plan)
    if "@" in who or who.startswith("#"):
        meant = {person.id for person in persons.find_persons(session, normal_address(who) if "@" in who else who)}
        found = [each for each in plan.present if plan.people[each] in meant]
    else:
        said = who.casefold()
        called = [each for each in plan.present if names[each].casefold() == said]
        found = called or [each for each in plan.present if said in names[each].casefold().split()]
    if not found:
        raise not_in_it(who=who, players=[names[each] for each in plan.present])
    if len(found) > 1:
        raise which_of_them(who=who)
    return found[0]
