"""The closet, garments, adding many photos, outfits in lists and suggestions: by mouse, by keys and on a phone."""

import pathlib
import re

from story import NARROW, PHONE, axe, expect, friends, node, page, smoke, visit
from wardrobe import closetful, eventually, garment, outfit, photos


def names(shown):
    return shown.locator(".closet .thing a.title").all_inner_texts()


@smoke
def test_facets_narrow_the_closet_and_stand_in_the_address():
    with node() as alice:
        closetful(alice)
        with page(alice, "/closet") as shown:
            eventually(lambda: len(names(shown)) == 6)
            axe(shown)
            shown.get_by_role("button", name="Colour").click()
            panel = shown.locator("#facet-color")
            expect(panel).to_contain_text("red", use_inner_text=True)
            panel.get_by_label("red").check()
            eventually(lambda: sorted(names(shown)) == ["Red hat", "Red shirt"])
            expect(shown).to_have_url(re.compile("color=red"))
            # Or within a facet, and across them.
            panel.get_by_label("blue").check()
            eventually(lambda: len(names(shown)) == 3)
            axe(shown)
            shown.keyboard.press("Escape")
            shown.get_by_role("button", name="Category").click()
            shown.locator("#facet-category").get_by_label("accessories", exact=False).first.check()
            eventually(lambda: names(shown) == ["Red hat"])
            expect(shown.locator(".chosen-facets")).to_contain_text("color:(red,blue)", use_inner_text=True)
            shown.reload()
            eventually(lambda: names(shown) == ["Red hat"])
            shown.get_by_role("link", name="Show all").click()
            eventually(lambda: len(names(shown)) == 6)


def test_garments_are_put_into_a_closet_and_taken_out_by_keys_alone():
    with node() as alice:
        closetful(alice)
        with page(alice, "/closet") as shown:
            eventually(lambda: len(names(shown)) == 6)
            shown.keyboard.press("j")
            shown.keyboard.press("x")
            shown.keyboard.press("j")
            shown.keyboard.press("x")
            expect(shown.locator(".selection-bar")).to_contain_text("2 selected", use_inner_text=True)
            axe(shown)
            shown.keyboard.press("c")
            shown.locator("dialog input").first.wait_for()
            axe(shown)
            shown.keyboard.type("Winter")
            shown.keyboard.press("Enter")
            eventually(lambda: "Put 2 things in Winter" in shown.locator("#toasts").inner_text())
            visit(shown, "/closet/Winter")
            eventually(lambda: len(names(shown)) == 2)
            shown.keyboard.press("j")
            shown.keyboard.press("x")
            shown.get_by_role("button", name="Take out of this closet").click()
            eventually(lambda: len(names(shown)) == 1)


def test_the_state_of_a_garment_is_one_tap_and_undo_takes_it_back():
    with node() as alice:
        ids = closetful(alice)
        with page(alice, f"/garments/{ids['Blue shirt']}") as shown:
            axe(shown)
            wash = shown.get_by_role("button", name="in the wash")
            expect(wash).to_have_attribute("aria-pressed", "false")
            wash.click()
            eventually(lambda: shown.get_by_role("button", name="in the wash").get_attribute("aria-pressed") == "true")
            shown.locator(".toast").get_by_role("button", name="Undo").click()
            eventually(lambda: shown.get_by_role("button", name="in the wash").get_attribute("aria-pressed") == "false")


def test_a_worn_day_counts_for_the_cost_of_wearing():
    with node() as alice:
        ids = closetful(alice)
        with page(alice, f"/garments/{ids['Blue shirt']}") as shown:
            expect(shown.locator(".figures")).to_contain_text("never worn", use_inner_text=True)
            shown.get_by_role("button", name="Worn today").click()
            eventually(lambda: "€49.90" in shown.locator(".figures").inner_text())
            day = shown.get_by_label("Day", exact=True)
            day.fill("2026-01-31")
            shown.get_by_role("button", name="Add this day").click()
            eventually(lambda: "€24.95" in shown.locator(".figures").inner_text())
            axe(shown)


