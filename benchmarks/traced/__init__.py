"""Tables with bought boards and pieces, drawn by Blender's path tracer, and the truth about them.

``__main__`` asks Blender's Python for pictures; ``scene`` runs in it, with ``boards``, ``bodies``, ``materials``,
``surroundings`` and ``sight``. What needs no Blender stands by itself: ``positions`` (what lies where), ``solids``
and ``dice`` (shapes in mm), ``view`` (the camera), ``truth`` and ``film`` (from light to pixels). Shares nothing
with the simulator.
"""
