"""Render a scene of printed paper with Blender: ``PYTHON blender_scene.py FOLDER``, for benchmarks.path_traced.

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


def main(folder: Path) -> None:
    """Build the scene of *folder* and render it."""
    wanted = json.loads((folder / "scene.json").read_text())
    bpy.ops.wm.read_factory_settings(use_empty=True)
    paper = {name: _paper(folder / name) for name in {mesh["image"] for mesh in wanted["meshes"]}}
    for mesh in wanted["meshes"]:
        _add_mesh(mesh, paper[mesh["image"]])
    _add_table()
    _add_pencil(wanted["board"])
    _add_light(wanted["board"])
    _add_camera(wanted["camera"])
    _set_up(wanted["size"], wanted["samples"])
    bpy.context.scene.render.filepath = str(folder / "picture.png")
    bpy.ops.render.render(write_still=True)


def _add_mesh(mesh: dict[str, Any], material: Any) -> None:
    """Add printed faces; sheets get their thickness, folded bodies slightly rounded folds."""
    data = bpy.data.meshes.new("paper")
    data.from_pydata(mesh["vertices"], [], mesh["faces"])
    layer = data.uv_layers.new(name="page")
    corners = [corner for ring in mesh["uv"] for corner in ring]
    for loop, corner in zip(layer.data, corners, strict=True):
        loop.uv = corner
    data.materials.append(material)
    added = bpy.data.objects.new("paper", data)
    bpy.context.collection.objects.link(added)
    if len(mesh["faces"]) > 1:
        bevel = added.modifiers.new("fold", "BEVEL")
        bevel.width, bevel.segments = 0.00035, 2
        bevel.limit_method = "NONE"
    thick = added.modifiers.new("thickness", "SOLIDIFY")
    thick.thickness, thick.offset = mesh["thick"], -1.0


def _material(name: str) -> tuple[Any, Any, Any]:
    """Return a new material with its tree of nodes and its main shader."""
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    return material, material.node_tree, material.node_tree.nodes["Principled BSDF"]


def _paper(page: Path) -> Any:
    """Return ordinary paper with *page* printed on it, not quite even."""
    material, tree, shader = _material(page.stem)
    image = tree.nodes.new("ShaderNodeTexImage")
    image.image = bpy.data.images.load(str(page))
    image.interpolation = "Cubic"
    white = tree.nodes.new("ShaderNodeMix")
    white.data_type, white.blend_type = "RGBA", "MULTIPLY"
    white.inputs["Factor"].default_value = 1.0
    white.inputs["B"].default_value = (0.86, 0.85, 0.82, 1.0)
    tree.links.new(image.outputs["Color"], white.inputs["A"])
    tree.links.new(white.outputs["Result"], shader.inputs["Base Color"])
    shader.inputs["Roughness"].default_value = 0.62
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
    material, tree, shader = _material("oak")
    place, staves = tree.nodes.new("ShaderNodeTexCoord"), tree.nodes.new("ShaderNodeTexBrick")
    staves.inputs["Color1"].default_value, staves.inputs["Color2"].default_value = (0, 0, 0, 1), (1, 1, 1, 1)
    staves.inputs["Mortar"].default_value = (0.5, 0.5, 0.5, 1)
    staves.inputs["Scale"].default_value, staves.inputs["Mortar Size"].default_value = 1.0, 0.0005
    staves.inputs["Brick Width"].default_value, staves.inputs["Row Height"].default_value = 1.3, 0.085
    tree.links.new(place.outputs["Object"], staves.inputs["Vector"])
    shift = tree.nodes.new("ShaderNodeMix")
    shift.data_type, shift.blend_type = "RGBA", "ADD"
    shift.inputs["Factor"].default_value = 1.0
    tree.links.new(place.outputs["Object"], shift.inputs["A"])
    tree.links.new(staves.outputs["Color"], shift.inputs["B"])
    grain = _streaks(tree, shift.outputs["Result"], (1.6, 26.0, 26.0), detail=6.0)
    pores = _streaks(tree, shift.outputs["Result"], (14.0, 700.0, 700.0), detail=2.0)
    tones = tree.nodes.new("ShaderNodeValToRGB")
    tones.color_ramp.elements[0].position, tones.color_ramp.elements[1].position = 0.3, 0.72
    tones.color_ramp.elements[0].color = (0.235, 0.128, 0.058, 1)
    tones.color_ramp.elements[1].color = (0.44, 0.275, 0.145, 1)
    tree.links.new(grain, tones.inputs["Fac"])
    colour = _multiplied(tree, tones.outputs["Color"], pores, (0.8, 1.05))
    colour = _multiplied(tree, colour, staves.outputs["Color"], (0.9, 1.06))
    tree.links.new(colour, shader.inputs["Base Color"])
    shader.inputs["Roughness"].default_value = 0.42
    bump = tree.nodes.new("ShaderNodeBump")
    bump.inputs["Strength"].default_value, bump.inputs["Distance"].default_value = 0.12, 0.0004
    tree.links.new(pores, bump.inputs["Height"])
    tree.links.new(bump.outputs["Normal"], shader.inputs["Normal"])
    bpy.context.object.data.materials.append(material)


def _streaks(tree: Any, vector: Any, scale: Sequence[float], *, detail: float) -> Any:
    """Return noise stretched along the table."""
    mapping, noise = tree.nodes.new("ShaderNodeMapping"), tree.nodes.new("ShaderNodeTexNoise")
    mapping.inputs["Scale"].default_value = scale
    noise.inputs["Scale"].default_value, noise.inputs["Detail"].default_value = 1.0, detail
    noise.inputs["Distortion"].default_value = 0.6
    tree.links.new(vector, mapping.inputs["Vector"])
    tree.links.new(mapping.outputs["Vector"], noise.inputs["Vector"])
    return noise.outputs["Fac"]


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
        ("lacquer", (0.02, 0.13, 0.14, 1), 6, thick, thick, 0.15, 0.0),
        ("cedar", (0.55, 0.36, 0.2, 1), 48, thick * 0.92, 0.0011, 0.016, 0.083),
        ("graphite", (0.03, 0.03, 0.035, 1), 48, 0.0011, 0.0002, 0.005, 0.0935),
    )
    for name, colour, sides, base, tip, length, along in parts:
        bpy.ops.mesh.primitive_cone_add(vertices=sides, radius1=base, radius2=tip, depth=length)
        part = bpy.context.object
        part.matrix_world = lying @ Matrix.Translation((0, 0, along))
        material, _, shader = _material(name)
        shader.inputs["Base Color"].default_value = colour
        shader.inputs["Roughness"].default_value = 0.3 if name == "lacquer" else 0.6
        part.data.materials.append(material)


def _add_light(board: Sequence[float]) -> None:
    """Add a window to the left behind the board, and the light of a pale room."""
    left, far, right, near = board
    middle = ((left + right) / 2, (far + near) / 2, 0.0)
    window = bpy.data.lights.new("window", "AREA")
    window.shape, window.size, window.size_y = "RECTANGLE", 1.1, 1.3
    window.energy, window.color = 34.0, (1.0, 0.985, 0.96)
    added = bpy.data.objects.new("window", window)
    added.location = (middle[0] - 1.25, middle[1] + 0.75, 1.15)
    bpy.context.collection.objects.link(added)
    toward = bpy.data.objects.new("middle", None)
    toward.location = middle
    bpy.context.collection.objects.link(toward)
    aim = added.constraints.new("TRACK_TO")
    aim.target, aim.track_axis, aim.up_axis = toward, "TRACK_NEGATIVE_Z", "UP_Y"
    world = bpy.data.worlds.new("room")
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs["Color"].default_value = (0.82, 0.86, 0.9, 1)
    world.node_tree.nodes["Background"].inputs["Strength"].default_value = 0.42
    bpy.context.scene.world = world


def _add_camera(camera: dict[str, Any]) -> None:
    lens = bpy.data.cameras.new("phone")
    lens.sensor_fit, lens.angle = "HORIZONTAL", math.radians(camera["view_deg"])
    lens.clip_start = 0.01
    added = bpy.data.objects.new("phone", lens)
    turn = Matrix(camera["axes"]).transposed().to_4x4()
    added.matrix_world = Matrix.Translation(camera["eye"]) @ turn
    bpy.context.collection.objects.link(added)
    bpy.context.scene.camera = added


def _set_up(size: Sequence[int], samples: int) -> None:
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.device, scene.cycles.samples, scene.cycles.use_denoising = "CPU", samples, True
    scene.cycles.seed, scene.cycles.max_bounces = 27, 6
    scene.render.resolution_x, scene.render.resolution_y = size
    scene.render.image_settings.file_format = "PNG"
    scene.view_settings.view_transform, scene.view_settings.look = "AgX", "AgX - Medium High Contrast"
    scene.view_settings.exposure = 0.75


if __name__ == "__main__":
    main(Path(sys.argv[1]))
