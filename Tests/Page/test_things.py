"""One thing: its page beside the list and on its own, what is said of it, its history, the trash and undo."""

import pathlib
import re

import pytest

from story import NARROW, PHONE, axe, expect, find, friends, node, page, saved, smoke, tap, visit, wait


@pytest.fixture
def alice():
    with node() as one:
        one.add("https://loom.example/weaving", "--title", "Weaving as data", "--note", "Chapter three.", "-t", "crdt,craft")
        one.add("https://soup.example/", "--title", "Soup", "-t", "recipes")
        one.add("https://garden.example/", "--title", "Garden", "-t", "recipes")
        yield one


def opened(shown, title):
    shown.locator(".thing .title", has_text=title).click()
    shown.get_by_role("heading", name=title, level=1).wait_for()


def tab(shown, name):
    shown.get_by_role("tab", name=re.compile(name)).click()


def test_a_thing_stands_beside_its_list_and_leaving_it_leads_back(alice):
    with page(alice) as shown:
        opened(shown, "Soup")
        expect(shown).to_have_url(re.compile("/thing/"))
        expect(shown.locator("#beside")).to_be_visible()
        expect(shown.locator(".things")).to_be_visible()
        assert shown.locator(".thing[aria-current=true]").inner_text().startswith("Soup")
        axe(shown)
        shown.keyboard.press("j")
        shown.get_by_role("heading", name="Weaving as data", level=1).wait_for()
        shown.keyboard.press("Escape")
        shown.locator("#beside").wait_for(state="detached")
        expect(shown).not_to_have_url(re.compile("/thing/"))
        shown.wait_for_function("document.activeElement?.matches('[role=row]')")
        assert "Weaving" in shown.evaluate("document.activeElement.innerText")


@smoke
def test_a_reload_keeps_the_list_beside_and_the_tab(alice):
    with page(alice, "/links?q=%23recipes") as shown:
        opened(shown, "Soup")
        tab(shown, "History")
        shown.get_by_text("kept it").wait_for()
        shown.reload()
        shown.get_by_role("heading", name="Soup", level=1).wait_for()
        expect(shown.get_by_role("tab", name="History")).to_have_attribute("aria-selected", "true")
        expect(shown.get_by_text("2 links")).to_be_visible()


def test_title_address_and_note_are_edited_in_place_by_keys_alone_and_undone(alice):
    with page(alice) as shown:
        shown.locator(".thing").first.wait_for()
        for key in ("j", "j", "j", "Enter"):
            shown.keyboard.press(key)
        shown.get_by_role("heading", name="Weaving as data", level=1).wait_for()
        shown.keyboard.press("e")
        shown.keyboard.type(", again")
        shown.keyboard.press("Enter")
        shown.get_by_role("heading", name="Weaving as data, again", level=1).wait_for()
        expect(shown.locator(".things")).to_contain_text("Weaving as data, again", use_inner_text=True)
        expect(shown.get_by_role("button", name="Edit: Title")).to_be_focused()
        shown.locator("#toasts").get_by_text("Weaving as data, again").wait_for()
        shown.keyboard.press("z")
        shown.get_by_role("heading", name="Weaving as data", exact=True, level=1).wait_for()
        shown.get_by_role("button", name="Edit: Note").click()
        shown.keyboard.press("Control+End")
        shown.keyboard.type("\nAnd four.")
        shown.get_by_role("tab", name="Comments").focus()
        shown.get_by_text("And four.").first.wait_for()
        assert "And four." in alice.weft("show", "https://loom.example/weaving")
        shown.get_by_role("button", name="Edit: Note").click()
        shown.keyboard.type("never")
        shown.keyboard.press("Escape")
        expect(shown.locator("#beside")).not_to_contain_text("never", use_inner_text=True)


