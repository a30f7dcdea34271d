import CRDT

/// What there is to say of a link beside its fields: files of its page. Fields are frozen, as those of
/// `Schema` are.
package enum Link {
    /// By field.
    package static let details = [
        DetailForm(.thumbnail, Field(8), .photo),
        // A page is saved again when it has changed, and two devices save it apart: all of them stay.
        DetailForm(.snapshot, Field(13), .page),
    ]
}

extension DetailValue {
    /// The one way to write a reference to a saved page.
    static func page(_ raw: String, of word: String) -> Result<String, Problem> {
        guard let reference = BlobReference(raw) else {
            return .failure(
                Problem(
                    .invalidValue, "\(word): \(Problem.quote(raw)) names no file",
                    fix: "put the file in first; what is answered names it"))
        }
        guard reference.type == .html, reference.thumbnail == nil else {
            return .failure(
                Problem(
                    .invalidValue, "\(word): \(reference.type.rawValue) is no saved page",
                    fix: "take a page as one HTML file, as SingleFile saves it"))
        }
        return .success(reference.text)
    }
}
