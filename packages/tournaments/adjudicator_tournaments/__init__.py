"""Standings: what finished matches tell of their players: statistics, ratings, tournaments.

Optional: the service finds it by its entry points, and nothing imports it. Its tables are the store's, which dumps and
moves whole campaigns.
"""

AT_THE_DESK = {
    "ratings": (
        "Show ratings and statistics of finished matches.",
        "adjudicator_tournaments.ratings_commands",
    ),
    "tournament": (
        "Create and run tournaments, show standings.",
        "adjudicator_tournaments.tournament_commands: list show standings verify",
        "adjudicator_tournaments.changing_commands: new next withdraw",
    ),
}
