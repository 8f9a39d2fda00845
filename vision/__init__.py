"""Reads pictures: turns frames into readings, which are likelihoods of each cell's contents."""
