import CRDT
import Domain
import Primitives

// Stores details as rows, by which things are found.
extension Store {
    /// Updates the rows of a thing's details to match its state.
    func saveFacets(_ number: Int64, _ details: [Detail], of kind: Kind) throws(StorageError) {
        try dropFacets(number)
        try savePosition(number, details)
        for detail in details {
            guard let form = kind.form(of: detail.name), form.value.isTyped else { continue }
            for value in detail.values { try insertFacet(number, form, value) }
        }
    }

    /// Deletes the detail rows of an object that is erased or turned out to be something else.
    func dropFacets(_ number: Int64) throws(StorageError) {
        try database.run("DELETE FROM facets WHERE object = ?", .integer(number))
        try dropPosition(number)
    }

    private func insertFacet(
        _ number: Int64, _ form: DetailForm, _ value: String
    ) throws(StorageError) {
        let amount = form.value.amount(value)
        try database.run(
            "INSERT INTO facets (object, detail, value, folded, number) VALUES (?, ?, ?, ?, ?)",
            .integer(number), .integer(Int(form.name.rawValue)), .text(value),
            .text(form.value.folded(value)), amount.map { .integer($0) } ?? .null)
        guard form.value.isFile, let file = BlobReference(value) else { return }
        try noteReference(file)
        guard let small = file.thumbnailReference else { return }
        // The row makes the thumbnail available to everyone who sees the photo.
        try database.run(
            """
            INSERT OR IGNORE INTO facets (object, detail, value, folded, number)
            VALUES (?, ?, ?, ?, NULL)
            """, .integer(number), .integer(Self.thumbnailFacet), .text(small.text),
            .text(small.nameText))
        try noteReference(small)
    }

    /// The value of `facets.detail` for references to thumbnails; no detail has it.
    static let thumbnailFacet = 251

    /// Returns the details of a thing by name; those that are not searchable are only in its state.
    func details(of number: Int64, _ kind: Kind) throws(StorageError) -> [Detail] {
        guard kind.details.allSatisfy(\.value.isTyped) else {
            return try object(row: number).map { Self.details(of: $0.state, kind: kind) } ?? []
        }
        let rows = try database.rows(
            "SELECT detail, value FROM facets WHERE object = ? AND detail < ? ORDER BY detail, value",
            [.integer(number), .integer(Self.ownReference)]
        ) { (row) throws(StorageError) in
            (name: UInt8(clamping: row.integer(0)), value: row.text(1))
        }
        var details: [Detail] = []
        for row in rows {
            guard let name = DetailName(rawValue: row.name) else { throw .corrupt }
            if details.last?.name == name {
                details[details.count - 1].values.append(row.value)
            } else {
                details.append(Detail(name, [row.value]))
            }
        }
        return details
    }

    /// Returns the detail values that a search for words covers.
    func detailTexts(of number: Int64) throws(StorageError) -> [String] {
        try database.rows(FacetSQL.texts, [.integer(number)]) {
            (row) throws(StorageError) in row.text(0)
        }
    }

    // Two people may have moved the same file to different positions.
    private static func eachFileOnce(_ texts: [String]) -> [String] {
        var seen: Set<String> = []
        return texts.filter { seen.insert(DetailValue.photo.folded($0)).inserted }
    }

    /// Returns the visible details of a thing, with only the values that are valid.
    static func details(of state: ObjectState, kind: Kind) -> [Detail] {
        var details: [Detail] = []
        for form in kind.details {
            var values: [[UInt8]] = []
            if form.isList {
                values = state.set(form.field)?.elements ?? []
                values.sort { $0.lexicographicallyPrecedes($1) }
            } else if let shown = state.register(form.field)?.shown?.value {
                values = [shown]
            }
            var texts = values.filter { form.value.shows($0) }
                .map { String(decoding: $0, as: UTF8.self) }
            if form.value.isFile { texts = Self.eachFileOnce(texts) }
            if !texts.isEmpty { details.append(Detail(form.name, texts)) }
        }
        return details.sorted { $0.name.rawValue < $1.name.rawValue }
    }
}

private enum FacetSQL {
    static let texts = """
        SELECT value FROM facets WHERE object = ? AND detail IN (\(textual))
        ORDER BY detail, value
        """

    private static let textual = DetailName.allCases.filter(\.value.isText)
        .map { "\($0.rawValue)" }.joined(separator: ", ")
}
