import Domain

extension Tables {
    /// Version 21: tags and categories are compared by full case folding; earlier versions only converted
    /// to lower case. ASCII text is unchanged.
    static func version21(on connection: OpaquePointer) throws(StorageError) {
        try refoldTags(on: connection)
        for detail in categories { try refold(detail, as: TagName.fold, on: connection) }
    }

    /// The numbers of `DetailName.category` and `.categories` in this version.
    private static let categories: [Int64] = [1, 64]

    private static func refoldTags(on connection: OpaquePointer) throws(StorageError) {
        let tags = try Statement(FoldingSQL.tags, on: connection)
        let change = try Statement(FoldingSQL.changeTag, on: connection)
        // Rows are not changed while they are being read.
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

    // Folds the distinct values that were folded before. Folding them gives the same as folding the
    // originals.
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
    // ASCII text has as many bytes as characters.
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
