"""Pictures and films made for the stories, so that they show what real ones would."""

import shutil
import subprocess

from PIL import Image, ImageDraw


def photo(path, color, thumbnail=None):
    """A photo of a garment: a coat on a pale ground, and a small one of it."""
    image = Image.new("RGB", (640, 800), (236, 232, 226))
    draw = ImageDraw.Draw(image)
    draw.polygon([(220, 120), (320, 170), (420, 120), (520, 300), (500, 720), (140, 720), (120, 300)], fill=color)
    image.save(path, quality=82)
    if thumbnail:
        image.thumbnail((240, 300))
        image.save(thumbnail, quality=60)
    return str(path)


def has_films():
    """Whether films can be made here."""
    return shutil.which("ffmpeg") is not None


def film(path, color, seconds=4):
    """A square film in which something moves, with a tone."""
    source = (
        f"color=c={color}:s=240x240:r=12:d={seconds}[b];color=c=white:s=60x60:r=12:d={seconds}[o];"
        "[b][o]overlay=x='90+80*sin(t*2)':y='90+80*cos(t*2)'")
    subprocess.run(
        ["ffmpeg", "-y", "-loglevel", "error", "-f", "lavfi", "-i", source, "-f", "lavfi", "-i",
         f"sine=frequency=330:duration={seconds}", "-shortest", "-c:v", "libx264", "-preset", "ultrafast",
         "-pix_fmt", "yuv420p", "-c:a", "aac", "-movflags", "+faststart", str(path)], check=True)
    return str(path)


def scene(path, kind, size=480):
    """A picture that a film moves over: a table with soup, or a door that stands open."""
    image = Image.new("RGB", (size, size))
    draw = ImageDraw.Draw(image)
    for y in range(size):
        share = y / size
        draw.line([(0, y), (size, y)], fill=(int(238 - 60 * share), int(214 - 70 * share), int(180 - 80 * share)))
    unit = size / 100
    box = lambda *edges: [edge * unit for edge in edges]
    if kind == "food":
        draw.rectangle(box(0, 62, 100, 100), fill=(122, 78, 48))
        for x in range(0, 100, 14):
            draw.line(box(x, 62, x - 12, 100), fill=(104, 64, 38), width=2)
        draw.ellipse(box(22, 50, 78, 82), fill=(246, 244, 238))
        draw.ellipse(box(29, 54, 71, 76), fill=(198, 84, 34))
        for x, y in ((38, 62), (52, 66), (60, 60), (46, 59)):
            draw.ellipse(box(x, y, x + 5, y + 3), fill=(88, 122, 52))
        draw.line(box(78, 40, 86, 74), fill=(196, 198, 204), width=int(2 * unit))
        draw.ellipse(box(74, 34, 81, 42), fill=(206, 208, 214))
    else:
        draw.rectangle(box(0, 80, 100, 100), fill=(150, 140, 128))
        draw.rectangle(box(26, 16, 74, 82), fill=(58, 74, 68))
        draw.rectangle(box(32, 22, 68, 82), fill=(250, 226, 160))
        draw.polygon(box(32, 22, 46, 30, 46, 92, 32, 82), fill=(92, 60, 40))
        draw.ellipse(box(42, 56, 44, 58), fill=(220, 190, 90))
        draw.rectangle(box(34, 4, 66, 13), fill=(236, 236, 228))
        draw.text((41 * unit, 6.5 * unit), "CAFE LOOM", fill=(58, 74, 68))
    image.save(path)
    return str(path)


def moving(path, kind, seconds=4):
    """A film that comes closer to a scene."""
    still = scene(f"{path}.png", kind)
    subprocess.run(
        ["ffmpeg", "-y", "-loglevel", "error", "-i", still, "-f", "lavfi", "-i", f"anullsrc=d={seconds}", "-vf",
         f"zoompan=z='1+0.002*in':d={seconds * 12}:s=360x360:fps=12", "-t", str(seconds), "-c:v", "libx264", "-preset",
         "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac", "-movflags", "+faststart", str(path)], check=True)
    return str(path)
