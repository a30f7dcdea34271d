"""People, groups, devices and the ways between them, at real nodes."""

import json
import re
import shutil
import subprocess

import pytest
from story import NARROW, PHONE, WIDE, axe, expect, find, friends, node, page, paste, said, smoke, tap, visit


def api(one, method, path, body=None):
    """What the node answers to a request."""
    words = ["api", method, path, *([json.dumps(body)] if body is not None else [])]
    text = one.weft(*words)
    return json.loads(text) if text.strip() else None


def person(one):
    return api(one, "GET", "/v1/me")["person"]


def scanned(shown, folder):
    """What a camera reads from the QR code on the screen; leaves the story where nothing here reads one."""
    if not shutil.which("zbarimg"):
        pytest.skip("no zbarimg here; on Debian: apt-get install zbar-tools")
    seen = folder / "qr.png"
    shown.locator(".qr svg").screenshot(path=seen)
    read = subprocess.run(["zbarimg", "--quiet", "--raw", seen], capture_output=True, text=True, timeout=60)
    assert read.returncode == 0, read.stderr
    return read.stdout.strip()


def modules(shown):
    """How wide a module of the QR code is on the screen, in pixels."""
    return shown.locator(".qr svg").evaluate("one => one.getBoundingClientRect().width / one.viewBox.baseVal.width")


def overflow(shown):
    return shown.evaluate("document.documentElement.scrollWidth - innerWidth")


@smoke
def test_two_meet_by_a_code_of_the_page_and_see_the_same_words():
    with node("Alice") as alice, node("Ben") as ben, page(alice, "/people") as shown:
        said(shown, "No friends yet")
        axe(shown)
        shown.get_by_role("button", name="Make a code").click()
        code = shown.locator("dialog .code").inner_text()
        assert re.fullmatch(r"\d+-\w+-\w+", code)
        met = api(ben, "POST", "/v1/codes:join", {"code": code, "at": alice.listening})
        shown.locator("dialog .secret li").first.wait_for()
        assert shown.locator("dialog .secret li").all_inner_texts() == met["words"]
        axe(shown)
        name = shown.get_by_label("What you call them")
        expect(name).to_have_value("Ben")
        shown.get_by_role("button", name="The same: accept").click()
        said(shown, "Ben is your friend")
        # It becomes friendship, and says so by itself, once Ben has accepted as well.
        api(ben, "POST", f"/v1/pending/{person(alice)}:accept", {"name": "Alice"})
        shown.locator("li", has_text="Ben").get_by_text("in sync").wait_for()


def test_a_code_is_typed_by_keys_alone():
    with node("Alice") as alice, node("Ben") as ben, page(alice, "/people") as shown:
        code = api(ben, "POST", "/v1/codes")["code"]
        take = shown.get_by_role("button", name="I have a code or invitation")
        take.focus()
        shown.keyboard.press("Enter")
        shown.keyboard.type(code)
        said(shown, "It can be tried once")
        shown.keyboard.press("Tab")
        shown.keyboard.type(ben.listening)
        shown.keyboard.press("Enter")
        shown.locator("dialog .secret li").first.wait_for()
        # The words are numbered by their order, and the name has the focus next.
        shown.get_by_label("What you call them").focus()
        shown.keyboard.press("Enter")
        said(shown, "Ben is your friend")
        expect(shown.locator("dialog")).to_have_count(0)
        expect(take).to_be_focused()
        api(ben, "POST", f"/v1/pending/{person(alice)}:accept", {"name": "Alice"})
        shown.locator("li", has_text="Ben").get_by_text("in sync").wait_for()


def test_different_words_refuse_the_request():
    with node("Alice") as alice, node("Ben") as ben, page(alice, "/people") as shown:
        code = api(alice, "POST", "/v1/codes")["code"]
        api(ben, "POST", "/v1/codes:join", {"code": code, "at": alice.listening})
        said(shown, "Asks to be a friend")
        axe(shown)
        shown.get_by_role("button", name="Compare words").click()
        shown.get_by_role("button", name="Different: refuse").click()
        shown.get_by_text("Asks to be a friend").wait_for(state="detached")
        assert api(alice, "GET", "/v1/pending")["items"] == []


