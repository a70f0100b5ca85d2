"""`ratings`: how strong the players of the game are, what the writer has played, and which seats win."""

from collections.abc import Iterator

from sqlalchemy import update
from sqlmodel import col

from adjudicator.language import Language, msgid
from adjudicator.reports.model import Item, Section
from adjudicator.service.campaign.act import CommandContext, CommandReply
from adjudicator.service.commands.command import OFF, Command, Scope, folded
from adjudicator.service.moderation.rights import Access
from adjudicator.store import finished
from adjudicator.store.tables import Person
from adjudicator_tournaments import scores, statistics
from adjudicator_tournaments.rating import Rating
from adjudicator_tournaments.statistics import Row, Tally

ON = frozenset({"on", "yes", "да", "вкл"})
MOST = 12
"""The number of lines of the list besides the writer's own: a screen of a phone."""


class Ratings(Command):
    """Names are shown of those only whom the writer has met in a campaign, and who have not said `ratings off`."""

    needs = Access.SEAT
    scope = Scope.ONCE
    before = False
    names = {"en": ("ratings", "rating"), "ru": ("рейтинг", "рейтинги")}
    touches_play = False
    heading = msgid("Ratings")
    usage = msgid("[on | off]")
    purpose = msgid("ratings of the players you know, your own matches, wins by seat; off: nobody is shown yours")

    def takes(self, rest: str) -> bool:
        return not rest or folded(rest) in ON | OFF

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        if rest:
            return self._switch(act, on=folded(rest) in ON)
        title = act.language.gettext("ratings")
        return CommandReply(sections=tuple(_told(act)), title=title)

    def _switch(self, act: CommandContext, *, on: bool) -> CommandReply:
        act.session.execute(update(Person).where(col(Person.id) == act.person_id).values(rated=on))
        told = (
            msgid("Others whom you have met in a campaign see your ratings again.")
            if on
            else msgid(
                "Nobody is shown your ratings and matches any more, you yourself excepted. Matches still count for "
                "those with whom you play."
            )
        )
        return act.says(self.heading, act.language.gettext(told), changed=True)


def _told(act: CommandContext) -> Iterator[Section]:
    words, game = act.language, act.table.match.game
    matches = scores.outcomes(act.session, game.id)
    yield _list(act, statistics.ranked_players(matches), game.titles.get(words.code, game.id))
    own = statistics.record(matches, game.id, act.person_id or 0)
    if own.seats:
        yield Section(heading=words.gettext("Your matches"), items=tuple(_seats(act, own.seats)))
    if matches:
        yield Section(
            heading=words.gettext("All matches by seat"), items=tuple(_seats(act, statistics.tallies(matches)))
        )


def _list(act: CommandContext, rows: list[Row], game: str) -> Section:
    words, names = act.language, finished.listed_names(act.session)
    met = finished.companions(act.session, act.person_id) if act.person_id else frozenset()
    known = [row for row in rows if row.person == act.person_id or (row.person in met and row.person in names)]
    shown = [row for number, row in enumerate(known) if number < MOST or row.person == act.person_id]
    told = [words.gettext("No match of %(game)s that counts has ended yet.", game=game)]
    if rows:
        told = [
            words.gettext(
                "%(game)s. The number behind ± says how far a rating may be off; the order goes by the rating less "
                "three times that number, so that one lucky match makes nobody first.",
                game=game,
            )
        ]
    if others := len(rows) - len(shown):
        told.append(
            words.ngettext(
                "%(n)s more player is in the list; named are those whom you have met and who allow it.",
                "%(n)s more players are in the list; named are those whom you have met and who allow it.",
                others,
            )
        )
    you = words.gettext("you")
    items = (
        Item(
            name=f"{row.place}. {you if row.person == act.person_id else names[row.person]}",
            text=_figures(row.rating, row.won, words),
        )
        for row in shown
    )
    return Section(heading=words.gettext("Ratings"), paragraphs=tuple(told), items=tuple(items))


def _figures(rating: Rating, won: int, words: Language) -> str:
    figures = f"{words.number(round(rating.mean))} ± {words.number(round(rating.deviation))}"
    told = words.ngettext("%(n)s match, %(won)s won", "%(n)s matches, %(won)s won", rating.matches, won=won)
    return f"{figures}; {told}"


def _seats(act: CommandContext, tallies: tuple[Tally, ...]) -> Iterator[Item]:
    """Yield seats in the order of the game."""
    words, game = act.language, act.table.match.game
    order = {seat: place for place, seat in enumerate(game.seats)}
    for each in sorted(tallies, key=lambda tally: order.get(tally.seat, len(order))):
        told = [words.ngettext("%(n)s match, %(won)s won", "%(n)s matches, %(won)s won", each.matches, won=each.won)]
        told += [words.gettext("drawn: %(count)s", count=each.drawn)] if each.drawn else []
        told += [words.gettext("closed before the end: %(count)s", count=each.closed)] if each.closed else []
        yield Item(name=game.part("report").party(each.seat, words).name, text=", ".join(told))


COMMANDS: tuple[Command, ...] = (Ratings(),)
