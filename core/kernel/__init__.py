"""The kernel: what every game, dealer, session, bot and screen has in common."""
