"""Europa Universalis: The Price of Power: realms, their provinces, wars and pacts."""
