"""Places, the radar, films of them, and the way through a shopping list."""

import json
import re

import pytest

from media import film, has_films, photo
from story import NARROW, PHONE, axe, expect, find, friends, node, page, smoke, visit, wait

HERE = json.dumps({"lat": 48.2082, "lon": 16.3738, "name": "Vienna"})
needs_films = pytest.mark.skipif(not has_films(), reason="ffmpeg is not installed")


@pytest.fixture(scope="module")
def people(tmp_path_factory):
    """Ben has a café with clips and a hat shop, and offers garments there; Alice wants some."""
    folder = tmp_path_factory.mktemp("media")
    with friends("Alice", "Ben") as (alice, ben):
        ben.loom = find(ben.json(
            "place", "new", "Café Loom", "--at", "48.2100,16.3700", "--category", "food/cafe", "--hours", "mo-su 00:00-24:00",
            "--address", "Ring 1", "--contact", "tel:+4312345", "--audience", "friends"), "id")
        ben.hats = find(ben.json("place", "new", "Hats & More", "--at", "48.2300,16.4200", "--category", "shop/clothes", "--audience", "friends"), "id")
        ben.weft("place", "new", "Lake bench", "--at", "47.8500,16.7500", "--category", "outdoors/bench", "--audience", "friends")
        for name, place, color in (("Brown coat", ben.hats, (120, 70, 40)), ("Green dress", ben.loom, (30, 120, 80))):
            shot = photo(folder / f"{name}.jpg", color, folder / f"{name}-t.jpg")
            ben.weft("garment", "add", name, "--price", "120EUR", "--photo", shot, "--thumbnail", str(folder / f"{name}-t.jpg"),
                     "--place", place, "--audience", "friends")
        if has_films():
            for theme, color in (("opening", "brown"), ("food", "orange")):
                ben.weft("place", "clip", "add", film(folder / f"{theme}.mp4", color), "--place", ben.loom, "--theme", theme,
                         "--message", f"About {theme}", "--audience", "friends")
            alice.film = film(folder / "mine.mp4", "navy", 4)
            alice.long_film = film(folder / "long.mp4", "navy", 20)
        wait(lambda: len(alice.json("search", "type:garment")["items"]) == 2)
        wait(lambda: not has_films() or len(alice.json("search", "type:clip")["items"]) == 2)
        yield alice, ben


def from_here(shown):
    shown.evaluate("here => localStorage.setItem('weft.centre', here)", HERE)


@smoke
def test_places_stand_by_distance_in_a_list_and_on_a_radar(people):
    alice, _ = people
    with page(alice, "/places") as shown:
        shown.get_by_text("Say from where you look").wait_for()
        shown.get_by_label("From", exact=True).fill("somewhere")
        shown.get_by_role("button", name="Look from there").click()
        shown.get_by_text("That is no position").wait_for()
        shown.get_by_label("From", exact=True).fill("48.2082, 16.3738")
        shown.get_by_label("From", exact=True).press("Enter")
        shown.wait_for_url("**near=48.208200**")
        shown.locator(".radar .dot-link").first.wait_for()
        expect(shown.locator(".places-list .called")).to_have_text(["Café Loom", "Hats & More"], use_inner_text=True)
        expect(shown.locator(".places-list .far")).to_have_text(["350 m north-west", "4.2 km north-east"], use_inner_text=True)
        dot = shown.get_by_role("link", name="Café Loom, 350 m north-west")
        axe(shown)
        shown.get_by_role("button", name="50 km").click()
        shown.get_by_role("link", name=re.compile("Lake bench, 49 km south-east")).first.wait_for()
        dot.focus()
        expect(shown.locator(".places-list li.paired .called")).to_have_text("Café Loom", use_inner_text=True)
        shown.keyboard.press("Enter")
        shown.get_by_role("heading", name="Café Loom", level=1).wait_for()


def test_moving_the_radar_offers_to_search_that_area(people):
    alice, _ = people
    with page(alice, "/places?near=48.2082,16.3738&km=5") as shown:
        shown.locator(".radar .dot-link").first.wait_for()
        shown.get_by_label("Radar; the arrow keys move it").focus()
        for _ in range(8):
            shown.keyboard.press("ArrowDown")
        shown.get_by_role("button", name="Search this area").click()
        shown.get_by_text("No places here").wait_for()
        shown.get_by_role("button", name="Look further away").click()
        shown.locator(".places-list li").first.wait_for()


