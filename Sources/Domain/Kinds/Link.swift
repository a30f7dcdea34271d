import CRDT

extension Kind {
    /// A page somewhere, saved by its address.
    package static let link = Kind(
        KindDescriptor(
            number: 1, word: "link", plural: "links", collection: "bookmarks", noun: "",
            details: Link.details, traits: [.addressed, .news, .edited],
            first: .init("save a link", "weft add URL -t TAG"), ownCopy: .save))
}

/// The details of a link besides its fields: files of its page. Field numbers are frozen, as in `Schema`.
package enum Link {
    /// The details, by field number.
    package static let details = [
        DetailForm(.thumbnail, Field(8), .photo),
        // A set: a page is saved again when it changes, and two devices save it separately. All copies stay.
        DetailForm(.snapshot, Field(13), .page),
    ]
}

extension DetailName {
    package static let thumbnail = DetailName(
        92, "thumbnail", search: .by("thumbnail:1"),
        meaning: "has a thumbnail of its page: 1, or 0",
        about: "A reference to the picture of its page; absent if it has none.")
    package static let snapshot = DetailName(
        93, "snapshot", member: "snapshots", search: .by("snapshot:>0"),
        meaning: "has this many saved copies of its page: 0, >0",
        about: "References to saved copies of its page, the earliest first.")
}

extension DetailValue {
    /// Returns the canonical spelling of a reference to a saved page.
    static func page(_ raw: String, of word: String) -> Result<String, Problem> {
        guard let reference = BlobReference(raw) else {
            return .failure(
                Problem(
                    .invalidValue, "\(word): \(Problem.quote(raw)) is not a file reference",
                    fix: "upload the file first, and use the reference in the answer"))
        }
        guard reference.type == .html, reference.thumbnail == nil else {
            return .failure(
                Problem(
                    .invalidValue, "\(word): \(reference.type.rawValue) is not a saved page",
                    fix: "use a page saved as one HTML file, for example with SingleFile"))
        }
        return .success(reference.text)
    }
}
