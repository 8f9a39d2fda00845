"""The eye of a watched table: what remembers pixels turns frames into inputs, and knows no game."""
