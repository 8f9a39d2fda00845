"""A pretend table seen by a pretend camera, with the exact truth beside every picture."""
