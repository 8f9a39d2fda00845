"""Render a scene of printed paper with Blender: ``PYTHON -m benchmarks.blender_scene FOLDER``, for path_traced.

FOLDER has ``scene.json`` and the pages it names; ``picture.png`` is left there. Needs ``bpy`` and nothing else.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import bpy
from mathutils import Matrix

from benchmarks.blender_parts import (
    add_area_light,
    add_body,
    add_camera,
    empty_scene,
    light_room,
    new_material,
    place_in,
    plain,
    rounded,
    set_up,
    streaks,
    thickened,
    tones,
)


def main(folder: Path) -> None:
    """Build the scene of *folder* and render it."""
    wanted = json.loads((folder / "scene.json").read_text())
    empty_scene()
    paper = {name: _paper(folder / name) for name in {mesh["image"] for mesh in wanted["meshes"]}}
    for mesh in wanted["meshes"]:
        _add_mesh(mesh, paper[mesh["image"]])
    _add_table()
    _add_pencil(wanted["board"])
    _add_light(wanted["board"])
    camera = wanted["camera"]
    add_camera(camera["eye"], camera["axes"], camera["view_deg"])
    scene = set_up(wanted["size"], wanted["samples"], seed=27, bounces=6)
    scene.render.image_settings.file_format = "PNG"
    scene.view_settings.view_transform, scene.view_settings.look = "AgX", "AgX - Medium High Contrast"
    scene.view_settings.exposure = 0.75
    scene.render.filepath = str(folder / "picture.png")
    bpy.ops.render.render(write_still=True)


def _add_mesh(mesh: dict[str, Any], material: Any) -> None:
    """Add printed faces; sheets get their thickness, folded bodies slightly rounded folds."""
    added = add_body("paper", mesh["vertices"], mesh["faces"], material)
    layer = added.data.uv_layers.new(name="page")
    corners = [corner for ring in mesh["uv"] for corner in ring]
    for loop, corner in zip(layer.data, corners, strict=True):
        loop.uv = corner
    if len(mesh["faces"]) > 1:
        rounded(added, 0.00035)
    thickened(added, mesh["thick"])


def _paper(page: Path) -> Any:
    """Return ordinary paper with *page* printed on it, not quite even."""
    material, tree, shader = new_material(page.stem, 0.62)
    image = tree.nodes.new("ShaderNodeTexImage")
    image.image = bpy.data.images.load(str(page))
    image.interpolation = "Cubic"
    white = tree.nodes.new("ShaderNodeMix")
    white.data_type, white.blend_type = "RGBA", "MULTIPLY"
    white.inputs["Factor"].default_value = 1.0
    white.inputs["B"].default_value = (0.86, 0.85, 0.82, 1.0)
    tree.links.new(image.outputs["Color"], white.inputs["A"])
    tree.links.new(white.outputs["Result"], shader.inputs["Base Color"])
    shader.inputs["Specular IOR Level"].default_value = 0.25
    fibre, bump = tree.nodes.new("ShaderNodeTexNoise"), tree.nodes.new("ShaderNodeBump")
    fibre.inputs["Scale"].default_value = 900.0
    bump.inputs["Strength"].default_value, bump.inputs["Distance"].default_value = 0.05, 0.0002
    tree.links.new(fibre.outputs["Fac"], bump.inputs["Height"])
    tree.links.new(bump.outputs["Normal"], shader.inputs["Normal"])
    return material


def _add_table() -> None:
    """Add an oak table: staves of slightly different tone, rings that wander, fine pores."""
    bpy.ops.mesh.primitive_plane_add(size=4.0, location=(0.15, -0.15, 0.0))
    material, tree, shader = new_material("oak", 0.42)
    place, staves = place_in(tree), tree.nodes.new("ShaderNodeTexBrick")
    staves.inputs["Color1"].default_value, staves.inputs["Color2"].default_value = (0, 0, 0, 1), (1, 1, 1, 1)
    staves.inputs["Mortar"].default_value = (0.5, 0.5, 0.5, 1)
    staves.inputs["Scale"].default_value, staves.inputs["Mortar Size"].default_value = 1.0, 0.0005
    staves.inputs["Brick Width"].default_value, staves.inputs["Row Height"].default_value = 1.3, 0.085
    tree.links.new(place, staves.inputs["Vector"])
    shift = tree.nodes.new("ShaderNodeMix")
    shift.data_type, shift.blend_type = "RGBA", "ADD"
    shift.inputs["Factor"].default_value = 1.0
    tree.links.new(place, shift.inputs["A"])
    tree.links.new(staves.outputs["Color"], shift.inputs["B"])
    grain = streaks(tree, shift.outputs["Result"], (1.6, 26.0, 26.0), detail=6.0)
    pores = streaks(tree, shift.outputs["Result"], (14.0, 700.0, 700.0), detail=2.0)
    colour = tones(tree, grain, (0.235, 0.128, 0.058), (0.44, 0.275, 0.145), (0.3, 0.72))
    colour = _multiplied(tree, colour, pores, (0.8, 1.05))
    colour = _multiplied(tree, colour, staves.outputs["Color"], (0.9, 1.06))
    tree.links.new(colour, shader.inputs["Base Color"])
    bump = tree.nodes.new("ShaderNodeBump")
    bump.inputs["Strength"].default_value, bump.inputs["Distance"].default_value = 0.12, 0.0004
    tree.links.new(pores, bump.inputs["Height"])
    tree.links.new(bump.outputs["Normal"], shader.inputs["Normal"])
    bpy.context.object.data.materials.append(material)


def _multiplied(tree: Any, colour: Any, share: Any, span: tuple[float, float]) -> Any:
    """Return *colour* made darker and lighter by *share*, which goes from 0 to 1."""
    ramp, mix = tree.nodes.new("ShaderNodeMapRange"), tree.nodes.new("ShaderNodeMix")
    ramp.inputs["To Min"].default_value, ramp.inputs["To Max"].default_value = span
    mix.data_type, mix.blend_type = "RGBA", "MULTIPLY"
    mix.inputs["Factor"].default_value = 1.0
    tree.links.new(share, ramp.inputs["Value"])
    tree.links.new(colour, mix.inputs["A"])
    tree.links.new(ramp.outputs["Result"], mix.inputs["B"])
    return mix.outputs["Result"]


def _add_pencil(board: Sequence[float]) -> None:
    """Add a pencil before the board, for scale."""
    _, _, right, near = board
    thick = 0.0037
    lying = Matrix.Translation((right - 0.015, near - 0.045, thick)) @ Matrix.Rotation(math.radians(197), 4, "Z")
    lying = lying @ Matrix.Rotation(math.pi / 2, 4, "Y")
    parts = (
        ("lacquer", (0.02, 0.13, 0.14), 6, thick, thick, 0.15, 0.0),
        ("cedar", (0.55, 0.36, 0.2), 48, thick * 0.92, 0.0011, 0.016, 0.083),
        ("graphite", (0.03, 0.03, 0.035), 48, 0.0011, 0.0002, 0.005, 0.0935),
    )
    for name, colour, sides, base, tip, length, along in parts:
        bpy.ops.mesh.primitive_cone_add(vertices=sides, radius1=base, radius2=tip, depth=length)
        part = bpy.context.object
        part.matrix_world = lying @ Matrix.Translation((0, 0, along))
        part.data.materials.append(plain(name, colour, 0.3 if name == "lacquer" else 0.6))


def _add_light(board: Sequence[float]) -> None:
    """Add a window to the left behind the board, and the light of a pale room."""
    left, far, right, near = board
    middle = ((left + right) / 2, (far + near) / 2, 0.0)
    at = middle[0] - 1.25, middle[1] + 0.75, 1.15
    add_area_light(at, middle, (1.1, 1.3), 34.0, (1.0, 0.985, 0.96))
    light_room((0.82, 0.86, 0.9), 0.42)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
