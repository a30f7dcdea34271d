"""What can go wrong around the page: many tabs, sessions that end, other nodes, other versions, files that are too large."""

import contextlib
import shutil
import struct
import subprocess
import time

import pytest

from story import ROOT, Node, axe, browser, expect, find, friends, node, page, said, smoke, visit, wait
from wardrobe import garment, outfit


def shell(shown):
    return shown.evaluate("new URL(document.querySelector('script[type=module]').src).pathname.split('/')[2]")


def test_twenty_tabs_are_all_told_by_one_stream():
    with node() as alice, page(alice, "/links") as first:
        address = first.evaluate("location.origin") + "/links"
        tabs = [first] + [first.context.new_page() for _ in range(19)]
        for tab in tabs[1:]:
            tab.goto(address)
        for tab in tabs:
            tab.wait_for_selector("body.open #main > *")
        alice.add("https://loom.example/", "--title", "Told to everybody")
        for tab in tabs:
            said(tab, "Told to everybody")
        # One that has the stream goes, and another takes it over.
        for tab in tabs[:10]:
            tab.close()
        alice.add("https://loom.example/2", "--title", "Told to the rest")
        for tab in tabs[10:]:
            said(tab, "Told to the rest")


def test_a_session_that_is_ended_locks_every_tab_and_opens_nothing():
    with node() as alice:
        alice.add("https://secret.example/", "--title", "For nobody else")
        with page(alice, "/links", quiet=True) as shown:
            said(shown, "For nobody else")
            other = shown.context.new_page()
            other.goto(shown.url)
            said(other, "For nobody else")
            alice.weft("api", "DELETE", "/v1/web/sessions/1")
            for tab in (shown, other):
                visit(tab, "/people")
                said(tab, "This page is locked")
                assert tab.get_by_text("For nobody else").count() == 0
            axe(shown)
            # Six letters open it again, where one was.
            letters = alice.weft("open", "--code").split()[0]
            shown.get_by_role("textbox").fill(letters)
            shown.get_by_role("button", name="Open", exact=True).click()
            shown.get_by_role("heading", name="People", level=1).wait_for()


@smoke
def test_a_node_that_was_started_again_is_found_again():
    with node() as alice:
        with page(alice, "/links", quiet=True) as shown:
            door = shown.evaluate("location.host")
            alice.down()
            said(shown, "Your node does not answer.")
            assert shown.locator(".banner").bounding_box()["y"] < 100, "it stands above everything"
            alice.up(door)
            alice.add("https://loom.example/", "--title", "Kept after the start")
            said(shown, "Kept after the start")


def test_another_profile_at_the_same_port_shows_and_gets_nothing_of_the_first():
    with node() as alice, node("Bob") as bob:
        alice.add("https://alice.example/", "--title", "A thing of Alice")
        bob.add("https://bob.example/", "--title", "A thing of Bob")
        with page(alice, "/links", quiet=True) as shown:
            said(shown, "A thing of Alice")
            door = shown.evaluate("location.host")
            alice.down()
            bob.down()
            bob.up(door)
            said(shown, "This page is locked")
            assert shown.get_by_text("A thing of").count() == 0


def test_a_part_of_another_version_is_fetched_by_loading_the_page_again(tmp_path):
    folder = tmp_path / "files"
    shutil.copytree(ROOT / "Sources/CPage/files", folder)
    alice = Node("Alice", folder)
    try:
        with page(alice, "/links", quiet=True) as shown:
            before = shell(shown)
            with (folder / "core/dom.js").open("a") as file:
                file.write("\n// The next version.\n")
            shown.context.request.get(shown.evaluate("location.origin") + "/")
            shown.evaluate("() => void navigation.navigate('/people')")
            shown.get_by_role("heading", name="People", level=1).wait_for()
            assert shell(shown) != before
    finally:
        alice.end()


def test_a_part_that_cannot_be_fetched_is_said_and_tried_again():
    with node() as alice:
        with page(alice, "/links", quiet=True) as shown:
            door = shown.evaluate("location.host")
            alice.down()
            visit(shown, "/people")
            shown.get_by_role("heading", name="Your node does not answer.").wait_for()
            axe(shown)
            alice.up(door)
            shown.get_by_role("button", name="Try again").click()
            shown.get_by_role("heading", name="People", level=1).wait_for()


