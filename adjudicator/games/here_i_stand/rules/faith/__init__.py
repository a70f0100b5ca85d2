"""Religion (18, 21.5, 21.6): attempts, debates, scripture, excommunication, the Schmalkaldic League."""
