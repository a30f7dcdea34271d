"""Takes pictures of every screen, with people and things of our own, for the docs and for whoever looks at a change.

    scripts/page-pictures [FOLDER]

Two people, Alice and Ben, with a group, a wardrobe, places and films. `docs/page` has the screens wide and light; another
folder gets them at a phone's width and dark as well.
"""

import pathlib
import sys
import tempfile

from PIL import Image

from media import has_films, moving
from story import PHONE, WIDE, browser, find, friends, page, visit, wait
from wardrobe import garment, outfit

LINKS = [
    ("https://crdt.tech/papers", "Papers on CRDTs", ["crdt", "papers"], "Sorted by year, with short summaries."),
    ("https://www.inkandswitch.com/local-first/", "Local-first software", ["crdt", "essay"],
     "You own your data, in spite of the cloud."),
    ("https://loom.example/twill", "How to weave twill", ["weaving"], ""),
    ("https://bread.example/rye", "Rye bread in three days", ["food", "recipes"], "The sourdough needs two nights."),
    ("https://trains.example/night", "Night trains of Europe", ["travel"], ""),
    ("https://sqlite.org/wal.html", "Write-ahead logging", ["databases"], "Readers do not block the writer."),
    ("https://type.example/scale", "A scale for type sizes", ["design"], ""),
    ("https://garden.example/march", "What to sow in March", ["garden"], "Tomatoes on the window sill, peas outside."),
    ("https://noiseprotocol.org/", "The Noise protocol", ["crypto"], ""),
    ("https://maps.example/walks", "Walks along the river", ["travel", "walks"], "The short one starts at the mill."),
    ("https://soup.example/lentils", "Lentil soup", ["food", "recipes"], ""),
    ("https://paper.example/prolly", "Trees that hash the same", ["crdt", "papers"], ""),
]

SCREENS = [
    ("links-board", "/links?view=board"), ("links-list", "/links?view=list"), ("search", "/links?q=%23crdt"),
    ("feed", "/feed"), ("rate", "/rate"), ("lookbook", "/lookbook"), ("portfolio", "/portfolio"),
    ("closet", "/closet"), ("stats", "/garments/stats"), ("outfits", "/outfits"), ("suggestion", "/outfits/suggest"), ("ask", "/outfits/ask"),
    ("places", "/places?near=48.2082,16.3738"), ("people", "/people"), ("profile", "/people/me"), ("group", "/people/group/lab"),
    ("person", "/people/Ben"), ("settings", "/settings"), ("sessions", "/settings/sessions"), ("rules", "/settings/rules"),
    ("duplicates", "/settings/duplicates"), ("import", "/settings/import"), ("export", "/settings/export"),
    ("files", "/settings/files"), ("network", "/settings/network"), ("health", "/settings/health"),
    ("trash", "/trash"), ("undo", "/undo"), ("keys", "/keys"), ("welcome", "/welcome"),
]


DOCS = pathlib.Path("docs/page")


