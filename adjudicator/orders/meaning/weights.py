"""Weigh the ways to read a sentence: of two ways the cheaper one is meant."""

GROUP = 1.0  # fewer orders explain more with less
UNSAID_VERB, PARTLY_SAID_VERB = 1.0, 0.5  # a thing alone, without what is done with it
MISSING_NAME = 3.0  # what follows from the rest need not be said, but what was said must be found first
UNLIKE = 2.0  # a word that is shortened or misspelt may be another one
STRANGE = 0.4  # a word of no order and of no list: an adjective, a name of a person
AHEAD = 0.4  # what may only follow, where the same words say what is asked now
UNSAID_AHEAD = 3.0  # what may only follow is not meant by a name alone, if that can mean an answer
LEFT_OVER = 6.0  # a word of the game that belongs to no order: worse than any other way to read it
LOST_VERB = 0.5  # a verb that may say little, and that an option has: rather that option
SEVERAL = 2.0  # two options that the words do not tell apart
HEADING = 0.3  # a verb above the things that it is about
