"""How a player writes the actions of Crossroads."""

from __future__ import annotations

from adjudicator.orders import Group, Name, NameBook, Phrasebook, name, number, phrase
from crossroads.actions import Bargain, Ride, Spy, Toll, Treaty, Windfall
from crossroads.state import RING, SEATS

TOWNS_RU = dict(zip(RING, ("Гавань", "Мельница", "Аббатство", "Кузница", "Рынок"), strict=True))
RIDERS_RU = dict(zip(SEATS, ("Север", "Восток", "Юг", "Запад", "Центр"), strict=True))

NAMES = [
    *(Name("town", town, "en", town.capitalize()) for town in RING),
    *(Name("town", town, "ru", russian) for town, russian in TOWNS_RU.items()),
    *(Name("rider", seat, "en", seat.capitalize()) for seat in SEATS),
    *(Name("rider", seat, "ru", russian) for seat, russian in RIDERS_RU.items()),
]

PHRASES = Phrasebook(
    NameBook(NAMES),
    [
        phrase(Ride, name("to", "town", en="to", ru="в"), en="ride", ru="скакать | ехать"),
        phrase(Spy, name("rider", "rider"), group=Group({"en": "s", "ru": "ш"}), en="spy on | spy", ru="шпион"),
        phrase(Toll, en="toll", ru="пошлина"),
        phrase(
            Treaty,
            name("giver", "rider"),
            name("taker", "rider", needs_lead=True, en="to", ru="для"),
            number("coins", en="coins", ru="монет"),
            en="treaty",
            ru="договор",
        ),
        phrase(Bargain, en="bargain", ru="сделка"),
        phrase(Windfall, name("rider", "rider"), number("coins"), en="windfall", ru="находка"),
    ],
)
