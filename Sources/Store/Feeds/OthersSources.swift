import Domain

/// Another person's objects of one kind in one audience. They are contiguous in the index `objects_of_others`, which
/// also defines the order of sources.
struct OthersSource {
    /// The author's row.
    let author: Int64
    let audience: Int64
    let kind: Int64

    /// Creates the position before all sources of `author`.
    init(author: Int64) {
        self.init(author: author, audience: 0, kind: 0)
    }

    fileprivate init(author: Int64, audience: Int64, kind: Int64) {
        self.author = author
        self.audience = audience
        self.kind = kind
    }

    /// The position after all sources of this author.
    var lastOfAuthor: OthersSource {
        OthersSource(author: author, audience: .max, kind: .max)
    }

    /// Whether its objects are things that people save.
    var isOfThings: Bool { Kind(rawValue: UInt8(clamping: kind)) != nil }
}

extension Store {
    /// Returns the next source with anything visible; nil if there is none.
    func source(behind last: OthersSource) throws(StorageError) -> OthersSource? {
        // Starts at the next kind with >=; with > on this kind, all its rows would be scanned first.
        let next = last.kind == .max ? .max : last.kind + 1
        let values: [SQLValue] = [
            .integer(last.author), .integer(last.audience), .integer(next),
        ]
        return try database.row(OthersSQL.source, values) { row in
            OthersSource(author: row.integer(0), audience: row.integer(1), kind: row.integer(2))
        }
    }

    /// Counts another person's visible things, up to `most`.
    ///
    /// It counts source by source, because the index also holds the author's reactions to others' things.
    ///
    /// - Parameter author: the author's row.
    func countThings(of author: Int64, atMost most: Int) throws(StorageError) -> Int {
        var count = 0
        var last = OthersSource(author: author)
        while count < most, let source = try source(behind: last), source.author == author {
            last = source
            guard source.isOfThings else { continue }
            let place: [SQLValue] = [
                .integer(source.author), .integer(source.audience), .integer(source.kind),
            ]
            let found = try database.row(
                OthersSQL.few, place + place + [.integer(most - count)]
            ) { $0.integer(0) }
            count += Int(found ?? 0)
        }
        return count
    }
}

private enum OthersSQL {
    static let source = """
        SELECT author, audience, kind FROM objects INDEXED BY objects_of_others
        WHERE audience > 1 AND hidden = 0 AND (author, audience, kind) >= (?, ?, ?)
        ORDER BY author, audience, kind LIMIT 1
        """
    // This is a range because with `audience = ?` SQLite would use the index's condition `audience > 1` and scan
    // everything of the author (6.0 ms among 30,000 reactions, against 0.01 ms).
    static let few = """
        SELECT count(*) FROM (
            SELECT id FROM objects INDEXED BY objects_of_others
            WHERE audience > 1 AND hidden = 0 AND (author, audience, kind) >= (?, ?, ?)
                AND (author, audience, kind) <= (?, ?, ?)
            ORDER BY author, audience, kind LIMIT ?
        )
        """
}
