"""How Guild Fair is spoken and written; its sentences and names stand in `data`."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.components.names import forms_of
from adjudicator.language import Language
from adjudicator.orders import NOTHING, NameBook, Phrasebook, interruption, name, number, phase, phrase
from adjudicator.orders.vocabulary.conditions import Conditions, condition
from adjudicator.reports.wording.lexicon import Lexicon, LexiconReport
from adjudicator.reports.wording.rulebook import Rulebook
from adjudicator.reports.wording.wordfile import read_words
from guild_fair import conditions
from guild_fair.content import CONTENT, NAMES, Content
from guild_fair.rules import CHAPTERS, chains, feuds, pacts, rounds, turns
from guild_fair.state import CONTRACT, DATA, FORM, OMEN, SEAT


def rewards(content: Content, language: Language) -> Iterator[str]:
    """What the contracts bring."""
    yield ", ".join(f"{forms_of(each.name[language.code])[0]} {each.reward}" for each in content.contracts.values())


REWARD = {"en": "renown %(n)s", "ru": "слава %(n)s"}
RULES = Rulebook(DATA / "rulebook", of_content={"3": rewards})
DRAWN = {"contracts": CONTRACT, "omen": OMEN}
LEXICON = read_words(
    Lexicon(NAMES, SEAT, FORM, tones=(4, 2, 6, 7, 1), spent=("coins",)), DATA, CHAPTERS, DRAWN, CONTENT
)
LEXICON.describe(CONTRACT, lambda content, id, to: to.text(REWARD, n=content.contracts[id].reward))
REPORT = LexiconReport(LEXICON)
PHRASES = Phrasebook(
    NameBook.of(NAMES, cases={SEAT: ("genitive", "dative", "instrumental")}),
    [
        phrase(chains.Keep, name("contract"), en="keep", ru="оставить"),
        phrase(chains.Borrow, number("coins"), en="borrow", ru="занять"),
        phrase(turns.Work, name("contract"), en="work on | work", ru="работать | выполнить"),
        phrase(turns.Save, en="save | wait", ru="копить | ждать"),
        phrase(
            feuds.Feud,
            name("against"),
            en="feud with | feud | campaign against | campaign",
            ru="вражда | враждовать | кампания против | кампания",
        ),
        phrase(turns.Undercut, en="undercut", ru="перебить"),
        phrase(feuds.Stand, en="stand firm | stand", ru="стоять на своём | стоять"),
        phrase(feuds.Yield, en="yield", ru="уступить"),
        phrase(pacts.Pact, name("members", many=True), en="pact", ru="союз"),
        phrase(pacts.Give, name("to", en="to", ru="@dative"), en="give a coin | give", ru="дать монету"),
        phrase(
            pacts.Hire,
            name("patron"),
            name("worker", en="hire", ru="нанимают"),
            number("coins", en="coins", ru="монет"),
            en="deal",
            ru="договор",
        ),
        phrase(pacts.Levy, number("coins"), en="levy", ru="сбор"),
        NOTHING,
        phrase(rounds.Decree, name("seat"), number("coins", en="coins", ru="монет"), en="decree", ru="указ"),
    ],
    [
        interruption("undercut", declines=True, en="undercutting | undercut", ru="перебивание | перебить"),
        interruption("bout", en="feud | bout", ru="вражда | схватка"),
    ],
    [
        phase("contracts", en="contracts", ru="заказов | раздачи заказов"),
        phase("market", en="market", ru="ярмарки | ходов гильдий"),
        phase("levy", en="levy", ru="сбора"),
    ],
)
GUILD = name("guild")
CONDITIONS = Conditions(
    PHRASES.book,
    [
        condition(conditions.Coins, en="coins {than} {amount}", ru="монет {than} {amount}"),
        condition(
            conditions.Coins,
            GUILD,
            en="coins of {guild} {than} {amount}",
            ru="монет у {guild@genitive} {than} {amount}",
        ),
        condition(conditions.Renown, en="renown {than} {amount}", ru="слава {than} {amount}"),
        condition(
            conditions.Renown,
            GUILD,
            en="renown of {guild} {than} {amount}",
            ru="слава {guild@genitive} {than} {amount}",
        ),
        condition(conditions.Round, en="round {than} {amount}", ru="раунд {than} {amount}"),
        condition(
            conditions.HasContract,
            name("contract"),
            en="{contract} is~ mine | I have {contract}",
            ru="{contract} ~у меня",
        ),
        condition(
            conditions.Allied,
            GUILD,
            en="{guild} are~ my allies | {guild} is~ my ally",
            ru="{guild} ~в союзе со мной | {guild} ~мои союзники",
        ),
    ],
)
