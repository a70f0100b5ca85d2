"""The names that games import from the program, and what those that have changed are called now.

Rules that are kept (`adjudicator.kernel.kept_rules`) were written for the program of their day, and go on in that of
today. What they import by a name that is gone they get by today's, as `former_names.yaml` says: a name, or a whole
module, before the colon, and what it is now behind it. Where more than the name has changed, that is an adapter
(`adapters`), which has the former members and leads them to today's. Kept rules alone use both: their imports are
rewritten when they are loaded. So a former name never comes back with another meaning, and never stands in the way.

What may not go away without such a line: every name that a game of a release imports, with the parameters and
members that it has there. `tests/releases/rules_api.txt` lists them, and a test compares it with the program.
"""
