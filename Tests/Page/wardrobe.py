"""Garments and outfits for the stories, with pictures that are drawn here."""

import json
import pathlib
import tempfile

import clothes
from story import find, wait

CATEGORIES = {
    "shirt": "clothes/shirts", "coat": "clothes/coats", "trousers": "clothes/trousers", "skirt": "clothes/skirts",
    "dress": "clothes/dresses", "shoes": "shoes/boots", "hat": "accessories/hats", "bag": "bags",
}


def garment(node, name, kind="shirt", color="blue", audience="private", photo=True, **fields):
    """Keeps a garment and gives its id; `fields` are options of `weft garment add`."""
    words = ["garment", "add", "--name", name, "--category", CATEGORIES[kind], "--color", color, "--audience", audience]
    for option, value in fields.items():
        words += [f"--{option}", value]
    with tempfile.TemporaryDirectory() as folder:
        if photo:
            words += ["--photo", clothes.save(f"{folder}/photo.png", kind, color, size=240)]
        return find(node.json(*words), "id")


def closetful(node):
    """Six garments: the ids by their names."""
    return {
        "Blue shirt": garment(node, "Blue shirt", "shirt", "blue", brand="Hemd", price="49.90EUR", season="summer"),
        "Red shirt": garment(node, "Red shirt", "shirt", "red", brand="Mill", price="19EUR", state="wash"),
        "Black trousers": garment(node, "Black trousers", "trousers", "black", price="80EUR", state="clean"),
        "Brown boots": garment(node, "Brown boots", "shoes", "brown", season="winter"),
        "Red hat": garment(node, "Red hat", "hat", "red"),
        "Grey coat": garment(node, "Grey coat", "coat", "grey", season="winter", price="240EUR"),
    }


def outfit(node, name, garments, audience="private"):
    """Lays garments out: `[(id, x, y, scale, rotation)]`; gives the outfit's id."""
    made = find(node.json("outfit", "new", name, "--audience", audience), "id")
    changes = [
        {"put": id, "x": x, "y": y, "scale": scale, "rotation": rotation, "again": True} for id, x, y, scale, rotation in garments]
    if changes:
        node.weft("api", "POST", f"/v1/outfits/{made}/layout", json.dumps({"changes": changes}))
    return made


def layers(node, outfit):
    """Where everything lies, by the names of the garments."""
    shown = node.json("outfit", "show", outfit)
    found = find(shown, "layers")
    return {
        find(one, "name") or "hidden": (one["x"], one["y"], one["scale"], one["rotation"], one["z"]) for one in found
    }


def eventually(claim, seconds=20):
    """Waits until a claim holds, and gives what it gave."""
    return wait(claim, seconds)


def photos(folder, count):
    """Files with pictures, some cut out and some on a pale ground."""
    kinds = list(CATEGORIES)
    colors = list(clothes.COLORS)
    return [
        str(clothes.save(pathlib.Path(folder) / f"{kinds[at % 8]}-{at}.{'jpg' if at % 3 == 0 else 'png'}", kinds[at % 8],
                         colors[at % len(colors)], at, at % 3 != 0, 160))
        for at in range(count)
    ]