def test_who_was_faster_is_told_and_nothing_typed_is_lost(alice):
    with page(alice) as shown:
        opened(shown, "Soup")
        shown.keyboard.press("e")
        shown.keyboard.type(" with beans")
        alice.weft("edit", "https://soup.example/", "--title", "Soup of the day")
        shown.keyboard.press("Enter")
        shown.get_by_role("heading", name="Somebody was faster").wait_for()
        expect(shown.locator("dialog").get_by_text("Soup with beans")).to_be_visible()
        expect(shown.locator("dialog").get_by_text("Soup of the day")).to_be_visible()
        axe(shown)
        shown.keyboard.press("Escape")
        expect(shown.locator("#beside textarea").first).to_have_value("Soup with beans")
        shown.locator("#beside textarea").first.press("Enter")
        shown.get_by_role("button", name="Keep mine").click()
        shown.get_by_role("heading", name="Soup with beans", level=1).wait_for()
        assert "Soup with beans" in alice.weft("show", "https://soup.example/")


def test_another_field_changed_elsewhere_asks_nothing(alice):
    with page(alice) as shown:
        opened(shown, "Soup")
        shown.keyboard.press("e")
        shown.keyboard.type("!")
        alice.weft("edit", "https://soup.example/", "--note", "Salt")
        shown.keyboard.press("Enter")
        shown.get_by_role("heading", name="Soup!", level=1).wait_for()
        shown.locator("#beside").get_by_text("Salt").wait_for()


def test_tags_size_and_reading_are_set_on_the_page_of_a_thing(alice):
    with page(alice) as shown:
        opened(shown, "Soup")
        field = shown.locator("#beside").get_by_role("combobox")
        field.fill("quick")
        field.press("Enter")
        shown.locator(".things").get_by_text("#quick").wait_for()
        shown.locator("#beside").get_by_role("button", name="Remove recipes").click()
        shown.locator(".things .thing", has_text="Soup").get_by_text("#recipes").wait_for(state="detached")
        shown.get_by_role("button", name="Large tile").click()
        shown.locator("#beside [aria-pressed=true]", has_text="L").wait_for()
        shown.locator("#beside").get_by_label("To be read later").check()
        shown.wait_for_function("document.querySelector('#beside input[type=checkbox]').checked")
        said = alice.json("show", "https://soup.example/")
        assert find(said, "tags") == ["quick"] and find(said, "size") == "l" and find(said, "unread") is True


def test_comments_are_answered_edited_and_removed():
    with friends("Alice", "Ben") as (alice, ben):
        alice.add("https://loom.example/", "--title", "Loom", "--audience", "friends")
        wait(lambda: "Loom" in ben.weft("ls"))
        ben.weft("comment", "https://loom.example/", "Is it <b>good</b>?")
        wait(lambda: "good" in alice.weft("comment", "ls", "https://loom.example/"))
        with page(alice) as shown:
            opened(shown, "Loom")
            shown.get_by_text("Is it <b>good</b>?").wait_for()
            shown.get_by_role("button", name="Reply").click()
            shown.get_by_text("Replying to @Ben").wait_for()
            shown.keyboard.type("Yes")
            shown.keyboard.press("Control+Enter")
            answer = shown.locator(".comments ul ul article", has_text="Yes")
            answer.wait_for()
            answer.get_by_role("button", name="Edit").click()
            shown.keyboard.press("Control+A")
            shown.keyboard.type("Very")
            shown.keyboard.press("Control+Enter")
            shown.locator(".comments article", has_text="Very").get_by_text("edited").wait_for()
            axe(shown)
            shown.locator(".comments article", has_text="Very").get_by_role("button", name="Remove").click()
            shown.locator(".comments article", has_text="Very").wait_for(state="detached")
            shown.locator("#toasts").get_by_role("button", name="Undo").last.click()
            shown.locator(".comments article", has_text="Very").wait_for()
            ben.weft("comment", "https://loom.example/", "Thank you")
            shown.locator(".comments article", has_text="Thank you").wait_for()


def test_who_has_it_names_people_and_says_what_is_known():
    with friends("Alice", "Ben") as (alice, ben):
        alice.add("https://loom.example/", "--title", "Loom", "--audience", "friends")
        wait(lambda: "Loom" in ben.weft("ls"))
        with page(alice) as shown:
            opened(shown, "Loom")
            tab(shown, "Who has it")
            shown.locator(".who").get_by_text("@Ben").wait_for()
            shown.get_by_text("This device has told your node so.").wait_for()
            axe(shown)
            shown.keyboard.press("p")
            shown.get_by_text("@Ben has it on a device").wait_for()
            axe(shown)
            shown.get_by_role("button", name="Withdraw from friends").click()
            shown.get_by_text("Can see it no longer").wait_for()
        wait(lambda: "Loom" not in ben.weft("ls"))


