package import Domain
package import Primitives

/// `POST /v1/blobs`: what is said behind the question mark of the file in the body.
package struct PutBlobRequest: Equatable, Sendable {
    /// What it is put in for.
    package let use: BlobUse
    /// The small picture of a photo that was put in before; nil if there is none.
    package let thumbnail: BlobReference.Thumbnail?
    /// Where and with what a picture was taken stays in it.
    package let keepsMetadata: Bool
    /// The file that it was, and is to be again; nil if it is a new one.
    package let reference: BlobReference?

    /// Reads `as`, `reference`, `thumbnail` and `keep_metadata`.
    package init(_ parameters: Parameters) throws(ProblemJSON) {
        let word = parameters.text("as") ?? BlobUse.photo.rawValue
        guard let use = BlobUse(rawValue: word) else {
            throw ProblemJSON(
                .badRequest, "\(word.prefix(80)) is not a use of a file",
                fix: "one of " + BlobUse.allCases.map(\.rawValue).joined(separator: ", "))
        }
        self.use = use
        if let text = parameters.text("reference") {
            guard let known = BlobReference(text) else { throw .noReference }
            // Byte for byte it is what it was, and its reference says which thumbnail it has.
            (reference, thumbnail, keepsMetadata) = (known, nil, true)
            return
        }
        reference = nil
        keepsMetadata = try parameters.truth("keep_metadata")
        guard let text = parameters.text("thumbnail") else {
            thumbnail = nil
            return
        }
        guard use == .photo || use == .clip,
            let small = BlobReference(text).flatMap({ BlobReference.Thumbnail($0) })
        else {
            throw ProblemJSON(
                .badRequest, "thumbnail does not name a thumbnail",
                fix: "upload it first: POST /v1/blobs?as=thumbnail; then its photo here")
        }
        thumbnail = small
    }
}

extension Asking {
    /// The name of a file in the path.
    package func blobName() throws(ProblemJSON) -> Bytes32 {
        guard let name = Self.blobName(name("name")) else {
            throw ProblemJSON(
                .notFound, "\(name("name").prefix(80)) is not the name of a file",
                fix: "weft photo ls")
        }
        return name
    }

    /// Which of the references to that file is meant; nil if it is not said.
    package func blobReference() throws(ProblemJSON) -> BlobReference? {
        guard let text = parameters.text("reference") else { return nil }
        guard let reference = BlobReference(text) else { throw .noReference }
        let name = try blobName()
        guard reference.name == name else {
            throw ProblemJSON(
                .badRequest, "reference names another file than the path",
                fix: "the path is the fourth word of the reference")
        }
        return reference
    }

    /// What is asked about files; nil for everything else.
    func blobQuery() throws(ProblemJSON) -> Query? {
        if endpoint == .showBlob {
            return .blob(.about(name: try blobName(), as: try blobReference()))
        }
        guard endpoint == .listBlobs else { return nil }
        let limit = try limit()
        var last: Bytes32?
        if let cursor = parameters.text("cursor") {
            guard let name = Self.blobName(cursor) else {
                throw ProblemJSON(
                    .badRequest, "cursor is \(cursor.prefix(80))",
                    fix: "send the next_cursor of the previous page")
            }
            last = name
        }
        // They have one page, whatever is said of others.
        if try parameters.truth("missing") { return .blob(.missing) }
        return .blob(.list(after: last, limit: limit))
    }

    /// What is to be done with files; nil for everything else.
    func blobCommand() throws(ProblemJSON) -> Command? {
        guard endpoint == .getBlob else { return nil }
        return .blob(.get(name: try blobName(), as: try blobReference()))
    }

    private static func blobName(_ text: String) -> Bytes32? {
        guard text.utf8.count == 52 else { return nil }
        return Base32.decode(text).flatMap { Bytes32($0) }
    }
}

extension ProblemJSON {
    fileprivate static let noReference = ProblemJSON(
        .badRequest, "reference does not name a file", fix: "copy it from the photos of a thing")
}
