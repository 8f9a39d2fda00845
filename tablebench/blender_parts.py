"""What scenes for Blender are made of: bodies, materials, lights, the camera. Lengths are metres unless said otherwise.

For modules that run inside a Python with ``bpy``. Shapes and colours are the caller's.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import bpy
from mathutils import Matrix, Vector

Colour = tuple[float, float, float]
"""Red, green, blue from 0 to 1, in linear light."""


def empty_scene() -> None:
    """Forget everything that was built."""
    bpy.ops.wm.read_factory_settings(use_empty=True)


def add(name: str, data: Any) -> Any:
    """Add an object that shows *data* to the scene and return it."""
    added = bpy.data.objects.new(name, data)
    bpy.context.collection.objects.link(added)
    return added


def add_body(name: str, vertices: Sequence[Sequence[float]], faces: Sequence[Sequence[int]], material: Any) -> Any:
    """Add a body with flat *faces*, each the numbers of its corners, anticlockwise from outside."""
    data = bpy.data.meshes.new(name)
    data.from_pydata(vertices, [], faces)
    data.materials.append(material)
    data.update()
    return add(name, data)


def rounded(body: Any, width: float, *, segments: int = 2, above_deg: float | None = None) -> None:
    """Round the edges of *body*: all of them, or those that bend by more than *above_deg*."""
    bevel = body.modifiers.new("rounded", "BEVEL")
    bevel.width, bevel.segments, bevel.limit_method = width, segments, "NONE"
    if above_deg is not None:
        bevel.limit_method, bevel.angle_limit = "ANGLE", math.radians(above_deg)


def thickened(body: Any, thickness: float) -> None:
    """Give the faces of *body* a thickness, inwards."""
    wall = body.modifiers.new("thickness", "SOLIDIFY")
    wall.thickness, wall.offset = thickness, -1.0


def new_material(name: str, roughness: float) -> tuple[Any, Any, Any]:
    """Return a new material with its tree of nodes and its main shader."""
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    shader = material.node_tree.nodes["Principled BSDF"]
    shader.inputs["Roughness"].default_value = roughness
    return material, material.node_tree, shader


def plain(name: str, colour: Colour, roughness: float, *, clear: float = 0.0) -> Any:
    """Return a material of one *colour*, *clear* to a share from 0 to 1."""
    material, _, shader = new_material(name, roughness)
    shader.inputs["Base Color"].default_value = (*colour, 1.0)
    shader.inputs["Transmission Weight"].default_value = clear
    return material


def streaks(
    tree: Any,
    place: Any,
    scale: Sequence[float],
    *,
    detail: float,
    turn: float = 0.0,
    shift: Sequence[float] = (0, 0, 0),
) -> Any:
    """Return noise at *place*, finer by *scale* along each axis; *turn* is in radians about the vertical."""
    mapping, noise = tree.nodes.new("ShaderNodeMapping"), tree.nodes.new("ShaderNodeTexNoise")
    mapping.inputs["Scale"].default_value = scale
    mapping.inputs["Rotation"].default_value = (0.0, 0.0, turn)
    mapping.inputs["Location"].default_value = shift
    noise.inputs["Scale"].default_value, noise.inputs["Detail"].default_value = 1.0, detail
    noise.inputs["Distortion"].default_value = 0.6
    tree.links.new(place, mapping.inputs["Vector"])
    tree.links.new(mapping.outputs["Vector"], noise.inputs["Vector"])
    return noise.outputs["Fac"]


def tones(tree: Any, share: Any, dark: Colour, light: Colour, span: tuple[float, float]) -> Any:
    """Return a colour that goes from *dark* to *light* as *share* goes through *span*."""
    ramp = tree.nodes.new("ShaderNodeValToRGB")
    for element, position, colour in zip(ramp.color_ramp.elements, span, (dark, light), strict=True):
        element.position, element.color = position, (*colour, 1.0)
    tree.links.new(share, ramp.inputs["Fac"])
    return ramp.outputs["Color"]


def place_in(tree: Any) -> Any:
    """Return where on its object a point of a material lies."""
    return tree.nodes.new("ShaderNodeTexCoord").outputs["Object"]


def add_area_light(
    at: Sequence[float], toward: Sequence[float], size: tuple[float, float], watts: float, colour: Colour
) -> None:
    """Add a shining rectangle."""
    light = bpy.data.lights.new("light", "AREA")
    light.shape, (light.size, light.size_y) = "RECTANGLE", size
    light.energy, light.color = watts, colour
    added = add("light", light)
    added.location = at
    added.rotation_euler = (Vector(toward) - Vector(at)).to_track_quat("-Z", "Y").to_euler()


def light_room(colour: Colour, strength: float) -> None:
    """Let light of one *colour* come from everywhere."""
    world = bpy.data.worlds.new("room")
    world.use_nodes = True
    background = world.node_tree.nodes["Background"]
    background.inputs["Color"].default_value = (*colour, 1.0)
    background.inputs["Strength"].default_value = strength
    bpy.context.scene.world = world


def add_camera(eye: Sequence[float], axes: Sequence[Sequence[float]], view_deg: float) -> Any:
    """Look from *eye*; *axes* are the ways right, up and back. Return the camera, whose lens can still be changed."""
    lens = bpy.data.cameras.new("camera")
    lens.sensor_fit, lens.angle, lens.clip_start = "HORIZONTAL", math.radians(view_deg), 0.01
    added = add("camera", lens)
    added.matrix_world = Matrix.Translation(eye) @ Matrix(axes).transposed().to_4x4()
    bpy.context.scene.camera = added
    return lens


def set_up(size: Sequence[int], samples: int, *, seed: int, bounces: int) -> Any:
    """Make the path tracer ready for a picture of *size* (wide, high) and return the scene's settings."""
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.device, scene.cycles.samples, scene.cycles.use_denoising = "CPU", samples, True
    scene.cycles.seed, scene.cycles.max_bounces = seed, bounces
    scene.render.resolution_x, scene.render.resolution_y = size
    return scene
