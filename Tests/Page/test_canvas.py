"""The canvas of an outfit: by mouse, by two fingers, by keys alone, with undo, and with somebody else at it."""

from story import NARROW, PHONE, axe, expect, friends, node, only_chromium, page, saved, smoke, tap
from wardrobe import closetful, eventually, garment, layers, outfit


def monday(alice):
    ids = closetful(alice)
    made = outfit(alice, "Monday", [
        (ids["Blue shirt"], -20, -80, 1.3, 0), (ids["Black trousers"], 40, 150, 1.5, 0), (ids["Red hat"], 0, -290, 0.8, 10),
    ])
    return made, ids


def layer(shown, name):
    return shown.locator(f".layer[aria-label^='{name}']")


def middle(element):
    box = element.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(shown, start, by, steps=8):
    x, y = start
    shown.mouse.move(x, y)
    shown.mouse.down()
    shown.mouse.move(x + by[0], y + by[1], steps=steps)
    shown.mouse.up()


def test_a_mouse_moves_scales_and_turns_and_each_gesture_is_one_act():
    with node() as alice:
        made, _ = monday(alice)
        with page(alice, f"/outfit/{made}") as shown:
            shown.locator(".layer").nth(2).wait_for()
            axe(shown)
            before = layers(alice, made)
            shown.keyboard.down("Alt")
            drag(shown, middle(layer(shown, "Black trousers")), (60, 25))
            shown.keyboard.up("Alt")
            eventually(lambda: layers(alice, made) != before)
            moved = layers(alice, made)
            assert moved["Black trousers"][0] > 100 and moved["Black trousers"][1] > 170
            assert moved["Blue shirt"] == before["Blue shirt"]
            axe(shown)
            drag(shown, middle(shown.locator(".handle.se")), (40, 40))
            eventually(lambda: layers(alice, made)["Black trousers"][2] > 1.6)
            drag(shown, middle(shown.locator(".handle.turn")), (90, 60))
            eventually(lambda: layers(alice, made)["Black trousers"][3] > 0)
            for _ in range(3):
                last = layers(alice, made)
                shown.get_by_role("toolbar", name="Tools").get_by_role("button", name="Undo").click()
                eventually(lambda: layers(alice, made) != last)
            assert layers(alice, made) == before
            shown.get_by_role("toolbar", name="Tools").get_by_role("button", name="Redo").click()
            eventually(lambda: layers(alice, made) == moved)


def test_a_layer_snaps_to_the_middle_of_the_canvas_and_to_right_angles():
    with node() as alice:
        ids = closetful(alice)
        made = outfit(alice, "One", [(ids["Blue shirt"], 60, 0, 1, 20)])
        with page(alice, f"/outfit/{made}") as shown:
            shown.locator(".layer").wait_for()
            unit = shown.locator(".layer").evaluate("one => parseFloat(one.style.width) / 200")
            x, y = middle(layer(shown, "Blue shirt"))
            shown.mouse.move(x, y)
            shown.mouse.down()
            shown.mouse.move(x - 57 * unit, y + 40 * unit, steps=6)
            expect(shown.locator(".snap-lines .x")).to_have_count(1)
            shown.mouse.up()
            eventually(lambda: layers(alice, made)["Blue shirt"][0] == 0)


@only_chromium
def test_two_fingers_scale_and_turn_and_a_cancelled_gesture_leaves_nothing():
    with node() as alice:
        made, _ = monday(alice)
        with page(alice, f"/outfit/{made}", size=PHONE, touch=True) as shown:
            layer(shown, "Blue shirt").wait_for()
            axe(shown)
            before = layers(alice, made)
            x, y = middle(layer(shown, "Blue shirt"))
            touches = shown.context.new_cdp_session(shown)

            def touch(kind, *points):
                touches.send("Input.dispatchTouchEvent", {
                    "type": kind, "touchPoints": [{"x": px, "y": py, "id": at} for at, (px, py) in enumerate(points)]})

            def pinch(end):
                touch("touchStart", (x - 20, y))
                touch("touchStart", (x - 20, y), (x + 20, y))
                for step in range(1, 7):
                    touch("touchMove", (x - 20 - 2 * step, y - 5 * step), (x + 20 + 2 * step, y + 5 * step))
                touch(end)

            pinch("touchCancel")
            pinch("touchEnd")
            eventually(lambda: layers(alice, made)["Blue shirt"][2] > 1.8)
            after = layers(alice, made)["Blue shirt"]
            assert 30 <= after[3] <= 60, after
            assert abs(after[0] + 20) <= 6 and abs(after[1] + 80) <= 6, after
            # The cancelled gesture left nothing: one step back is where it began.
            alice.weft("undo")
            assert layers(alice, made) == before


