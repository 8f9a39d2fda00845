"""The rules in our own words, clause by clause and code by code, as data."""
