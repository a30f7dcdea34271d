"""Photos on a page of their own, from near; what moves from a tile to its page, and what does not."""

import re

import pytest

from story import NARROW, PHONE, axe, expect, node, only_chromium, page, picture, smoke, wait
from wardrobe import garment


@pytest.fixture(scope="module")
def alice(tmp_path_factory):
    folder = tmp_path_factory.mktemp("photos")
    with node() as one:
        shirt = garment(one, "Blue shirt", "shirt", "blue")
        one.weft("garment", "edit", shirt, "--add-photo", picture(folder / "wide.png", 1600, 800, (30, 120, 60)))
        one.shirt = shirt
        one.loom = one.add("https://loom.example/", "--title", "Loom")
        yield one


def scale(shown):
    return shown.evaluate("new DOMMatrix(getComputedStyle(document.querySelector('.photo-stage img')).transform).a")


def middle(shown):
    box = shown.locator(".photo-stage").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@smoke
def test_a_photo_is_looked_at_from_near_by_keys_alone_and_leaving_leads_back(alice):
    with page(alice, f"/garments/{alice.shirt}") as shown:
        shown.locator("a.photo[data-focus=photo]").focus()
        shown.keyboard.press("Enter")
        shown.locator(".photo-stage img").wait_for()
        shown.get_by_text(re.compile("^1 of 2")).wait_for()
        axe(shown)
        for _ in range(5):
            shown.keyboard.press("+")
        shown.get_by_text(re.compile("759 %")).wait_for()
        before = shown.locator(".photo-stage img").bounding_box()["x"]
        shown.keyboard.press("ArrowRight")
        # What is near is pushed; only what is seen whole gives way to the next.
        assert shown.locator(".photo-stage img").bounding_box()["x"] < before
        expect(shown.get_by_text(re.compile("^1 of 2"))).to_be_visible()
        axe(shown)
        shown.keyboard.press("0")
        shown.keyboard.press("ArrowRight")
        shown.get_by_text(re.compile("^2 of 2")).wait_for()
        expect(shown).to_have_url(re.compile(r"/thing/\w+/photo\?at=2$"))
        shown.wait_for_function("document.querySelector('.photo-stage img').naturalWidth === 1600")
        assert scale(shown) == 1
        shown.reload()
        shown.get_by_text(re.compile("^2 of 2")).wait_for()
        shown.keyboard.press("?")
        shown.get_by_role("dialog").get_by_text("Larger, smaller").wait_for()
        shown.keyboard.press("Escape")
        shown.keyboard.press("Escape")
        shown.get_by_role("heading", name="Blue shirt", level=1).wait_for()
        expect(shown).to_have_url(re.compile("/garments/"))


def test_the_mouse_makes_a_photo_larger_where_it_points_and_drags_it(alice):
    with page(alice, f"/thing/{alice.shirt}/photo?at=2") as shown:
        shown.wait_for_function("document.querySelector('.photo-stage img')?.naturalWidth === 1600")
        x, y = middle(shown)
        shown.mouse.move(x + 200, y)
        shown.mouse.wheel(0, -100)
        wait(lambda: abs(scale(shown) - 1.5) < 0.01)
        image = shown.locator(".photo-stage img")
        was = image.bounding_box()
        shown.mouse.down()
        shown.mouse.move(x + 140, y, steps=4)
        shown.mouse.up()
        assert abs(image.bounding_box()["x"] - (was["x"] - 60)) < 2
        shown.mouse.dblclick(x, y)
        wait(lambda: scale(shown) == 1)
        shown.get_by_role("button", name="Larger").click()
        wait(lambda: scale(shown) > 1)
        shown.get_by_role("button", name="All of it").click()
        wait(lambda: scale(shown) == 1)
        # What is seen whole is pushed aside for the other.
        shown.mouse.move(x + 100, y)
        shown.mouse.down()
        shown.mouse.move(x - 100, y, steps=4)
        shown.mouse.up()
        shown.get_by_text(re.compile("^1 of 2")).wait_for()


@only_chromium
def test_two_fingers_make_a_photo_larger_on_a_phone(alice):
    for size in (PHONE, NARROW):
        with page(alice, f"/thing/{alice.shirt}/photo?at=2", size=size, dark=True, touch=True, language="de") as shown:
            shown.wait_for_function("document.querySelector('.photo-stage img')?.naturalWidth === 1600")
            assert shown.evaluate("document.documentElement.scrollWidth <= innerWidth")
            axe(shown)
            x, y = middle(shown)
            fingers = shown.context.new_cdp_session(shown)

            def touch(kind, *places):
                fingers.send("Input.dispatchTouchEvent", {
                    "type": kind, "touchPoints": [{"x": at, "y": y, "id": number} for number, at in enumerate(places)]})

            touch("touchStart", x - 30)
            touch("touchStart", x - 30, x + 30)
            for by in (40, 60, 90):
                touch("touchMove", x - by, x + by)
            touch("touchEnd")
            wait(lambda: abs(scale(shown) - 3) < 0.05)
            shown.get_by_role("button", name="Ganz").tap()
            wait(lambda: scale(shown) == 1)


def test_a_thing_without_a_photo_says_so(alice):
    with page(alice, f"/thing/{alice.loom}/photo") as shown:
        shown.get_by_role("heading", name="There is no photo here", level=1).wait_for()
        axe(shown)
        shown.get_by_role("link", name="Back").click()
        shown.get_by_role("heading", name="Loom", level=1).wait_for()


MOVES = """() => {
  window.moved = []
  const begin = Document.prototype.startViewTransition
  const named = () => document.querySelectorAll('.moves').length
  Document.prototype.startViewTransition = function (act) {
    const before = named()
    const transition = begin.call(this, act)
    transition.ready.then(() => window.moved.push([before, named()]), (problem) => window.moved.push(String(problem)))
    return transition
  }
}"""


@pytest.mark.parametrize("size", [(1280, 800), (1000, 800), PHONE])
@pytest.mark.parametrize("still", [False, True])
def test_a_tile_moves_to_its_page_and_back_unless_motion_is_unwanted(alice, size, still):
    with page(alice, "/links", size=size, still=still) as shown:
        shown.locator(".thing .title", has_text="Loom").wait_for()
        shown.evaluate(MOVES)
        shown.locator(".thing .title", has_text="Loom").click()
        shown.get_by_role("heading", name="Loom", level=1).wait_for()
        if not still:
            wait(lambda: shown.evaluate("window.moved.length === 1"))
        shown.go_back()
        shown.locator(".thing .title", has_text="Loom").wait_for()
        if not still:
            wait(lambda: shown.evaluate("window.moved.length === 2"))
        moved = shown.evaluate("window.moved")
        # On a machine that is busy what comes may come later than one waits for it; then it does not move.
        assert [before for before, _ in moved] == ([] if still else [1, 1])
        assert all(after in (0, 1) for _, after in moved)
        # One that is left before it has begun to be shown is never shown.
        shown.evaluate(
            "path => { void navigation.navigate(path).finished.catch(() => {});"
            " void navigation.navigate('/people').finished.catch(() => {}) }", f"/thing/{alice.loom}")
        shown.get_by_role("heading", name="People", level=1).wait_for()
        shown.get_by_role("heading", name="Loom", level=1).wait_for(state="detached")
        assert shown.evaluate("location.pathname") == "/people"
        wait(lambda: shown.evaluate("document.querySelectorAll('.moves').length === 0"))
