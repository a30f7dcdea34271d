import Domain

extension Tables {
    /// The twenty-second: a letter of a script without blanks is a word, and what searches compare is folded as
    /// tags are (`SearchText`). The index of words is empty until it has been made anew, which follows at a
    /// distance as ever: a contentless index forgets a row only when it is told just what it has put in.
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
    /// `.contact`, `.theme`, `.prefix` and `.suffix`, as this version had them.
    private static let folded: [Int64] = [2, 6, 8, 9, 10, 21, 66, 68, 72, 90, 91]
}

private enum WordsSQL {
    // - Source: sqlite.org/fts5.html, section 6.4, "the 'delete-all' command".
    static let emptyIndex = "INSERT INTO search (search) VALUES ('delete-all')"
    static let nothingIsWaiting = "DELETE FROM unindexed"
    // `Store.placeNameFacet`, as this version had it.
    static let forgetNames = "DELETE FROM facets WHERE detail = 252"
    // Names of places are learnt at the next start (`learnPlaceNames`).
    static let beginAnew = "DELETE FROM settings WHERE name IN ('indexed', 'place names')"
}
