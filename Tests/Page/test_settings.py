"""Settings, and what is brought in and taken away, at real nodes."""

import json
import re

import pytest
from story import NARROW, PHONE, axe, expect, friends, node, page, said, saved, smoke, tap, visit, wait

PARTS = ["general", "files", "network", "sessions", "rules", "duplicates", "import", "export", "health"]

BOOKMARKS = """<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8"><TITLE>Bookmarks</TITLE><H1>Bookmarks</H1><DL><p>
<DT><H3>Sewing</H3><DL><p>
<DT><A HREF="https://quilt.example/1" ADD_DATE="1700000000">Quilt <b>one</b></A>
<DT><A HREF="https://quilt.example/2" ADD_DATE="1700000001">Quilt two</A>
</DL><p>
<DT><A HREF="javascript:alert(1)">A bookmarklet</A>
<DT><A HREF="https://%s">Too long</A>
</DL><p>
""" % ("x" * 9000 + ".example/")


def api(one, method, path, body=None):
    words = ["api", method, path, *([json.dumps(body)] if body is not None else [])]
    text = one.weft(*words)
    return json.loads(text) if text.strip() else None


def overflow(shown):
    return shown.evaluate("document.documentElement.scrollWidth - innerWidth")


@pytest.fixture
def bookmarks(tmp_path):
    file = tmp_path / "bookmarks.html"
    file.write_text(BOOKMARKS)
    return file


@pytest.mark.parametrize(
    "look", [{"size": (1280, 800)}, {"size": NARROW, "dark": True, "touch": True, "language": "de"}])
def test_every_part_fits_and_axe_finds_nothing(look):
    with node("Alice") as alice:
        alice.weft("tag", "rules", "add", "site:youtube.com", "video")
        with page(alice, "/settings", **look) as shown:
            for part in PARTS:
                visit(shown, f"/settings/{part}")
                shown.locator(f"nav.sections a[aria-current][href='/settings/{part}']").wait_for()
                shown.locator(".settings-main .part").first.wait_for()
                assert overflow(shown) <= 0, part
                axe(shown)


@smoke
def test_where_new_links_go_is_changed_and_told():
    with node("Alice") as alice, page(alice, "/settings") as shown:
        shown.get_by_label("Where new links go").select_option("friends")
        shown.locator(".toast").first.wait_for()
        assert api(alice, "GET", "/v1/settings")["audience"] == "friends"
        # What is changed elsewhere is shown by itself.
        alice.weft("config", "set", "audience", "private")
        expect(shown.locator(".settings-main select")).to_have_value("private")


def test_the_look_the_language_and_the_keys_are_of_this_browser():
    with node("Alice") as alice, page(alice, "/settings") as shown:
        shown.get_by_label("dark", exact=True).check()
        assert shown.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
        axe(shown)
        shown.get_by_label("Single letters act").uncheck()
        shown.locator("h1").click()
        shown.keyboard.press("n")
        expect(shown.locator("dialog")).to_have_count(0)
        shown.get_by_label("Deutsch").check()
        said(shown, "Wohin neue Links kommen")
        assert shown.evaluate("document.documentElement.lang") == "de"
        assert shown.evaluate("document.documentElement.dataset.look") == "dark"


def test_room_for_files_and_the_network_are_set():
    with node("Alice") as alice, page(alice, "/settings/files") as shown:
        shown.get_by_label("At most (GB)").fill("2")
        shown.keyboard.press("Enter")
        shown.locator(".toast").first.wait_for()
        said(shown, "0 bytes of 2 GB")
        shown.get_by_label("by themselves").check()
        shown.locator(".toast").nth(1).wait_for()
        visit(shown, "/settings/network")
        shown.get_by_label("Look for others on this network").uncheck()
        shown.locator(".toast").nth(2).wait_for()
        found = api(alice, "GET", "/v1/settings")
        assert found["files_quota_bytes"] == 2 * 2**30
        assert (found["files_originals"], found["discovery"]) == ("always", False)


