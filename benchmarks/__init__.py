"""A command for every claim about speed or accuracy."""
