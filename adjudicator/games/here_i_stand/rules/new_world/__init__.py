"""The New World (20): voyages and what they find, colonies, and the riches they bring."""
