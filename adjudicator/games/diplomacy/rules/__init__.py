"""The rules: each module works something out from units, orders and centres, and changes nothing."""
