// What later versions have added.
extension Tables {
    /// The second: proofs of forks.
    static let version2 = """
        CREATE TABLE forks (
            chain BLOB PRIMARY KEY NOT NULL,
            audience INTEGER NOT NULL REFERENCES audiences(id),
            device BLOB NOT NULL,
            sequence INTEGER NOT NULL,
            proof BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX forks_by_audience ON forks (audience, chain);
        CREATE INDEX forks_by_device ON forks (device);
        """

    /// The third: what is dead, and what is to be. The indices find what refers to a delta that
    /// goes.
    static let version3 = """
        CREATE TABLE checkpoints (
            chain BLOB NOT NULL,
            sequence INTEGER NOT NULL,
            audience INTEGER NOT NULL REFERENCES audiences(id),
            target BLOB NOT NULL,
            body BLOB NOT NULL,
            proof BLOB,
            PRIMARY KEY (chain, sequence)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX checkpoints_by_audience ON checkpoints (audience, chain, sequence);

        CREATE TABLE ending (
            audience INTEGER NOT NULL REFERENCES audiences(id),
            object BLOB NOT NULL,
            homeless INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (audience, object)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE sweeps (
            audience INTEGER PRIMARY KEY REFERENCES audiences(id)
        ) STRICT;
        INSERT INTO sweeps (audience) SELECT id FROM audiences ORDER BY id;

        CREATE TABLE moved (
            delta INTEGER NOT NULL,
            place INTEGER NOT NULL,
            object BLOB NOT NULL,
            PRIMARY KEY (delta, place)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE trashed (
            object INTEGER PRIMARY KEY REFERENCES objects(id),
            since INTEGER NOT NULL
        ) STRICT;
        INSERT INTO trashed (object, since) SELECT id, 0 FROM objects
            WHERE hidden = 1 AND (audience = 1 OR audience >= 1000000) ORDER BY id;
        CREATE INDEX moved_by_object ON moved (object);

        CREATE TABLE shown_once (
            delta INTEGER PRIMARY KEY,
            stamp INTEGER NOT NULL,
            epoch BLOB NOT NULL
        ) STRICT;

        CREATE INDEX shown_by_delta ON shown (delta);
        CREATE INDEX waiting_by_delta ON waiting (delta);
        CREATE INDEX copied_by_delta ON copied (delta);
        CREATE INDEX act_deltas_by_delta ON act_deltas (delta);
        CREATE INDEX authority_by_delta ON authority (delta);
        """

    /// The fourth: of own chains that part, what the other branch says.
    static let version4 = """
        ALTER TABLE forks ADD COLUMN recalled INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE other_branches (
            id INTEGER PRIMARY KEY,
            header BLOB NOT NULL,
            payload BLOB NOT NULL,
            signature BLOB
        ) STRICT;
        """

    /// The fifth: folders that something else carries, and what this device has put into them.
    static let version5 = """
        CREATE TABLE folders (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            path TEXT NOT NULL UNIQUE,
            whom TEXT NOT NULL,
            marked INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE carried_segments (
            id INTEGER PRIMARY KEY,
            folder INTEGER NOT NULL REFERENCES folders(id),
            name TEXT NOT NULL,
            audience INTEGER NOT NULL REFERENCES audiences(id),
            bytes INTEGER NOT NULL,
            word BLOB,
            leaving INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX carried_segments_by_folder ON carried_segments (folder);
        CREATE TABLE carried_readers (
            segment INTEGER NOT NULL REFERENCES carried_segments(id),
            device INTEGER NOT NULL REFERENCES devices(id),
            PRIMARY KEY (segment, device)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE carried_ranges (
            segment INTEGER NOT NULL REFERENCES carried_segments(id),
            chain BLOB NOT NULL,
            start INTEGER NOT NULL,
            stop INTEGER NOT NULL,
            dead INTEGER NOT NULL,
            PRIMARY KEY (segment, chain, start)
        ) STRICT, WITHOUT ROWID;
        """

    /// The sixth: invitations to be friends that this device was given. `state`: 0 waiting, 1 friend,
    /// else the `CloseReason` by which it was refused.
    static let version6 = """
        CREATE TABLE joinings (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            person INTEGER NOT NULL UNIQUE REFERENCES people(id),
            invitation TEXT NOT NULL,
            name TEXT NOT NULL,
            state INTEGER NOT NULL
        ) STRICT;
        """