def test_what_is_typed_stays_while_something_is_changed_elsewhere():
    with node("Alice") as alice, page(alice, "/settings/files") as shown:
        room = shown.get_by_label("At most (GB)")
        room.fill("7")
        with shown.expect_response("**/v1/settings"):
            for change in ({"files_originals": "always"}, {"audience": "friends"}):
                api(alice, "PATCH", "/v1/settings", change)
        shown.wait_for_timeout(300)
        expect(room).to_have_value("7")
        expect(room).to_be_focused()
        # Once it is left, the rest shows what is so by now.
        shown.locator("h1").click()
        expect(shown.get_by_label("by themselves")).to_be_checked()


def test_another_browser_is_ended_and_this_one_signs_out():
    with node("Alice") as alice, page(alice, "/settings/sessions", quiet=True) as shown:
        other = alice.address
        token = shown.evaluate(
            "code => fetch('/v1/web/sessions', {method: 'POST', headers: {'Content-Type': 'application/json'},"
            " body: JSON.stringify({code, name: 'An old phone'})}).then(answer => answer.json())",
            other.split("#k=")[1])
        visit(shown, "/settings/files")
        visit(shown, "/settings/sessions")
        shown.get_by_role("button", name=re.compile("End An old phone")).click()
        shown.locator(".rows li", has_text="An old phone").wait_for(state="detached")
        status = shown.evaluate(
            "token => fetch('/v1/status', {headers: {Authorization: `Bearer ${token}`}}).then(answer => answer.status)",
            token["token"])
        assert status == 401
        shown.get_by_label("Stay signed in").check()
        assert shown.evaluate("localStorage.getItem('weft.session') !== null")
        shown.get_by_role("button", name="Sign out here").click()
        said(shown, "This page is locked")
        assert shown.evaluate("localStorage.getItem('weft.session') === null")
        shown.reload()
        said(shown, "This page is locked")


def test_a_rule_is_made_by_keys_tags_what_is_here_and_goes_with_a_way_back():
    with node("Alice") as alice:
        for at in range(3):
            alice.add(f"https://quilt.example/{at}", "--title", "Quilt")
        with page(alice, "/settings/rules") as shown:
            said(shown, "No rules yet")
            shown.get_by_role("button", name="New rule").focus()
            shown.keyboard.press("Enter")
            shown.keyboard.type("site:quilt.example")
            said(shown, "finds 3 now")
            axe(shown)
            shown.keyboard.press("Tab")
            shown.keyboard.type("sewing")
            shown.keyboard.press("Enter")
            shown.keyboard.press("Tab")
            shown.get_by_role("button", name="Save").press("Enter")
            shown.get_by_role("button", name="Tag 3 things that you have already").click()
            shown.get_by_role("button", name="Tag 3 things").wait_for(state="detached")
            assert api(alice, "GET", "/v1/things?q=%23sewing&total=true")["total"] == 3
            shown.get_by_role("button", name="Delete the rule for").click()
            said(shown, "No rules yet")
            shown.locator(".toast").last.get_by_role("button", name="Undo").click()
            shown.get_by_role("button", name="Delete the rule for").wait_for()
            # A search that is none is refused at its field.
            shown.get_by_role("button", name="New rule").click()
            shown.keyboard.type("(open")
            shown.keyboard.press("Tab")
            shown.keyboard.type("x,")
            shown.get_by_role("button", name="Save").click()
            shown.locator("dialog .wrong, .problem").first.wait_for()


def test_duplicates_stand_side_by_side_and_are_merged_with_a_way_back():
    with node("Alice") as alice:
        alice.add("https://loom.example/a?utm_source=x", "--title", "Loom, a primer", "--tag", "weave")
        second = alice.add("https://loom.example/b", "--title", "Loom " + "W" * 300, "--tag", "sewing")
        api(alice, "PATCH", f"/v1/bookmarks/{second}", {"url": "https://loom.example/a"})
        with page(alice, "/settings/duplicates", size=PHONE, touch=True) as shown:
            said(shown, "1 address; 1 link would go.")
            assert overflow(shown) <= 0
            axe(shown)
            tap(shown.get_by_role("button", name="Merge these 2"))
            said(shown, "No duplicates")
            tap(shown.locator(".toast").get_by_role("button", name="Undo"))
            shown.get_by_role("button", name="Merge these 2").wait_for()