def test_a_file_of_four_gigabytes_is_refused_before_it_is_read(tmp_path):
    film = tmp_path / "long.mp4"
    with film.open("wb") as file:
        file.truncate(4 << 30)
    with node() as alice, page(alice, "/places") as shown:
        shown.get_by_role("link", name="All clips").click()
        shown.get_by_role("button", name="Make a clip").click()
        shown.locator("dialog input[type=file]").set_input_files(str(film))
        said(shown, "Too large: at most 64 MiB.")
        expect(shown.get_by_role("button", name="Keep the clip")).to_be_disabled()


def test_two_windows_that_edit_one_thing_lose_nothing():
    with node() as alice:
        one = alice.add("https://loom.example/", "--title", "Before")
        with page(alice, f"/thing/{one}") as left, page(alice, f"/thing/{one}") as right:
            for shown, text in ((left, "From the left"), (right, "From the right")):
                shown.get_by_role("heading", name="Before", level=1).wait_for()
            left.keyboard.press("e")
            right.keyboard.press("e")
            left.locator("h1 textarea, h1 input, .in-place textarea, .in-place input").first.fill("From the left")
            right.locator("h1 textarea, h1 input, .in-place textarea, .in-place input").first.fill("From the right")
            left.keyboard.press("Enter")
            wait(lambda: find(alice.json("show", one), "title") == "From the left")
            right.keyboard.press("Enter")
            # The second is asked, with both texts before it.
            dialog = right.get_by_role("dialog")
            dialog.get_by_text("From the left").first.wait_for()
            expect(dialog.get_by_text("From the right").first).to_be_visible()


def test_an_outfit_of_64_layers_is_shown_and_a_65th_is_refused_in_words():
    with node() as alice:
        hat = garment(alice, "Red hat", "hat", "red")
        shirt = garment(alice, "Blue shirt", "shirt", "blue")
        made = outfit(alice, "Tower", [(hat, at - 32, at * 4 - 128, 0.3, 0) for at in range(64)])
        with page(alice, f"/outfit/{made}") as shown:
            shown.locator(".layer").nth(63).wait_for()
            shown.locator(f"[data-garment='{shirt}']").click()
            said(shown, "an outfit can have at most 64 layers")
            expect(shown.locator(".layer")).to_have_count(64)


@pytest.mark.parametrize("text", ["", "<script>alert(1)</script>", "' OR 1=1 --", "\u202eevil", "x" * 300])
def test_a_code_that_is_none_opens_nothing(text):
    with node() as alice:
        with page(alice, "/links", quiet=True) as shown:
            address = shown.evaluate("location.origin")
        context = browser().new_context()
        try:
            locked = context.new_page()
            locked.goto(address + "/#k=" + text)
            said(locked, "This page is locked")
            assert "#" not in locked.url
        finally:
            context.close()


def test_people_who_are_friends_do_not_see_what_is_private_in_the_page():
    with friends("Alice", "Bob") as (alice, bob):
        alice.add("https://loom.example/", "--title", "Only mine")
        alice.add("https://open.example/", "--title", "For friends", "--audience", "friends")
        with page(bob, "/links") as shown:
            said(shown, "For friends")
            assert shown.get_by_text("Only mine").count() == 0


