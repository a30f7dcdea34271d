package import Domain
package import Primitives

// Files of things.

/// An endpoint about one file.
package protocol BlobEndpoint: ServedEndpoint {
    /// The file that is meant.
    var file: BlobParameters { get }
}

/// The words that name a file in a request: its name in the path, and one of the references to it.
package struct BlobParameters: Equatable, Sendable {
    package var name = ""
    package var reference: String?

    mutating func visit(_ fields: Fields) {
        fields.path("name", &name)
        fields.query(
            "reference", &reference,
            "If several things refer to it differently, the reference of one of them")
    }

    /// The name as bytes.
    ///
    /// - Throws: `not_found` if it cannot be one.
    package func key() throws(ProblemJSON) -> Bytes32 {
        guard let key = Self.key(name) else {
            throw ProblemJSON(
                .notFound, "\(name.prefix(80)) is not the name of a file", fix: "weft photo ls")
        }
        return key
    }

    /// The reference that is meant; nil if the request names none.
    ///
    /// - Throws: `bad_request` if it is one to another file, or none at all.
    package func meant() throws(ProblemJSON) -> BlobReference? {
        guard let text = reference else { return nil }
        guard let reference = BlobReference(text) else { throw .noReference }
        let name = try key()
        guard reference.name == name else {
            throw ProblemJSON(
                .badRequest, "reference names another file than the path",
                fix: "the path is the fourth word of the reference")
        }
        return reference
    }

    fileprivate static func key(_ text: String) -> Bytes32? {
        guard text.utf8.count == 52 else { return nil }
        return Base32.decode(text).flatMap { Bytes32($0) }
    }
}

extension BlobParameters {
    /// The file of this reference.
    package init(_ reference: BlobReference) {
        name = reference.nameText
        self.reference = reference.text
    }
}

/// Lists files of things, and how much of each is here.
package struct ListBlobs: PagedEndpoint {
    package var limit: Int?
    package var cursor: String?
    package var missing = false

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.page(&limit, &cursor)
        fields.query("missing", &missing, "Only files that are not complete here")
    }

    /// All files, or those that are not complete here.
    package init(missing: Bool) { self.missing = missing }

    package static let route = EndpointRoute(
        "listBlobs", .get, "/v1/blobs", "Files of things, and how much of each is here")
    package typealias Item = BlobJSON
    package func request() throws(ProblemJSON) -> TypedRequest<BlobPage> {
        var last: Bytes32?
        if let cursor {
            guard let name = BlobParameters.key(cursor) else {
                throw ProblemJSON(
                    .badRequest, "cursor is \(cursor.prefix(80))",
                    fix: "send the next_cursor of the previous page")
            }
            last = name
        }
        // Those that are missing have a single page, whatever limit and cursor say.
        if missing {
            return TypedRequest.query { .blob(.missing($0)) }.map { BlobPage($0, after: nil) }
        }
        return .query { .blob(.list(after: last, limit: limit ?? 50, $0)) }
    }
    package func output(_ page: BlobPage) -> PageJSON<BlobJSON> {
        PageJSON(
            items: page.states.map(BlobJSON.init),
            nextCursor: page.last.map { Base32.encode($0.bytes) })
    }
}

