"""The rules, one module per chapter of the rulebook; functions cite the numbered rule they implement."""
