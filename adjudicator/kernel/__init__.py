"""What every game is: matches, steps, decisions, actions, chance, events, documents.

Imports nothing else of this project.
"""
