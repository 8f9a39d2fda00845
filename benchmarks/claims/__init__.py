"""Checks what the adviser says against plain ``core``: reasons from scratch, proved values by trying everything."""
