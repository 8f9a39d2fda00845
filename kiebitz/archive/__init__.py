"""The games that are kept: their journals, written as they are played, read, listed, resumed and exported."""
