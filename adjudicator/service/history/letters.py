"""The letters of a campaign as one pair of eyes may know them: which, from whom, to whom."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from adjudicator.language import Language
from adjudicator.reports.wording.game import GameReport
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.viewpoint import Viewpoint
from adjudicator.service.history.record import Lettered, Person
from adjudicator.service.press import content
from adjudicator.service.press.content import Group, Letter, Sign, Stored
from adjudicator.service.press.showing import called, group_names, in_guise, with_pictures
from adjudicator.store.tables import SeatKind


def readable_letters(table: CampaignContext, eyes: Viewpoint) -> Iterator[tuple[Stored, datetime]]:
    """Yield the press messages that the viewer may read, each with the moment from which they may know it.

    For its author, and for a viewer who knows everything, that is when it was written; for the others, when it was
    delivered. Everybody reads those to everybody.
    """
    campaign = table.campaign.id
    if eyes.everything:
        yield from ((one, one.written_at) for one in content.of_campaign(table.session, campaign))
    elif eyes.seat is not None:
        seat = table.by_name[eyes.seat].id
        for one in content.seen_by(table.session, campaign, seat):
            yield one, one.written_at if one.letter.author == seat else one.due_at
    else:
        since = datetime.min.replace(tzinfo=UTC)
        yield from ((one, one.due_at) for one in content.published(table.session, campaign, since, table.now))


def names_author(letter: Letter, table: CampaignContext, eyes: Viewpoint) -> bool:
    """Return whether these eyes may know who wrote a letter."""
    if eyes.everything or letter.sign is Sign.SIGNED:
        return True
    return eyes.seat is not None and letter.names_author_to(table.by_name[eyes.seat].id)


def names_writer(letter: Letter, table: CampaignContext, eyes: Viewpoint) -> bool:
    """Return whether these eyes may know who wrote a letter in the name of another seat: when the match is over."""
    if not letter.guise:
        return False
    own = eyes.seat is not None and table.by_name[eyes.seat].id == letter.author
    return eyes.everything or own or table.match.result is not None


def lettered(
    table: CampaignContext, eyes: Viewpoint, logged: Sequence[datetime], skipped: int = 0
) -> Iterator[Lettered]:
    """Yield what the record keeps of the press messages.

    `logged` are the moments of the log entries after those that are `skipped`, with what came before.
    """
    for one, at in readable_letters(table, eyes):
        if skipped and at < logged[0]:
            continue
        letter = one.letter
        yield Lettered(
            at=at,
            after=skipped + sum(moment <= at for moment in logged),
            author=_person(table, letter.signed_by) if names_author(letter, table, eyes) else None,
            writer=_person(table, letter.author) if names_writer(letter, table, eyes) else None,
            groups=tuple(group.value for group in letter.to.groups),
            seats=tuple(_person(table, seat) for seat in letter.to.seats),
            unnamed=letter.to.unnamed,
            lines=letter.lines,
            pictures=len(letter.pictures),
        )


def _person(table: CampaignContext, seat_id: int) -> Person:
    seat = table.by_id.get(seat_id)
    if seat is None:
        return Person()
    # Only observers are called by their own names.
    people = seat.people if seat.kind is SeatKind.OBSERVER else ()
    return Person(seat.kind.value, seat.name, people)


def heading(letter: Lettered, report: GameReport, language: Language) -> str:
    """Return `From: France. To: Spain and the moderator.`"""

    def name(person: Person) -> str:
        kind = SeatKind(person.kind) if person.kind else None
        return called(kind, person.name, person.people, report, language)

    if letter.unnamed:
        readers = language.gettext("the author of the anonymous letter")
    else:
        groups = group_names(language)
        readers = language.listing([*map(name, letter.seats), *(groups[Group(group)] for group in letter.groups)])
    author = language.gettext("somebody who does not give their name")
    if letter.author:
        author = name(letter.author)
    if letter.writer:
        author = in_guise(author, name(letter.writer), language)
    told = language.gettext("From: %(author)s. To: %(readers)s.", author=author, readers=readers)
    return f"{told} {with_pictures(letter.pictures, language)}" if letter.pictures else told
