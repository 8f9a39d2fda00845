"""What the pages show and say, as data."""
