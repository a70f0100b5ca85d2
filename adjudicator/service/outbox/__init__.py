"""The outbox: what is going to be said and to whom, queued with the change that caused it; and sending it."""