def test_a_line_that_is_nothing_is_told_before_it_is_sent():
    with node("Alice") as alice, page(alice, "/people") as shown:
        shown.get_by_role("button", name="I have a code or invitation").click()
        shown.keyboard.type("hello there")
        said(shown, "This is none of them")
        axe(shown)
        # A wrong code is refused in the node's words, and the form stays.
        shown.locator("dialog textarea").fill("> 7-candy-lizard")
        shown.get_by_label("Where they are").fill("127.0.0.1:9")
        shown.get_by_role("button", name="Go on").click()
        shown.locator(".problem").wait_for(timeout=20_000)
        expect(shown.locator("dialog textarea")).to_be_visible()


def test_an_invitation_makes_friends_and_another_is_revoked():
    with node("Alice") as alice, node("Ben") as ben, page(alice, "/people") as shown:
        for _ in range(2):
            shown.get_by_role("button", name="Invite", exact=True).click()
            shown.get_by_label("For how long").select_option(label="a week")
            shown.get_by_role("button", name="Make the invitation").click()
            text = shown.get_by_role("textbox", name="Invitation").input_value()
            said(shown, re.compile("For one person; runs out in 7 days"))
            axe(shown)
            shown.get_by_role("button", name="Done").click()
        assert text.startswith("weft:i1")
        shown.get_by_role("button", name="Revoke invitation 1").click()
        shown.get_by_role("button", name="Revoke invitation 1").wait_for(state="detached")
        ben.weft("join", text)
        shown.locator("li", has_text="Ben").get_by_text("in sync").wait_for()
        shown.get_by_role("button", name="Revoke invitation 2").wait_for(state="detached")


def test_a_camera_reads_an_invitation_from_the_screen_and_it_makes_friends(tmp_path):
    with node("Alice") as alice, node("Ben") as ben, page(alice, "/people") as shown:
        shown.get_by_role("button", name="Invite", exact=True).click()
        shown.get_by_role("button", name="Make the invitation").click()
        text = shown.get_by_role("textbox", name="Invitation").input_value()
        shown.get_by_role("img", name="Invitation as a QR code").wait_for()
        axe(shown)
        read = scanned(shown, tmp_path)
        assert read == text.upper()
        shown.get_by_role("button", name="Done").click()
        ben.weft("join", read)
        shown.locator("li", has_text="Ben").get_by_text("in sync").wait_for()


@pytest.mark.parametrize("size", [WIDE, PHONE, NARROW])
def test_a_ticket_is_black_on_white_in_the_dark_and_each_module_as_wide_as_the_next(size, tmp_path):
    with node("Alice") as alice, page(alice, "/people", size=size, dark=True, touch=size != WIDE) as shown:
        shown.get_by_role("button", name="Your ticket").click()
        text = shown.get_by_role("textbox", name="Ticket").input_value()
        shown.get_by_role("img", name="Ticket as a QR code").wait_for()
        assert overflow(shown) <= 0
        axe(shown)
        assert modules(shown) >= 3 and modules(shown) == round(modules(shown))
        assert scanned(shown, tmp_path) == text.upper()


def test_a_camera_reads_an_invitation_into_a_group_in_german(tmp_path):
    with friends("Alice", "Ben") as (alice, ben):
        alice.weft("group", "new", "Walkers")
        with page(alice, "/people/group/Walkers", size=PHONE, touch=True, language="de") as shown:
            shown.get_by_role("button", name="Einladen", exact=True).click()
            shown.get_by_role("button", name="Einladung machen").click()
            text = shown.get_by_role("textbox", name="Einladung").input_value()
            shown.get_by_role("img", name="Einladung als QR-Code").wait_for()
            assert overflow(shown) <= 0
            axe(shown)
            read = scanned(shown, tmp_path)
            assert read == text.upper()
            shown.get_by_role("button", name="Erledigt").click()
            api(ben, "POST", "/v1/join", {"invitation": read, "name": "walkers"})
            shown.get_by_role("link", name="Ben", exact=True).wait_for()