@smoke
def test_keys_alone_arrange_an_outfit():
    with node() as alice:
        made, _ = monday(alice)
        with page(alice, f"/outfit/{made}") as shown:
            shown.locator(".layer").nth(2).wait_for()
            shown.locator(".stage .layer").first.focus()
            label = "document.activeElement.getAttribute('aria-label')"
            assert shown.evaluate(label) == (
                "Blue shirt, 20 left, 80 up, 130 percent, turned 0 degrees, layer 1 of 3")
            before = layers(alice, made)
            for key in ("ArrowRight", "ArrowRight", "Shift+ArrowDown", "+", "."):
                shown.keyboard.press(key)
            # What follows within a moment is one write, and one undo.
            eventually(lambda: layers(alice, made)["Blue shirt"] == (0, -79, 1.43, 15, 1))
            shown.keyboard.press("PageUp")
            eventually(lambda: layers(alice, made)["Blue shirt"][4] == 2)
            eventually(lambda: "layer 2 of 3" in shown.evaluate(label))
            shown.keyboard.press("Control+z")
            eventually(lambda: layers(alice, made)["Blue shirt"][4] == 1)
            shown.keyboard.press("Control+z")
            eventually(lambda: layers(alice, made) == before)
            shown.keyboard.press("Control+d")
            eventually(lambda: shown.locator(".layer").count() == 4)
            shown.keyboard.press("z")
            eventually(lambda: shown.locator(".layer").count() == 3)
            layer(shown, "Red hat").focus()
            shown.keyboard.press("Delete")
            eventually(lambda: "Red hat" not in layers(alice, made))
            # From the garments beside it: f, words, and Tab to what is found.
            shown.keyboard.press("f")
            shown.keyboard.type("grey")
            eventually(lambda: shown.locator(".drawer-grid button").count() == 1)
            shown.locator(".drawer-grid button").focus()
            shown.keyboard.press("Enter")
            eventually(lambda: "Grey coat" in layers(alice, made))
            shown.keyboard.press("Enter")
            eventually(lambda: "Grey coat" not in layers(alice, made))
            axe(shown)


def test_numbers_are_exact_and_layers_are_reordered_and_hidden():
    with node() as alice:
        made, _ = monday(alice)
        with page(alice, f"/outfit/{made}") as shown:
            shown.locator(".layer").nth(2).wait_for()
            shown.get_by_role("button", name="Black trousers", exact=True).first.click()
            tools = shown.get_by_role("toolbar", name="Tools")
            tools.get_by_role("spinbutton", name="Right").fill("-37")
            tools.get_by_role("spinbutton", name="Right").press("Enter")
            tools.get_by_role("spinbutton", name="Turn").fill("33")
            tools.get_by_role("spinbutton", name="Turn").press("Enter")
            eventually(lambda: layers(alice, made)["Black trousers"][0] == -37 and layers(alice, made)["Black trousers"][3] == 33)
            shown.get_by_role("button", name="Lower: Black trousers").click()
            eventually(lambda: layers(alice, made)["Black trousers"][4] == 1)
            shown.get_by_role("button", name="Hide: Red hat").click()
            expect(layer(shown, "Red hat")).to_be_hidden()
            shown.get_by_role("button", name="Show: Red hat").click()
            expect(layer(shown, "Red hat")).to_be_visible()
            axe(shown)


def test_two_pages_on_one_outfit_see_each_others_changes():
    with node() as alice:
        made, _ = monday(alice)
        with page(alice, f"/outfit/{made}") as one, page(alice, f"/outfit/{made}") as other:
            for shown in (one, other):
                shown.locator(".layer").nth(2).wait_for()
            layer(one, "Blue shirt").focus()
            one.keyboard.press("ArrowRight")
            eventually(lambda: "10 left" in layer(other, "Blue shirt").get_attribute("aria-label"))
            expect(other.locator(".canvas-news")).to_contain_text("Blue shirt was moved elsewhere", use_inner_text=True)
            expect(one.locator(".canvas-news")).to_have_text("", use_inner_text=True)
            # While one drags it, the other turns it: both stand.
            x, y = middle(layer(one, "Blue shirt"))
            one.keyboard.down("Alt")
            one.mouse.move(x, y)
            one.mouse.down()
            one.mouse.move(x + 70, y + 30, steps=5)
            held = layer(one, "Blue shirt").get_attribute("aria-label").split(",")[1]
            layer(other, "Blue shirt").focus()
            other.keyboard.press(".")
            eventually(lambda: "turned 15" in layer(one, "Blue shirt").get_attribute("aria-label"))
            assert layer(one, "Blue shirt").get_attribute("aria-label").split(",")[1] == held
            one.mouse.up()
            one.keyboard.up("Alt")
            eventually(lambda: layers(alice, made)["Blue shirt"][3] == 15 and layers(alice, made)["Blue shirt"][0] > 20)
            eventually(lambda: layer(one, "Blue shirt").get_attribute("aria-label")
                       == layer(other, "Blue shirt").get_attribute("aria-label"))


