"""A campaign as it is stored: its settings, its match, its codes, its audit trail. Every other room knows it."""
