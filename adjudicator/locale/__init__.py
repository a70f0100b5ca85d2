"""Catalogues of the common texts, and the tool that keeps all catalogues up to date."""
