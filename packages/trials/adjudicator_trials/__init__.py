"""Trials of games and of the whole service: play at random, also by mail, and whether a mail betrays anything.

Optional: the command line finds it by its entry point, and nothing imports it.
"""

AT_THE_DESK = {
    "game": ("Check a game against what must hold for every game.", "adjudicator_trials.game_command: check"),
    "practice": ("Play a game at the terminal against stewards.", "adjudicator_trials.practice_command"),
    "simulate": ("Play whole games with random legal actions.", "adjudicator_trials.simulate_command"),
}
