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
