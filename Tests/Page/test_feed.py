"""What others share: the feed, judging, what one likes, and what one shows."""

import re

import pytest

from media import photo
from story import NARROW, PHONE, axe, expect, find, friends, page, smoke, visit, wait

HOSTILE = "<img src=x onerror=alert(1)> \u202eevil\u202c " + "longword" * 90


@pytest.fixture(scope="module")
def people(tmp_path_factory):
    """Alice follows Ben, who has shared a burst of links and some garments; Cleo has shared what is hostile."""
    folder = tmp_path_factory.mktemp("photos")
    with friends("Alice", "Ben", "Cleo") as (alice, ben, cleo):
        for number, color in enumerate([(120, 70, 40), (40, 90, 170), (190, 40, 50)]):
            ben.weft("garment", "add", f"Coat {number + 1}", "--category", "clothes/coats", "--price", "45EUR",
                     "--photo", photo(folder / f"{number}.jpg", color, folder / f"{number}-t.jpg"),
                     "--thumbnail", str(folder / f"{number}-t.jpg"), "--audience", "friends")
        for number in range(9):
            ben.add(f"https://loom.example/{number}", "--title", f"Weaving, part {number + 1}", "-t", "weaving", "--audience", "friends")
        cleo.add("https://evil.example/", "--title", HOSTILE, "--audience", "friends")
        alice.add("https://apron.example/", "--title", "How to sew an apron", "--audience", "friends")
        alice.weft("follow", "@Ben")
        wait(lambda: find(ben.json("search", "apron"), "id"))
        wait(lambda: len(alice.json("feed", "-N", "50")["items"]) == 12)
        wait(lambda: find(alice.json("search", "evil"), "id"))
        yield alice, ben, cleo


def test_the_feed_says_who_shows_what_to_whom_and_folds_a_burst(people):
    alice, *_ = people
    with page(alice, "/feed") as shown:
        first = shown.locator(".feed > article").first
        first.locator(".called", has_text="Weaving, part 9").wait_for()
        expect(first.locator("header .who a")).to_have_text("Ben", use_inner_text=True)
        expect(first.locator(".mark")).to_contain_text("friends", use_inner_text=True)
        fold = shown.get_by_role("button", name=re.compile("10 more of @Ben"))
        expect(shown.locator(".feed > article")).to_have_count(3)
        fold.click()
        expect(shown.locator(".feed > article")).to_have_count(13)
        shown.locator(".thing-tile img").first.scroll_into_view_if_needed()
        shown.wait_for_function("() => document.querySelector('.thing-tile img').naturalWidth > 0")
        axe(shown)


def test_the_feed_is_read_by_keys_alone(people):
    alice, ben, _ = people
    with page(alice, "/feed") as shown:
        shown.locator(".feed > article").first.wait_for()
        shown.keyboard.press("j")
        shown.keyboard.press("PageDown")
        expect(shown.locator(".feed > article:nth-of-type(2)")).to_be_focused()
        shown.keyboard.press("k")
        shown.keyboard.press("l")
        shown.locator(".feed > article").first.locator("[data-act=like][aria-pressed=true]").wait_for()
        shown.keyboard.press("c")
        shown.wait_for_function("() => document.activeElement.matches('.comments textarea')")
        shown.keyboard.type("Chapter nine is the best one.")
        shown.keyboard.press("Control+Enter")
        shown.locator(".comments .text", has_text="Chapter nine").wait_for()
        wait(lambda: "Chapter nine" in ben.weft("show", ben.json("search", '"part 9"')["items"][0]["id"]))


