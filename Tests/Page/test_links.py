"""Links: the board and the list, selection, drag, the palette, and what happens while one reads."""

import re

import pytest

from story import NARROW, PHONE, axe, expect, node, only_chromium, page, picture, smoke, tap, visit, wait


@pytest.fixture
def alice():
    with node() as one:
        fill(one)
        yield one


def fill(one, number=60):
    lines = [
        f'<DT><A HREF="https://site{at}.example/{at}" ADD_DATE="{1_700_000_000 + at}" TAGS="{"odd" if at % 2 else "even"}">'
        f"Page {at:03} of many</A>"
        for at in range(number)
    ]
    one.weft("import", "-", text="<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n" + "\n".join(lines) + "\n</DL><p>\n")


def rows(shown):
    return shown.locator(".things [role=row]")


def focused(shown):
    return shown.evaluate("document.activeElement.getAttribute('aria-rowindex')")


@pytest.mark.parametrize("size", [(1280, 800), PHONE, NARROW])
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("view", ["board", "list"])
def test_board_and_list_fit_every_width_and_theme(alice, size, dark, view):
    with page(alice, f"/links?view={view}", size=size, dark=dark, touch=size[0] < 500) as shown:
        rows(shown).nth(3).locator(".title").wait_for()
        assert shown.evaluate("document.documentElement.scrollWidth <= innerWidth")
        axe(shown)


@smoke
def test_keys_alone_walk_select_tag_and_undo(alice):
    with page(alice, "/links?sort=title") as shown:
        rows(shown).first.locator(".title").wait_for()
        shown.keyboard.press("j")
        assert focused(shown) == "1"
        shown.keyboard.press("x")
        for key in ("j", "j", "Shift+X"):
            shown.keyboard.press(key)
        shown.get_by_text("3 selected").first.wait_for()
        shown.keyboard.press("t")
        shown.get_by_role("dialog").get_by_role("combobox").wait_for()
        shown.keyboard.type("fresh")
        shown.keyboard.press("Enter")
        shown.get_by_role("dialog").get_by_role("button", name="Save").click()
        wait(lambda: alice.weft("ls", "#fresh", "-N", "0").count("#fresh") == 3)
        shown.locator(".thing .chip", has_text="#fresh").first.wait_for()
        shown.keyboard.press("z")
        wait(lambda: "#fresh" not in alice.weft("ls", "-N", "0"))
        axe(shown)


def test_f6_leads_to_what_was_done_and_back(alice):
    with page(alice, "/links?sort=title") as shown:
        rows(shown).first.locator(".title").wait_for()
        for key in ("j", "Delete"):
            shown.keyboard.press(key)
        undo = shown.locator(".toast").get_by_role("button", name="Undo")
        undo.wait_for()
        shown.get_by_text("59 links").wait_for()
        shown.wait_for_function("document.activeElement.matches('[role=row]')")
        shown.keyboard.press("F6")
        expect(undo).to_be_focused()
        shown.keyboard.press("F6")
        shown.wait_for_function("document.activeElement.matches('[role=row]')")
        shown.keyboard.press("F6")
        shown.keyboard.press("Enter")
        shown.get_by_text("60 links").wait_for()


def test_what_is_removed_gives_its_focus_to_what_follows(alice):
    with page(alice, "/links?sort=title") as shown:
        rows(shown).first.locator(".title").wait_for()
        for key in ("j", "j", "j", "Delete"):
            shown.keyboard.press(key)
        shown.get_by_text("59 links").wait_for()
        shown.wait_for_function("document.activeElement.getAttribute('aria-rowindex') === '3'")
        assert "Page 003" in shown.evaluate("document.activeElement.innerText")
        shown.keyboard.press("z")
        shown.get_by_text("60 links").wait_for()


def test_everything_that_matches_is_selected_without_being_loaded(alice):
    alice.weft("garment", "add", "Red shirt")
    with page(alice, "/links?q=%23even") as shown:
        rows(shown).first.locator(".title").wait_for()
        shown.keyboard.press("*")
        shown.keyboard.press("a")
        shown.get_by_text("30 selected").first.wait_for()
        shown.get_by_role("toolbar").get_by_role("button", name="Move to trash").click()
        shown.get_by_text("Nothing matches").wait_for()
        assert "Red shirt" in alice.weft("ls", "-N", "0")
        visit(shown, "/links")
        shown.get_by_text("30 links").wait_for()


