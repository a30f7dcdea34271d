"""What attackers may cost a node, and not keep from others: claims and their bounds."""

# What an attack may take, in MiB, beyond what the node has at rest.
MEMORY_MAX = 96
SLOWER_MAX = 2
# So soon is soon enough, whatever it was before, in seconds.
SOON_SECONDS = 0.01
LINKS_MAX = 4
# What one person may have written here, in MiB, and a tenth for what keeping it takes.
WRITTEN_MAX = 256 * 1.1
# So soon a friend is linked whose node starts in a siege: the first try, and some more.
LINKED_SECONDS = 10

LITTLE = "an attack takes at most 96 MiB"
QUICK = "in an attack a friend hears at most twice as late, or within 10 ms"
THROUGH = "who means well gets through within 5 s, whoever holds sockets"
FEW = "one person holds at most 4 links"
LINKED = "a friend is linked, however many devices somebody has"
BOUNDED = "what one person writes takes at most 256 MiB and a tenth"
ASKED = "who asks is not pushed out by who asks from another address"
TOLD = "junk wipes nothing from the history of events"
DONE = "an attack is made to its end"
RUNS = "a node that is attacked runs, and answers"


def takes_little(figures, name, mebibytes, log):
    figures.sample("memory in an attack", mebibytes)
    if mebibytes > MEMORY_MAX:
        figures.breaks(LITTLE, f"{name}: {mebibytes:.0f} MiB above rest", log)


def is_as_quick(figures, name, calm, heard, log):
    figures.sample("the same in an attack", heard * 1000)
    if heard > max(calm * SLOWER_MAX, SOON_SECONDS):
        figures.breaks(
            QUICK, f"{name}: {heard * 1000:.1f} ms, {calm * 1000:.1f} before", log)


def all_come_through(figures, tried, through, log):
    if through < tried:
        figures.breaks(THROUGH, f"{through} of {tried} handshakes", log)


def is_let_in(figures, is_linked, held, log):
    if held > LINKS_MAX:
        figures.breaks(FEW, f"{held} links", log)
    if not is_linked:
        figures.breaks(LINKED, f"not within {LINKED_SECONDS} s", log)


def stays_small(figures, mebibytes, log):
    if mebibytes > WRITTEN_MAX:
        figures.breaks(BOUNDED, f"it grew by {mebibytes:.0f} MiB", log)


def stays_asked(figures, was_there, is_there, log):
    if not was_there:
        figures.breaks(ASKED, "nobody heard of the honest one", log)
    elif not is_there:
        figures.breaks(ASKED, "the honest one is gone", log)


def stays_told(figures, known, now, log):
    gone = set(known) - set(now)
    if gone or not known:
        figures.breaks(TOLD, f"{len(gone)} of {len(known)} events", log)
