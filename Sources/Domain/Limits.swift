/// The sizes of what people keep, with their reasons. Sizes of text are bytes of UTF-8.
package enum Limits {
    /// Longest address: what browsers and servers take in practice, with room.
    package static let urlBytesMax = 8 * 1024
    /// Longest title.
    package static let titleBytesMax = 1024
    /// Longest note: leaves room for the rest of its operation (64 KiB).
    package static let noteBytesMax = 60 * 1024
    /// Longest tag.
    package static let tagBytesMax = 128
    /// Most tags on one thing; binds the writer, never the merge.
    package static let tagsPerObjectMax = 100
    /// Longest value of a detail, such as a brand.
    package static let detailBytesMax = 128
    /// Most values of a detail that is a list.
    package static let detailValuesMax = 20
    /// Most days of a detail that lists days: eleven years of each.
    package static let detailDaysMax = 4096
    /// Longest comment: a page of text.
    package static let commentBytesMax = 8 * 1024
    /// Largest file that a thing may have: a clip.
    package static let blobBytesMax = 64 << 20
    /// Largest photo.
    package static let photoBytesMax = 32 << 20
    /// Largest thumbnail: it comes to everybody who sees the photo.
    package static let thumbnailBytesMax = 32 << 10
    /// A file of so many bytes comes by itself; a larger one when it is asked for.
    package static let smallBlobBytesMax = 256 << 10
    /// What one other person may write in one audience as long as nothing else is set, and the least that
    /// can be set: what one run of deltas may bring.
    package static let authorBytesUsual = 256 << 20
    package static let authorBytesMin = 1 << 20
    /// One part in so many of the room for files is left to what its person puts in or asks for: what
    /// friends share comes by itself, and however much it is, he can still put in his own.
    package static let ownRoomParts = 10
    /// Bytes of a file that are put in, or read, at once: a step stays near 10 ms.
    package static let blobSliceMax = 1 << 20
    /// Files that may be being put in at once.
    package static let blobDraftsMax = 8
    /// Most things in a closet: each change reads and writes the whole of it.
    package static let closetThingsMax = 500
    /// Most things that are put into a closet and taken out at once: each end of an id is looked for
    /// among all.
    package static let closetThingsAtOnceMax = 100
    /// Most members of a collection that an import fills, and collections there may be for it to make
    /// more: each that comes reads what is there.
    package static let collectionMembersMax = 20_000
    package static let collectionsTakenMax = 2_000
    /// Longest place of a member in the order of a collection; a longer one voids its delta.
    package static let memberPlaceBytesMax = 64
    /// Longest name of a collection, friend or group.
    package static let nameBytesMax = 256
    /// Most links in one `addBookmarks`: a step stays near 10 ms.
    package static let batchMax = 500
    /// Most changes of many things that are one command; a script that needs more sends two.
    package static let bulkChangesMax = 100
    /// Most different things that they name: each end of an id is looked for among all.
    package static let bulkNamesMax = 500
    /// Most devices of one person that are let into an epoch, the oldest first.
    package static let devicesMax = 64
    /// Longest `host:port`: a name of DNS has at most 255 bytes.
    package static let addressBytesMax = 262
    /// Most addresses of one person that are told or dialled.
    package static let addressesMax = 8
    /// Longest description of a group: all groups are listed on one page.
    package static let groupDescriptionBytesMax = 4 * 1024
    /// Most groups a person is in at a time, those he left included.
    package static let groupsMax = 200
    /// Most people who may come by one invitation.
    package static let invitationUsesMax = 1000
    /// Longest time for which an invitation is honoured: 90 days, in seconds.
    package static let invitationSecondsMax = 90 * 24 * 3600
    /// Most rules that put tags on: each is held against every thing that is kept.
    package static let tagRulesMax = 500
    /// Most that a person follows and has muted: each feed asks for all of it.
    package static let followsMax = 500
    /// Most items on a page.
    package static let pageMax = 500
    /// Longest search: a person types no more, and a longer one could cost unbounded time.
    package static let queryBytesMax = 4096
    /// Most words, tags and qualifiers in one search.
    package static let queryTermsMax = 64
    /// Deepest nesting of brackets in a search.
    package static let queryDepthMax = 16
    /// Metres around a point that is asked about, if nobody says how many.
    package static let nearMetresUsual = 10_000
}
