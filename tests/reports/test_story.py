"""Sentences made from events: one for what a party does in a row, and besides what a reader must know."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator import Event
from adjudicator.components import Kind
from adjudicator.language import language
from adjudicator.reports.model import Mark, NewsGroup, NewsLine
from adjudicator.reports.wording.event_text import Heard
from adjudicator.reports.wording.speech import Speech
from adjudicator.reports.wording.story import BESIDES, LISTED, PHRASES, SHORT, Stories


class Built(Event, frozen=True, tag="built", by="side"):
    """A side built in a town."""

    side: str
    town: str


class Rested(Event, frozen=True, tag="rested", by="side"):
    """A side did nothing."""

    side: str


class Burnt(Event, frozen=True, tag="burnt"):
    """A town is gone, by whose hand whoever acted before."""

    town: str


class Manned(Event, frozen=True, tag="manned", by="side"):
    """A side put a captain into the fort of a town."""

    side: str
    town: str
    captain: str


class Rained(Event, frozen=True, tag="rained"):
    """It is told by no verb."""


class Plain(Speech):
    def thing(self, kind: Kind[Any], id: Any) -> str:
        return str(id)


STORIES: Stories[Plain] = Stories(lambda seat, to: seat.capitalize())
STORIES.verb(Built, "built a fort at %(things)s", "built forts at %(things)s", lambda event, to: event.town)
STORIES.verb(Rested, "rested", by_the_way=True)
STORIES.verb(Burnt, "burnt %(things)s", things=lambda event, to: event.town)
STORIES.verb(Manned, "hired %(things)s", things=lambda event, to: event.captain, behind=lambda event, to: event.town)
TO = Plain(language("en"))


def heard(*events: Event) -> list[Heard]:
    return [Heard(n, event) for n, event in enumerate(events, 1)]


def news(*lines: NewsLine) -> list[NewsGroup]:
    return [NewsGroup(heading="", lines=lines)]


def test_what_a_party_does_in_a_row_is_one_sentence_and_the_same_deed_one_phrase() -> None:
    events = heard(Built("red", "Lyon"), Rested("red"), Built("red", "Metz"), Built("blue", "Ulm"), Rested("red"))
    assert STORIES.told(events, (), TO) == (
        "Red built forts at Lyon and Metz, and rested.",
        "Blue built a fort at Ulm.",
        "Red rested.",
    )


def test_whoever_acted_before_did_what_names_nobody() -> None:
    assert STORIES.told(heard(Built("red", "Lyon"), Burnt("Metz")), (), TO) == (
        "Red built a fort at Lyon and burnt Metz.",
    )


def test_what_belongs_to_a_thing_stands_behind_it_where_the_same_party_did_something_to_that() -> None:
    manned = (Manned("red", "Lyon", "Jo"), Manned("blue", "Lyon", "Al"), Manned("red", "Lyon", "Kim"))
    assert STORIES.told(heard(Built("red", "Lyon"), Built("red", "Metz"), *manned), (), TO) == (
        "Red built forts at Lyon (Jo, Kim) and Metz.",
        "Blue hired Al (Lyon).",
    )
    lines = news(NewsLine(text="Kim is hired", log=2, mark=Mark.IMPORTANT))
    assert STORIES.told(heard(Built("red", "Lyon"), manned[0]), lines, TO) == ("Red built a fort at Lyon (Jo).",)


def test_a_sentence_tells_no_more_than_it_can_carry() -> None:
    verbs: Stories[Plain] = Stories(lambda seat, to: seat.capitalize())
    for town in "abcdef":
        verbs.verb(Built, f"took {town}", when=lambda event, town=town: event.town == town)
    told = verbs.told(heard(*(Built("red", town) for town in "abcdef")), (), TO)
    assert [each.count("took") for each in told] == [PHRASES, 6 - PHRASES]


def test_deeds_done_to_the_same_thing_in_a_row_name_it_once() -> None:
    """Also with a word for its kind between, and with what is said behind it; not what is only called alike."""
    verbs: Stories[Plain] = Stories(lambda seat, to: seat.capitalize())
    verbs.verb(Built, "bought the mill %(things)s", things=lambda event, to: event.town, joins=True)
    verbs.verb(Manned, "opened %(things)s", things=lambda event, to: f"{event.town} ({event.captain})", joins=True)
    verbs.verb(Burnt, "lost the mill %(things)s", things=lambda event, to: event.town)

    def told(*events: Event) -> str:
        (sentence,) = verbs.told(heard(*events), (), TO)
        assert verbs.gist(heard(*events), (), ["red"], TO) == sentence.rstrip(".")
        return sentence

    mill, opened, lost = Built("red", "Ulm"), Manned("red", "Ulm", "Jo"), Burnt("Ulm")
    assert told(mill, opened) == "Red bought and opened the mill Ulm (Jo)."
    assert told(opened, mill) == "Red opened and bought the mill Ulm (Jo)."
    assert told(mill, lost) == "Red bought the mill Ulm and lost the mill Ulm."
    assert told(mill, Manned("red", "Metz", "Jo")) == "Red bought the mill Ulm and opened Metz (Jo)."


def test_besides_stands_what_no_verb_tells_and_a_reader_must_know() -> None:
    """What is important or only for his eyes, with its note; not what a sentence tells, nor what is of no matter."""
    lines = news(
        NewsLine(text="a fort at Lyon", log=1, mark=Mark.IMPORTANT),
        NewsLine(text="rain", log=2),
        NewsLine(text="the war begins", log=3, mark=Mark.IMPORTANT, note="rule 7"),
        NewsLine(text="you drew a card", log=4, mark=Mark.PRIVATE),
    )
    events = heard(Built("red", "Lyon"), Rained())
    sentence, *besides = STORIES.told(events, lines, TO)
    assert sentence == "Red built a fort at Lyon."
    assert besides == ["The war begins (rule 7).", "You drew a card."]
    assert STORIES.of_each(events, lines, TO)[1:] == ("The war begins (rule 7).",), "a stretch has what is for all"


def test_besides_are_the_last_of_many() -> None:
    lines = news(*(NewsLine(text=f"blow {n}", log=n, mark=Mark.IMPORTANT) for n in range(1, BESIDES + 4)))
    told = STORIES.told((), lines, TO)
    assert told == tuple(f"Blow {n}." for n in range(4, BESIDES + 4))


def test_a_long_stretch_tells_each_party_once_and_lists_no_more_than_a_reader_reads() -> None:
    towns = [f"T{n}" for n in range(LISTED + 2)]
    events = [event for town in towns for event in (Built("red", town), Rested("blue"), Rested("red"))]
    red, blue = STORIES.of_each(heard(*events), (), TO)
    assert red == f"Red built forts at {', '.join(towns[:LISTED])} and 2 more."
    assert blue == "Blue rested."


@pytest.mark.parametrize(
    ("seats", "gist"), [({"red"}, "Red built a fort at Lyon"), ({"blue"}, "Blue rested"), ((), "")]
)
def test_a_gist_is_what_these_seats_did_last_in_few_words(seats: Any, gist: str) -> None:
    assert STORIES.gist(heard(Built("red", "Lyon"), Rested("red"), Rested("blue")), (), seats, TO) == gist


def test_a_gist_tells_its_deeds_in_their_order() -> None:
    """More towns were burnt than built in."""
    events = heard(Built("red", "Lyon"), Burnt("Tours"), Burnt("Aix"))
    assert STORIES.gist(events, (), {"red"}, TO) == "Red built a fort at Lyon, and burnt Tours and Aix"


def test_a_gist_is_what_was_important_after_it_where_that_is_short() -> None:
    events = heard(Built("red", "Lyon"))
    for text, gist in (("peace", "Peace"), ("p" * (SHORT + 1), "Red built a fort at Lyon")):
        assert STORIES.gist(events, news(NewsLine(text=text, log=2, mark=Mark.IMPORTANT)), {"red"}, TO) == gist


def test_a_gist_of_deeds_by_the_way_is_what_was_important_among_them() -> None:
    war = news(NewsLine(text="war", log=2, mark=Mark.IMPORTANT))
    assert STORIES.gist(heard(Rested("red"), Built("blue", "Lyon"), Rested("red")), war, {"red"}, TO) == "War"
    assert STORIES.gist(heard(Rested("red"), Built("blue", "Lyon"), Built("red", "Lyon")), war, {"red"}, TO) == (
        "Red built a fort at Lyon"
    )


def test_a_gist_that_is_long_does_without_brackets() -> None:
    one, two = ("Lyon (burnt (twice), flooded)", "Aix (Provence) A15")
    assert STORIES.gist(heard(Built("red", one)), (), {"red"}, TO) == f"Red built a fort at {one}"
    assert STORIES.gist(heard(Built("red", one), Built("red", two)), (), {"red"}, TO) == (
        "Red built forts at Lyon and Aix (Provence) A15"
    )


def test_a_gist_names_a_deed_before_what_others_did_by_the_way() -> None:
    events = heard(Built("red", "Lyon"), Rested("blue"))
    assert STORIES.gist(events, (), {"red", "blue"}, TO) == "Red built a fort at Lyon"
    assert STORIES.gist(events, (), {"blue"}, TO) == "Blue rested"
