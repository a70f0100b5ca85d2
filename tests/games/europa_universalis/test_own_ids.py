"""A pack calls events, milestones, acts … as it likes; documents, orders and mails do, too."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.components.names import forms_of
from adjudicator.games.europa_universalis.content import default
from adjudicator.games.europa_universalis.game import CONTENT, GAME
from adjudicator.games.europa_universalis.printed import ROOMS
from adjudicator.games.europa_universalis.slots import EVENT as EVENTS
from adjudicator.games.europa_universalis.slots import MILESTONE as SLOT
from adjudicator.kernel.actions import MODERATOR, SetFact
from adjudicator.kernel.beginning import new_match
from adjudicator.kernel.errors import DocumentError

EVENT = {
    "name": {"en": "Theses on the door", "ru": {"name": "Тезисы на двери", "unchanged": True}},
    "kind": "b",
    "age": 2,
    "effects": [{"op": "gain_prestige", "n": 1}],
}
MILESTONE = {
    "name": {"en": "Realm of ours", "ru": {"name": "наше королевство", "unchanged": True}},
    "deck": "expansion",
    "needs": [{"is": "at_peace"}],
}


def pack(**parts: dict[str, Any]) -> dict[str, Any]:
    """Our own pack with further things in some of its parts."""
    plain = CONTENT.write(default())
    for part, things in parts.items():
        plain[part] = {**plain[part], **things}
    return plain


def renamed_pack() -> dict[str, Any]:
    """Our own pack, whose events, milestones and missions are called otherwise."""
    plain = CONTENT.write(default())
    for part in ("events", "milestones", "missions"):
        plain[part] = {f"own_{id}": face for id, face in plain[part].items()}
    for id, face in plain["milestones"].items():
        face["deck"] = SLOT.thing(id.removeprefix("own_")).deck
    for face in plain["missions"].values():
        face["after"] = [f"own_{id}" for id in face.get("after", ())]
    events = {f"own_{id}" for id in default().events}
    plain["characters"] = {
        f"own_{id}" if f"own_{id}" in events else id: face for id, face in plain["characters"].items()
    }
    return plain


def default_name(event: str, language: str) -> str:
    return forms_of(default().events[event].name[language])[0]


def many(n: int) -> dict[str, Any]:
    """So many missions of England."""
    return {f"more_{at}": {"name": {"en": f"More {at}", "ru": {"name": f"Ещё {at}", "unchanged": True}},
                           "realm": "england", "prestige": 1, "needs": [{"is": "at_peace"}]}
            for at in range(n)}  # fmt: skip


def test_ids_of_a_pack_get_slots_and_keep_them() -> None:
    content = CONTENT.read(renamed_pack())
    slots = CONTENT.slots(content)
    assert len(slots) == len(default().events) + len(default().milestones) + len(default().missions)
    written = CONTENT.write(content)
    assert "own_corsairs" in written["events"]
    assert CONTENT.read(written) == content
    written["missions"] |= many(9)
    followed = {each for face in written["missions"].values() for each in face.get("after", ())}
    del written["missions"][next(id for id in written["missions"] if id not in followed)]
    again = CONTENT.slots(CONTENT.read(written))
    assert {id: again[id] for id in slots} == dict(slots), "whatever a correction adds or takes away"
    assert len({*again.values()}) == len(again) == len(slots) + 9


def test_documents_and_views_use_the_ids_of_the_pack() -> None:
    match = new_match(GAME.id, seats=("england", "france"), seed=b"own ids", content=renamed_pack())
    game, inner = match.game, match.document()
    shown = game.shown(inner)
    assert "spare_" not in str({**shown, "content": ""})
    assert all(each["event"].startswith("own_") for each in shown["state"]["events"]["shown"])
    assert all(each.startswith("own_") for each in shown["state"]["goals"]["milestones"])
    assert game.load(shown) == game.load(inner)
    assert "spare_" not in str(game.shown(match.view(("france",))))
    match.apply(MODERATOR, SetFact({"state": {"goals": {"reached": {"own_growing_realm": ["france"]}}}}, "a try"))
    assert match.state.goals.reached[SLOT.index[CONTENT.slots(game.content)["own_growing_realm"]]] == ["france"]


@pytest.mark.parametrize("language", ["en", "ru"])
def test_words_and_orders_know_the_names_of_things_with_own_ids(language: str) -> None:
    match = new_match(GAME.id, seats=("england", "france"), seed=b"own ids", content=renamed_pack())
    names = match.game.part("names")(language)
    for id, slot in CONTENT.slots(match.game.content).items():
        if slot in EVENTS:
            assert names.name(EVENTS, slot) == default_name(id.removeprefix("own_"), language)


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"events": {"prestige": EVENT}}, "events.prestige: 'prestige' cannot be an id: it is a word of the format"),
        ({"events": {"france": EVENT}}, "'france' cannot be an id"),
        ({"events": {"Theses": EVENT}}, "'Theses' cannot be an id: it has other signs"),
        ({"events": {"growing_realm": EVENT}}, "'growing_realm' cannot be an id"),
        ({"milestones": {"realm_of_ours": MILESTONE | {"deck": "war"}}}, "realm_of_ours: deck must be one of"),
        ({"milestones": {"web_of_pacts": MILESTONE | {"deck": "warfare"}}}, "web_of_pacts.deck: must stay politics"),
        ({"missions": many(400)}, "there is no room for more"),
        ({"events": {"theses_on_the_door": EVENT | {"kind": "c"}}}, "events.theses_on_the_door.kind: "),
        ({"missions": {"eng_new": {"name": {"en": "New", "ru": "новое"}, "realm": "england", "prestige": 1,
                                   "after": ["fra_guyenne"]}}}, "missions.eng_new.after"),
        ({"slots": {"theses_on_the_door": "bright_star"}}, "slots.theses_on_the_door: its slot is not free"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_own_ids_is_told_in_them(parts: dict[str, Any], said: str) -> None:
    plain = {**pack(), "slots": {}}
    for part, things in parts.items():
        plain[part] = {**plain[part], **things}
    with pytest.raises(DocumentError) as error:
        CONTENT.read(plain)
    assert said in str(error.value)
    assert "spare_" not in str(error.value)


def test_each_part_has_room_for_more_than_the_box_holds() -> None:
    free = {room.part + room.inside: sum(map(room.is_free, room.kind.ids)) for room in ROOMS}
    box = {
        "events": 221,
        "ideas": 30,
        "missions": 160,
        "milestones": 64,
        "struggles": 10,
        "trades": 44,
        "titlesacts": 10,
    }
    assert all(free[part] >= n - len(getattr(default(), part, ())) for part, n in box.items())
