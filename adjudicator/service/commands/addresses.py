"""`address`: which addresses one has, one more, another main one, one less."""

from adjudicator.language import Language, msgid
from adjudicator.mail.address import is_address
from adjudicator.reports.model import Item
from adjudicator.service.campaign.act import CommandContext, CommandReply
from adjudicator.service.commands.command import Command, Scope
from adjudicator.service.moderation.rights import Access
from adjudicator.service.people import addresses
from adjudicator.service.people.addresses import HEADING, AboutAddress
from adjudicator.store import addresses as stored
from adjudicator.store.tables import Address, AddressState, Person

_ADD = ("add", "new", "добавить", "добавь", "новый")
_MAIN = ("main", "primary", "главный", "основной")
_REMOVE = ("remove", "delete", "drop", "удалить", "убрать", "удали")


class Addresses(Command):
    needs = Access.SEAT
    scope = Scope.ONCE
    names = {"en": ("address", "addresses", "my address"), "ru": ("адрес", "адреса", "мой адрес")}
    heading = HEADING
    usage = msgid("[add | main | remove ADDRESS]")
    purpose = msgid("the email addresses that you may write from; our emails go to the main one")

    def takes(self, rest: str) -> bool:
        verb, email = _parts(rest)
        return not rest or (verb in (*_ADD, *_MAIN, *_REMOVE) and bool(email))

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        """Obey a command about addresses, and answer to the main address.

        So the main address hears of everything.
        """
        person = act.session.get(Person, act.person_id)
        if person is None:
            return act.says(self.heading, act.language.gettext("You give no orders here."))
        verb, email = _parts(rest)
        for verbs, deed in ((_ADD, self._add), (_MAIN, self._main), (_REMOVE, self._remove)):
            if verb in verbs:
                return deed(act, person, email)
        return self._list(act, person)

    def _add(self, act: CommandContext, person: Person, email: str) -> CommandReply:
        row = addresses.add(act.work, person, email)
        told = act.language.gettext(
            "We have sent a code to %(address)s. It counts when that code comes back: from there, or from an address "
            "of yours that counts already.",
            address=row.email,
        )
        return act.says(self.heading, told, changed=True)

    def _main(self, act: CommandContext, person: Person, email: str) -> CommandReply:
        words = act.language
        row = addresses.of(act.session, person.id, email)
        if row.state is not AddressState.ACTIVE:
            raise addresses.unconfirmed()
        if self._from_main(act, person):
            stored.make_main(act.session, row)
            told = words.gettext(
                "From now on our emails go to %(address)s. This is the last one here.", address=row.email
            )
            return act.says(self.heading, told, changed=True)
        return self._ask(act, person, addresses.MainAddress, row)

    def _remove(self, act: CommandContext, person: Person, email: str) -> CommandReply:
        words = act.language
        row = addresses.of(act.session, person.id, email)
        if row is addresses.main_of(act.session, person.id) and not self._from_main(act, person):
            return self._ask(act, person, addresses.RemoveAddress, row)
        addresses.remove(act.session, row)
        return act.says(self.heading, words.gettext("%(address)s no longer counts.", address=row.email), changed=True)

    def _ask(self, act: CommandContext, person: Person, purpose: type[AboutAddress], row: Address) -> CommandReply:
        main = addresses.main_of(act.session, person.id)
        assert main is not None
        addresses.ask(act.work, person, purpose, row, main)
        told = act.language.gettext("We have sent a code to your main address: it has to agree.")
        return act.says(self.heading, told, changed=True)

    def _from_main(self, act: CommandContext, person: Person) -> bool:
        main = addresses.main_of(act.session, person.id)
        return main is not None and main.email == act.mail.from_address

    def _list(self, act: CommandContext, person: Person) -> CommandReply:
        words = act.language
        rows = stored.of_person(act.session, person.id)
        main = addresses.main_of(act.session, person.id)
        items = tuple(Item(name=row.email, text=_state(words, row, main=row is main)) for row in rows)
        return act.says(self.heading, items=items, title="")


def _parts(rest: str) -> tuple[str, str]:
    """Return the verb and the address; an address alone is meant to be added."""
    words = rest.strip(" .!:").split()
    if len(words) == 1 and is_address(words[0].strip("<>,;")):
        return "add", words[0].strip("<>,;")
    verb = words[0].casefold() if words else ""
    return verb, words[1].strip("<>,;") if len(words) == 2 else ""


def _state(words: Language, row: Address, *, main: bool) -> str:
    if main:
        return words.gettext("the main one: our emails go there")
    if row.state is AddressState.SUSPENDED:
        return words.gettext("emails came back from there; an email from it brings it back")
    if row.state is AddressState.UNCONFIRMED:
        return words.gettext("waits until its code comes back")
    return words.gettext("you may write from there")


COMMANDS: tuple[Command, ...] = (Addresses(),)