def test_the_share_sheet_names_who_can_read_it_before_they_can():
    with friends("Alice", "Ben") as (alice, ben):
        alice.add("https://loom.example/", "--title", "Loom", "--note", "N")
        with page(alice) as shown:
            opened(shown, "Loom")
            shown.keyboard.press("p")
            shown.get_by_role("radio", name=re.compile("^friends")).check()
            shown.get_by_text("After this they can be read by").wait_for()
            expect(shown.locator("dialog").get_by_text("@Ben", exact=True)).to_be_visible()
            expect(shown.get_by_text("the address, the title, the tags, and the note")).to_be_visible()
            assert "Loom" not in ben.weft("ls")
            shown.get_by_role("button", name="Share 1 thing with 1 person").click()
            wait(lambda: "Loom" in ben.weft("ls"))


def test_a_thing_of_somebody_else_is_read_liked_and_reported_but_not_edited():
    with friends("Alice", "Ben") as (alice, ben):
        ben.add("https://ben.example/", "--title", "Diary of Ben", "--audience", "friends")
        wait(lambda: "Diary" in alice.weft("ls"))
        with page(alice) as shown:
            opened(shown, "Diary of Ben")
            expect(shown.get_by_role("button", name=re.compile("^Edit:"))).to_have_count(0)
            shown.get_by_role("button", name="Like", exact=True).click()
            shown.get_by_role("button", name="Like; 1 like it").wait_for()
            expect(shown.get_by_role("button", name="Like; 1 like it")).to_be_focused()
            shown.get_by_text("Liked by you").wait_for()
            shown.locator("#beside .acts").get_by_role("button", name=re.compile("^Commands")).click()
            shown.get_by_role("menuitem", name="Report a problem").click()
            shown.get_by_label("What is wrong with it").fill("Too long")
            axe(shown)
            shown.get_by_role("button", name="Report", exact=True).click()
            shown.locator("#toasts .toast").get_by_text("reported").wait_for()


def test_passages_are_highlighted_on_the_page_of_their_link(alice):
    with page(alice) as shown:
        opened(shown, "Weaving")
        tab(shown, "Highlights")
        shown.get_by_role("button", name="Highlight a passage").click()
        shown.get_by_role("textbox", name="Passage").fill("warp and weft")
        shown.get_by_label("green").check()
        axe(shown)
        shown.get_by_role("button", name="Highlight", exact=True).click()
        shown.locator("blockquote.green", has_text="warp and weft").wait_for()
        shown.get_by_role("tab", name="Highlights 1").wait_for()


def test_history_says_who_changed_what_and_what_was_replaced(alice):
    alice.weft("edit", "https://soup.example/", "--title", "Stew")
    with page(alice) as shown:
        opened(shown, "Stew")
        tab(shown, "History")
        shown.locator(".history").get_by_text("Stew").wait_for()
        expect(shown.locator(".history li.over")).to_contain_text("replaced later", use_inner_text=True)
        axe(shown)


def test_a_saved_page_opens_in_a_window_of_its_own_where_nothing_runs(alice, tmp_path):
    copy = tmp_path / "copy.html"
    copy.write_text("<!doctype html><title>Copy</title><h1>Saved words</h1><script>document.title = 'ran'</script>")
    alice.add("https://saved.example/", "--title", "With a copy", "--snapshot", str(copy))
    with page(alice) as shown:
        opened(shown, "With a copy")
        with shown.context.expect_page() as other:
            shown.get_by_role("button", name="Saved page").click()
        window = other.value
        window.get_by_text("Saved words").wait_for()
        assert window.title() == "Copy"


def test_what_is_removed_waits_in_the_trash_and_comes_back(alice):
    with page(alice) as shown:
        opened(shown, "Soup")
        shown.keyboard.press("Delete")
        shown.get_by_text("This is in the trash.").wait_for()
        visit(shown, "/trash")
        shown.get_by_text("30 days left").wait_for()
        axe(shown)
        shown.get_by_role("button", name="Restore Soup").click()
        shown.get_by_text("The trash is empty").wait_for()
        assert "Soup" in alice.weft("ls")
        visit(shown, "/links")
        shown.locator(".thing .title", has_text="Soup").wait_for()


