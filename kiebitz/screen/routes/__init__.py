"""The addresses that programs and pages call."""