def test_what_comes_while_one_reads_waits_above_and_nothing_moves(people):
    alice, ben, _ = people
    with page(alice, "/feed") as shown:
        shown.get_by_role("button", name=re.compile("10 more of @Ben")).click()
        shown.mouse.wheel(0, 1200)
        shown.wait_for_timeout(400)
        seen = "[...document.querySelectorAll('.feed > article')].find(one => one.getBoundingClientRect().bottom > 60)"
        before = shown.evaluate(f"[{seen}.dataset.key, Math.round({seen}.getBoundingClientRect().top)]")
        made = ben.add("https://new.example/", "--title", "A new thing", "--audience", "friends")
        pill = shown.get_by_role("button", name="1 new")
        pill.wait_for()
        assert shown.evaluate(f"[{seen}.dataset.key, Math.round({seen}.getBoundingClientRect().top)]") == before
        pill.click()
        shown.locator(".feed > article", has_text="A new thing").first.wait_for()
        shown.wait_for_function("scrollY === 0")
        # Who comes again finds a mark where they had been.
        visit(shown, "/places")
        ben.add("https://newer.example/", "--title", "A newer thing", "--audience", "friends")
        wait(lambda: find(alice.json("search", "newer"), "id"))
        visit(shown, "/feed")
        shown.get_by_text("You are up to date from here").wait_for()
        texts = shown.locator(".feed > *").all_inner_texts()
        assert "A newer thing" in texts[0] and "up to date" in texts[1]
        ben.weft("rm", made)


@smoke
def test_going_back_leads_to_where_one_was(people):
    alice, *_ = people
    with page(alice, "/feed?type=garment") as shown:
        shown.locator(".feed > article").nth(2).wait_for()
        shown.set_viewport_size({"width": 900, "height": 420})
        shown.mouse.wheel(0, 260)
        # Once it rests, where one is stands in the history.
        shown.wait_for_function("""() => {
          const { anchor } = navigation.currentEntry.getState() ?? {}
          const there = anchor && document.querySelector(`[data-key="${anchor.id}"]`)
          return scrollY > 100 && there && Math.abs(there.getBoundingClientRect().top - anchor.offset) < 2
        }""")
        before = shown.evaluate("scrollY")
        visit(shown, "/rate")
        shown.go_back()
        shown.locator(".feed > article").nth(2).wait_for()
        shown.wait_for_function("want => Math.abs(scrollY - want) < 4", arg=before)


def test_one_keeps_ones_own_of_a_garment_and_undo_takes_it_back(people):
    alice, *_ = people
    with page(alice, "/feed?type=garment") as shown:
        article = shown.locator(".feed > article", has_text="Coat 2")
        article.get_by_role("button", name="Keep mine").click()
        shown.get_by_text("Coat 2 is yours now, too").wait_for()
        assert len([one for one in alice.json("garment", "ls", "Coat")["items"] if one["author"]["me"]]) == 1
        shown.locator(".toast").get_by_role("button", name="Undo").click()
        wait(lambda: not [one for one in alice.json("garment", "ls", "Coat")["items"] if one["author"]["me"]])


def test_follows_are_added_taken_off_and_muting_hides(people):
    alice, *_ = people
    with page(alice, "/feed?tab=follows") as shown:
        shown.get_by_label("A person, a tag or a search").fill("#weaving")
        shown.get_by_label("A person, a tag or a search").press("Enter")
        shown.locator(".followed li", has_text="#weaving").wait_for()
        shown.get_by_role("button", name="Stop following #weaving").click()
        shown.locator(".followed li", has_text="#weaving").wait_for(state="detached")
        shown.get_by_label("A person or a tag").fill("@Cleo")
        shown.get_by_role("button", name="Mute", exact=True).click()
        shown.locator(".followed li", has_text="@Cleo").wait_for()
        visit(shown, "/feed?tab=discover")
        shown.locator(".empty").wait_for()
        visit(shown, "/feed?tab=follows")
        shown.get_by_role("button", name="Unmute @Cleo").click()
        shown.get_by_text("Nobody and nothing.").wait_for()
        axe(shown)


def test_who_follows_nothing_is_offered_people_and_tags(people):
    _, ben, _ = people
    with page(ben, "/feed") as shown:
        shown.get_by_text("You follow nothing yet").wait_for()
        axe(shown)
        shown.get_by_role("button", name="Follow @Alice").click()
        shown.locator(".feed .called", has_text="How to sew an apron").wait_for()


def test_what_others_say_of_what_one_follows_is_told(people):
    alice, ben, cleo = people
    wait(lambda: find(cleo.json("search", "apron"), "id"))
    cleo.weft("comment", cleo.json("search", "apron")["items"][0]["id"], "Where did you get the cloth?")
    with page(alice, "/feed?type=garment") as shown:
        shown.locator(".feed > article", has_text="Coat 1").get_by_role("button", name=re.compile("Commands for")).click()
        shown.get_by_role("menuitem", name="Follow what is said of it").click()
        shown.locator(".toast", has_text="following").wait_for()
        ben.weft("comment", ben.json("garment", "ls", '"Coat 1"')["items"][0]["id"], "Read this one first.")
        visit(shown, "/feed?tab=said")
        shown.locator(".feed.said article", has_text="Read this one first.").wait_for()
        axe(shown)
    with page(alice) as shown:
        visit(shown, "/portfolio")
        row = shown.locator(".shown-things > li", has_text="How to sew an apron")
        row.get_by_role("button", name=re.compile("Comments on How to sew")).click()
        row.locator(".comments .text", has_text="cloth").wait_for()
        axe(shown)


