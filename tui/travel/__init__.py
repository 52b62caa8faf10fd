"""The ways to tables of others and from one to the next, whoever shows them: a screen, or lines."""
