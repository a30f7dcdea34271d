import CRDT

/// The details of a link besides its fields: files of its page. Field numbers are frozen, as in `Schema`.
package enum Link {
    /// The details, by field number.
    package static let details = [
        DetailForm(.thumbnail, Field(8), .photo),
        // A set: a page is saved again when it changes, and two devices save it separately. All copies stay.
        DetailForm(.snapshot, Field(13), .page),
    ]
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
