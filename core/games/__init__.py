"""One module a game; each defines ``GAME``."""