@smoke
def test_rating_goes_by_swipe_keys_and_buttons_and_each_is_taken_back(people):
    alice, *_ = people
    with page(alice, "/rate?type=garment") as shown:
        card = shown.locator(".stage .rated")
        card.wait_for()
        shown.get_by_text("3 left").wait_for()
        axe(shown)
        first = card.locator(".called").inner_text()
        box = card.bounding_box()
        middle = (box["x"] + box["width"] / 2, box["y"] + 150)
        # A short, slow movement springs back.
        shown.mouse.move(*middle)
        shown.mouse.down()
        shown.mouse.move(middle[0] + 40, middle[1], steps=6)
        # That it is slow is what this is about.
        shown.wait_for_timeout(300)
        shown.mouse.up()
        expect(card.locator(".called")).to_have_text(first, use_inner_text=True)
        shown.mouse.move(*middle)
        shown.mouse.down()
        shown.mouse.move(middle[0] + box["width"] * 0.5, middle[1], steps=8)
        shown.mouse.up()
        shown.get_by_text("2 left").wait_for()
        wait(lambda: first in str(alice.json("feed", "lookbook")))
        second = card.locator(".called").inner_text()
        shown.keyboard.press("d")
        shown.get_by_text("1 left").wait_for()
        shown.keyboard.press("z")
        shown.get_by_text("2 left").wait_for()
        expect(card.locator(".called")).to_have_text(second, use_inner_text=True)
        shown.get_by_role("button", name=re.compile("^No")).click()
        shown.get_by_role("button", name=re.compile("^Skip")).click()
        shown.get_by_text("Nothing to judge").wait_for()
        axe(shown)
        visit(shown, "/lookbook")
        shown.locator(".tiles .called", has_text=first).wait_for()
        axe(shown)
        shown.get_by_role("button", name=f"Like {first} no more").click()
        shown.locator(".tiles .called", has_text=first).wait_for(state="detached")


@pytest.mark.parametrize("path", ["/feed", "/feed?tab=discover", "/feed?tab=follows", "/feed?look=pictures", "/rate"])
def test_it_fits_on_a_phone_in_the_dark(people, path):
    alice, *_ = people
    for size in (PHONE, NARROW):
        with page(alice, path, size=size, dark=True, touch=True, language="de") as shown:
            shown.wait_for_timeout(500)
            assert shown.evaluate("document.documentElement.scrollWidth <= innerWidth")
            axe(shown)


def test_what_is_hostile_stays_words(people):
    alice, *_ = people
    with page(alice, "/feed?tab=discover", size=PHONE) as shown:
        title = shown.locator(".feed .called").first
        title.wait_for()
        expect(title).to_contain_text("<img src=x", use_inner_text=True)
        assert title.bounding_box()["height"] < 90
        assert shown.locator("img[src=x]").count() == 0


