"""Turns kits into drawings, and drawings into PDF, SVG or pixels."""
