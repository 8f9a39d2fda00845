"""Rules, records and refereeing. Knows no camera, paper, clock or file."""
