"""The first run."""

import json
import re

from story import PHONE, axe, expect, node, page, said, smoke

MARKS = '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><A HREF="https://quilt.example/">Quilt</A></DL>'


def api(one, method, path, body=None):
    words = ["api", method, path, *([json.dumps(body)] if body is not None else [])]
    return json.loads(one.weft(*words))


def overflow(shown):
    return shown.evaluate("document.documentElement.scrollWidth - innerWidth")


@smoke
def test_a_new_profile_begins_with_the_first_run_and_ends_at_its_links(tmp_path):
    file = tmp_path / "marks.html"
    file.write_text(MARKS)
    with node("Alice") as alice, page(alice, "/") as shown:
        # The story opens the page at /, which leads here.
        said(shown, "Step 1 of 4")
        axe(shown)
        # The words never pass through the browser.
        expect(shown.locator("input, textarea")).to_have_count(2)
        shown.get_by_label("What are you called?").fill("Alice B.")
        shown.get_by_role("button", name="Next").click()
        shown.get_by_role("heading", name="Bring your links").wait_for()
        shown.locator("input[type=file]").set_input_files(file)
        shown.get_by_role("button", name="Take in 1").click()
        shown.get_by_role("heading", name="marks.html is taken in").wait_for()
        axe(shown)
        shown.get_by_role("button", name="Next").click()
        shown.get_by_label("All my friends").check()
        shown.locator(".toast", has_text=re.compile("friends")).wait_for()
        axe(shown)
        shown.get_by_role("button", name="Next").click()
        shown.get_by_role("button", name="Make a code").click()
        shown.locator("dialog .code").wait_for()
        shown.keyboard.press("Escape")
        axe(shown)
        shown.get_by_role("button", name="To my links").click()
        said(shown, "Quilt")
        assert api(alice, "GET", "/v1/settings")["audience"] == "friends"
        assert api(alice, "GET", "/v1/profile")["profile"]["name"] == "Alice B."


def test_each_step_is_gone_through_by_keys_and_back():
    with node("Alice") as alice, page(alice, "/welcome") as shown:
        shown.get_by_label("What are you called?").press("Enter")
        shown.get_by_role("heading", name="Bring your links").wait_for()
        shown.get_by_role("button", name="Next").press("Enter")
        shown.get_by_role("heading", name="Where do new links go?").wait_for()
        shown.get_by_label("Only me").focus()
        shown.keyboard.press("ArrowDown")
        shown.locator(".toast").first.wait_for()
        shown.get_by_role("button", name="Next").press("Enter")
        shown.get_by_role("heading", name="Meet somebody").wait_for()
        shown.go_back()
        shown.get_by_role("heading", name="Where do new links go?").wait_for()
        expect(shown.get_by_label("All my friends")).to_be_checked()


def test_who_leaves_the_first_run_is_not_led_there_again():
    with node("Alice") as alice, page(alice, "/") as shown:
        said(shown, "Step 1 of 4")
        shown.get_by_role("button", name="Leave this").click()
        said(shown, "Nothing kept yet")
        shown.goto(shown.url.split("/links")[0] + "/")
        said(shown, "Nothing kept yet")


def test_the_first_run_fits_a_phone_in_german():
    with node("Alice") as alice:
        for step in range(1, 5):
            with page(alice, f"/welcome?step={step}", size=PHONE, dark=True, touch=True, language="de") as shown:
                said(shown, f"Schritt {step} von 4")
                assert overflow(shown) <= 0
                axe(shown)