    /// The seventh: segments that are kept for others, and keepers that this device uses. A keeper's row
    /// of `folders` has his key for a path, which no directory has.
    static let version7 = """
        CREATE TABLE keeping (
            person INTEGER PRIMARY KEY REFERENCES people(id),
            quota INTEGER NOT NULL,
            put_at INTEGER,
            got_at INTEGER
        ) STRICT;
        CREATE TABLE kept_segments (
            id INTEGER PRIMARY KEY,
            person INTEGER NOT NULL REFERENCES people(id),
            device BLOB NOT NULL,
            name BLOB NOT NULL,
            length INTEGER NOT NULL,
            held INTEGER NOT NULL,
            ended INTEGER NOT NULL DEFAULT 0,
            UNIQUE (device, name)
        ) STRICT;
        CREATE INDEX kept_segments_by_person ON kept_segments (person);
        CREATE INDEX kept_segments_ended ON kept_segments (ended) WHERE ended = 1;
        CREATE TABLE kept_tags (
            tag BLOB NOT NULL,
            segment INTEGER NOT NULL REFERENCES kept_segments(id),
            PRIMARY KEY (tag, segment)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX kept_tags_by_segment ON kept_tags (segment);
        CREATE TABLE kept_pieces (
            segment INTEGER NOT NULL REFERENCES kept_segments(id),
            start INTEGER NOT NULL,
            bytes BLOB NOT NULL,
            UNIQUE (segment, start)
        ) STRICT;

        CREATE TABLE mailboxes (
            folder INTEGER PRIMARY KEY REFERENCES folders(id),
            keeper INTEGER NOT NULL UNIQUE REFERENCES people(id),
            device BLOB,
            leaving INTEGER NOT NULL,
            put_at INTEGER,
            got_at INTEGER
        ) STRICT;
        CREATE TABLE taken_segments (
            folder INTEGER NOT NULL REFERENCES folders(id),
            device BLOB NOT NULL,
            name BLOB NOT NULL,
            PRIMARY KEY (folder, device, name)
        ) STRICT, WITHOUT ROWID;
        """

    /// The eighth: things that are no links, and details by which they are found. What is of others is
    /// counted whatever it is.
    static let version8 = """
        ALTER TABLE bookmarks ADD COLUMN kind INTEGER NOT NULL DEFAULT 1;
        CREATE INDEX bookmarks_by_kind ON bookmarks (kind) WHERE kind > 1;
        CREATE TABLE facets (
            object INTEGER NOT NULL REFERENCES objects(id),
            detail INTEGER NOT NULL,
            value TEXT NOT NULL,
            folded TEXT NOT NULL,
            number INTEGER,
            PRIMARY KEY (object, detail, value)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX facets_by_value ON facets (detail, folded, object);
        CREATE INDEX facets_by_number ON facets (detail, number, object) WHERE number IS NOT NULL;
        DROP INDEX objects_of_others;
        CREATE INDEX objects_of_others ON objects (author, audience, kind, hidden)
            WHERE audience > 1 AND hidden = 0;
        """

    /// The ninth: what is said of things. `target` and `reference` are the first 8 bytes of a reference
    /// as a number.
    static let version9 = """
        CREATE TABLE referents (
            reference INTEGER PRIMARY KEY,
            object INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE reactions (
            object INTEGER PRIMARY KEY REFERENCES objects(id),
            target INTEGER NOT NULL,
            person INTEGER NOT NULL REFERENCES people(id),
            value INTEGER NOT NULL,
            stamp INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX reactions_by_target ON reactions (target, person);
        CREATE TABLE comments (
            object INTEGER PRIMARY KEY REFERENCES objects(id),
            target INTEGER NOT NULL,
            person INTEGER NOT NULL REFERENCES people(id),
            id BLOB NOT NULL,
            edited INTEGER,
            parent BLOB,
            text TEXT NOT NULL
        ) STRICT;
        CREATE INDEX comments_by_target ON comments (target, id, object);
        CREATE TABLE undecided (
            target INTEGER NOT NULL,
            object INTEGER NOT NULL REFERENCES objects(id),
            PRIMARY KEY (target, object)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX undecided_by_object ON undecided (object);
        CREATE TABLE tallies (
            object INTEGER PRIMARY KEY REFERENCES objects(id),
            likes INTEGER NOT NULL,
            dislikes INTEGER NOT NULL,
            comments INTEGER NOT NULL,
            own INTEGER NOT NULL
        ) STRICT;
        """

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
