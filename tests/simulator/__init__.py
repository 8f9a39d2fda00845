"""Tests of the pretend table."""
