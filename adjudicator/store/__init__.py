"""The only truth and the queue of record: tables, sessions, and the queries of the daily path."""