def fill(alice, ben, folder):
    """Gives both something to show, and says the paths of single things."""
    for address, title, tags, note in LINKS:
        words = ["--title", title] + [word for tag in tags for word in ("-t", tag)] + (["--note", note] if note else [])
        last = alice.add(address, *words)
    alice.weft("group", "new", "lab")
    alice.weft("share", "#papers", "--with", "group:lab")
    alice.weft("share", "#recipes", "--with", "friends")
    alice.weft("share", "#crdt", "--with", "friends")
    for address, title, tag in (("https://braid.example/", "Braid: HTTP that merges", "crdt"),
                                ("https://kites.example/", "Kites that fly in little wind", "outdoors"),
                                ("https://cheese.example/", "Cheese from the valley", "food")):
        ben.add(address, "--title", title, "-t", tag, "--audience", "friends")
    alice.weft("follow", "@Ben")
    ids = {name: garment(alice, name, kind, color, **fields) for name, kind, color, fields in (
        ("Blue shirt", "shirt", "blue", dict(brand="Hemd", price="49.90EUR", season="summer")),
        ("Red shirt", "shirt", "red", dict(brand="Mill", price="19EUR", state="wash")),
        ("Black trousers", "trousers", "black", dict(price="80EUR")),
        ("Brown boots", "shoes", "brown", dict(season="winter", price="140EUR")), ("Red hat", "hat", "red", {}),
        ("Grey coat", "coat", "grey", dict(season="winter", price="240EUR")),
        ("Green dress", "dress", "green", dict(season="summer", price="95EUR")), ("Beige bag", "bag", "beige", {}))}
    monday = outfit(alice, "Monday", [
        (ids["Black trousers"], 0, 150, 1.6, 0), (ids["Blue shirt"], 0, -90, 1.5, 0), (ids["Grey coat"], 190, 20, 1.2, 8),
        (ids["Red hat"], 0, -330, 0.8, 354), (ids["Brown boots"], 10, 370, 0.8, 0)])
    outfit(alice, "Fair", [(ids["Green dress"], 0, 0, 2, 0), (ids["Red hat"], 0, -330, 0.8, 4), (ids["Beige bag"], 190, 130, 0.7, 8)])
    alice.weft("outfit", "wear", monday)
    for name, kind, color, price in (("Wool coat", "coat", "navy", "180EUR"), ("Yellow skirt", "skirt", "yellow", "60EUR"),
                                     ("White shirt", "shirt", "white", "35EUR")):
        garment(ben, name, kind, color, audience="friends", price=price)
    loom = find(ben.json("place", "new", "Café Loom", "--at", "48.2100,16.3700", "--category", "food/cafe",
                         "--hours", "mo-su 00:00-24:00", "--address", "Ring 1", "--audience", "friends"), "id")
    ben.weft("place", "new", "Hats & More", "--at", "48.2300,16.4200", "--category", "shop/clothes", "--audience", "friends")
    ben.weft("place", "new", "Lake bench", "--at", "48.1500,16.4500", "--category", "outdoors/bench", "--audience", "friends")
    if has_films():
        for theme, text in (("opening", "Open from eight."), ("food", "Soup of the day.")):
            ben.weft("place", "clip", "add", moving(f"{folder}/{theme}.mp4", theme), "--place", loom, "--theme", theme,
                     "--message", text, "--audience", "friends")
    wait(lambda: len(alice.json("search", "type:place")["items"]) == 3, 40)
    wait(lambda: len(alice.json("search", "type:garment by:@Ben")["items"]) == 3, 40)
    braid = find(alice.json("search", "Braid"), "id")
    alice.weft("comment", braid, "The part on versions is what we need.")
    alice.weft("react", "like", braid)
    return [("thing", f"/thing/{braid}"), ("garment", f"/garment/{ids['Blue shirt']}"), ("canvas", f"/outfit/{monday}"),
            ("photo", f"/thing/{ids['Blue shirt']}/photo"),
            ("place", f"/place/{loom}"), ("reel", f"/reel/{loom}")]


def take(shown, path, whole=False):
    """Takes a picture with few colors, so that it is small."""
    shown.locator("h1").first.wait_for()
    shown.wait_for_timeout(700)
    shown.wait_for_function("() => [...document.images].every((one) => one.complete)")
    shown.screenshot(path=path, full_page=whole)
    Image.open(path).convert("RGB").quantize(128, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(path, optimize=True)


def main(target, only):
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, friends("Alice", "Ben") as (alice, ben):
        screens = SCREENS + fill(alice, ben, folder)
        both = ((WIDE, False, ""), (PHONE, True, "-phone"))
        for size, dark, ending in both if target != DOCS else both[:1]:
            with page(alice, "/links", size=size, dark=dark, touch=dark, quiet=True) as shown:
                for name, path in screens:
                    if only and name not in only:
                        continue
                    if name == "thing":
                        visit(shown, "/links?view=list")
                    visit(shown, path)
                    take(shown, target / f"{name}{ending}.png")
        if only and "locked" not in only:
            return
        context = browser().new_context(viewport={"width": WIDE[0], "height": WIDE[1]})
        shown = context.new_page()
        shown.goto(alice.address.split("#")[0])
        take(shown, target / "locked.png")
        context.close()


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else DOCS, set(sys.argv[2:]))
