/// The tables, as the migrations create them; drawn in docs/reference/storage.md.
enum Tables {
    /// Version 1.
    static let version1 = """
        CREATE TABLE settings (
            name TEXT PRIMARY KEY NOT NULL,
            value BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE people (
            id INTEGER PRIMARY KEY,
            person BLOB NOT NULL UNIQUE,
            name TEXT NOT NULL
        ) STRICT;

        CREATE TABLE devices (
            id INTEGER PRIMARY KEY,
            device BLOB NOT NULL,
            person INTEGER NOT NULL REFERENCES people(id),
            agreement BLOB NOT NULL,
            certificate BLOB NOT NULL,
            last_seen INTEGER,
            address TEXT,
            UNIQUE (device, person, agreement)
        ) STRICT;

        CREATE TABLE audiences (
            id INTEGER PRIMARY KEY,
            kind INTEGER NOT NULL,
            owner INTEGER NOT NULL REFERENCES people(id),
            name BLOB NOT NULL,
            secret BLOB,
            UNIQUE (kind, owner, name)
        ) STRICT;

        CREATE TABLE certified (
            audience INTEGER NOT NULL REFERENCES audiences(id),
            device INTEGER NOT NULL REFERENCES devices(id),
            PRIMARY KEY (audience, device)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE invitations (
            id INTEGER PRIMARY KEY,
            invitation INTEGER NOT NULL UNIQUE,
            key BLOB NOT NULL,
            audience INTEGER NOT NULL REFERENCES audiences(id),
            role INTEGER NOT NULL,
            uses INTEGER NOT NULL,
            expires INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE epochs (
            id INTEGER PRIMARY KEY,
            name BLOB NOT NULL UNIQUE,
            audience INTEGER REFERENCES audiences(id),
            key BLOB,
            check_hash BLOB,
            delta INTEGER,
            confirmed INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX epochs_by_audience ON epochs (audience);

        CREATE TABLE follows (
            epoch INTEGER NOT NULL REFERENCES epochs(id),
            name BLOB NOT NULL,
            PRIMARY KEY (epoch, name)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE carriers (
            epoch INTEGER NOT NULL REFERENCES epochs(id),
            delta INTEGER NOT NULL,
            PRIMARY KEY (epoch, delta)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE marks (
            epoch INTEGER NOT NULL REFERENCES epochs(id),
            mark INTEGER NOT NULL,
            PRIMARY KEY (epoch, mark)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE authority (
            audience INTEGER NOT NULL REFERENCES audiences(id),
            delta INTEGER NOT NULL REFERENCES deltas(id),
            PRIMARY KEY (audience, delta)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE farewells (
            id INTEGER PRIMARY KEY,
            audience INTEGER NOT NULL REFERENCES audiences(id),
            farewell BLOB NOT NULL
        ) STRICT;

        CREATE TABLE refolds (
            audience INTEGER PRIMARY KEY REFERENCES audiences(id)
        ) STRICT;

        CREATE TABLE ended (
            person INTEGER NOT NULL REFERENCES people(id),
            device BLOB NOT NULL,
            PRIMARY KEY (person, device)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE chains (
            id INTEGER PRIMARY KEY,
            chain BLOB NOT NULL UNIQUE,
            audience INTEGER NOT NULL REFERENCES audiences(id),
            device INTEGER NOT NULL REFERENCES devices(id),
            incarnation INTEGER NOT NULL,
            grant_id INTEGER NOT NULL,
            length INTEGER NOT NULL,
            head BLOB NOT NULL,
            stamp INTEGER NOT NULL,
            epoch BLOB NOT NULL,
            unsigned_bytes INTEGER NOT NULL,
            sent INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX chains_by_audience ON chains (audience, chain);

        CREATE TABLE deltas (
            id INTEGER PRIMARY KEY,
            header BLOB NOT NULL,
            payload BLOB NOT NULL,
            signature BLOB
        ) STRICT;

        CREATE TABLE waiting (
            reason BLOB NOT NULL,
            delta INTEGER NOT NULL REFERENCES deltas(id),
            PRIMARY KEY (reason, delta)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE acknowledged (
            device INTEGER NOT NULL REFERENCES devices(id),
            chain INTEGER NOT NULL REFERENCES chains(id),
            length INTEGER NOT NULL,
            PRIMARY KEY (device, chain)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE objects (
            id INTEGER PRIMARY KEY,
            object BLOB NOT NULL,
            author INTEGER NOT NULL REFERENCES people(id),
            audience INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            hidden INTEGER NOT NULL,
            state BLOB NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX objects_by_id ON objects (object, author, audience);
        CREATE INDEX objects_by_kind ON objects (kind) WHERE kind > 1;
        CREATE INDEX objects_hidden ON objects (hidden) WHERE hidden > 0;
        CREATE INDEX objects_of_others ON objects (author, audience, kind, hidden)
            WHERE audience > 1 AND kind = 1 AND hidden = 0;

        CREATE TABLE bookmarks (
            object INTEGER PRIMARY KEY REFERENCES objects(id),
            added INTEGER NOT NULL,
            updated INTEGER NOT NULL,
            canonical INTEGER NOT NULL,
            size INTEGER NOT NULL,
            unread INTEGER NOT NULL,
            conflicts INTEGER NOT NULL DEFAULT 0,
            url TEXT NOT NULL,
            title TEXT NOT NULL,
            note TEXT NOT NULL
        ) STRICT;
        CREATE INDEX bookmarks_by_canonical ON bookmarks (canonical);
        CREATE INDEX bookmarks_by_added ON bookmarks (added);
        CREATE INDEX bookmarks_conflicted ON bookmarks (object) WHERE conflicts > 0;

        CREATE TABLE tags (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            folded TEXT NOT NULL
        ) STRICT;
        CREATE INDEX tags_by_folded ON tags (folded);

        CREATE TABLE tagged (
            object INTEGER NOT NULL REFERENCES objects(id),
            tag INTEGER NOT NULL REFERENCES tags(id),
            PRIMARY KEY (object, tag)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX tagged_by_tag ON tagged (tag, object);

        CREATE TABLE placed (
            object INTEGER NOT NULL REFERENCES objects(id),
            audience INTEGER NOT NULL,
            PRIMARY KEY (object, audience)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE shown (
            object BLOB NOT NULL,
            audience INTEGER NOT NULL,
            delta INTEGER NOT NULL,
            PRIMARY KEY (object, audience, delta)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE copied (
            object INTEGER NOT NULL,
            audience INTEGER NOT NULL REFERENCES audiences(id),
            delta INTEGER NOT NULL REFERENCES deltas(id),
            PRIMARY KEY (object, audience, delta)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE traced (
            chain INTEGER PRIMARY KEY REFERENCES chains(id),
            length INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE unsettled (
            audience INTEGER NOT NULL,
            object INTEGER NOT NULL,
            PRIMARY KEY (audience, object)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE unplaced (
            audience BLOB NOT NULL,
            object INTEGER NOT NULL REFERENCES objects(id),
            PRIMARY KEY (audience, object)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX unplaced_by_object ON unplaced (object);

        CREATE TABLE acts (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            token INTEGER,
            summary TEXT NOT NULL,
            count INTEGER NOT NULL,
            at INTEGER NOT NULL,
            undone INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX acts_by_token ON acts (token) WHERE token IS NOT NULL;

        CREATE TABLE act_deltas (
            act INTEGER NOT NULL REFERENCES acts(id),
            delta INTEGER NOT NULL REFERENCES deltas(id),
            PRIMARY KEY (act, delta)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE unindexed (
            object INTEGER PRIMARY KEY
        ) STRICT;

        CREATE VIRTUAL TABLE search USING fts5 (
            title, url, note, tags,
            content = '', columnsize = 0, tokenize = "ascii"
        );
        """
}
