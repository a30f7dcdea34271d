// The schema changes of later versions; the first ones are in `EarlySchemaChanges.swift`.
extension Tables {
    /// Version 10: files that things have, stored in pieces.
    static let version10 = """
        CREATE TABLE blobs (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT,
            size INTEGER NOT NULL,
            held INTEGER NOT NULL,
            pieces BLOB NOT NULL,
            wanted INTEGER NOT NULL,
            unused INTEGER,
            UNIQUE (name, size)
        ) STRICT;
        CREATE INDEX blobs_wanted ON blobs (wanted, id) WHERE wanted > 0;
        CREATE INDEX blobs_unused ON blobs (unused) WHERE unused IS NOT NULL;
        CREATE TABLE blob_pieces (
            id INTEGER PRIMARY KEY,
            hash BLOB NOT NULL,
            bytes BLOB NOT NULL
        ) STRICT;
        CREATE TABLE blob_drafts (
            blob INTEGER PRIMARY KEY REFERENCES blobs(id),
            key BLOB NOT NULL,
            size INTEGER NOT NULL,
            tail BLOB NOT NULL
        ) STRICT;
        """

    /// Version 11: positions of places, in millionths of a degree; a row is a thing. An R*Tree
    /// (sqlite.org/rtree.html) of integers, which finds rectangles.
    static let version11 = """
        CREATE VIRTUAL TABLE positions USING rtree_i32(
            object, south, north, west, east
        );
        """

    /// Version 12: what a person likes, in the order in which they said so; and an index that finds the
    /// one reaction of a person to a thing that counts, however many they wrote.
    static let version12 = """
        DROP INDEX reactions_by_target;
        CREATE INDEX reactions_by_target ON reactions (target, person, stamp DESC, value DESC);
        CREATE INDEX reactions_by_person ON reactions (person, value, stamp, target);
        """

    /// Version 13: pieces stored in files beside the database.
    static let version13 = """
        CREATE TABLE blob_sums (
            id INTEGER PRIMARY KEY,
            hash BLOB NOT NULL,
            length INTEGER NOT NULL,
            sum BLOB NOT NULL
        ) STRICT;
        """

    /// Version 14: an index of things by their likes, so that the most liked are found first.
    static let version14 = """
        CREATE INDEX tallies_by_likes ON tallies (likes, object) WHERE likes > 0;
        """

    /// Version 15: which things a thing names. Rows for things saved before are filled in later
    /// (`Store.nameSome`).
    static let version15 = """
        CREATE TABLE named (
            object INTEGER NOT NULL REFERENCES objects(id),
            reference TEXT NOT NULL,
            PRIMARY KEY (object, reference)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX named_by_reference ON named (reference, object);
        """

    /// Version 16: reports, and the text of those that are for this device.
    static let version16 = """
        CREATE TABLE reports (
            object INTEGER PRIMARY KEY REFERENCES objects(id),
            reporter INTEGER NOT NULL REFERENCES people(id),
            made INTEGER NOT NULL,
            state INTEGER NOT NULL,
            words BLOB
        ) STRICT;
        CREATE INDEX reports_by_state ON reports (state, made, object);
        CREATE INDEX reports_by_reporter ON reports (reporter, made, object);
        """

    /// Version 17: people whose reactions and comments are left out, and how far that is done; people who
    /// publicly follow things; this person's private notes of other people's things; and an index of
    /// everything that is to be read (`PrivateNoteSQL.unread`).
    static let version17 = """
        CREATE TABLE silenced (
            person INTEGER PRIMARY KEY REFERENCES people(id),
            is_silent INTEGER NOT NULL,
            done INTEGER
        ) STRICT;
        CREATE TABLE followings (
            object INTEGER PRIMARY KEY REFERENCES objects(id),
            target INTEGER NOT NULL,
            person INTEGER NOT NULL REFERENCES people(id),
            value INTEGER NOT NULL,
            stamp INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX followings_by_target ON followings (target, person, stamp DESC, value DESC);
        ALTER TABLE tallies ADD COLUMN followers INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE earmarks (
            object INTEGER PRIMARY KEY REFERENCES objects(id),
            author INTEGER NOT NULL REFERENCES people(id),
            thing BLOB NOT NULL,
            unread INTEGER NOT NULL,
            stamp INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX earmarks_by_thing ON earmarks (thing, author, stamp DESC, unread DESC);
        ALTER TABLE bookmarks ADD COLUMN marked INTEGER;
        CREATE INDEX bookmarks_unread ON bookmarks (object) WHERE ifnull(marked, unread) > 0;
        """

    /// Version 18: the order in which acts were undone; the last one undone is the first to be redone.
    static let version18 = """
        ALTER TABLE acts ADD COLUMN taken_back INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX acts_taken_back ON acts (taken_back);
        """

    /// Version 19: descriptions of groups. The index finds the first one at once, however many somebody
    /// writes.
    static let version19 = """
        CREATE INDEX descriptions ON objects (audience, hidden, object, author) WHERE kind = 22;
        """
}
