"""How a player writes the actions of Imperial Struggle, in English and Russian.

One table: verbs, arguments, groups of codes. The names of things stand in ``data/names.<language>.yaml``; in its
section ``orders`` a further language gives its own verbs and keywords.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from adjudicator.orders import Group, Name, NameBook, Phrase, Phrasebook, choice, flag, name, number, phrase
from adjudicator.orders.phrases import Argument, translated

from . import actions as a
from . import war_actions as w
from .event_actions import ChooseForEvent
from .fact_types import NONE, Space
from .facts import facts
from .names import Names, languages, names

POLITICAL = Group({"en": "s", "ru": "п"})
MARKET = Group({"en": "c", "ru": "р"})
MILITARY = Group({"en": "m", "ru": "в"})
ADVANTAGE = Group({"en": "v", "ru": "у"})
PASS = Group({"en": "p", "ru": "н"}, only=True)
END = Group({"en": "z", "ru": "я"}, only=True)
EVENT = Group({"en": "e", "ru": "е"})
MINISTRY = Group({"en": "h", "ru": "м"})

NAVY_BOX = {"en": ("Navy Box", ("navy",)), "ru": ("Поле Флота", ("флот", "резерв", "Морской Резерв"))}
NAVY_BOX_CASES = {"ru": (("genitive", "Поля Флота"),)}
BASIC = {
    "en": {
        "basic_plus2": ("plus two", ("p2",)),
        "basic_plus1": ("plus one", ("p1",)),
        "basic_debt": ("zero debt", ()),
        "basic_fort_or_squadron": ("zero fort or squadron", ("zero fort", "zero squadron")),
        "basic_unflag": ("minus unflag", ("minus one",)),
    },
    "ru": {
        "basic_plus2": ("плюс два", ("п2",)),
        "basic_plus1": ("плюс один", ("п1",)),
        "basic_debt": ("ноль долг", ()),
        "basic_fort_or_squadron": ("ноль форт или эскадра", ("ноль форт", "ноль эскадра")),
        "basic_unflag": ("минус снять", ("минус один",)),
    },
}
"""What Basic War tiles are called in an order, where `+2` would be a payment."""
THEATRE = {"en": "theatre", "ru": "театр"}
THEATRE_CASES = {"ru": {"instrumental": "театром", "dative": "театру"}}


def things(spoken: Names) -> Iterator[Name]:
    """Everything that can be named in an order, in one language."""
    f, code = facts(), spoken.language
    for space in f.spaces:
        first, *others = spoken.forms("spaces", space.id)
        others += _with_remark(spoken, space, first)
        for kind in dict.fromkeys((space.type, "space")):
            yield Name(
                kind, space.id, code, first, tuple(others), tuple(spoken.inflections("spaces", space.id).items())
            )
    for section, kind in (
        ("advantages", "advantage"),
        ("commodities", "commodity"),
        ("investments", "investment"),
    ):
        for id, (first, *others) in spoken.table(section).items():  # type: ignore[arg-type]
            yield Name(kind, id, code, first, tuple(others))
    for event in f.events:
        first, *others = spoken.forms("events", event.id)
        yield Name("event", event.number, code, first, (*others, str(event.number)))
    for ministry in f.ministries:
        first, *others = spoken.forms("ministries", ministry.id)
        yield Name("ministry", f"m{ministry.number}", code, first, (*others, f"m{ministry.number}"))
    yield from _war_tiles(spoken)
    own = _own_words(spoken)
    box = NAVY_BOX.get(code) or (own.get(NAVY_BOX["en"][0], NAVY_BOX["en"][0]), ())
    yield Name("navy_box", a.NAVY_BOX, code, *box, NAVY_BOX_CASES.get(code, ()))
    yield from _theatres(spoken)


def _own_words(spoken: Names) -> dict[str, str]:
    """What the file of names says about words of orders, by the English ones."""
    return {english: " | ".join(forms) for english, forms in spoken.sections.get("orders", {}).items()}


def _with_remark(spoken: Names, space: Space, name: str) -> list[str]:
    """The name with its region or commodity behind it, as lists print it."""
    f = facts()
    remarks = [spoken.name("regions", f.regions[space.region])]
    if space.commodity != NONE:
        remarks.append(spoken.name("commodities", f.commodities[space.commodity].id))
    return [f"{name} ({remark})" for remark in remarks]


def _war_tiles(spoken: Names) -> Iterator[Name]:
    """War tiles; a commander of two wars is told apart by the war, and by his name alone where only one can be."""
    own = _own_words(spoken)
    called = Counter(forms[0] for forms in spoken.table("war_tiles").values())
    for tile in facts().war_tiles:
        basic = BASIC.get(spoken.language, BASIC["en"])
        if tile.id in basic:
            word, others_ = basic[tile.id]
            yield Name("war_tile", tile.id, spoken.language, own.get(word, word), others_)
            continue
        first, *others = spoken.forms("war_tiles", tile.id)
        if called[first] > 1:
            war = spoken.forms("wars", tile.id.split("_")[1])[-1]
            first, others = f"{first} {war}", [first, *others]
        yield Name("war_tile", tile.id, spoken.language, first, tuple(others))


def _theatres(spoken: Names) -> Iterator[Name]:
    """Theatres by their order in the war; their names mean the same, whichever war has them."""
    called: dict[int, list[str]] = {}
    for war in facts().wars:
        for theatre in war.theatres:
            called.setdefault(theatre.order, []).extend(spoken.forms("theatres", theatre.id))
    for order, forms in called.items():
        word = THEATRE.get(spoken.language) or _own_words(spoken).get(THEATRE["en"], THEATRE["en"])
        cases = tuple((case, f"{form} {order}") for case, form in THEATRE_CASES.get(spoken.language, {}).items())
        yield Name("theatre", order, spoken.language, f"{word} {order}", (str(order), *dict.fromkeys(forms)), cases)


def _payment() -> tuple[Argument, ...]:
    """How a purchase is paid (5.3.2, 6.1, 9.1)."""
    return (
        choice(
            "kind",
            {
                "major": {"en": "major", "ru": "основное | главное"},
                "minor": {"en": "minor", "ru": "дополнительное | малое"},
            },
            payment=True,
        ),
        number("debt", plus="dд", en="debt", ru="долг"),
        number("trp", plus="tт", en="treaty | treaty points", ru="договор | очки договора"),
        number("free_debt", plus="fл", en="free debt", ru="льготный долг"),
        number("restricted", payment=True, en="restricted", ru="условные"),
        name("huguenots", "territory", needs_lead=True, payment=True, en="huguenots", ru="гугеноты"),
        name(
            "reveal",
            "ministry",
            many=True,
            needs_lead=True,
            payment=True,
            en="revealing",
            ru="открывая министерство | открывая",
        ),
    )


SPACE = ("market", "political")
_OTHER: Mapping[str | int, Mapping[str, str]] = {
    "pool": {"en": "pool", "ru": "запас"},
    "out_of_game": {"en": "out of the game", "ru": "из игры"},
}
_TILE: Mapping[str | int, Mapping[str, str]] = {
    "placed": {"en": "placed", "ru": "лежащую"},
    "drawn": {"en": "drawn", "ru": "вытянутую | новую"},
}
_SIDES: Mapping[str | int, Mapping[str, str]] = {
    "france": {"en": "France", "ru": "Франция"},
    "britain": {"en": "Britain", "ru": "Британия"},
}
_TYPES: Mapping[str | int, Mapping[str, str]] = {
    "economic": {"en": "economic", "ru": "экономическое"},
    "diplomatic": {"en": "diplomatic", "ru": "дипломатическое"},
}
_RESULTS: Mapping[str | int, Mapping[str, str]] = {
    "flag": {"en": "flag", "ru": "флаг"},
    "unflag": {"en": "unflag", "ru": "снять"},
}


_PARTS: Mapping[str | int, Mapping[str, str]] = {
    "effect": {"en": "effect", "ru": "эффект"},
    "bonus": {"en": "bonus", "ru": "бонус"},
}
_PAY: Mapping[str | int, Mapping[str, str]] = {
    "debt": {"en": "debt", "ru": "долг"},
    "trp": {"en": "treaty point", "ru": "очко договора"},
}
_OPTIONS: Mapping[str | int, Mapping[str, str]] = {
    "damage_fort": {"en": "damage fort", "ru": "повредить форт"},
    "shift": {"en": "shift", "ru": "сдвиг"},
    "squadron": {"en": "squadron", "ru": "эскадра"},
    "return_tile": {"en": "return tile", "ru": "вернуть тайл"},
    "take_control": {"en": "take control", "ru": "взять контроль"},
    "conflicts": {"en": "conflicts", "ru": "конфликты"},
    "diplomatic": {"en": "diplomatic", "ru": "дипломатическое"},
    "economic": {"en": "economic", "ru": "экономическое"},
}


def _rounds() -> tuple[Phrase, ...]:
    """What begins and ends turns and rounds (chapters 4 and 5.0-5.1)."""
    return (
        phrase(a.Bid, number("trp"), en="bid", ru="ставка"),
        phrase(a.DiscardEvents, name("cards", "event", many=True), each="cards", en="discard", ru="сбросить | сброс"),
        phrase(
            a.ChooseMinistries,
            name("ministries", "ministry", many=True),
            flag("jacobite", en="with Jacobites", ru="с якобитами"),
            each="ministries",
            en="ministers | choose | choose ministers",
            ru="министры | выбрать | выбрать министров",
        ),
        phrase(
            a.ReplaceMinistries,
            flag("jacobite", en="with Jacobites", ru="с якобитами"),
            fixed={"out": (), "into": ()},
            en="keep ministers",
            ru="оставить министров",
        ),
        phrase(
            a.ReplaceMinistries,
            name("out", "ministry", many=True),
            name("into", "ministry", many=True, needs_lead=True, en="by | with", ru="на министерство | на"),
            flag("jacobite", en="with Jacobites", ru="с якобитами"),
            en="replace",
            ru="заменить министерство | заменить",
        ),
        phrase(a.ChooseFirstPlayer, choice("first", _SIDES), en="first", ru="первой ходит | первый | первой"),
        phrase(
            a.TakeInvestment,
            name("tile", "investment"),
            name(
                "reveal", "ministry", many=True, needs_lead=True, en="revealing", ru="открывая министерство | открывая"
            ),
            bare=True,
            en="take | tile",
            ru="взять | тайл | жетон",
        ),
        phrase(a.RevealMinistry, name("ministry", "ministry"), en="reveal", ru="открыть министерство | открыть"),
        phrase(a.Pass, group=PASS, en="pass", ru="пас"),
        phrase(a.EndRound, group=END, closes=True, en="end | end round | done", ru="конец | конец раунда | всё"),
        phrase(a.EndPowers, group=END, closes=True, en="end powers", ru="конец способностей"),
    )


def _shifts() -> tuple[Phrase, ...]:
    """Economic and diplomatic actions (5.4, 5.5)."""
    verbs = {
        "flag": {"en": "flag", "ru": "флаг на @accusative | флаг"},
        "unflag": {"en": "unflag", "ru": "снять флаг с @genitive | снять | снять флаг"},
    }
    return (
        *(
            phrase(
                action,
                name("space", kind),
                *_payment(),
                fixed={"result": result},
                group=group,
                en=texts["en"],
                ru=texts["ru"],
            )
            for action, kind, group in ((a.ShiftPolitical, "political", POLITICAL), (a.ShiftMarket, "market", MARKET))
            for result, texts in verbs.items()
        ),
        phrase(a.DrawEvent, *_payment(), en="draw event", ru="взять событие | тянуть событие"),
    )


def _military() -> tuple[Phrase, ...]:
    """Military actions and upgrades (5.3.3, 5.6)."""
    return (
        phrase(
            a.BuyBonusWarTile,
            *_payment(),
            group=MILITARY,
            en="war tile | bonus tile | buy war tile",
            ru="тайл войны | бонусный тайл | жетон войны | бонусный жетон",
        ),
        phrase(a.ConvertMilitary, choice("to", _TYPES), *_payment(), group=MILITARY, en="convert to", ru="обратить в"),
        phrase(
            a.RemoveConflict,
            name("space", *SPACE),
            *_payment(),
            group=MILITARY,
            en="remove conflict | clear",
            ru="убрать конфликт с @genitive | убрать конфликт",
        ),
        phrase(
            a.BuildFort,
            name("space", "fort"),
            *_payment(),
            group=MILITARY,
            en="build fort | fort",
            ru="построить форт | форт",
        ),
        phrase(
            a.RepairFort,
            name("space", "fort"),
            *_payment(),
            group=MILITARY,
            en="repair fort | repair",
            ru="починить форт | починить",
        ),
        phrase(
            a.SeizeFort,
            name("space", "fort"),
            *_payment(),
            group=MILITARY,
            en="seize fort | seize",
            ru="захватить форт | захватить",
        ),
        phrase(
            a.BuildSquadron,
            *_payment(),
            group=MILITARY,
            en="build squadron | squadron",
            ru="построить эскадру | эскадра",
        ),
        phrase(
            a.DeploySquadron,
            name("source", "naval", "navy_box", needs_lead=True, en="from", ru="из @genitive"),
            name("to", "naval", en="to", ru="в @accusative"),
            *_payment(),
            group=MILITARY,
            en="deploy | deploy squadron | move squadron",
            ru="развернуть эскадру | развернуть | эскадру",
        ),
        phrase(
            a.MilitaryUpgrade,
            name("theater", "theatre"),
            name("with_theater", "theatre", needs_lead=True, en="with", ru="с @instrumental"),
            group=MILITARY,
            en="upgrade | military upgrade",
            ru="улучшение армии | улучшить армию | улучшить | модернизация",
        ),
        phrase(
            a.KeepBasicTile,
            choice("keep", _TILE),
            choice("other", _OTHER, en="other to | other", ru="другую в | другую"),
            en="keep",
            ru="оставить",
        ),
        phrase(
            a.PlaceBonusTile,
            name("tile", "war_tile"),
            name("theater", "theatre", en="at | in", ru="на | в"),
            name("move.tile", "war_tile", needs_lead=True, en="moving", ru="перенести тайл | перенести"),
            name("move.theater", "theatre", needs_lead=True, en="to", ru="к @dative"),
            en="lay | place",
            ru="положить тайл | положить | выложить",
        ),
    )


def _cards() -> tuple[Phrase, ...]:
    """Advantages, ministries, events (5.2, 3.5, 8.2)."""
    return (
        phrase(
            a.UseAdvantage,
            name("advantage", "advantage"),
            name("conflict", *SPACE, needs_lead=True, en="conflict in", ru="конфликт в @accusative"),
            name("space", *SPACE, needs_lead=True, en="unflag", ru="снять флаг с @genitive | снять"),
            name("squadron", "naval", needs_lead=True, en="squadron", ru="эскадра из @genitive | эскадра"),
            *_payment(),
            group=ADVANTAGE,
            en="use | advantage",
            ru="преимущество | использовать",
        ),
        phrase(
            a.UseMinistry,
            name("ministry", "ministry"),
            number("ability", en="ability", ru="способность"),
            name("space", "space", needs_lead=True, en="at", ru="на @accusative"),
            choice("result", _RESULTS, en="result", ru="итог"),
            name("card", "event", needs_lead=True, en="card", ru="карта"),
            name("commodity", "commodity", needs_lead=True, en="commodity", ru="товар"),
            *_payment(),
            group=MINISTRY,
            en="use minister | minister",
            ru="министр | использовать министра",
        ),
        phrase(
            a.PlayEvent,
            name("card", "event"),
            name(
                "reveal", "ministry", many=True, needs_lead=True, en="revealing", ru="открывая министерство | открывая"
            ),
            name("via", "ministry", needs_lead=True, en="via", ru="через министерство | через"),
            flag("bonus", en="with bonus", ru="с бонусом"),
            group=EVENT,
            en="event | play event",
            ru="событие | сыграть событие",
        ),
    )


def _choices() -> tuple[Phrase, ...]:
    """Choices of an Event (5.2)."""
    spaces = ("market", "political", "territory", "fort")
    return (
        phrase(
            ChooseForEvent,
            name("card", "event"),
            choice("part", _PARTS),
            choice("option", _OPTIONS, en="option", ru="вариант"),
            name(
                "conflicts",
                *SPACE,
                many=True,
                needs_lead=True,
                en="conflicts in | conflict in",
                ru="конфликты в @accusative | конфликт в",
            ),
            name("unflag", *spaces, many=True, needs_lead=True, en="unflag", ru="снять флаг с @genitive | снять"),
            name("shift", *spaces, many=True, needs_lead=True, en="shift", ru="сдвинуть @accusative"),
            name("remove_enemy", *spaces, many=True, needs_lead=True, en="enemy", ru="чужой флаг с @genitive | чужие"),
            name("remove_own", *spaces, many=True, needs_lead=True, en="own", ru="свой флаг с @genitive | свои"),
            name("take_control", *spaces, many=True, needs_lead=True, en="take", ru="взять @accusative"),
            name(
                "refresh", "advantage", many=True, needs_lead=True, en="refresh", ru="обновить преимущества | обновить"
            ),
            name(
                "exhaust", "advantage", many=True, needs_lead=True, en="exhaust", ru="истощить преимущества | истощить"
            ),
            name("fort", "fort", needs_lead=True, en="fort", ru="форт"),
            name("squadron", "naval", "navy_box", needs_lead=True, en="squadron", ru="эскадра из @genitive | эскадра"),
            name("tile", "war_tile", needs_lead=True, en="tile", ru="тайл"),
            name("theater", "theatre", needs_lead=True, en="theatre of", ru="театр войны"),
            name("commodity", "commodity", needs_lead=True, en="commodity", ru="товар"),
            name("replaces", "commodity", needs_lead=True, en="instead of", ru="вместо"),
            number("points", en="points", ru="очки"),
            flag("score_cotton", en="score cotton", ru="учесть хлопок"),
            choice("pay", _PAY, en="pay", ru="платить"),
            name(
                "activate.advantage",
                "advantage",
                needs_lead=True,
                en="activate",
                ru="применить преимущество | применить",
            ),
            name("activate.conflict", *SPACE, needs_lead=True, en="with conflict in", ru="с конфликтом в @accusative"),
            slots=("conflicts", "remove_enemy", "remove_own", "exhaust", "refresh", "unflag", "shift"),
            en="choose for | for event",
            ru="для события",
        ),
    )


def _wars() -> tuple[Phrase, ...]:
    """Wars and their spoils (chapter 7)."""
    anywhere = ("market", "political", "territory", "fort", "naval")
    return (
        phrase(
            w.WarTileEffect,
            name("tile", "war_tile"),
            name("space", *anywhere, needs_lead=True, en="against", ru="против @genitive"),
            en="effect | use tile",
            ru="действие тайла | действие | применить тайл",
        ),
        phrase(
            w.Conquer,
            name("space", *anywhere),
            name(
                "squadron",
                "naval",
                "navy_box",
                needs_lead=True,
                payment=True,
                en="squadron from",
                ru="эскадра из @genitive",
            ),
            number("cp", payment=True, en="points", ru="очки"),
            en="conquer",
            ru="завоевать @accusative",
        ),
        phrase(
            w.AnswerConquest,
            name("space", "territory"),
            fixed={"refuse": False},
            en="give | give up",
            ru="отдать @accusative",
        ),
        phrase(
            w.AnswerConquest,
            name("space", "territory"),
            fixed={"refuse": True},
            en="refuse",
            ru="не отдавать @accusative | отказать",
        ),
        phrase(
            w.SpoilsUnflag,
            name("space", *anywhere),
            en="spoils unflag",
            ru="трофей снять флаг с @genitive | трофей снять",
        ),
        phrase(w.EndSpoils, group=END, closes=True, en="end spoils", ru="конец трофеев"),
        phrase(
            w.GiveUpSquadron,
            name("source", "naval", "navy_box"),
            en="give up squadron",
            ru="отдать эскадру из @genitive | отдать эскадру",
        ),
        phrase(
            w.PlaceUsaFlags,
            name("spaces", *anywhere, many=True),
            en="usa flags",
            ru="флаги США на @accusative | флаги США",
        ),
        phrase(w.RemoveUsaForts, name("spaces", "fort", many=True), en="remove forts | usa forts", ru="убрать форты"),
        phrase(
            w.ShiftSpain,
            name("space", "political"),
            choice("result", _RESULTS, en="result", ru="итог"),
            en="shift Spain",
            ru="сдвинуть область | сдвинуть Испанию",
        ),
        phrase(
            w.AssignBasicTiles,
            name("tiles.first", "war_tile", needs_lead=True, en="first", ru="первый"),
            name("tiles.second", "war_tile", needs_lead=True, en="second", ru="второй"),
            name("tiles.third", "war_tile", needs_lead=True, en="third", ru="третий"),
            name("tiles.fourth", "war_tile", needs_lead=True, en="fourth", ru="четвертый"),
            en="assign tiles",
            ru="разложить тайлы",
        ),
    )


def _in_all_languages(phrase: Phrase) -> Phrase:
    """The phrase with the words of languages that are not written here; their file of names may hold them."""
    for code in languages():
        phrase = translated(phrase, code, _own_words(names(code)))
    return phrase


PHRASES = Phrasebook(
    NameBook([thing for code in languages() for thing in things(names(code))]),
    map(_in_all_languages, [*_rounds(), *_shifts(), *_military(), *_cards(), *_choices(), *_wars()]),
)
