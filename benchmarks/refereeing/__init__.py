"""Measures the live referee in named scenarios, on tables that need no rendering or on simulated pictures."""
