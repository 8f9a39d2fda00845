"""The commands, one module each; a module defines ``command``. Heavy imports stay inside functions."""
