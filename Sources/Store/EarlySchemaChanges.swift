// The schema changes of versions 2 to 9.
extension Tables {
    /// Version 2: proofs of forks.
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

    /// Version 3: dead ranges, and what is to be declared dead. The indices find what refers to a delta
    /// that is deleted.
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

    /// Version 4: the other branch of own chains that forked.
    static let version4 = """
        ALTER TABLE forks ADD COLUMN recalled INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE other_branches (
            id INTEGER PRIMARY KEY,
            header BLOB NOT NULL,
            payload BLOB NOT NULL,
            signature BLOB
        ) STRICT;
        """

    /// Version 5: folders that something else carries, and what this device has put into them.
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

    /// Version 6: invitations to be friends that this device was given. `state` is 0 while waiting, 1
    /// once friends, and otherwise the `CloseReason` of the refusal.
    static let version6 = """
        CREATE TABLE joinings (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            person INTEGER NOT NULL UNIQUE REFERENCES people(id),
            invitation TEXT NOT NULL,
            name TEXT NOT NULL,
            state INTEGER NOT NULL
        ) STRICT;
        """

    /// Version 7: segments stored for others, and the keepers that this device uses. The row of a keeper
    /// in `folders` has the keeper's key as its path, which cannot be the path of a directory.
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

    /// Version 8: things that are not links, and details by which they are found. The index of other
    /// people's objects now covers all kinds.
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

    /// Version 9: reactions and comments. `target` and `reference` are the first 8 bytes of a reference
    /// as an integer.
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
}
