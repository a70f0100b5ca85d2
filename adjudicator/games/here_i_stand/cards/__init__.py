"""The cards: what each does as an event, in a battle, or in answer to others."""
