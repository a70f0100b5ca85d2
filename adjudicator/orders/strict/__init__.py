"""Order lines that are exact: codes, short names, the grammar of the game, copied rows of our mails."""
