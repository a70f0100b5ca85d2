"""The rules, chapter by chapter; each module has the actions, events, refusals, answers and steps of its chapter.

What only the glossary of the book says is cited by the number of its entry in `data/rulebook` (§56: regime change).
"""
