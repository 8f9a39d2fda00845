"""Rules, records and refereeing, with no knowledge of cameras, paper, clocks or files."""