/// Takes in a file, and names it.
package struct PutBlob: JSONEndpoint {
    package var use: String?
    package var thumbnail: String?
    package var keepMetadata = false
    package var reference: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.query(
            "as", &use, as: .word(BlobUse.allCases.map(\.rawValue)),
            "The use of the file (default: photo)")
        fields.query("thumbnail", &thumbnail, "The photo in the response of its upload")
        fields.query(
            "keep_metadata", &keepMetadata,
            "Keep metadata such as place and camera; removed otherwise")
        fields.query("reference", &reference, "Restore exactly this file, byte for byte")
    }

    /// A file for this use.
    package init(
        as use: BlobUse, thumbnail: String? = nil, keepMetadata: Bool = false,
        reference: String? = nil
    ) {
        self.use = use.rawValue
        self.thumbnail = thumbnail
        self.keepMetadata = keepMetadata
        self.reference = reference
    }

    package static let route = EndpointRoute(
        "putBlob", .post, "/v1/blobs",
        "Upload a file; the response names it for a thing's details",
        [.invalidValue, .conflict, .tooMany, .notFound, .readOnly], statuses: [201])
    package typealias Output = BlobJSON
    /// Any content type: the bytes say what the file is.
    package static var body: Route.Body? {
        Route.Body(schema: .binary, mediaTypes: ["*/*"], isRequired: true, intake: .own)
    }

    /// The words, read.
    package struct Upload: Equatable, Sendable {
        package let use: BlobUse
        /// The thumbnail of a photo, which was put in before; nil if there is none.
        package let thumbnail: BlobReference.Thumbnail?
        /// Metadata, such as place and camera, stays in a picture.
        package let keepsMetadata: Bool
        /// The file that it was, and is to be again; nil if it is a new one.
        package let reference: BlobReference?
    }

    /// Reads the words.
    ///
    /// - Throws: `bad_request` for one that stands for nothing.
    package func upload() throws(ProblemJSON) -> Upload {
        let word = use ?? BlobUse.photo.rawValue
        guard let use = BlobUse(rawValue: word) else {
            throw ProblemJSON(
                .badRequest, "\(word.prefix(80)) is not a use of a file",
                fix: "one of " + BlobUse.allCases.map(\.rawValue).joined(separator: ", "))
        }
        if let reference {
            guard let known = BlobReference(reference) else { throw .noReference }
            // Byte for byte it is what it was, and its reference says which thumbnail it has.
            return Upload(use: use, thumbnail: nil, keepsMetadata: true, reference: known)
        }
        guard let thumbnail else {
            return Upload(
                use: use, thumbnail: nil, keepsMetadata: keepMetadata, reference: nil)
        }
        guard use == .photo || use == .clip,
            let small = BlobReference(thumbnail).flatMap({ BlobReference.Thumbnail($0) })
        else {
            throw ProblemJSON(
                .badRequest, "thumbnail does not name a thumbnail",
                fix: "upload it first: POST /v1/blobs?as=thumbnail; then its photo here")
        }
        return Upload(use: use, thumbnail: small, keepsMetadata: keepMetadata, reference: nil)
    }
}

/// Answers the bytes of a file, or a range of them.
package struct ReadBlob: BlobEndpoint {
    package var file = BlobParameters()

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.header("Range", "Only these bytes: bytes=0-1023")
        fields.header("If-Range", "The ETag to which Range applies")
        file.visit(fields)
    }

    /// The file of this reference.
    package init(_ reference: BlobReference) { file = BlobParameters(reference) }

    package static let route = EndpointRoute(
        "readBlob", .get, "/v1/blobs/{name}",
        "The bytes of a complete file, or a range of them",
        [.notFound, .damagedFile, .rangeNotSatisfiable], statuses: [200, 206])
    package static var answer: Route.Answer {
        Route.Answer(
            statuses: route.statuses, schema: .binary,
            // A page is answered as bytes to save; see `ReadSnapshot`.
            mediaTypes: MediaType.allCases.filter { $0 != .html }.map(\.rawValue)
                + ["application/octet-stream"])
    }
}

/// Says how much of a file is here.
package struct ShowBlob: Endpoint, BlobEndpoint {
    package var file = BlobParameters()

    package init() {}
    package mutating func visit(_ fields: Fields) { file.visit(fields) }

    /// The file of this reference.
    package init(_ reference: BlobReference) { file = BlobParameters(reference) }

    package static let route = EndpointRoute(
        "showBlob", .get, "/v1/blobs/{name}/state", "The part of a file that is here", [.notFound])
    package func request() throws(ProblemJSON) -> TypedRequest<BlobState> {
        let name = try file.key()
        let meant = try file.meant()
        return .query { .blob(.about(name: name, as: meant, $0)) }
    }
    package func output(_ state: BlobState) -> BlobJSON { BlobJSON(state) }
}

/// Fetches a file that is too large to come by itself.
package struct GetBlob: Endpoint, BlobEndpoint {
    package var file = BlobParameters()

    package init() {}
    package mutating func visit(_ fields: Fields) { file.visit(fields) }

    /// The file of this reference.
    package init(_ reference: BlobReference) { file = BlobParameters(reference) }

    package static let route = EndpointRoute(
        "getBlob", .post, "/v1/blobs/{name}/get",
        "Fetch a file that is too large to download by itself", [.notFound, .conflict, .readOnly])
    package func request() throws(ProblemJSON) -> TypedRequest<BlobState> {
        let name = try file.key()
        let meant = try file.meant()
        return .command { .blob(.get(name: name, as: meant, $0)) }
    }
    package func output(_ state: BlobState) -> BlobJSON { BlobJSON(state) }
}

extension ProblemJSON {
    fileprivate static let noReference = ProblemJSON(
        .badRequest, "reference does not name a file", fix: "copy it from the photos of a thing")
}
