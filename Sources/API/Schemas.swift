import Domain

/// Every named shape, as OpenAPI tells it; tests hold each against what is really written.
package enum Schemas {
    /// In the order of their names.
    package static let all =
        (answers + requests + ops + things + wardrobe + reactions + order + groups
        + bundles + browsers
        + blobs + feeds + snapshots + saving + events + pinboardAnswers)
        .sorted {
            $0.name < $1.name
        }

    static let answers: [ObjectSchema] = [
        ObjectSchema(HealthJSON.self),
        ObjectSchema(VersionJSON.self),
        ObjectSchema(
            "OpenAPI",
            [
                "openapi": (.string, "The version of OpenAPI that it is written in.")
            ]),
        ObjectSchema(StatusJSON.self),
        ObjectSchema(IdentityJSON.self),
        ObjectSchema(QRJSON.self),
        ObjectSchema(AuthorJSON.self),
        ObjectSchema(ConflictJSON.self),
        ObjectSchema(CutOffJSON.self),
        ObjectSchema(LateChangeJSON.self),
        ObjectSchema(BookmarkJSON.self),
        ObjectSchema(CheckJSON.self),
        ObjectSchema(KeptJSON.Outcome.self),
        ObjectSchema(KeptJSON.PlacedJSON.self),
        ObjectSchema(KeptJSON.self),
        ObjectSchema(DoneJSON.self),
        ObjectSchema(HistoryJSON.self),
        ObjectSchema(HistoryEntryJSON.self),
        ObjectSchema(VisibilityJSON.Device.self),
        ObjectSchema(VisibilityJSON.Viewer.self),
        ObjectSchema(VisibilityJSON.self),
        ObjectSchema(SettingsJSON.self),
        ObjectSchema(TagJSON.self),
        ObjectSchema(CompletionJSON.self),
        ObjectSchema(CollectionJSON.self),
        ObjectSchema(ShareJSON.self),
        ObjectSchema(FriendJSON.self),
        ObjectSchema(PendingJSON.self),
        ObjectSchema(CodeJSON.self),
        ObjectSchema(MeetingJSON.self),
        ObjectSchema(DeviceJSON.self),
        ObjectSchema(PairedDeviceJSON.self),
        ObjectSchema(PeerJSON.self),
        ObjectSchema(ActJSON.self),
        ObjectSchema(RefusalJSON.self),
        ObjectSchema(WarningJSON.self),
        ObjectSchema(SectionCountJSON.self),
        ObjectSchema(ImportJobJSON.self),
        ObjectSchema(ProblemJSON.Member.self),
        ObjectSchema(ProblemJSON.self),
    ]
}
