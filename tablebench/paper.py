"""A printed kit in Blender: its board, glued from pages, and what is folded from them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import bpy

from kits.kit import Plan
from tablebench.blender_parts import add_body, new_material, rounded, thickened
from tablebench.bodies import MM
from tablebench.truth import Board

_FOLD_MM = 0.35
"""The radius of a fold."""


@dataclass(frozen=True)
class Paper:
    """What ``tablebench.printed`` has left in *folder*: the pages as pictures, and faces that show parts of them."""

    folder: Path
    told: Mapping[str, Any]

    @classmethod
    def in_folder(cls, folder: Path) -> Paper | None:
        """Return the kit that lies in *folder*, if there is one."""
        file = folder / "printed.json"
        return cls(folder, json.loads(file.read_text(encoding="utf-8"))) if file.exists() else None

    def add_board(self, plan: Plan) -> Board:
        """Add the board, and what is folded and waits beside it."""
        for mesh in (*self.told["board"], *self.told["beside"]):
            self._add(mesh)
        return Board(plan, "printed kit", self.told["band_mm"], self.told["thickness_mm"], {"labels": True})

    def add_pieces(self) -> list[Any]:
        """Add the folded pieces and return them in the order of the cast; none where these are not printed."""
        return [self._add(mesh) for mesh in self.told["pieces"]]

    def _add(self, mesh: Mapping[str, Any]) -> Any:
        """Add printed faces: sheets get their thickness, folded bodies get rounded folds."""
        vertices = [[along * MM for along in vertex] for vertex in mesh["vertices"]]
        added = add_body("paper", vertices, mesh["faces"], self._materials[mesh["image"]])
        layer = added.data.uv_layers.new(name="page")
        corners = [corner for ring in mesh["uv"] for corner in ring]
        for loop, corner in zip(layer.data, corners, strict=True):
            loop.uv = corner
        if len(mesh["faces"]) > 1:
            rounded(added, _FOLD_MM * MM)
        thickened(added, mesh["thick_mm"] * MM)
        return added

    @cached_property
    def _materials(self) -> Mapping[str, Any]:
        meshes = (*self.told["board"], *self.told["beside"], *self.told["pieces"])
        return {name: _paper(self.folder / name) for name in {mesh["image"] for mesh in meshes}}


def _paper(page: Path) -> Any:
    """Return ordinary paper, not quite even, with *page* printed on it."""
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
