"""War at sea (16, 17): naval moves and battles, transport, piracy."""
