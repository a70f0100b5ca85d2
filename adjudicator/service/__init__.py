"""The use cases: what happens to a mail, a campaign, a deadline. Pure rules inside, effects at the rim."""
