"""`tournament` and `tournament rounds`: how the tournament of the campaign stands, and who sits where in it."""

from adjudicator.language import msgid
from adjudicator.reports.model import Item, Section
from adjudicator.service.campaign.act import CommandContext, CommandReply
from adjudicator.service.commands.command import Command, Scope, ViewCommand
from adjudicator.store.tables import Tournament, TournamentTable
from adjudicator_tournaments import rounds, scores
from adjudicator_tournaments.moderator_commands import place_of, tables_told
from adjudicator_tournaments.plans import Plan
from adjudicator_tournaments.scores import ScoreLine
from adjudicator_tournaments.tables import RoundShown, rounds_of


class _OfTournament(ViewCommand):
    """Look at the tournament of the campaign. All who play in it are named to each other: its first mails say so."""

    scope = Scope.ONCE
    listed_for = None
    heading = msgid("Tournament")
    title = msgid("the tournament")


class Standings(_OfTournament):
    names = {"en": ("tournament", "standings"), "ru": ("турнир", "положение в турнире")}
    purpose = msgid("how the tournament stands that the match belongs to")

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        words, found = act.language, place_of(act.table)
        plan, lines, begun = scores.standings_of(act.session, found[0])
        names = scores.names_of(act.session, plan)
        items = tuple(Item(name=f"{line.place}. {names[line.number]}", text=_figures(act, line)) for line in lines)
        told = (_where(act, found, begun, len(plan.rounds)), _scheme(act, plan))
        section = Section(heading=words.gettext(self.heading), paragraphs=told, items=items)
        return CommandReply(sections=(section,), title=words.gettext(self.title))


class Rounds(_OfTournament):
    """Show the seating of all rounds, and what it was drawn from: whoever plays in it may draw it again."""

    names = {"en": ("tournament rounds", "tournament tables"), "ru": ("турнир туры", "турнир столы")}
    purpose = msgid("who sits at which table in each round of the tournament")

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        words, found = act.language, place_of(act.table)
        plan, drawn = rounds_of(act.session, found[0])
        begun = rounds.rounds_begun(act.session, found[0])
        seed = words.gettext("All of it was drawn from the seed %(seed)s.", seed=plan.seed)
        first = Section(heading=words.gettext(self.heading), paragraphs=(_where(act, found, begun, len(drawn)), seed))
        return CommandReply(sections=(first, *(_round(act, each) for each in drawn)), title=words.gettext(self.title))


def _where(act: CommandContext, found: tuple[Tournament, TournamentTable], begun: int, count: int) -> str:
    row, table = found
    return act.language.gettext(
        "%(title)s. Round %(round)s of %(rounds)s has begun; this is table %(table)s of round %(own)s.",
        title=row.title,
        round=begun,
        rounds=count,
        table=table.number,
        own=table.round,
    )


def _round(act: CommandContext, drawn: RoundShown) -> Section:
    words = act.language
    told = tuple(tables_told(drawn, act.table.match.game, words))
    return Section(heading=words.gettext("Round %(round)s", round=drawn.number), paragraphs=told)


def _figures(act: CommandContext, line: ScoreLine) -> str:
    words = act.language
    told = [words.gettext("points: %(points)s", points=words.number(line.points))]
    told.append(words.ngettext("%(n)s match, %(won)s won", "%(n)s matches, %(won)s won", line.matches, won=line.wins))
    told += [words.gettext("sat out: %(count)s", count=line.out)] if line.out else []
    return ", ".join(told)


def _scheme(act: CommandContext, plan: Plan) -> str:
    return act.language.gettext(
        "A victory brings %(win)s, and who share it divide them; a draw %(draw)s each; a round in which one sits out "
        "%(out)s. Equal points: the number of victories decides, then the points of those one has met.",
        win=plan.points.win,
        draw=plan.points.draw,
        out=plan.points.out,
    )


COMMANDS: tuple[Command, ...] = (Standings(), Rounds())
