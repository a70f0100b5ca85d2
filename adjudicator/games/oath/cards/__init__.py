"""The powers of cards, a module for each suit, and those of relics, edifices and sites."""