def test_what_one_may_not_see_is_a_hatched_box_and_changes_of_its_author_are_seen():
    with friends("Alice", "Bob") as (alice, bob):
        seen = garment(alice, "Green coat", "coat", "green", audience="friends")
        secret = garment(alice, "Secret hat", "hat", "red")
        made = outfit(alice, "Walk", [(seen, 0, 0, 1.5, 0), (secret, 0, -250, 0.8, 0)], audience="friends")
        with page(bob, "/outfits") as shown:
            eventually(lambda: "Walk" in shown.locator("#main").inner_text(), 20)
            shown.get_by_role("link", name="Walk").click()
            eventually(lambda: shown.locator(".layer").count() == 2)
            expect(shown.locator(".layer.unseen-thing")).to_have_count(1)
            assert "Secret" not in shown.locator("body").inner_text()
            expect(shown.locator(".layers-place")).to_contain_text("Keep your own copy", use_inner_text=True)
            axe(shown)
            alice.weft("outfit", "put", made, seen, "--at=50,20")
            eventually(lambda: "Alice moved Green coat" in shown.locator(".canvas-news").inner_text(), 20)
            assert "50 right" in layer(shown, "Green coat").get_attribute("aria-label")


def test_two_people_of_a_group_arrange_one_outfit():
    with friends("Alice", "Bob") as (alice, bob):
        alice.weft("group", "new", "looks")
        bob.weft("join", alice.weft("group", "invite", "looks").strip().splitlines()[-1])
        coat = garment(alice, "Green coat", "coat", "green", audience="group:looks")
        made = outfit(alice, "Walk", [(coat, 0, 0, 1.8, 0)], audience="group:looks")
        garment(bob, "Brown boots", "shoes", "brown", audience="group:looks")
        with page(bob, "/outfits") as shown:
            eventually(lambda: "Walk" in shown.locator("#main").inner_text(), 20)
            shown.get_by_role("link", name="Walk").click()
            layer(shown, "Green coat").wait_for()
            layer(shown, "Green coat").focus()
            shown.keyboard.press("ArrowRight")
            eventually(lambda: layers(alice, made)["Green coat"][0] == 10, 20)
            shown.get_by_role("button", name="Brown boots").click()
            eventually(lambda: "Brown boots" in layers(alice, made), 20)
            alice.weft("outfit", "put", made, coat, "--rot", "15")
            eventually(lambda: "Alice turned Green coat" in shown.locator(".canvas-news").inner_text(), 20)
            axe(shown)


def test_an_outfit_is_worn_and_saved_as_a_picture():
    with node() as alice:
        made, _ = monday(alice)
        with page(alice, f"/outfit/{made}") as shown:
            shown.locator(".layer").nth(2).wait_for()
            shown.get_by_role("button", name="Worn on a day").click()
            shown.locator("dialog").get_by_label("Day").fill("2026-02-03")
            axe(shown)
            shown.locator("dialog").get_by_role("button", name="Worn on a day").click()
            eventually(lambda: "worn on 1 day" in shown.locator(".outfit-line").inner_text())
            shown.get_by_role("button", name="Commands for Monday").click()
            with saved(shown) as file:
                shown.get_by_role("menuitem", name="Save as a picture").click()
            assert file[0] == "Monday.png"


def test_the_canvas_fits_a_narrow_phone():
    with node() as alice:
        made, _ = monday(alice)
        for size in (PHONE, NARROW):
            with page(alice, f"/outfit/{made}", size=size, dark=True, touch=True) as shown:
                shown.locator(".layer").nth(2).wait_for()
                assert shown.evaluate("document.documentElement.scrollWidth <= innerWidth")
                axe(shown)
                tap(shown.locator(".drawer-grid button").first)
                eventually(lambda: shown.locator(".layer").count() >= 2)