def test_an_invitation_of_somebody_is_pasted_as_a_mail_has_broken_it():
    with node("Alice") as alice, node("Ben") as ben, page(alice, "/people", size=PHONE, touch=True) as shown:
        text = api(ben, "POST", "/v1/invites", {})["text"]
        broken = "\n".join("> " + text[at:at + 40] for at in range(0, len(text), 40))
        tap(shown.get_by_role("button", name="I have a code or invitation"))
        paste(shown.locator("dialog textarea"), broken)
        said(shown, "An invitation to be friends.")
        axe(shown)
        tap(shown.get_by_role("button", name="Go on"))
        shown.locator("li", has_text="Ben").get_by_text("in sync").wait_for()


def test_a_group_is_made_gets_members_and_is_left():
    with friends("Alice", "Ben") as (alice, ben), page(alice, "/people") as shown:
        shown.get_by_role("button", name="New group").click()
        shown.keyboard.type("Walkers & <b>friends</b>")
        shown.keyboard.press("Tab")
        shown.keyboard.type("Sundays")
        shown.get_by_role("button", name="Make the group").click()
        shown.get_by_role("heading", name="Walkers & <b>friends</b>").wait_for()
        shown.get_by_role("button", name="Invite", exact=True).click()
        shown.get_by_label("They may").select_option(label="read (viewer)")
        shown.get_by_role("button", name="Make the invitation").click()
        text = shown.get_by_role("textbox", name="Invitation").input_value()
        shown.get_by_role("button", name="Done").click()
        api(ben, "POST", "/v1/join", {"invitation": text, "name": "walkers"})
        row = shown.locator("li", has_text="Ben")
        row.get_by_text("viewer").wait_for()
        axe(shown)
        # By keys: the menu, one role up.
        row.get_by_role("button", name="Commands for Ben").focus()
        shown.keyboard.press("Enter")
        shown.keyboard.press("Enter")
        row.get_by_text("editor").wait_for()
        # The head cannot leave, but hand over and then leave, each confirmed.
        expect(shown.get_by_role("button", name="Leave the group")).to_have_count(0)
        row.get_by_role("button", name="Commands for Ben").click()
        shown.get_by_role("menuitem", name="Make head instead of you").click()
        axe(shown)
        shown.get_by_role("button", name="Make Ben the head").click()
        shown.get_by_role("button", name="Leave the group").click()
        shown.locator("dialog").get_by_role("button", name="Leave the group").click()
        said(shown, "Former groups: 1")


def test_a_person_is_followed_muted_and_renamed_with_a_way_back():
    with friends("Alice", "Ben") as (alice, ben):
        ben.weft("add", "https://loom.example/", "--title", "Loom", "--audience", "friends")
        with page(alice, "/people") as shown:
            shown.get_by_role("link", name="Ben", exact=True).click()
            shown.get_by_role("heading", name="Ben").wait_for()
            said(shown, "1 thing of theirs that you see")
            axe(shown)
            shown.get_by_role("button", name="Follow", exact=True).click()
            shown.get_by_role("button", name="Following", pressed=True).wait_for()
            shown.locator(".toast").get_by_role("button", name="Undo").click()
            shown.get_by_role("button", name="Follow", exact=True).wait_for()
            shown.get_by_role("button", name="Mute").click()
            said(shown, "They are not told.")
            shown.get_by_role("button", name="Muted", pressed=True).click()
            shown.get_by_role("button", name="Commands for Ben").click()
            shown.get_by_role("menuitem", name="Rename").click()
            shown.get_by_label("New name").fill("Benjamin")
            shown.keyboard.press("Enter")
            shown.wait_for_url("**/people/Benjamin")
            shown.get_by_role("heading", name="Benjamin").wait_for()


def test_a_friendship_ends_only_after_a_question():
    with friends("Alice", "Ben") as (alice, _), page(alice, "/people/Ben") as shown:
        shown.get_by_role("button", name="Commands for Ben").click()
        shown.get_by_role("menuitem", name="Block").click()
        axe(shown)
        # What is safe has the focus.
        expect(shown.get_by_role("dialog").get_by_role("button", name="Cancel")).to_be_focused()
        shown.keyboard.press("Enter")
        assert api(alice, "GET", "/v1/blocked")["items"] == []
        shown.get_by_role("button", name="Commands for Ben").click()
        shown.get_by_role("menuitem", name="Block").click()
        shown.get_by_role("button", name="Block Ben").click()
        said(shown, "blocked")
        assert len(api(alice, "GET", "/v1/blocked")["items"]) == 1


