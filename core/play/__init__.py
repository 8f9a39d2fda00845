"""What can be said and done in any game by its interface alone."""
