"""Rules 3.4 and 5.2: Event cards. What each card does stands in ``data/events.yaml``; here is what the ops mean."""