def test_what_one_has_oneself_is_said_and_leads_there(people, tmp_path):
    alice, ben, _ = people
    with friends("Dana", "Eli") as (dana, eli):
        theirs = eli.add("https://yarn.example/spun/", "--title", "Spun yarn", "--audience", "friends")
        eli.weft("garment", "add", "Red coat", "--category", "clothes/coats", "--barcode", "4006381333931", "--audience", "friends")
        eli.weft("garment", "add", "Grey coat", "--category", "clothes/coats", "--audience", "friends",
                 "--photo", photo(tmp_path / "grey.jpg", (130, 130, 130), tmp_path / "small.jpg"),
                 "--thumbnail", str(tmp_path / "small.jpg"))
        wait(lambda: len(dana.json("search", "by:@Eli")["items"]) == 3)
        # By its address in another spelling, by the digits under its bars, and by being a copy.
        own = dana.add("HTTPS://www.yarn.example:443/spun/?utm_source=mail", "--title", "My yarn")
        dana.weft("garment", "add", "Warm coat", "--category", "clothes/coats", "--barcode", "4006381333931")
        with page(dana, "/feed?tab=discover") as shown:
            article = shown.locator(".feed > article", has_text="Spun yarn")
            if not find(dana.json("show", own), "canonical_url") == find(dana.json("show", theirs), "canonical_url"):
                dana.add("https://yarn.example/spun/?utm_source=mail", "--title", "Mine as well")
            article.get_by_role("link", name="you have this").wait_for()
            red = shown.locator(".feed > article", has_text="Red coat")
            red.get_by_role("link", name="you own this").wait_for()
            expect(red.locator("[data-act=keep]")).to_be_hidden()
            grey = shown.locator(".feed > article", has_text="Grey coat")
            expect(grey.locator(".owned")).to_be_hidden()
            grey.get_by_role("button", name=re.compile("^Keep mine")).click()
            # It is said as soon as it is so.
            grey.get_by_role("link", name="you own this").wait_for()
            axe(shown)
            for path in ("/links?view=list", "/links?view=board", f"/thing/{theirs}", "/closet"):
                visit(shown, path)
                shown.locator(".owned:visible").first.wait_for()
                axe(shown)
            shown.get_by_role("link", name="you own this").first.click()
            shown.get_by_role("heading", level=1).filter(has_text="coat").wait_for()


@smoke
def test_who_asks_says_what_should_be_looked_at(tmp_path):
    with friends("Alice", "Ben") as (alice, ben):
        with page(alice, "/outfits") as shown:
            shown.get_by_role("link", name="Ask others").click()
            shown.get_by_role("heading", name="Ask others", level=1).wait_for()
            axe(shown)
            shown.get_by_role("button", name="Ask", exact=True).click()
            shown.get_by_text("Take or choose a photo first.").wait_for()
            axe(shown)
            files = [photo(tmp_path / f"{number}.jpg", color) for number, color in enumerate([(40, 90, 170), (190, 40, 50)])]
            shown.locator("input[type=file]").nth(1).set_input_files(files)
            shown.locator("input[type=file]").nth(0).set_input_files(files[:1])
            expect(shown.locator(".ask-photos li")).to_have_count(3)
            shown.get_by_role("button", name="Remove photo 3").click()
            expect(shown.get_by_role("button", name="Remove photo 2")).to_be_focused()
            shown.get_by_label("Name").fill("For the wedding")
            shown.get_by_label("fit").check()
            shown.get_by_label("occasion", exact=True).check()
            shown.get_by_label("Your question").fill("Or rather the red one?")
            axe(shown)
            shown.get_by_role("button", name="Ask", exact=True).click()
            shown.locator(".shown-things li", has_text="For the wedding").wait_for()
        wait(lambda: find(ben.json("search", "wedding"), "id"))
        words = "What do you think of the fit and how it suits the occasion? Or rather the red one?"
        wait(lambda: words in ben.weft("show", find(ben.json("search", "wedding"), "id")))
        with page(ben, "/rate") as shown:
            shown.locator(".rated .question", has_text=words).wait_for()
            axe(shown)


def test_an_outfit_that_is_there_is_asked_about_on_a_phone():
    with friends("Alice", "Ben") as (alice, ben):
        made = find(alice.json("outfit", "new", "Sunday"), "id")
        with page(alice, f"/outfit/{made}", size=PHONE, dark=True, touch=True, language="de") as shown:
            shown.get_by_role("button", name="Andere fragen").click()
            dialog = shown.get_by_role("dialog")
            dialog.get_by_label("Farben").check()
            axe(shown)
            dialog.get_by_role("button", name="Wen fragen").click()
            shown.get_by_role("radio", name=re.compile("^Freunde")).check()
            shown.locator("dialog button.main:enabled").click()
            wait(lambda: find(ben.json("search", "Sunday"), "id"))
            wait(lambda: "Was hältst du von den Farben?" in ben.weft("show", find(ben.json("search", "Sunday"), "id")))
            visit(shown, "/outfits/ask")
            shown.get_by_role("heading", name="Andere fragen", level=1).wait_for()
            assert shown.evaluate("document.documentElement.scrollWidth <= innerWidth")
            axe(shown)
