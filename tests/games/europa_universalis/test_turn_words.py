"""What a mail says of a turn: what is still to be done, each kind of action by its first, what would be left."""

from __future__ import annotations

from adjudicator.games.europa_universalis.facts import REALM
from adjudicator.games.europa_universalis.rules.acting import EndTurn
from adjudicator.games.europa_universalis.rules.influence import PlaceInfluence
from adjudicator.games.europa_universalis.rules.relations import make_war
from adjudicator.games.europa_universalis.words import REPORT
from adjudicator.kernel.match import Match
from adjudicator.language import language
from adjudicator.reports.game import Asked, Coded, Course, Moment, Stretch
from adjudicator.reports.model import Question
from tests.games.europa_universalis.table import do, table

ENGLISH, RUSSIAN = language("en"), language("ru")


def question(match: Match, to: str = "en") -> Question:
    book = match.game.part("phrases")
    options = tuple(Coded(f"1{n}", each, book.say(each, to)) for n, each in enumerate(match.options("france")))
    asked = Asked(1, match.decisions()[0], options)
    return REPORT.question(asked, match.view(("france",)), "france", language(to))


def test_behind_its_action_a_turn_asks_for_minor_actions_only_r3_20() -> None:
    match = table()
    assert "or pass" in question(match).title
    do(match, PlaceInfluence("burgundy"))
    while match.decisions()[0].kind != "turn":
        do(match, match.options("france")[-1])
    assert question(match).title == "Your action is done: further minor actions, or the end of your turn"
    assert question(match, "ru").title == "Действие выполнено: ещё малые действия или конец хода"
    assert EndTurn() in match.options("france")


def test_a_brief_mail_shows_two_of_each_kind_of_action_and_how_many_more_there_are() -> None:
    match = table()
    links = question(match).links
    assert links is not None
    shown = [option.words for group in links for option in group.options]
    placed = [each for each in shown if each.startswith("influence in")]
    many = sum(isinstance(each, PlaceInfluence) for each in match.options("france"))
    assert len(placed) == 2
    assert placed[1].endswith(f"({many - 2} more)")
    assert len(shown) < 60 < len(match.options("france"))
    assert {group.heading for group in links} >= {"Actions", "War", "Diplomacy"}


def test_what_would_be_left_and_what_to_beware_of() -> None:
    match = table()
    before = match.view(("france",))
    do(match, PlaceInfluence("burgundy"))
    make_war(match.state, REALM.index["france"], REALM.index["england"])
    stretch = Stretch(before=before, view=match.view(("france",)), told=(), seats=("france",))
    left = {item.name: item.text for item in REPORT.left(stretch, "france", ENGLISH)}
    assert left["diplomatic power"] == "5 → 4"
    (section,) = REPORT.preview(stretch, "france", ENGLISH)
    assert section.paragraphs[0] == "You are at war with England."


def test_a_brief_mail_has_the_prestige_in_its_box_and_milestones_as_stakes() -> None:
    match = table()
    match.state.led["france"].prestige = 7
    standing = REPORT.standing(match.view(("france",)), ("france",), None, ENGLISH)
    assert standing.box is not None
    assert (standing.box.label, standing.box.value) == ("Most prestige: France", "7")
    assert len(standing.stakes) == match.state.goals.milestones.bit_count()
    moment = Moment(1, match.view(("france",)))
    turned = REPORT.turned(Course(moments=(moment, moment), seats=("france",), told=()), ENGLISH)
    assert turned.title == "round 0 is over"
