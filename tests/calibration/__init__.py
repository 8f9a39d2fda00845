"""Tests of finding boards."""
