"""Ministry cards (3.5): laid in their phase, turned up, used in rounds, at the end of the turn and in scoring."""
