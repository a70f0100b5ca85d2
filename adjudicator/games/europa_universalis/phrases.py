"""How a player writes the actions of Europa Universalis.

The verbs and arguments stand in ``data/orders.yaml`` in English and Russian; further languages have them in the
catalogue. The names of the map stand in ``data/names.<language>.yaml``, those of cards in the pack.
"""

from __future__ import annotations

from typing import Final

from adjudicator.components.names import CASES
from adjudicator.language import language
from adjudicator.orders import NOTHING, NameBook, Phrasebook, interruption, phase
from adjudicator.orders.orderfile import read_orders
from adjudicator.orders.phrases import in_languages

from .catalogue import in_game
from .facts import AREA, DATA, PROVINCE, REALM, SEAT, ZONE
from .game import GAME
from .names import everything

INTERRUPTIONS: Final = (
    interruption("battle_action", en="battle action | battle actions", ru="боевое действие | боевые действия"),
    interruption("taken_die", en="die", ru="кубик"),
    interruption("base_dice", en="base dice", ru="базовые кубики"),
    interruption("main_defender", en="main defender", ru="главный защитник"),
    interruption("leader", en="leader | commander", ru="командующий"),
    interruption("defensive_calls", en="calls to arms | calls", ru="призывы к оружию | призывы"),
    interruption("offensive_call", en="offensive call", ru="призыв к нападению"),
    interruption("defensive_call", en="defensive call", ru="призыв к обороне"),
    interruption("refused_ally", en="refused call", ru="отказ в призыве"),
    interruption("counter_covert", declines=True, en="counterespionage", ru="контрразведка"),
    interruption("loss", en="loss | losses", ru="потери"),
    interruption("ship_loss", en="ship loss | ship losses", ru="потери кораблей"),
    interruption("captured", en="captured ship", ru="захваченный корабль"),
    interruption("succession", en="succession", ru="престолонаследие"),
    interruption("command", en="command", ru="командование"),
    interruption("dynamic_cb", en="casus belli", ru="повод к войне"),
    interruption("election_tie", en="election | tie", ru="выборы"),
    interruption("emperors_cause", en="emperor's casus belli", ru="повод императора"),
    interruption("imperial_subject", en="imperial demand", ru="требование императора"),
    interruption("consent", en="passage", ru="проход"),
    interruption("deal", en="proposal | proposals", ru="предложение | предложения"),
    interruption("port_left", en="port", ru="порт"),
    interruption("power_lost", en="lost power", ru="потеря власти"),
    interruption("exhaustion", en="exhaustion", ru="истощение"),
    interruption("rising", en="rebellion", ru="восстание"),
    interruption("calm", en="calm", ru="успокоение"),
    interruption("retreat", en="retreat", ru="отступление"),
    interruption("step_ahead", en="step ahead | reaction", ru="шаг вперёд | реакция"),
    interruption("no_battle_action", en="no battle action", ru="без боевых действий"),
)
"""The questions that come in somebody else's turn, as standing orders call them."""
PHASES: Final = (
    phase("draw", en="draw | cards", ru="набора карт | набора"),
    phase("actions", en="action | actions", ru="действий"),
    phase("peace", en="peace", ru="мира"),
    phase("income", en="income", ru="доходов | дохода"),
    phase("cleanup", en="cleanup", ru="очистки"),
)
"""The phases of a round, as they stand behind `until`."""
ORDERS: Final = read_orders(DATA / "orders.yaml", GAME.actions)
"""How every action is written."""


PHRASES: Final = Phrasebook(
    NameBook.of(everything, cases=dict.fromkeys((REALM, SEAT, PROVINCE, AREA, ZONE), CASES), parts=(SEAT,)),
    in_languages([*ORDERS, NOTHING], [in_game(language(code)) for code in everything.languages]),
    INTERRUPTIONS,
    PHASES,
)
