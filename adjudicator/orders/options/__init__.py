"""The options of the open questions: codes, short names, the words that say them, and what is kept of a mail."""
