"""The rules, chapter by chapter; each module has the actions, events, refusals, answers and steps of its chapter."""
