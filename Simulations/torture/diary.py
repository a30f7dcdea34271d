"""What each writer was told is kept, and what it may have done besides."""

from door import Broken


class Link:
    """A link as its writer knows it.

    `sure` is the state that was acknowledged last, None before it is there; `maybe` are the states
    of what was asked since and not answered: each may have come about, or not.
    """

    def __init__(self, url, audience):
        self.url = url
        self.audience = audience
        self.id = None
        self.sure = None
        self.maybe = []


def state(title, tags, trashed=False):
    return (title, tuple(sorted(tags)), trashed)


def seen_state(item):
    """The state that a bookmark of the API is in."""
    return state(item["title"], item["tags"], item["trashed"])


class Diary:
    """The links of one writer. A lock of the writer's keeps it from change while it is checked."""

    def __init__(self):
        self.links = []
        # What was asked for since the last look.
        self.touched = []

    def look(self, door, is_whole, forgets_trash=False):
        """Compares with what the node shows now. Returns (how many, [what was lost]).

        What was not answered is settled by it: from then on it is sure. `is_whole` looks at every
        link, otherwise at those that were touched. `forgets_trash`: what was in the trash may be
        over, because a clock has jumped.
        """
        links = self.links if is_whole else list(dict.fromkeys(self.touched))
        shown = whole_shown(door) if len(links) > ONE_BY_ONE_MAX else None
        lost = []
        for link in links:
            if shown is not None:
                item = shown.get(link.url)
            else:
                item = one_shown(door, link)
            found = seen_state(item) if item else None
            known = [link.sure, *link.maybe]
            is_over = forgets_trash and not found and any(was and was[2] for was in known)
            if found not in known and not is_over:
                lost.append(f"{link.url}: acknowledged {link.sure}, shown {found}")
            link.sure, link.maybe = found, []
            if item:
                link.id = item["id"]
        count = len(links)
        self.touched = []
        return count, lost


# Beyond so many it is quicker to ask for all.
ONE_BY_ONE_MAX = 200


def whole_shown(door):
    """Every own link that a node shows, those in the trash too, by address."""
    items = door.items("/v1/bookmarks?") + door.items("/v1/bookmarks?q=is:trashed")
    return {item["url"]: item for item in items if item["author"]["me"]}


def one_shown(door, link):
    """The link as the node shows it. Whose id is not known is searched for by its word."""
    if not link.id:
        word = link.url.rsplit("/", 1)[1]
        found = door.get(f"/v1/bookmarks?q={word}")["items"]
        return next((item for item in found if item["url"] == link.url), None)
    status, item = door.ask("GET", f"/v1/bookmarks/{link.id}")
    if status not in (200, 404):
        raise Broken(f"GET {link.id}: {status} {item}")
    return item if status == 200 else None
