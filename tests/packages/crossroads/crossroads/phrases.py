"""How a player writes the actions of Crossroads."""

from __future__ import annotations

from adjudicator.components.names import Naming
from adjudicator.orders import Group, NameBook, Phrasebook, interruption, name, number, phase, phrase
from crossroads.actions import Bargain, Ride, Spy, Toll, Treaty, Windfall
from crossroads.state import RING, SEAT, SEATS, TOWN

NAMES = Naming(
    (TOWN, SEAT),
    {
        "en": {TOWN: [town.capitalize() for town in RING], SEAT: [seat.capitalize() for seat in SEATS]},
        "ru": {
            TOWN: ("Гавань", "Мельница", "Аббатство", "Кузница", "Рынок"),
            SEAT: ("Север", "Восток", "Юг", "Запад", "Центр"),
        },
    },
    short={TOWN: ("T11", "T12", "T13", "T14", "T15"), SEAT: ("P01", "P02", "P03", "P04", "P05")},
)

PHRASES = Phrasebook(
    NameBook.of(NAMES),
    [
        phrase(Ride, name("to", en="to", ru="в"), en="ride", ru="скакать | ехать"),
        phrase(Spy, name("rider"), group=Group({"en": "s", "ru": "ш"}), en="spy on | spy", ru="шпион"),
        phrase(Toll, en="toll", ru="пошлина"),
        phrase(
            Treaty,
            name("giver"),
            name("taker", needs_lead=True, en="to", ru="для"),
            number("coins", en="coins", ru="монет"),
            en="treaty",
            ru="договор",
        ),
        phrase(Bargain, en="bargain", ru="сделка"),
        phrase(Windfall, name("rider"), number("coins"), en="windfall", ru="находка"),
    ],
    [interruption("toll", declines=True, en="toll", ru="пошлина")],
    [
        phase("riding", en="riding", ru="поездок"),
        phase("bargaining", en="bargaining | bargains", ru="торга | торговли"),
    ],
)
