"""Kits on paper and as pixels."""