def test_a_file_is_counted_taken_in_and_taken_back(bookmarks):
    with node("Alice") as alice, page(alice, "/settings/import") as shown:
        shown.locator("input[type=file]").set_input_files(bookmarks)
        shown.get_by_role("heading", name="In bookmarks.html").wait_for()
        said(shown, re.compile("2 new"))
        # Counting has kept nothing.
        assert api(alice, "GET", "/v1/status")["own_links"] == 0
        shown.get_by_text(re.compile("Refused: ")).click()
        shown.locator(".problems td").nth(1).wait_for()
        axe(shown)
        shown.get_by_text("How they are taken in").click()
        shown.get_by_label("Folders become").select_option("collections")
        folders = shown.get_by_label("Folders become")
        wait(lambda: folders.evaluate("one => one === document.activeElement && one.value") == "collections")
        shown.get_by_role("button", name="Take in 2").click()
        shown.get_by_role("heading", name="bookmarks.html is taken in").wait_for()
        axe(shown)
        assert api(alice, "GET", "/v1/status")["own_links"] == 2
        shown.get_by_role("button", name="Take it back").click()
        shown.get_by_text("or drop it here").wait_for()
        assert api(alice, "GET", "/v1/status")["own_links"] == 0


def test_what_is_no_file_of_links_is_refused_in_words(tmp_path):
    file = tmp_path / "noise.bin"
    file.write_bytes(bytes(range(256)) * 64)
    with node("Alice") as alice, page(alice, "/settings/import", quiet=True) as shown:
        shown.locator("input[type=file]").set_input_files(file)
        shown.locator(".bring .wrong").wait_for()
        axe(shown)
        expect(shown.get_by_role("button", name="Choose a file")).to_be_visible()


DROP = """([name, type, text]) => {
  const data = new DataTransfer()
  data.items.add(new File([text], name, {type}))
  const drop = new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true})
  document.querySelector("#main").dispatchEvent(drop)
}"""


def test_a_file_that_is_dropped_anywhere_is_asked_about():
    with node("Alice") as alice, page(alice, "/people") as shown:
        shown.evaluate(DROP, ["marks.html", "text/html", BOOKMARKS])
        said(shown, "What is this?")
        axe(shown)
        # By keys: the offer has the focus.
        shown.keyboard.press("Enter")
        shown.get_by_role("heading", name="In marks.html").wait_for()
        shown.evaluate(DROP, ["what.zip", "image/png", "x"])
        said(shown, "What is this?")
        shown.keyboard.press("Escape")
        expect(shown.locator("dialog")).to_have_count(0)


def test_an_export_is_saved_and_a_backup_is_made(tmp_path):
    with node("Alice") as alice:
        alice.add("https://quilt.example/1", "--title", "Quilt one", "--audience", "friends")
        alice.add("https://secret.example/", "--title", "Nobody's business")
        with page(alice, "/settings/export") as shown:
            said(shown, "2 links of yours")
            shown.get_by_label("Only what these can see").select_option("friends")
            with saved(shown) as file:
                shown.get_by_role("button", name="Export", exact=True).click()
            text = file[1].read_text()
            assert "Quilt one" in text and "Nobody" not in text
            assert re.fullmatch(r"weft-\d{4}-\d\d-\d\d\.html", file[0])
            target = tmp_path / "backup"
            shown.get_by_label("Where to").fill(str(target))
            shown.get_by_role("button", name="Back up").click()
            shown.locator(".toast", has_text="backup").wait_for()
            assert target.exists()


