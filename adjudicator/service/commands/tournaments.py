"""`tournament`: how the tournament stands at one of whose tables the campaign is played."""

from adjudicator.language import msgid
from adjudicator.reports.model import Item, Section
from adjudicator.service.campaign.act import Act, Said
from adjudicator.service.commands.command import Command, Look, Scope
from adjudicator.service.standings import scores
from adjudicator.service.standings.plans import Plan
from adjudicator.service.standings.scores import Line
from adjudicator.store import tournaments


class Standings(Look):
    """Whoever plays in a tournament is named to all who do: its first mails say so."""

    scope = Scope.ONCE
    names = {"en": ("tournament", "standings"), "ru": ("турнир", "положение в турнире")}
    listed_for = None
    heading = msgid("Tournament")
    purpose = msgid("how the tournament stands that the match belongs to")
    title = msgid("the tournament")

    def obey(self, act: Act, rest: str) -> Said:
        words, found = act.language, tournaments.of_campaign(act.session, act.table.campaign.id)
        if found is None:
            return act.says(self.heading, words.gettext("This match belongs to no tournament."))
        row, table = found
        plan, lines, begun = scores.standings_of(act.session, row)
        names = scores.names_of(act.session, plan)
        where = words.gettext(
            "%(title)s. Round %(round)s of %(rounds)s has begun; this is table %(table)s of round %(own)s.",
            title=row.title,
            round=begun,
            rounds=len(plan.rounds),
            table=table.number,
            own=table.round,
        )
        items = tuple(Item(name=f"{each.place}. {names[each.number]}", text=_figures(act, each)) for each in lines)
        section = Section(heading=words.gettext(self.heading), paragraphs=(where, _scheme(act, plan)), items=items)
        return Said(sections=(section,), title=words.gettext(self.title))


def _figures(act: Act, line: Line) -> str:
    words = act.language
    told = [words.gettext("points: %(points)s", points=words.number(line.points))]
    told.append(words.ngettext("%(n)s match, %(won)s won", "%(n)s matches, %(won)s won", line.matches, won=line.wins))
    told += [words.gettext("sat out: %(count)s", count=line.out)] if line.out else []
    return ", ".join(told)


def _scheme(act: Act, plan: Plan) -> str:
    return act.language.gettext(
        "A victory brings %(win)s, and who share it divide them; a draw %(draw)s each; a round in which one sits out "
        "%(out)s. Equal points: the number of victories decides, then the points of those one has met.",
        win=plan.points.win,
        draw=plan.points.draw,
        out=plan.points.out,
    )


COMMANDS: tuple[Command, ...] = (Standings(),)