def test_all_fields_of_a_garment_can_be_edited_by_keys():
    with node() as alice:
        ids = closetful(alice)
        with page(alice, f"/garments/{ids['Red hat']}") as shown:
            shown.keyboard.press("e")
            shown.locator("dialog .garment-form").wait_for()
            axe(shown)
            shown.get_by_label("Name", exact=True).fill("Straw hat")
            shown.get_by_label("Price").fill("12 EUR")
            shown.get_by_label("Colours").fill("yellow, beige")
            shown.get_by_label("summer").check()
            shown.keyboard.press("Enter")
            eventually(lambda: shown.locator("h1").inner_text() == "Straw hat")
            text = shown.locator(".garment").inner_text()
            assert "€12.00" in text and "beige, yellow" in text and "summer" in text


def test_a_wrong_price_is_marked_at_its_field():
    with node() as alice:
        ids = closetful(alice)
        with page(alice, f"/garments/{ids['Red hat']}", quiet=True) as shown:
            shown.keyboard.press("e")
            shown.get_by_label("Price").fill("cheap")
            shown.keyboard.press("Enter")
            eventually(lambda: shown.locator(".problem, [aria-invalid=true]").count())


def test_fifty_photos_become_garments_with_thumbnails(tmp_path):
    with node() as alice:
        with page(alice, "/garments/add") as shown:
            shown.set_input_files("#garment-photos", photos(tmp_path, 50))
            eventually(lambda: shown.locator(".adding tbody tr").count() == 50)
            axe(shown)
            forall = shown.locator(".for-all")
            forall.get_by_label("Category").fill("clothes/new")
            forall.get_by_label("Category").press("Tab")
            eventually(lambda: shown.get_by_label("Category: shirt 0").input_value() == "clothes/new")
            shown.get_by_role("button", name="Add 50 garments").click()
            eventually(lambda: shown.locator("tr[data-state=done]").count() == 50, 60)
            axe(shown)
            kept = alice.json("garment", "ls", "category:clothes/new", "-N", "0")
            items = kept if isinstance(kept, list) else kept.get("items", kept)
            assert len(items) == 50
            for one in items:
                words = one["photos"][0].split(" ")
                assert words[5] == "image/webp" and int(words[6]) <= 32 * 1024, words


def unsent(shown):
    """What the browser keeps of photos that were not sent yet."""
    return shown.evaluate("""async () => {
        const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("unsent-garments")
        let text = ""
        for await (const [name, file] of folder.entries())
            if (name.endsWith(".json")) text += await (await file.getFile()).text()
        return text
    }""")


def test_photos_that_were_not_sent_are_there_after_a_reload_and_leaving_asks(tmp_path):
    with node() as alice:
        with page(alice, "/garments/add") as shown:
            asked = []
            shown.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
            shown.set_input_files("#garment-photos", photos(tmp_path, 3))
            eventually(lambda: shown.locator(".adding tbody tr").count() == 3)
            shown.get_by_label("Name: shirt 0").fill("Sunday shirt")
            shown.get_by_label("Name: shirt 0").press("Tab")
            eventually(lambda: "Sunday shirt" in unsent(shown))
            shown.reload()
            assert asked == ["beforeunload"]
            eventually(lambda: shown.locator(".adding tbody tr").count() == 3)
            expect(shown.locator(".upload-state").first).to_contain_text("left from last time", use_inner_text=True)
            expect(shown.locator(".adding tbody input[type=text]").first).to_have_value("Sunday shirt")
            shown.get_by_role("button", name="Add 3 garments").click()
            eventually(lambda: shown.locator("tr[data-state=done]").count() == 3, 20)
            assert unsent(shown) == ""
            shown.reload()
            shown.get_by_role("heading", level=1).wait_for()
            expect(shown.locator(".adding tbody tr")).to_have_count(0)


def test_what_is_no_picture_is_said_so_in_its_row(tmp_path):
    with node() as alice:
        with page(alice, "/garments/add") as shown:
            text = pathlib.Path(tmp_path) / "notes.txt"
            text.write_text("no picture")
            broken = pathlib.Path(tmp_path) / "broken.png"
            broken.write_bytes(b"not a picture")
            shown.set_input_files("#garment-photos", [str(text), str(broken)])
            eventually(lambda: "left out" in shown.locator(".upload-state").first.inner_text())
            shown.get_by_role("button", name="Add 1 garment").click()
            eventually(lambda: "failed" in shown.locator(".upload-state").nth(1).inner_text())
            axe(shown)


