// What later versions have added; the first of them are in `EarlySchemaChanges.swift`.
extension Tables {
    /// The tenth: files that things have, by pieces.
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

    /// The eleventh: where places are, in millionths of a degree; a row is a thing. An R*Tree
    /// (sqlite.org/rtree.html) of whole numbers, which finds a rectangle.
    static let version11 = """
        CREATE VIRTUAL TABLE positions USING rtree_i32(
            object, south, north, west, east
        );
        """

    /// The twelfth: what somebody likes, in the order in which he said so; and what of all that one
    /// person said of one thing counts, however much it is.
    static let version12 = """
        DROP INDEX reactions_by_target;
        CREATE INDEX reactions_by_target ON reactions (target, person, stamp DESC, value DESC);
        CREATE INDEX reactions_by_person ON reactions (person, value, stamp, target);
        """

    /// The thirteenth: pieces that lie in files beside the database.
    static let version13 = """
        CREATE TABLE blob_sums (
            id INTEGER PRIMARY KEY,
            hash BLOB NOT NULL,
            length INTEGER NOT NULL,
            sum BLOB NOT NULL
        ) STRICT;
        """

    /// The fourteenth: things by how many like them, so that the most liked are found first.
    static let version14 = """
        CREATE INDEX tallies_by_likes ON tallies (likes, object) WHERE likes > 0;
        """

    /// The fifteenth: which things a thing names. What was kept before is listed behind what is written
    /// (`Store.nameSome`).
    static let version15 = """
        CREATE TABLE named (
            object INTEGER NOT NULL REFERENCES objects(id),
            reference TEXT NOT NULL,
            PRIMARY KEY (object, reference)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX named_by_reference ON named (reference, object);
        """

    /// The sixteenth: reports, and what those that are for this device say.
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

    /// The seventeenth: whose words on things are left out, and how far that is done; who follows things and
    /// says so; what the person of this node has noted of others' things, and what of all things is to be
    /// read (`EarmarkSQL.unread`).
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

    /// The eighteenth: in which order acts were taken back; the last one is the first to be done again.
    static let version18 = """
        ALTER TABLE acts ADD COLUMN taken_back INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX acts_taken_back ON acts (taken_back);
        """

    /// The nineteenth: what groups are for. However many descriptions somebody writes into one, the first
    /// is found at once.
    static let version19 = """
        CREATE INDEX descriptions ON objects (audience, hidden, object, author) WHERE kind = 22;
        """
}
