import Domain

extension Routes {
    /// What a file may be called that comes in; what it is its bytes say.
    private static let anyType = ["*/*"]

    static let blobs: [Route] = [
        get(
            .listBlobs, "/v1/blobs", "Files of things, and how much of each is here",
            .page("Blob"),
            [
                limit, query("cursor", .string, "The next_cursor of the previous page"),
                query("missing", .boolean, "Only files that are not complete here"),
            ], []),
        Route(
            endpoint: .putBlob, method: .post, path: "/v1/blobs",
            summary: "Upload a file; the response names it for a thing's details",
            parameters: [
                query(
                    "as", .word(BlobUse.allCases.map(\.rawValue)),
                    "What the file is for (default: photo)"),
                query(
                    "thumbnail", .string,
                    "The photo in the response of its upload"),
                query(
                    "keep_metadata", .boolean,
                    "Keep metadata such as place and camera; removed otherwise"),
                query(
                    "reference", .string,
                    "Restore exactly this file, byte for byte"),
            ],
            body: Route.Body(schema: .binary, mediaTypes: anyType, isRequired: true),
            answer: Route.Answer(
                statuses: [201], schema: .named("Blob"), mediaTypes: ["application/json"]),
            problems: [.invalidValue, .conflict, .tooMany, .notFound, .readOnly]),
        Route(
            endpoint: .readBlob, method: .get, path: "/v1/blobs/{name}",
            summary: "The bytes of a complete file, or a range of them",
            parameters: [
                Route.Parameter(
                    name: "Range", schema: .string, place: .header,
                    about: "Only these bytes: bytes=0-1023"),
                Route.Parameter(
                    name: "If-Range", schema: .string, place: .header,
                    about: "The ETag to which Range applies"),
                meant,
            ],
            body: nil,
            answer: Route.Answer(
                statuses: [200, 206], schema: .binary,
                // A page is given there as bytes to save; see `readSnapshot`.
                mediaTypes: MediaType.allCases.filter { $0 != .html }.map(\.rawValue)
                    + ["application/octet-stream"]),
            problems: [.notFound, .damagedFile, .rangeNotSatisfiable]),
        get(
            .showBlob, "/v1/blobs/{name}/state", "How much of a file is here", .named("Blob"),
            [meant], [.notFound]),
        write(
            .getBlob, .post, "/v1/blobs/{name}/get",
            "Fetch a file that is too large to download by itself", body: nil,
            answer: .named("Blob"), taking: [meant], [.notFound, .conflict, .readOnly]),
    ]

    private static let meant = query(
        "reference", .string,
        "If several things refer to it differently, the reference of one of them")
}

extension Schemas {
    static let blobs: [ObjectSchema] = [
        ObjectSchema(BlobJSON.self),
        ObjectSchema(FilledShareJSON.self),
        ObjectSchema(FilesJSON.self),
    ]
}
