"""What a look at the table says beside what was told: evidence, news, doubts and starts."""
