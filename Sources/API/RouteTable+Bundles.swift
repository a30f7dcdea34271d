extension Routes {
    static let bundles: [Route] = [
        write(
            .newBundle, .post, "/v1/bundles",
            "Put what these people may have, and are not known to have, into a new file",
            body: "NewBundle", answer: .named("Bundle"), statuses: [201],
            [.notFound, .ambiguous, .conflict, .invalidValue, .tooMany, .readOnly]),
        write(
            .applyBundle, .post, "/v1/bundles:apply",
            "Take in what such a file has for this device", body: "ApplyBundle",
            answer: .named("Bundle"),
            [.notFound, .conflict, .invalidValue, .damagedFile, .tooMany, .readOnly]),
    ]
}
