"""The diplomacy phase (9): negotiation, peace, ransom, relief from excommunication, declarations of war."""
