"""The rules of each game for players, in our own words, one card a game."""