def test_the_last_changes_are_undone_and_done_again(alice):
    alice.weft("edit", "https://soup.example/", "--title", "Stew")
    with page(alice, "/undo") as shown:
        first = shown.locator(".acts-list li").first
        first.get_by_text("Stew").wait_for()
        axe(shown)
        first.get_by_role("button").click()
        first.get_by_role("button", name=re.compile("^Redo")).wait_for()
        assert "Stew" not in alice.weft("ls")
        first.get_by_role("button").click()
        first.get_by_role("button", name=re.compile("^Undo")).wait_for()
        assert "Stew" in alice.weft("ls")


def test_every_kind_has_a_page(alice):
    ids = [
        find(alice.json("garment", "add", "Red shirt", "--color", "red", "--brand", "Loom"), "id"),
        find(alice.json("outfit", "new", "Sunday"), "id"),
        find(alice.json("closet", "new", "Winter"), "id"),
        find(alice.json("place", "new", "Café Loom", "--at", "52.52,13.40", "--category", "food/cafe"), "id"),
        find(alice.json("highlight", "add", "https://soup.example/", "--exact", "salt"), "id"),
    ]
    with page(alice) as shown:
        for one in ids:
            visit(shown, f"/thing/{one}")
            shown.locator(".thing-page h1").wait_for()
            axe(shown)
        visit(shown, "/thing/00000000000000000000000000")
        shown.get_by_role("heading", name="This is not here").wait_for()


@pytest.mark.parametrize("size", [PHONE, NARROW])
@pytest.mark.parametrize("language", ["en", "de"])
def test_on_a_phone_a_thing_has_a_page_of_its_own(alice, size, language):
    hostile = "<img src=x onerror=alert(1)> \u202e" + "x" * 900
    alice.add("https://evil.example/" + "y" * 300, "--title", hostile, "--note", "z" * 3000)
    with page(alice, size=size, dark=True, touch=True, language=language) as shown:
        tap(shown.locator(".thing .title").first)
        shown.locator(".thing-page h1").wait_for()
        assert shown.evaluate("document.documentElement.scrollWidth <= innerWidth")
        axe(shown)
        shown.go_back()
        shown.locator(".things").wait_for()


def test_a_value_that_lost_is_shown_and_can_be_taken_instead():
    with friends("Alice", "Ben") as (alice, ben):
        alice.weft("group", "new", "walkers")
        invitation = next(word for word in alice.weft("group", "invite", "walkers").split() if word.startswith("weft-join:"))
        ben.weft("join", invitation)
        alice.add("https://path.example/", "--title", "Path", "--audience", "group:walkers")
        wait(lambda: "Path" in ben.weft("ls"))
        alice.down()
        ben.weft("edit", "https://path.example/", "--title", "Path by the river")
        ben.down()
        alice.up()
        alice.weft("edit", "https://path.example/", "--title", "Path in the wood")
        ben.up()
        ben.weft("connect", alice.listening)
        wait(lambda: find(alice.json("show", "https://path.example/"), "conflicts"), 40)
        with page(alice) as shown:
            shown.locator(".thing .title", has_text="Path in the wood").click()
            shown.get_by_role("heading", name="Another value lost").wait_for()
            expect(shown.locator(".lost").get_by_text("Path by the river")).to_be_visible()
            axe(shown)
            tab(shown, "History")
            shown.locator(".history li.lost").get_by_text("Path by the river").wait_for()
            axe(shown)
            shown.get_by_role("button", name="Take this one instead").click()
            shown.get_by_role("heading", name="Path by the river", level=1).wait_for()
            wait(lambda: "Path by the river" in ben.weft("ls"))


def test_a_thing_is_given_as_a_file_to_who_lacks_the_program(alice):
    with page(alice) as shown:
        opened(shown, "Weaving as data")
        shown.keyboard.press("p")
        dialog = shown.get_by_role("dialog")
        with saved(shown) as found:
            dialog.get_by_role("button", name="As a file").click()
        name, path = found
        assert name == "Weaving as data.html"
        text = pathlib.Path(path).read_text()
        assert "og:title" in text and "Chapter three." in text and "<script" not in text