def test_the_profile_gets_a_picture_and_words(tmp_path):
    picture = tmp_path / "me.png"
    image = pytest.importorskip("PIL.Image")
    image.effect_noise((900, 700), 80).convert("RGB").save(picture)
    with node("Alice") as alice, page(alice, "/people/me") as shown:
        axe(shown)
        shown.locator("input[type=file]").set_input_files(picture)
        said(shown, "Save to show it.")
        shown.get_by_label("A few words about yourself").fill("Bakes <b>bread</b>")
        shown.get_by_role("button", name="Save").click()
        said(shown, "Your profile is saved")
        axe(shown)
        found = api(alice, "GET", "/v1/profile")["profile"]
        assert found["note"] == "Bakes <b>bread</b>" and len(found["photos"]) == 1
        # Again without a load between: what was saved is what the next change is based on.
        shown.get_by_label("A few words about yourself").fill("Bakes")
        shown.get_by_role("button", name="Save").click()
        shown.locator(".toast").nth(1).wait_for()
        visit(shown, "/people")
        shown.locator(".about-self img").wait_for()
        assert shown.locator(".about-self img").evaluate("one => one.decode().then(() => one.naturalWidth > 0)")


def test_a_folder_is_used_and_a_mailbox_is_kept(tmp_path):
    with friends("Alice", "Ben") as (alice, _), page(alice, "/people") as shown:
        shown.get_by_role("button", name="Add a folder").click()
        shown.get_by_label("Path").fill("relative/path")
        shown.get_by_role("button", name="Use the folder").click()
        # The node's words stand at the field, or in a note of their own.
        shown.locator("dialog .wrong, .problem").first.wait_for()
        shown.get_by_label("Path").fill(str(tmp_path))
        shown.get_by_role("button", name="Use the folder").click()
        row = shown.locator("li", has_text=str(tmp_path))
        row.get_by_text("works").wait_for(timeout=20_000)
        axe(shown)
        row.get_by_role("button", name=f"Stop using {tmp_path}").click()
        shown.get_by_role("button", name="Stop using it").click()
        row.wait_for(state="detached")
        visit(shown, "/people/Ben")
        shown.get_by_role("button", name="Commands for Ben").click()
        shown.get_by_role("menuitem", name="Keep a mailbox for them").click()
        shown.get_by_role("button", name="Keep it").click()
        visit(shown, "/people")
        said(shown, "Kept here for Ben")
        said(shown, re.compile("of 64 MB"))


def test_hostile_names_stay_in_their_place():
    with friends("Alice", "Ben") as (alice, _):
        name = "<img src=x onerror=alert(1)>\u202egnp" + "W" * 60 + " 🧵" * 20
        api(alice, "PATCH", "/v1/friends/Ben", {"name": name[:120]})
        for size in (NARROW, PHONE):
            with page(alice, "/people", size=size, dark=True, touch=True) as shown:
                shown.locator(".rows a.strong").first.wait_for()
                assert overflow(shown) <= 0
                axe(shown)
                tap(shown.locator(".rows a.strong").first)
                shown.locator(".about-self").wait_for()
                assert overflow(shown) <= 0
                axe(shown)


def test_people_speak_german_on_a_phone():
    with friends("Alice", "Ben") as (alice, _), page(alice, "/people", size=PHONE, touch=True, language="de") as shown:
        said(shown, "auf gleichem Stand")
        assert overflow(shown) <= 0
        axe(shown)


def test_a_link_that_was_passed_on_only_fills_in_the_form():
    with friends("Alice", "Ben") as (alice, ben):
        line = find(ben.json("friend", "invite"), "text")
        with page(alice, "/links") as shown:
            origin = shown.evaluate("location.origin")
            for address in (f"{origin}/#join={line}", f"{origin}/people#join={line}", f"{origin}/people#add={line}"):
                shown.goto(address)
                field = shown.get_by_role("dialog").locator("textarea")
                expect(field).to_have_value(line)
                assert "#" not in shown.url
                assert shown.evaluate("location.pathname") == "/people"
                shown.keyboard.press("Escape")
            # In a page that is open already.
            shown.evaluate("line => void (location.hash = 'join=' + line)", line)
            expect(shown.get_by_role("dialog").locator("textarea")).to_have_value(line)
            axe(shown)
