"""What changes a game at a table: small functions from a state to the next, each in a module named after its matter."""
