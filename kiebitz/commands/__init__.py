"""One module a command; each defines ``command``. Heavy imports stay inside the functions."""
