"""Draws pictures of garments, so that the stories have photos of their own."""
import math
import random

from PIL import Image, ImageDraw, ImageFilter

COLORS = {
    "red": (178, 42, 48), "blue": (44, 84, 150), "green": (64, 110, 72), "black": (38, 40, 46), "white": (236, 236, 232),
    "grey": (134, 138, 146), "brown": (120, 82, 54), "beige": (212, 192, 160), "yellow": (224, 178, 62),
    "pink": (222, 140, 160), "navy": (30, 42, 78),
}


def _shape(kind):
    """The outline of a garment on a field of 100 by 125, and lines drawn on it."""
    lines = []
    if kind == "shirt":
        outline = [(36, 22), (44, 26), (56, 26), (64, 22), (90, 36), (82, 56), (72, 51), (72, 104), (28, 104), (28, 51),
                   (18, 56), (10, 36)]
        lines = [[(36, 22), (50, 38), (64, 22)], [(28, 98), (72, 98)]]
    elif kind == "coat":
        outline = [(38, 14), (62, 14), (84, 26), (92, 84), (80, 86), (74, 50), (78, 116), (22, 116), (26, 50), (20, 86),
                   (8, 84), (16, 26)]
        lines = [[(50, 36), (50, 116)], [(38, 14), (50, 40), (62, 14)], [(30, 76), (42, 76)], [(58, 76), (70, 76)]]
    elif kind == "trousers":
        outline = [(30, 12), (70, 12), (76, 116), (56, 116), (50, 46), (44, 116), (24, 116)]
        lines = [[(30, 18), (70, 18)], [(50, 18), (50, 46)], [(33, 20), (30, 34)], [(67, 20), (70, 34)]]
    elif kind == "skirt":
        outline = [(36, 24), (64, 24), (82, 100), (18, 100)]
        lines = [[(36, 30), (64, 30)], [(44, 30), (36, 100)], [(56, 30), (64, 100)]]
    elif kind == "dress":
        outline = [(36, 12), (44, 20), (56, 20), (64, 12), (74, 34), (64, 40), (62, 58), (82, 118), (18, 118), (38, 58),
                   (36, 40), (26, 34)]
        lines = [[(38, 58), (62, 58)], [(46, 60), (38, 118)], [(54, 60), (62, 118)]]
    elif kind == "shoes":
        outline = [(8, 62), (30, 60), (50, 78), (78, 84), (92, 92), (92, 102), (8, 102)]
        lines = [[(8, 96), (92, 96)], [(36, 68), (44, 62)], [(42, 74), (50, 68)]]
    elif kind == "hat":
        outline = [(32, 42), (40, 34), (60, 34), (68, 42), (72, 74), (94, 80), (94, 88), (6, 88), (6, 80), (28, 74)]
        lines = [[(29, 68), (71, 68)]]
    else:
        outline = [(24, 50), (76, 50), (84, 108), (16, 108)]
        lines = [[(34, 50), (38, 26), (62, 26), (66, 50)], [(20, 66), (80, 66)]]
    return outline, lines


def draw(kind, color, seed=0, transparent=True, size=800):
    """A picture of 4 to 5 of one garment, cut out or on a pale ground."""
    rng = random.Random(seed)
    base = COLORS[color]
    scale = size / 100
    field = (size, int(size * 1.25))
    outline, lines = _shape(kind)
    points = [(x * scale, y * scale) for x, y in outline]
    mask = Image.new("L", field, 0)
    ImageDraw.Draw(mask).polygon(points, fill=255)
    mask = mask.filter(ImageFilter.GaussianBlur(size / 130)).point(lambda v: 0 if v < 96 else min(255, (v - 96) * 4))
    cloth = Image.new("RGB", field, base)
    pen = ImageDraw.Draw(cloth)
    pattern = rng.choice(["plain", "plain", "stripes", "checks"])
    lighter = tuple(min(255, int(c * 1.12 + 14)) for c in base)
    step = int(size / 16)
    if pattern in ("stripes", "checks"):
        for y in range(0, field[1], step):
            pen.rectangle([0, y, field[0], y + step // 3], fill=lighter)
    if pattern == "checks":
        for x in range(0, field[0], step):
            pen.rectangle([x, 0, x + step // 4, field[1]], fill=lighter)
    fold = Image.new("RGB", (64, 80))
    fold.putdata([(int(255 * (0.78 + 0.22 * math.sin((x + rng.random()) / 7 + y / 23))),) * 3
                  for y in range(80) for x in range(64)])
    fold = fold.resize(field, Image.BICUBIC)
    from PIL import ImageChops
    cloth = ImageChops.multiply(cloth, fold)
    pen = ImageDraw.Draw(cloth)
    darker = tuple(int(c * 0.6) for c in base)
    for line in lines:
        pen.line([(x * scale, y * scale) for x, y in line], fill=darker, width=max(2, size // 130), joint="curve")
    if kind == "shoes":
        mask2 = Image.new("L", field, 0)
        small = mask.resize((int(field[0] * 0.8), int(field[1] * 0.8)))
        mask2.paste(small, (int(field[0] * 0.18), int(field[1] * 0.02)))
        cloth2 = cloth.resize(small.size)
        picture = Image.new("RGBA", field, (0, 0, 0, 0))
        behind = Image.new("RGBA", field, (0, 0, 0, 0))
        behind.paste(cloth2, (int(field[0] * 0.18), int(field[1] * 0.02)))
        behind.putalpha(mask2)
        front = cloth.convert("RGBA")
        front.putalpha(mask)
        picture = Image.alpha_composite(behind, front)
    else:
        picture = cloth.convert("RGBA")
        picture.putalpha(mask)
    if transparent:
        return picture.crop(picture.getbbox())
    ground = Image.new("RGBA", field, (238, 236, 230, 255))
    shadow = Image.new("RGBA", field, (0, 0, 0, 0))
    shadow.putalpha(mask.filter(ImageFilter.GaussianBlur(size / 60)).point(lambda v: v // 3))
    ground.alpha_composite(shadow, (0, 0))
    ground.alpha_composite(picture)
    return ground.convert("RGB")


def save(path, kind, color, seed=0, transparent=True, size=800):
    """Writes a picture as PNG or JPEG, by the name's end; returns the path."""
    picture = draw(kind, color, seed, transparent, size)
    if str(path).endswith(".png"):
        picture.save(path)
    else:
        picture.convert("RGB").save(path, quality=84)
    return path
