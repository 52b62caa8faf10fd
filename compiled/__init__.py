"""The compiled engine: `core`'s kernel, games and bots as mypyc makes them of the one plain source."""
