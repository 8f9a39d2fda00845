"""The rules of each game on a card, in our own words for players."""
