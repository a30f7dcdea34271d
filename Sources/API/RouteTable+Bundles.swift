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
        get(
            .listFolders, "/v1/folders", "The directories that something else carries",
            .page("Folder")),
        write(
            .newFolder, .post, "/v1/folders",
            "Read what others put into a directory, and put there what they lack",
            body: "NewFolder", answer: .named("Folder"), statuses: [201],
            [.notFound, .ambiguous, .invalidValue, .tooMany, .readOnly]),
        write(
            .removeFolder, .delete, "/v1/folders/{number}",
            "Leave a directory alone; the files of this node there go", body: nil,
            answer: .named("Done"), [.notFound, .readOnly]),
    ]
}
