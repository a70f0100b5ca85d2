"""Define what every game is: matches, steps, decisions, actions, chance, events, documents. Imports no other room."""
