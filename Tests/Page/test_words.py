"""The words of the page: each name once, in every language, and fetched before a screen says it. Needs no browser."""

import os
import pathlib
import re

FILES = pathlib.Path(os.environ.get("WEFT_PAGE", pathlib.Path(__file__).resolve().parents[2] / "Sources/CPage/files"))
LANGUAGES = ["en", "de"]
# What every screen has, as `core/words.js` fetches it.
ALWAYS = {"shared", "links"}


def text(name):
    return (FILES / name).read_text()


def names(language, area):
    """The names in a file of words, each with how many values its sentence takes."""
    found = {}
    for name, rest in re.findall(r'^  "?([\w.-]+)"?: *(.*)', text(f"words/{language}/{area}.js"), re.M):
        values = re.match(r"\(([^)]*)\) =>", rest)
        found[name] = len([one for one in values[1].split(",") if one.strip()]) if values else 0
    return found


def areas(language):
    return sorted(path.stem for path in (FILES / "words" / language).glob("*.js"))


def imported(entries):
    """The modules that these import, and what those import, themselves among them."""
    found, waiting = set(), list(entries)
    while waiting:
        name = waiting.pop()
        if name in found or name.startswith("words/"):
            continue
        found.add(name)
        for path in re.findall(r'from "(\.[^"]+)"', text(name)):
            waiting.append(os.path.normpath(os.path.join(os.path.dirname(name), path)))
    return found


def said(name, known):
    """The names that a module says, as far as they are written out or begin with what is."""
    source = text(name)
    whole = set(re.findall(r'["`]([\w-]+(?:\.[\w.-]+)?)["`]', source)) | set(re.findall(r'["`]([\w.-]+\.[\w.-]+)\$\{', source))
    begun = tuple(re.findall(r'say\(`((?:[\w-]+\.)+)\$\{', source))
    return {one for one in known if one in whole and "." in one or begun and one.startswith(begun)}


def test_each_name_stands_in_one_file():
    for language in LANGUAGES:
        owners = {}
        for area in areas(language):
            for name in names(language, area):
                assert name not in owners, f"{language}: {name} stands in {owners[name]} and {area}"
                owners[name] = area


def test_every_language_has_the_same_names_with_the_same_values():
    for area in areas("en"):
        english = names("en", area)
        for language in LANGUAGES[1:]:
            other = names(language, area)
            assert english.keys() == other.keys(), (language, area, english.keys() ^ other.keys())
            # A language may have no use for a value; it cannot have one more.
            assert all(other[name] <= english[name] for name in english), (language, area)


def test_a_screen_says_only_what_was_fetched_before():
    known = {name: area for area in areas("en") for name in names("en", area)}
    main = text("main.js")
    needs = {name: set(re.findall(r'"(\w+)"', words)) for name, words in
             re.findall(r"const (\w+) = area\(\{ words: \[([^\]]*)\]", main)}
    first = imported(["main.js"])
    for name in first:
        assert {known[one] for one in said(name, known)} <= ALWAYS, name
    loads = re.findall(r'(\w+)\(\(\) => import\("\./([^"]+)"\)', main)
    assert len(loads) > 20
    for area, path in loads:
        for name in imported([path]) - first:
            lacking = {one for one in said(name, known) if known[one] not in needs[area] | ALWAYS}
            assert not lacking, (path, name, lacking)


def test_nothing_is_said_while_a_module_is_read():
    for path in FILES.rglob("*.js"):
        for line in path.read_text().splitlines():
            assert not re.match(r"(export )?(const|let) \w+ = say\(", line), path
