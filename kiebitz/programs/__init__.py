"""What speaks to programs: the adviser with a clock, engine protocols, playtests on all cores."""
