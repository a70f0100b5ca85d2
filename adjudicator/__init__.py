"""Adjudicates long board-game campaigns that are played by e-mail.

>>> from adjudicator import games, new_match
"""

# Loaded first: the folder of games would otherwise take the name of the function `games` when a game is loaded.
import adjudicator.games as _folder  # noqa: F401
from adjudicator.kernel.actions import MODERATOR, Action, Decline, Nothing, Resolve, SetFact, word
from adjudicator.kernel.beginning import new_match
from adjudicator.kernel.bidding import BidUnit
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.decisions import Agree, Answers, ByHand, Choose, Slot, Together, ValidatedAnswers, Window
from adjudicator.kernel.errors import ChanceError, DocumentError, Refusal, ReplayError, UnknownGame
from adjudicator.kernel.events import Event, ObservedEvent
from adjudicator.kernel.game import Game, Option, Sequel
from adjudicator.kernel.match import Match
from adjudicator.kernel.play import Play
from adjudicator.kernel.questions import FIRST, Question, choice
from adjudicator.kernel.registry import game_named, games
from adjudicator.kernel.replay import replay, verify
from adjudicator.kernel.result import Result
from adjudicator.kernel.rule_actions import RuleAction, RuleActionAnswers
from adjudicator.kernel.shapes import derive
from adjudicator.kernel.steps import Asking, Asks, Frames, StepBook, Unwind, parallel
from adjudicator.kernel.written_orders import NotReady, OrderAnswers, Orders, Ready, Sheet

__all__ = [
    "FIRST",
    "MODERATOR",
    "Action",
    "Agree",
    "Answers",
    "Asking",
    "Asks",
    "BidUnit",
    "ByHand",
    "Chance",
    "ChanceError",
    "Choose",
    "Decline",
    "DocumentError",
    "Event",
    "Frames",
    "Game",
    "Match",
    "NotReady",
    "Nothing",
    "ObservedEvent",
    "Option",
    "OrderAnswers",
    "Orders",
    "Play",
    "Question",
    "Ready",
    "Refusal",
    "ReplayError",
    "Resolve",
    "Result",
    "RuleAction",
    "RuleActionAnswers",
    "Sequel",
    "SetFact",
    "Sheet",
    "Slot",
    "StepBook",
    "Together",
    "UnknownGame",
    "Unwind",
    "ValidatedAnswers",
    "Window",
    "choice",
    "derive",
    "game_named",
    "games",
    "new_match",
    "parallel",
    "replay",
    "verify",
    "word",
]
