"""What rulebooks are made of: clauses, decisions and detection codes as data, and the codes of every game."""
