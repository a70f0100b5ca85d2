"""Names: whole, shortened, inflected, mistyped."""

import pytest

from adjudicator.orders import Name, NameBook

EN = {
    "northern_colonies": "Northern Colonies",
    "nova_scotia": "Nova Scotia",
    "new_york": "New York",
    "austria_2": "Austria Alliance 2",
    "austria_3": "Austria Alliance 3",
    "estrees": "d'Estrées",
    "halifax": "Halifax",
    "gibraltar": "Gibraltar",
}
RU = {
    "northern_colonies": "Северные Колонии",
    "nova_scotia": "Новая Шотландия",
    "new_york": "Нью-Йорк",
    "austria_2": "Австрия Союз 2",
    "austria_3": "Австрия Союз 3",
    "estrees": "д'Эстре",
    "halifax": "Галифакс",
    "gibraltar": "Гибралтар",
}


@pytest.fixture(scope="module")
def book() -> NameBook:
    names = [Name("space", id, "en", text, ("Austria",) if "austria" in id else ()) for id, text in EN.items()]
    names += [Name("space", id, "ru", text, ("Австрия",) if "austria" in id else ()) for id, text in RU.items()]
    names += [Name("minister", "m1", "en", "Halley"), Name("minister", "m1", "ru", "Галлей")]
    return NameBook(names)


@pytest.mark.parametrize(
    ("typed", "id"),
    [
        ("Northern Colonies", "northern_colonies"),
        ("northern", "northern_colonies"),
        ("nor col", "northern_colonies"),
        ("n colonies", "northern_colonies"),
        ("colonies", "northern_colonies"),
        ("nova", "nova_scotia"),
        ("NEW-YORK", "new_york"),
        ("newyork", "new_york"),
        ("austria 2", "austria_2"),
        ("destrees", "estrees"),
        ("D’ESTRÉES", "estrees"),
        ("нью йорк", "new_york"),
        ("Нью–Йорке", "new_york"),
        ("северных колоний", "northern_colonies"),
        ("Новую Шотландию", "nova_scotia"),
        ("в Гибралтаре".removeprefix("в "), "gibraltar"),
        ("Галифаксу", "halifax"),
    ],
)
def test_name_is_found(book: NameBook, typed: str, id: str) -> None:
    assert book.look_up("space", typed, "en").ids == (id,)


def test_word_that_names_two_things_gives_both(book: NameBook) -> None:
    assert book.look_up("space", "Austria", "en").ids == ("austria_2", "austria_3")
    assert book.look_up("space", "австрии", "ru").ids == ("austria_2", "austria_3")
    assert set(book.look_up("space", "n", "en").ids) == set()
    assert book.look_up("space", "no", "en").ids == ()  # it denies, and shortens nothing


@pytest.mark.parametrize("typed", ["gibralter", "gibrlatar", "gibaltar", "гибролтар", "cotonies", "nova skotia"])
def test_slip_of_the_finger_is_offered_and_not_taken(book: NameBook, typed: str) -> None:
    assert book.look_up("space", typed, "en").ids == ()
    near = book.shelf("space").near(typed.split(), "en")
    assert near[0] == {"g": "gibraltar", "г": "gibraltar", "c": "northern_colonies", "n": "nova_scotia"}[typed[0]]


def test_number_in_a_name_is_never_shortened() -> None:
    book = NameBook([Name("tile", "a", "en", "Tile 25"), Name("tile", "b", "en", "Tile 30")])
    assert book.look_up("tile", "tile 2", "en").ids == ()
    assert book.look_up("tile", "25", "en").ids == ("a",)


def test_nothing_near_gives_nothing(book: NameBook) -> None:
    assert book.shelf("space").near(["zzzzzz"], "en") == ()


def test_name_of_another_kind_is_recognised(book: NameBook) -> None:
    assert book.elsewhere(["halifax"], "en") == ("space",)
    assert book.shelf("minister").near(["halifax"], "en") == ("m1",)


def test_longest_name_wins() -> None:
    book = NameBook([Name("s", "york", "en", "York"), Name("s", "york_fort", "en", "York Fort")])
    assert book.shelf("s").read(["york", "fort", "debt"], "en") == (("york_fort",), 2)
    assert book.shelf("s").read(["york", "debt"], "en") == (("york",), 1)


def test_own_language_decides_where_both_have_the_word() -> None:
    book = NameBook([Name("s", "a", "en", "Mark"), Name("s", "b", "de", "Mark")])
    assert book.look_up("s", "mark", "de").ids == ("b",)
    assert book.look_up("s", "mark", "en").ids == ("a",)


def test_two_things_with_the_same_printed_name_are_refused() -> None:
    with pytest.raises(ValueError, match="Ireland"):
        NameBook([Name("s", "a", "en", "Ireland"), Name("s", "b", "en", "Ireland")])


def test_books_with_the_same_names_of_a_kind_share_them() -> None:
    town, lake = Name("town", "a", "en", "Metz"), Name("lake", "b", "en", "Como")
    first, second = NameBook([town, lake]), NameBook([town, lake, Name("lake", "c", "en", "Garda")])
    assert first.shelf("town") is second.shelf("town")
    assert first.look_up("lake", "garda", "en").ids == ()
    assert second.look_up("lake", "garda", "en").ids == ("c",)


def test_printed_name_falls_back_to_another_language() -> None:
    book = NameBook([Name("s", "a", "en", "Savoy")])
    assert book.printed("s", "a", "ru") == "Savoy"
    with pytest.raises(KeyError):
        book.printed("s", "b", "en")


def test_memory_of_looked_up_words_is_bounded(book: NameBook) -> None:
    shelf = book.shelf("space")
    for number in range(5000):
        shelf.find((f"stranger{number}",), "en")
    assert shelf.find.cache_info().currsize <= 4096  # type: ignore[attr-defined]