@contextlib.contextmanager
def small_disk(folder, megabytes=12):
    """A disk of so many MiB; leaves the story out where none can be had."""
    folder.mkdir(mode=0o700)
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=0700", "tmpfs", folder], capture_output=True, text=True)
    if made.returncode:
        pytest.skip(f"a small disk is mounted by root alone: {made.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def filled(path):
    """Takes all room that is left."""
    with path.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        for size in (1 << 16, 1 << 12, 1):
            with contextlib.suppress(OSError):
                while True:
                    file.write(bytes(size))


def test_a_full_disk_is_said_and_what_was_typed_is_kept_once_there_is_room(tmp_path):
    with small_disk(tmp_path / "disk") as disk, node(home=disk / "home") as alice:
        alice.add("https://loom.example/", "--title", "Kept before")
        with page(alice, "/links", quiet=True) as shown:
            said(shown, "Kept before")
            filled(disk / "ballast")
            shown.keyboard.press("n")
            dialog = shown.get_by_role("dialog")
            dialog.get_by_label("Address").fill("https://full.example/")
            dialog.get_by_label("Note").fill("A long thought. " * 400)
            keep = dialog.get_by_role("button", name="Keep", exact=True)
            keep.click()
            shown.locator(".problem").first.wait_for()
            said(shown, "Nothing can be kept just now:")
            said(shown, "Make room on the disk")
            expect(dialog.get_by_label("Note")).to_have_value("A long thought. " * 400)
            axe(shown)
            other = shown.context.new_page()
            other.goto(shown.evaluate("location.origin") + "/settings/health")
            other.locator(".findings li.bad", has_text="no space is left on the disk").wait_for()
            axe(other)
            (disk / "ballast").unlink()
            # The node tries by itself after a while, and the page says no more that it cannot.
            expect(shown.locator(".banner")).to_have_count(0, timeout=40_000)
            said(other, "Nothing is wrong.")
            keep.click()
            expect(dialog).to_have_count(0)
            said(shown, "https://full.example/")
            assert "A long thought." in alice.weft("show", "https://full.example/")


def test_one_tab_looks_at_a_full_disk_and_tells_the_others(tmp_path):
    with small_disk(tmp_path / "disk") as disk, node(home=disk / "home") as alice:
        with page(alice, "/links", quiet=True) as first:
            tabs = [first] + [first.context.new_page() for _ in range(3)]
            for tab in tabs[1:]:
                tab.goto(first.url)
                tab.wait_for_selector("body.open #main > *")
            alice.add("https://loom.example/", "--title", "Told to everybody")
            asked = []
            for number, tab in enumerate(tabs):
                said(tab, "Told to everybody")
                tab.on("request", lambda request, number=number:
                       request.url.endswith("/v1/status") and asked.append(number))
            filled(disk / "ballast")
            tabs[2].keyboard.press("n")
            dialog = tabs[2].get_by_role("dialog")
            dialog.get_by_label("Address").fill("https://full.example/")
            dialog.get_by_role("button", name="Keep", exact=True).click()
            for tab in tabs:
                said(tab, "Nothing can be kept just now:")
            # From here on the first looks, which hears the node; it is asked, so that what it did is told meanwhile.
            wait(lambda: first.evaluate("true") and asked.count(0) >= 2, 30)
            assert set(asked) <= {0, 2} and asked.count(2) == 1, asked
            (disk / "ballast").unlink()
            for tab in tabs:
                expect(tab.locator(".banner")).to_have_count(0, timeout=40_000)
            assert set(asked) <= {0, 2} and asked.count(2) == 1, asked


@contextlib.contextmanager
def clock(folder):
    """What sets the clock of a node by so many seconds, and the variables for that; left out where it cannot be done."""
    compiler = shutil.which("cc") or shutil.which("clang")
    if not compiler:
        pytest.skip("no C compiler here; on Debian: apt-get install gcc")
    library, file = folder / "clock.so", folder / "clock"
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, ROOT / "Simulations/torture/clock.c"], check=True)

    def turn(seconds):
        # In place: the node has it mapped.
        with file.open("r+b" if file.exists() else "w+b") as written:
            written.write(struct.pack("=q", int(seconds)))

    turn(0)
    yield turn, {"LD_PRELOAD": str(library), "TORTURE_CLOCK": str(file)}


def test_a_clock_that_is_wrong_is_said_with_what_mends_it_and_nothing_is_lost(tmp_path):
    with clock(tmp_path) as (turn, variables), node(variables=variables) as alice:
        alice.add("https://loom.example/", "--title", "Before")
        with page(alice, "/links") as shown:
            said(shown, "Before")
            for seconds, words in (
                    (-time.time(), "shows a year that cannot be"), (10_413_792_000 - time.time(), "shows a year that cannot be"),
                    (86_400, "differ by minutes or more"), (-3600, "differ by minutes or more")):
                turn(seconds)
                alice.add(f"https://turned.example/{int(seconds)}", "--title", f"Turned by {int(seconds)}")
                said(shown, f"Turned by {int(seconds)}")
                shown.locator(".banner", has_text=words).wait_for()
                said(shown, "Set the clock of that computer")
            axe(shown)
            visit(shown, "/settings/health")
            shown.locator(".findings li.bad", has_text="clock of your node").wait_for()
            axe(shown)
            turn(0)
            visit(shown, "/links")
            expect(shown.locator(".thing")).to_have_count(5)
            expect(shown.locator(".banner")).to_have_count(0)
