"""Everything of this program that goes over a network: brokers, tables there, and bots beside us."""