def test_a_position_is_kept_over_a_thing_and_back(alice):
    with page(alice, "/links?sort=title", size=(900, 800)) as shown:
        rows(shown).first.locator(".title").wait_for()
        shown.evaluate("scrollTo(0, 2000)")
        shown.wait_for_timeout(600)
        name = shown.evaluate(
            "[...document.querySelectorAll('.thing .title')].find((one) => one.getBoundingClientRect().top > 300).textContent")
        seen = shown.locator(".thing .title", has_text=name)
        before = seen.bounding_box()["y"]
        seen.click()
        shown.get_by_role("heading", name=name, level=1).wait_for()
        shown.go_back()
        again = shown.locator(".thing .title", has_text=name)
        again.wait_for()
        assert abs(again.bounding_box()["y"] - before) < 40


@only_chromium
def test_tiles_are_dragged_onto_a_tag_and_a_collection(alice):
    alice.weft("col", "new", "shopping")
    with page(alice, "/links?sort=title") as shown:
        rows(shown).first.locator(".title").wait_for()
        shown.locator("#nav-collections a", has_text="shopping").wait_for()
        rows(shown).nth(0).drag_to(shown.locator("#nav-collections a", has_text="shopping"))
        wait(lambda: "Page 000" in alice.weft("col", "show", "shopping"))
        for at in (1, 2):
            rows(shown).nth(at).hover()
            rows(shown).nth(at).locator("input.pick").check()
        rows(shown).nth(1).drag_to(shown.locator("#nav-tags a", has_text="even"))
        wait(lambda: alice.weft("ls", "#even", "-N", "0").count("#even") == 31)


def test_what_is_dragged_can_be_done_from_the_menu_too(alice):
    alice.weft("col", "new", "shopping")
    with page(alice, "/links?sort=title") as shown:
        rows(shown).first.locator(".title").wait_for()
        shown.keyboard.press("j")
        shown.keyboard.press("Shift+F10")
        shown.get_by_role("menuitem", name="Put in a collection").click()
        shown.get_by_label("Collection; a new name makes one").fill("shopping")
        shown.keyboard.press("Enter")
        wait(lambda: "Page 000" in alice.weft("col", "show", "shopping"))


def test_the_palette_finds_commands_tags_and_things_by_keys(alice):
    with page(alice) as shown:
        rows(shown).first.locator(".title").wait_for()
        shown.keyboard.press("Control+k")
        shown.get_by_role("dialog").get_by_role("combobox").wait_for()
        axe(shown)
        shown.keyboard.type("page 042")
        shown.get_by_role("option", name=re.compile("Page 042 of many")).wait_for()
        axe(shown)
        shown.keyboard.press("Enter")
        shown.get_by_role("heading", name="Page 042 of many", level=1).wait_for()
        shown.keyboard.press("Control+k")
        shown.keyboard.type("trash")
        shown.get_by_role("option", name=re.compile("^Trash")).first.click()
        shown.get_by_role("heading", name="Trash", level=1).wait_for()
        shown.keyboard.press("Control+k")
        shown.keyboard.type("even")
        shown.get_by_role("option", name=re.compile("^even tag")).click()
        shown.get_by_text("30 links").wait_for()


@only_chromium
def test_a_long_press_selects_and_a_tap_adds(alice):
    with page(alice, "/links?sort=title", size=PHONE, touch=True) as shown:
        rows(shown).first.locator(".title").wait_for()
        box = rows(shown).nth(0).bounding_box()
        devtools = shown.context.new_cdp_session(shown)
        point = [{"x": box["x"] + 60, "y": box["y"] + 60}]
        devtools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": point})
        shown.get_by_text("1 selected").first.wait_for()
        devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        shown.wait_for_timeout(200)
        assert "/thing/" not in shown.url
        tap(rows(shown).nth(1).locator(".title"))
        shown.get_by_text("2 selected").first.wait_for()
        axe(shown)
        tap(shown.get_by_role("button", name="Clear the selection"))
        tap(rows(shown).nth(1).locator(".title"))
        shown.locator(".thing-page h1").wait_for()


def test_new_things_move_nothing_that_is_read(alice):
    with page(alice) as shown:
        rows(shown).first.locator(".title").wait_for()
        shown.evaluate("scrollTo(0, 1500)")
        shown.wait_for_timeout(400)
        seen = shown.locator(".thing .title").nth(8)
        before = seen.bounding_box()["y"]
        alice.add("https://new.example/", "--title", "Brand new")
        shown.get_by_role("button", name="1 new above").wait_for()
        assert abs(seen.bounding_box()["y"] - before) < 2
        shown.get_by_role("button", name="1 new above").click()
        shown.locator(".thing .title", has_text="Brand new").wait_for()