def test_a_plain_background_is_taken_away_before_the_photo_is_kept(tmp_path):
    with node() as alice:
        with page(alice, "/garments/add") as shown:
            shown.set_input_files("#garment-photos", photos(tmp_path, 1))
            shown.get_by_role("button", name="Remove the background: shirt 0").click()
            button = shown.get_by_role("button", name="Remove the background: shirt 0")
            eventually(lambda: button.get_attribute("aria-pressed") == "true")
            shown.get_by_role("button", name="Add 1 garment").click()
            eventually(lambda: shown.locator("tr[data-state=done]").count() == 1, 20)
            kept = alice.json("garment", "ls")
            items = kept if isinstance(kept, list) else kept.get("items", kept)
            assert items[0]["photos"][0].split(" ")[1] == "image/webp"


def test_outfits_are_pictures_and_a_suggestion_says_why():
    with node() as alice:
        ids = closetful(alice)
        outfit(alice, "Monday", [(ids["Blue shirt"], 0, -80, 1.3, 0), (ids["Black trousers"], 0, 130, 1.5, 0)])
        with page(alice, "/outfits") as shown:
            eventually(lambda: shown.locator(".outfit-picture .piece").count() == 2)
            axe(shown)
            shown.get_by_role("link", name="Suggest one").click()
            eventually(lambda: shown.locator(".pieces > li").count() >= 2)
            expect(shown.locator(".pieces")).to_contain_text("is clean", use_inner_text=True)
            axe(shown)
            shown.get_by_role("button", name="Make an outfit of it").click()
            shown.locator("dialog input[type=text]").first.fill("Tuesday")
            shown.keyboard.press("Enter")
            eventually(lambda: shown.locator(".layer").count() >= 2)
            expect(shown.locator("h1")).to_have_text("Tuesday", use_inner_text=True)


def test_figures_are_meters_and_tables():
    with node() as alice:
        ids = closetful(alice)
        alice.weft("garment", "wear", ids["Blue shirt"])
        with page(alice, "/garments/stats") as shown:
            eventually(lambda: "Blue shirt" in shown.locator(".stat-columns").inner_text())
            assert shown.locator("meter").count() > 3
            axe(shown)


def test_hostile_words_change_nothing_but_their_own_tile():
    with node() as alice:
        garment(alice, "<img src=x onerror=alert(1)> " + "long " * 190 + "\u202egnp.exe \U0001F9E5", photo=False)
        garment(alice, "Plain")
        for size in (PHONE, NARROW):
            with page(alice, "/closet", size=size, dark=True, touch=True) as shown:
                eventually(lambda: len(names(shown)) == 2)
                assert shown.evaluate("document.documentElement.scrollWidth <= innerWidth")
                axe(shown)
                shown.locator(".thing a.title").nth(1).click()
                eventually(lambda: shown.locator(".garment").count())
                assert shown.evaluate("document.documentElement.scrollWidth <= innerWidth")
                axe(shown)


def test_a_garment_of_somebody_else_can_be_kept_as_ones_own():
    with friends("Alice", "Bob") as (alice, bob):
        shared = garment(alice, "Green coat", "coat", "green", audience="friends")
        with page(bob, "/closet") as shown:
            eventually(lambda: "Green coat" in names(shown), 20)
            visit(shown, f"/garments/{shared}")
            eventually(lambda: shown.locator("h1").inner_text() == "Green coat")
            expect(shown.get_by_role("button", name="Edit")).to_have_count(0)
            axe(shown)
            shown.get_by_role("button", name="Keep my own copy").click()
            eventually(lambda: shown.get_by_role("button", name="Edit").count() == 1)


def test_the_closet_speaks_german():
    with node() as alice:
        closetful(alice)
        with page(alice, "/closet", language="de-DE") as shown:
            eventually(lambda: "6 Kleidungsstücke" in shown.locator("h1").inner_text())
            axe(shown)