def test_where_the_device_is_is_asked_only_after_a_click_and_a_warning(people):
    alice, _ = people
    with page(alice, "/places") as shown:
        shown.context.grant_permissions(["geolocation"])
        shown.context.set_geolocation({"latitude": 48.23, "longitude": 16.42})
        shown.get_by_role("button", name="Where I am").click()
        shown.get_by_text("most browsers ask a service").wait_for()
        axe(shown)
        shown.get_by_role("button", name="Ask the browser").click()
        shown.wait_for_url("**near=48.230000**")
        expect(shown.locator(".places-list .far").first).to_have_text("right here", use_inner_text=True)


def test_a_place_is_added_by_keys_alone_and_needs_a_category_and_a_position(people):
    alice, _ = people
    with page(alice, "/places") as shown:
        shown.locator(".missing").wait_for()
        shown.keyboard.press("a")
        shown.wait_for_function("() => document.activeElement.closest('dialog') && document.activeElement.tagName === 'INPUT'")
        shown.keyboard.type("Test bar")
        done = shown.get_by_role("button", name="Add it")
        expect(done).to_be_disabled()
        shown.keyboard.press("Tab")
        shown.keyboard.type("food/bar")
        for _ in range(3):
            shown.keyboard.press("Tab")
        expect(done).to_be_disabled()
        shown.keyboard.type("48.2, 16.38")
        expect(done).to_be_enabled()
        shown.get_by_label("Opening hours").fill("sometimes")
        shown.get_by_text("Write days and times").wait_for()
        shown.get_by_label("Opening hours").fill("mo-su 00:00-24:00")
        shown.locator("dialog .week", has_text="Always open").wait_for()
        axe(shown)
        shown.keyboard.press("Enter")
        shown.get_by_role("heading", name="Test bar", level=1).wait_for()
        shown.get_by_text("What you offer").wait_for()
        assert find(alice.json("place", "ls", "Test"), "position") == "48.200000,16.380000"
        shown.locator(".toast").get_by_role("button", name="Undo").click()
        wait(lambda: not alice.json("place", "ls", "Test")["items"])


def test_a_place_says_whether_it_is_open_and_what_is_there(people):
    alice, ben = people
    with page(alice) as shown:
        from_here(shown)
        visit(shown, f"/place/{ben.loom}")
        shown.locator(".fact .open-state", has_text="Always open").wait_for()
        expect(shown.get_by_role("link", name="Open in a map")).to_have_attribute("href", "geo:48.210000,16.370000")
        expect(shown.get_by_role("link", name="+4312345")).to_have_attribute("href", "tel:+4312345")
        shown.locator(".tiles .called", has_text="Green dress").wait_for()
        shown.get_by_role("button", name="Follow", exact=True).click()
        shown.get_by_role("button", name="Following").wait_for()
        shown.get_by_text("1 follower").wait_for()
        axe(shown)


def test_who_keeps_a_place_sees_and_changes_what_they_offer(people):
    _, ben = people
    with page(ben) as shown:
        visit(shown, f"/place/{ben.hats}")
        price = shown.get_by_label("Price of Brown coat")
        price.fill("99 EUR")
        price.press("Enter")
        wait(lambda: find(ben.json("garment", "ls", "Brown"), "price") == "99 EUR")
        shown.get_by_role("button", name="Sold out").click()
        shown.locator(".offers li.gone").wait_for()
        shown.get_by_role("button", name="Sold out").click()
        shown.locator(".offers li.gone").wait_for(state="detached")
        axe(shown)


@needs_films
def test_a_reel_plays_silently_with_the_next_one_loaded_and_goes_on_by_keys(people):
    alice, ben = people
    with page(alice) as shown:
        answers = []
        shown.on("response", lambda answer: "/v1/blobs/" in answer.url and answers.append(answer.status))
        visit(shown, f"/reel/{ben.loom}")
        shown.wait_for_function("() => document.querySelector('.film video')?.currentTime > 0.2")
        assert shown.evaluate("document.querySelector('.film video').muted")
        assert 206 in answers
        shown.get_by_text("About food").wait_for()
        axe(shown)
        shown.keyboard.press("ArrowRight")
        shown.get_by_text("About opening").wait_for()
        expect(shown).to_have_url(re.compile("clip="))
        shown.keyboard.press("l")
        shown.locator("[data-act=like][aria-pressed=true]").wait_for()
        shown.keyboard.press(" ")
        shown.wait_for_function("() => document.querySelector('.film video').paused")
        shown.get_by_role("group", name="Themes").get_by_role("button", name="food").click()
        shown.wait_for_url("**theme=food**")
        shown.get_by_text("1 clip", exact=True).wait_for()


