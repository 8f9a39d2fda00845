"""Tests of the table as rows: a state, inputs, and the events that follow."""