def test_a_picture_that_is_none_leaves_a_tile_without_one(alice, tmp_path):
    alice.add("https://picture.example/", "--title", "With a picture", "--thumbnail", picture(tmp_path / "one.png"))
    with page(alice, "/links?view=board", quiet=True) as shown:
        shown.locator(".thing", has_text="With a picture").locator("img").wait_for()
        shown.route("**/v1/blobs/**", lambda route: route.fulfill(status=200, content_type="image/png", body=b"no picture"))
        shown.reload()
        shown.locator(".thing .title", has_text="With a picture").wait_for()
        shown.locator(".thing .picture").wait_for(state="detached")


def test_the_page_says_that_the_node_is_down_and_what_was_done_goes_when_it_is_back(alice):
    with page(alice, "/links?sort=title", quiet=True) as shown:
        rows(shown).first.locator(".title").wait_for()
        alice.down()
        shown.keyboard.press("j")
        shown.keyboard.press("u")
        shown.get_by_text("Your node does not answer.").first.wait_for()
        expect(rows(shown).first.locator(".title")).to_be_visible()


def test_on_a_phone_the_other_places_collections_and_tags_stand_in_a_sheet(alice):
    with page(alice, "/links", size=PHONE, touch=True) as shown:
        shown.get_by_role("button", name="More").click()
        sheet = shown.get_by_role("dialog", name="More")
        sheet.get_by_role("link", name="Settings").wait_for()
        axe(shown)
        sheet.get_by_role("link", name="Outfits").click()
        shown.get_by_role("heading", name="Outfits", level=1).wait_for()
        expect(sheet).to_have_count(0)


def test_a_question_mark_lists_the_keys_of_the_screen_that_one_is_on(alice):
    with page(alice, "/links") as shown:
        shown.locator(".thing").first.wait_for()
        shown.keyboard.press("?")
        keys = shown.get_by_role("dialog", name="All keys")
        for words in ("Search", "Move to trash", "Go through the list"):
            keys.get_by_text(words, exact=True).wait_for()
        axe(shown)
        shown.keyboard.press("Escape")
        expect(keys).to_have_count(0)
        visit(shown, "/people")
        shown.get_by_role("heading", name="People", level=1).wait_for()
        shown.keyboard.press("?")
        keys.get_by_text("Make a code", exact=True).wait_for()
        expect(keys.get_by_text("Move to trash", exact=True)).to_have_count(0)


def test_a_list_longer_than_a_browser_allows_is_settled_at_rest_but_not_under_a_hand(alice):
    with page(alice, "/links?view=list") as shown:
        # As if the browser cut what is higher than a few thousand pixels.
        shown.context.add_init_script("Object.defineProperty(window, 'devicePixelRatio', { get: () => 4000 })")
        shown.reload()
        rows(shown).first.wait_for()
        assert shown.evaluate("document.querySelector('.things').getBoundingClientRect().height") == 2000

        def seen():
            return shown.evaluate("""() => {
              const [first] = [...document.querySelectorAll('.thing')].filter((one) => one.getBoundingClientRect().top > 60)
              return [first.dataset.id, first.getBoundingClientRect().top]
            }""")

        def stays(before):
            now = seen()
            assert now[0] == before[0] and abs(now[1] - before[1]) < 2, (before, now)

        # The wheel: after a rest the bar is where it belongs, and nothing that is seen moves.
        shown.mouse.move(600, 400)
        shown.mouse.wheel(0, 300)
        wait(lambda: shown.evaluate("scrollY") == 300)
        before = seen()
        wait(lambda: shown.evaluate("scrollY") < 300)
        stays(before)
        # A hand on the bar: a scroll without wheel, key or finger. However long it rests, nothing is taken from it.
        shown.wait_for_timeout(1300)
        where = shown.evaluate("scrollBy(0, 120), scrollY")
        shown.wait_for_timeout(700)
        assert shown.evaluate("scrollY") == where
        before = seen()
        shown.mouse.move(610, 410)
        wait(lambda: shown.evaluate("scrollY") < where)
        stays(before)


def test_a_name_with_quotation_marks_is_found_by_its_link(alice):
    alice.weft("col", "new", 'The "best" of')
    alice.weft("col", "add", 'The "best" of', "https://site7.example/7")
    with page(alice) as shown:
        shown.locator("#nav-collections a", has_text='The "best" of').click()
        shown.get_by_text("1 link", exact=True).wait_for()
        shown.locator(".thing .title", has_text="Page 007").wait_for()
