"""From frames to readings."""
