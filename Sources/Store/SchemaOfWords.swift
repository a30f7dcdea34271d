import Domain

extension Tables {
    /// Version 22: a letter of a script without blanks is a word, and searched text is folded as tags are
    /// (`SearchText`). The full-text index is emptied and refilled by idle steps as usual: a contentless
    /// index removes a row only when it is given exactly what was inserted.
    static func version22(on connection: OpaquePointer) throws(StorageError) {
        for step in [
            WordsSQL.emptyIndex, WordsSQL.nothingIsWaiting, WordsSQL.forgetNames,
            WordsSQL.beginAnew,
        ] {
            let statement = try Statement(step, on: connection)
            try statement.run()
        }
        for detail in folded { try refold(detail, as: SearchText.folded, on: connection) }
    }

    /// The numbers of `DetailName.brand`, `.color`, `.fit`, `.fabric`, `.style`, `.occasion`, `.address`,
    /// `.contact`, `.theme`, `.prefix` and `.suffix` in this version.
    private static let folded: [Int64] = [2, 6, 8, 9, 10, 21, 66, 68, 72, 90, 91]
}

private enum WordsSQL {
    // - Source: sqlite.org/fts5.html, section 6.4, "the 'delete-all' command".
    static let emptyIndex = "INSERT INTO search (search) VALUES ('delete-all')"
    static let nothingIsWaiting = "DELETE FROM unindexed"
    // The value of `Store.placeNameFacet` in this version.
    static let forgetNames = "DELETE FROM facets WHERE detail = 252"
    // The next start fills in names of places again (`learnPlaceNames`).
    static let beginAnew = "DELETE FROM settings WHERE name IN ('indexed', 'place names')"
}
