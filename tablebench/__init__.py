"""Tables of five games drawn by Blender's path tracer, the truth about them, and scores for what programs say of them.

``making`` asks Blender's Python for pictures; ``scene`` runs in it, with ``boards``, ``bodies``, ``paper``, ``arm``,
``materials``, ``surroundings`` and ``sight``. What needs no Blender stands by itself: ``positions``, ``course``,
``games`` and ``cast`` (what lies where, and when), ``printed`` (a kit cut out of its pages), ``solids`` and ``dice``
(shapes in mm), ``view`` (the camera), ``truth`` and ``film`` (from light to pixels); ``truths`` and ``scoring`` read
and score.
"""
