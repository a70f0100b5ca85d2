"""Religion (18, 21.4, 21.6): attempts, debates, scripture, excommunication, the Schmalkaldic League."""
