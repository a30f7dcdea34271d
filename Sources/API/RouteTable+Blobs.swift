import Domain

extension Routes {
    /// What a file may be called that comes in; what it is its bytes say.
    private static let anyType = ["*/*"]

    static let blobs: [Route] = [
        get(
            .listBlobs, "/v1/blobs", "Files that things have, and how much of each is here",
            .page("Blob"),
            [
                limit, query("cursor", .string, "Where the page before ended"),
                query("missing", .boolean, "Only those that are not all here"),
            ], []),
        Route(
            endpoint: .putBlob, method: .post, path: "/v1/blobs",
            summary: "Put in a file; what is answered names it, for a thing's details",
            parameters: [
                query(
                    "as", .word(BlobUse.allCases.map(\.rawValue)),
                    "What it is put in for; photo if it is absent"),
                query(
                    "thumbnail", .string,
                    "The photo that was answered when its thumbnail was put in"),
                query(
                    "keep_metadata", .boolean,
                    "Leave in it where and with what it was taken; else that is taken out"),
                query(
                    "reference", .string,
                    "It was this file, and is to be it again, byte for byte"),
            ],
            body: Route.Body(schema: .binary, mediaTypes: anyType, isRequired: true),
            answer: Route.Answer(
                statuses: [201], schema: .named("Blob"), mediaTypes: ["application/json"]),
            problems: [.invalidValue, .conflict, .tooMany, .notFound, .readOnly]),
        Route(
            endpoint: .readBlob, method: .get, path: "/v1/blobs/{name}",
            summary: "The bytes of a file that is all here, or some that are",
            parameters: [
                Route.Parameter(
                    name: "Range", schema: .string, place: .header,
                    about: "Only these bytes: bytes=0-1023"),
                Route.Parameter(
                    name: "If-Range", schema: .string, place: .header,
                    about: "The ETag for which Range counts"),
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
            "Get all of a file that is too large to come by itself", body: nil,
            answer: .named("Blob"), taking: [meant], [.notFound, .conflict, .readOnly]),
    ]

    private static let meant = query(
        "reference", .string,
        "Of several things that refer to it in different ways, as it stands in this one")
}

extension Schemas {
    static let blobs: [ObjectSchema] = [
        ObjectSchema(BlobJSON.self),
        ObjectSchema(FilledShareJSON.self),
        ObjectSchema(FilesJSON.self),
    ]
}
