import Domain

// Schemas that several shapes have, each with the limit that the node checks.
extension Schema {
    /// An audience, as people name it.
    static let audience = Schema.pattern("^(private|friends|public|group:.+|@.+)$")
    static let url = Schema.text(1...Limits.urlBytesMax)
    static let title = Schema.text(0...Limits.titleBytesMax)
    static let note = Schema.text(0...Limits.noteBytesMax)
    static let name = Schema.text(1...Limits.nameBytesMax)
    static let tag = Schema.text(1...Limits.tagBytesMax)
    static let tags = Schema.several(tag, 0...Limits.tagsPerObjectMax)
    /// A search.
    static let search = Schema.text(0...Limits.queryBytesMax)
    static let comment = Schema.text(1...Limits.commentBytesMax)
    /// The description of a group.
    static let purpose = Schema.text(0...Limits.groupDescriptionBytesMax)
    /// The arrival of a thing at a device.
    static let arrival = Schema.words(Visibility.Arrival.self)
    /// The reason why an invitation came to nothing.
    static let refusal = Schema.word(
        [Joining.State.usedUp, .revoked, .expired, .refused].map(\.rawValue))
    static let pinboard = Schema.words(PinboardSharing.self)
    static let coming = Schema.words(BlobFetchPolicy.self)
    /// The policy for duplicates.
    static let policy = Schema.words(DuplicatePolicy.self)

    /// One of the words of an enumeration.
    static func words<Words: CaseIterable & RawRepresentable<String>>(
        _ type: Words.Type
    ) -> Schema {
        .word(type.allCases.map(\.rawValue))
    }
}
