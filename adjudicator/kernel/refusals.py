"""The codes with which the kernel itself refuses: what they mean and which facts come with them.

Games add their own; those of the kernel have the same meaning in every game. Where the rules of a decision forbid
something the refusal cites them (`Code.of`).
"""

from __future__ import annotations

from adjudicator.kernel.codes import Code

# an action that is put in

unknown_op = Code(op=str, known=list)
"""No action of the game is called so; known: all that are."""
malformed = Code(op=str, what=str)
"""A JSON object that is no such action; what: its first fault."""
unknown_seat = Code(seat=str, seats=list)
"""Nobody sits there; seats: those there are."""
match_over = Code()
"""The match has ended: nothing is asked any more."""
not_your_turn = Code(seat=str, kind=str, asked=list)
"""The seat is not asked; kind: what is asked, empty while all go through chains of their own; asked: who may know that
they are."""
not_now = Code(op=str, kind=str, takes=list)
"""The action does not answer the open decision of that kind, which takes others; with no kind: it is none that the seat
can do at any time."""
not_an_option = Code(op=str)
"""The kind of action is right, but it is not one of the legal ones."""
no_such_option = Code(given=list)
"""No legal action begins with these arguments."""
needs_signatures = Code(seats=list)
"""Others must sign too; seats: all who must."""

# answers that are sealed, deadlines

not_secret = Code()
"""An answer to this decision is carried out at once and cannot be sealed."""
nothing_sealed = Code(seat=str)
"""The seat has sealed no answer that it could take back."""
no_default = Code(seat=str)
"""The deadline cannot close the decision: the rules say nothing for a silent seat."""

# draws at a table

draw_awaited = Code()
"""A draw must be entered first; until then nothing else can be done."""
no_draw_awaited = Code()
"""No draw is waited for."""
draw_not_made = Code()
"""A draw was entered that is not made here."""
impossible_draw = Code(draw=str, value=str, possible=str)
"""The value cannot have been drawn; possible: what can, empty where that is hidden."""
too_few_to_draw = Code(draw=str, count=int, there=int)
"""More are to be drawn than there are."""

# corrections

not_a_correction = Code(op=str)
"""The moderator cannot do that in this game."""
bad_correction = Code(problems=list)
"""The changed position is impossible; problems: path and fault of each."""
other_content = Code(said=str, found=str)
"""A correction of the pack does not lead to the content that it says; both by their hashes."""
nothing_there = Code(n=int)
"""A correction names a log entry at which nothing was put in."""
draw_not_there = Code(n=int)
"""A correction brings a draw that is not made at the log entry."""
no_such_question = Code(seat=str, asked=list)
"""After a correction the question of the order is not asked any more; asked: who is asked now."""
of_another_time = Code(n=int)
"""After a correction an order answers a question that is open, but did so another time; n: the entry of the order that
answered it this time, and is refused."""
not_in_these_rules = Code()
"""The rules by which a campaign goes on know no order like this one, which was given by others."""

# a match that begins

seat_twice = Code(seat=str)
"""A bid, or a match that begins, names a seat twice."""
empty_bid = Code()
"""A bid names no seat, and does not say that nothing is bid either."""
nothing_to_bid = Code(amount=int)
"""A bid has an amount, and the game has nothing that could be given up for a seat."""
wrong_bid = Code(amount=int, most=int)
"""So much cannot be given up for a seat; most: how much can."""
no_content = Code(game=str)
"""Nothing of the game can be edited: it takes no pack."""
unknown_option = Code(option=str, known=list)
"""The game has no such option; known: those it has."""
unknown_option_value = Code(option=str, value=str, known=list)
"""The option has no such value; known: those it has."""
too_few_seats = Code(least=int)
"""Too few seats play; least: how few can."""
wrong_number = Code(players=int, numbers=list)
"""So many cannot play; numbers: how many can."""
no_choice_of_seats = Code()
"""In this game nobody chooses a seat of the next match, and as many play."""
not_in_the_match = Code(seat=str, seats=list)
"""Nobody has this seat in the finished match; seats: those that played."""
no_such_seat = Code(seat=str, seats=list)
"""The game has no such seat; seats: all that it has."""
no_seating = Code(seats=list, seatings=list)
"""These seats do not play together; seatings: which may, when so many play."""
