import Domain

extension Tables {
    /// The twenty-first: tags and categories are compared by full case folding, of which earlier versions
    /// had the small letters alone. What is ASCII is what it was.
    static func version21(on connection: OpaquePointer) throws(StorageError) {
        try refoldTags(on: connection)
        for detail in categories { try refold(detail, as: TagName.fold, on: connection) }
    }

    /// The numbers of `DetailName.category` and `.categories`, as this version had them.
    private static let categories: [Int64] = [1, 64]

    private static func refoldTags(on connection: OpaquePointer) throws(StorageError) {
        let tags = try Statement(FoldingSQL.tags, on: connection)
        let change = try Statement(FoldingSQL.changeTag, on: connection)
        // What is being read is not changed.
        var changes: [(row: Int64, folded: String)] = []
        while try tags.step() {
            let folded = TagName.fold(tags.text(1))
            if !folded.utf8.elementsEqual(tags.bytes(2)) {
                changes.append((tags.integer(0), folded))
            }
        }
        for tag in changes {
            change.bind(1, text: Array(tag.folded.utf8))
            change.bind(2, tag.row)
            try change.run()
        }
    }

    // From what was folded before, each once: to fold that is to fold what it was made of.
    static func refold(
        _ detail: Int64, as fold: (String) -> String, on connection: OpaquePointer
    ) throws(StorageError) {
        let values = try Statement(FoldingSQL.values, on: connection)
        let change = try Statement(FoldingSQL.changeValue, on: connection)
        var changes: [(before: [UInt8], folded: String)] = []
        values.bind(1, detail)
        while try values.step() {
            let folded = fold(values.text(0))
            if !folded.utf8.elementsEqual(values.bytes(0)) {
                changes.append((values.bytes(0), folded))
            }
        }
        for value in changes {
            change.bind(1, text: Array(value.folded.utf8))
            change.bind(2, detail)
            change.bind(3, text: value.before)
            try change.run()
        }
    }
}

private enum FoldingSQL {
    // A text of ASCII has as many bytes as characters.
    static let tags = """
        SELECT id, name, folded FROM tags WHERE length(CAST(name AS BLOB)) > length(name) ORDER BY id
        """
    static let changeTag = "UPDATE tags SET folded = ? WHERE id = ?"
    static let values = """
        SELECT DISTINCT folded FROM facets
        WHERE detail = ? AND length(CAST(folded AS BLOB)) > length(folded) ORDER BY folded
        """
    static let changeValue = "UPDATE facets SET folded = ? WHERE detail = ? AND folded = ?"
}
