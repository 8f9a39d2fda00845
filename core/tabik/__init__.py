"""Tabik (Luis Bolaños Mures, 2020): pairs of stones, and rods on the edges that are used up.

Black and White fill a square board two stones at a time, or exchange unlike
neighbours; at the end they compare their groups size by size. Sections and R-numbers
in this package are those of the project's rules specification.
"""
