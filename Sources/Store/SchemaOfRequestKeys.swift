extension Tables {
    /// Version 20: requests carried out under an idempotency key, and their responses.
    static let version20 = """
        CREATE TABLE request_keys (
            id INTEGER PRIMARY KEY,
            key TEXT NOT NULL UNIQUE,
            request BLOB NOT NULL,
            at INTEGER NOT NULL,
            size INTEGER NOT NULL,
            status INTEGER,
            fields TEXT,
            body BLOB
        ) STRICT;
        CREATE INDEX request_keys_by_time ON request_keys (at, size);
        """
}
