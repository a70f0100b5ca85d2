"""Oath: chronicles of empire and exile, for three to six players."""