@needs_films
def test_nothing_plays_by_itself_where_one_wants_little_motion(people):
    alice, ben = people
    with page(alice, still=True) as shown:
        visit(shown, f"/reel/{ben.loom}")
        shown.locator(".film video").wait_for()
        shown.wait_for_timeout(800)
        assert shown.evaluate("document.querySelector('.film video').paused")
        shown.get_by_role("button", name="Play", exact=True).click()
        shown.wait_for_function("() => !document.querySelector('.film video').paused")


@needs_films
def test_a_clip_is_made_from_a_file_and_survives_a_closed_tab_until_it_is_sent(people):
    alice, ben = people
    with page(alice, quiet=True) as shown:
        visit(shown, f"/reel/{ben.loom}")
        shown.get_by_role("button", name="Make a clip").click()
        shown.locator("dialog input[type=file]").set_input_files(alice.long_film)
        shown.get_by_text("Too long").wait_for()
        keep = shown.get_by_role("button", name="Keep the clip")
        expect(keep).to_be_disabled()
        shown.get_by_role("button", name="Another one").click()
        shown.locator("dialog input[type=file]").set_input_files(alice.film)
        shown.get_by_text("Ready: 4").wait_for()
        axe(shown)
        shown.get_by_label("Message").fill("Mine. " + "x" * 200)
        shown.get_by_text("0 letters left").wait_for()
        shown.get_by_label("Theme", exact=True).fill("mine")
        # The node does not take it now; the film waits in the browser.
        shown.route("**/v1/blobs?as=clip", lambda route: route.fulfill(status=503, json={"title": "busy", "detail": "the node is busy"}))
        keep.click()
        shown.get_by_text("the node is busy").wait_for()
        assert not alice.json("search", "theme:mine")["items"]
        shown.unroute("**/v1/blobs?as=clip")
        shown.reload()
        shown.get_by_text("Kept the clip Mine").wait_for()
        assert alice.json("search", "theme:mine")["items"]
        shown.locator(".unsent").wait_for(state="hidden")
        wait(lambda: ben.json("search", "theme:mine")["items"], 20)


@needs_films
@smoke
def test_a_clip_is_made_with_the_camera(people):
    alice, ben = people
    with page(alice) as shown:
        # A camera that is drawn: the browser of the story has none.
        shown.evaluate("""() => {
            const canvas = Object.assign(document.createElement("canvas"), { width: 240, height: 240 })
            const draw = () => { const c = canvas.getContext("2d"); c.fillStyle = `hsl(${performance.now() / 10 % 360} 80% 50%)`; c.fillRect(0, 0, 240, 240) }
            setInterval(draw, 60)
            navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(15)
        }""")
        visit(shown, f"/place/{ben.loom}")
        shown.get_by_role("button", name="Make a clip").click()
        shown.get_by_role("button", name="Use the camera").click()
        shown.get_by_role("button", name="Record").click()
        stop = shown.get_by_role("button", name="Stop recording")
        stop.wait_for()
        axe(shown)
        shown.wait_for_function("() => !document.querySelector('button.record').disabled")
        stop.click()
        shown.get_by_text("Ready: 3").wait_for()
        shown.get_by_label("Theme", exact=True).fill("camera")
        shown.get_by_role("button", name="Keep the clip").click()
        shown.get_by_text("Kept the clip camera").wait_for()
        assert alice.json("search", "theme:camera")["items"]


def test_a_shopping_list_has_a_way_through_its_places(people):
    alice, ben = people
    alice.weft("col", "new", "shopping")
    for name in ("Brown", "Green"):
        alice.weft("col", "add", "shopping", find(alice.json("garment", "ls", name), "id"))
    with page(alice) as shown:
        from_here(shown)
        visit(shown, "/places/route/shopping")
        shown.locator(".way-list > li").nth(1).wait_for()
        expect(shown.locator(".way-list .stop .called")).to_have_text(["Café Loom", "Hats & More"], use_inner_text=True)
        expect(shown.locator(".radar .spot-number")).to_have_text(["1", "2"])
        axe(shown)
        shown.locator(".to-get", has_text="Green dress").get_by_role("button", name="Bought").click()
        shown.get_by_text("Green dress is yours and off the list").wait_for()
        shown.locator(".way-list > li").nth(1).wait_for(state="detached")
        assert [one for one in alice.json("garment", "ls", "Green")["items"] if one["author"]["me"]]


@pytest.mark.parametrize("size", [PHONE, NARROW])
def test_it_fits_on_a_phone_in_the_dark(people, size):
    alice, ben = people
    with page(alice, size=size, dark=True, touch=True, language="de") as shown:
        from_here(shown)
        for path in ("/places", "/places?view=radar", f"/place/{ben.loom}", f"/reel/{ben.loom}", "/places/route/shopping"):
            visit(shown, path)
            shown.wait_for_timeout(600)
            assert shown.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
            axe(shown)
