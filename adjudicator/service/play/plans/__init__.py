"""Plans: orders for turns that are still to come.

They are the lines below `plan:` in a mail, and every order that comes while it is somebody else's turn. A plan has a
round for each of the next turns of its seat. A round is tried when it is sent, as if nobody else did anything, and
carried out when its turn comes, like a mail that arrives at that moment.
"""