def test_health_says_that_nothing_is_wrong():
    with node("Alice") as alice, page(alice, "/settings/health") as shown:
        said(shown, "Nothing is wrong.")
        said(shown, re.compile("no|0 links of yours"))


# What stands in for the desktop, which a browser without a window does not have.
DESKTOP = """
window.told = []
window.allowed ??= 'default'
window.Notification = class extends EventTarget {
  constructor(title, options) { super(); window.told.push({ title, body: options.body, tag: options.tag }); window.last = this }
  close() {}
  static get permission() { return window.allowed }
  static requestPermission() { window.allowed = 'granted'; return Promise.resolve('granted') }
}
"""
SIGHT = """is => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => !is })
  document.dispatchEvent(new Event('visibilitychange'))
}"""


def test_notices_are_asked_for_by_a_button_and_told_only_while_no_tab_is_in_sight():
    with friends("Alice", "Ben") as (alice, ben):
        mine = alice.add("https://loom.example/", "--title", "Loom", "--audience", "friends")
        theirs = ben.add("https://ben.example/", "--title", "Diary", "--audience", "friends")
        wait(lambda: "Loom" in ben.weft("ls") and "Diary" in alice.weft("ls"))
        with page(alice, "/links") as shown:
            shown.context.add_init_script(DESKTOP)
            shown.reload()
            said(shown, "Loom")
            visit(shown, "/settings/general")
            ask = shown.get_by_role("button", name="Allow notices")
            ask.wait_for()
            assert shown.evaluate("window.told") == []
            axe(shown)
            ask.click()
            expect(shown.get_by_label("Show notices")).to_be_checked()
            axe(shown)
            told = lambda: shown.evaluate("window.told.map(({ title, body }) => [title, body])")
            # While it is in sight nothing is told.
            ben.weft("comment", mine, "While it is in sight")
            visit(shown, f"/thing/{mine}?tab=comments")
            said(shown, "While it is in sight")
            other = shown.context.new_page()
            other.goto(shown.url)
            said(other, "While it is in sight")
            shown.evaluate(SIGHT, False)
            ben.weft("comment", mine, "While another is")
            said(other, "While another is")
            assert told() == []
            other.close()
            wait(lambda: shown.evaluate(
                "navigator.locks.query().then(({ held }) => !held.some(({ name }) => name === 'weft.seen'))"))
            ben.weft("comment", mine, "Chapter three is the best")
            wait(lambda: told() == [["Ben says of “Loom”", "Chapter three is the best"]])
            ben.weft("react", "like", mine)
            wait(lambda: told()[1:] == [["Ben likes this", "Loom"]])
            # Of what is not one's own, and of what one does oneself, nothing.
            ben.weft("comment", theirs, "Dear diary")
            alice.weft("comment", mine, "Thank you")
            alice.weft("react", "like", mine)
            said(shown, "Thank you")
            with node("Cleo") as cleo:
                cleo.weft("friend", "add", alice.weft("friend", "id").strip().splitlines()[0], "--name", "Alice")
                wait(lambda: told()[-1][0] == "Somebody asks to be your friend")
            assert len(told()) == 3
            shown.evaluate("window.last.dispatchEvent(new Event('click'))")
            shown.get_by_role("heading", name="People", level=1).wait_for()
            # They are switched off as they were switched on.
            visit(shown, "/settings/general")
            shown.get_by_label("Show notices").uncheck()
            ben.weft("comment", mine, "Not to be told")
            visit(shown, f"/thing/{mine}?tab=comments")
            said(shown, "Not to be told")
            assert len(told()) == 3


def test_notices_that_the_browser_forbids_are_explained():
    with node() as alice, page(alice, "/links") as shown:
        shown.context.add_init_script("window.allowed = 'denied'\n" + DESKTOP)
        shown.reload()
        shown.wait_for_selector("body.open #main > *")
        visit(shown, "/settings/general")
        said(shown, "Your browser forbids them for this page.")
        axe(shown)
