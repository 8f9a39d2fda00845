"""The only place with a clock, files, a camera and people."""
