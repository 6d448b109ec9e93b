"""Matches of bots against bots, many at a time, and what follows from how they end."""
