"""``python -m kiebitz`` is the command line."""

from kiebitz.cli import main

main()
