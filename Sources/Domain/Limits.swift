/// The limits on what people store, with their reasons. Sizes of text are bytes of UTF-8. A command beyond one is
/// refused, and nothing of it is done.
package enum Limits {
    /// The maximum length of an address: what browsers and servers accept in practice, with a margin.
    package static let urlBytesMax = 8 * 1024
    /// The maximum length of a title.
    package static let titleBytesMax = 1024
    /// The maximum length of a note, which leaves room for the rest of its operation (64 KiB).
    package static let noteBytesMax = 60 * 1024
    /// The maximum length of a tag.
    package static let tagBytesMax = 128
    /// The maximum number of tags on one thing; enforced when writing, never when merging.
    package static let tagsPerObjectMax = 100
    /// The maximum length of a detail's value, such as a brand.
    package static let detailBytesMax = 128
    /// The maximum length of all authors of a paper: some hundred names. Of more, a bibliography names the first ones.
    package static let authorsBytesMax = 4096
    /// The maximum length of a DOI; those in use are far shorter.
    package static let doiBytesMax = 256
    /// The maximum number of values in a list detail.
    package static let detailValuesMax = 20
    /// The maximum number of days in a list detail: eleven years of daily wear.
    package static let detailDaysMax = 4096
    /// The maximum length of a comment: a page of text.
    package static let commentBytesMax = 8 * 1024
    /// The maximum size of a file: a clip.
    package static let blobBytesMax = 64 << 20
    /// The maximum size of a photo.
    package static let photoBytesMax = 32 << 20
    /// The maximum size of a thumbnail, which is sent to everyone who sees the photo.
    package static let thumbnailBytesMax = 32 << 10
    /// The maximum size of a file that is fetched automatically; larger ones are fetched on request.
    package static let smallBlobBytesMax = 256 << 10
    /// The default and the minimum quota for what one other person may write in one audience; the minimum is what one
    /// run of deltas may bring.
    package static let authorBytesUsual = 256 << 20
    package static let authorBytesMin = 1 << 20
    /// One part in so many of the file quota is reserved for files that this person adds or requests, so that
    /// automatically fetched files of friends never prevent them from adding their own.
    package static let ownRoomParts = 10
    /// The maximum number of bytes read or written at once, so that a step takes about 10 ms.
    package static let blobSliceMax = 1 << 20
    /// The maximum number of concurrent uploads.
    package static let blobDraftsMax = 8
    /// The maximum number of things in a closet: each change reads and writes all of it.
    package static let closetThingsMax = 500
    /// The maximum number of things added to and removed from a closet at once: each id suffix is matched against all
    /// things.
    package static let closetThingsAtOnceMax = 100
    /// The maximum size of a collection that an import fills, and the number of collections up to which it creates
    /// more: each new entry reads the existing ones.
    package static let collectionMembersMax = 20_000
    package static let collectionsTakenMax = 2_000
    /// The maximum length of a member's position in a collection; a longer one makes its delta void.
    package static let memberPlaceBytesMax = 64
    /// The maximum length of the name of a collection, friend or group.
    package static let nameBytesMax = 256
    /// The maximum number of links in one `addBookmarks`, so that a step takes about 10 ms.
    package static let batchMax = 500
    /// The maximum number of bulk changes in one command; a script that needs more sends two.
    package static let bulkChangesMax = 100
    /// The maximum number of different things they name: each id suffix is matched against all things.
    package static let bulkNamesMax = 500
    /// The maximum number of a person's devices admitted to an epoch, the oldest first.
    package static let devicesMax = 64
    /// The maximum length of `host:port`: a DNS name has at most 255 bytes.
    package static let addressBytesMax = 262
    /// The maximum number of a person's addresses that are published or dialled.
    package static let addressesMax = 8
    /// The maximum length of a group's description: all groups are listed on one page.
    package static let groupDescriptionBytesMax = 4 * 1024
    /// The maximum number of groups a person is in at a time, including those they left.
    package static let groupsMax = 200
    /// The maximum number of uses of one invitation.
    package static let invitationUsesMax = 1000
    /// The maximum lifetime of an invitation: 90 days, in seconds.
    package static let invitationSecondsMax = 90 * 24 * 3600
    /// The maximum number of tag rules: each new thing is matched against all of them.
    package static let tagRulesMax = 500
    /// The maximum number of follows and mutes: each feed reads all of them.
    package static let followsMax = 500
    /// The maximum number of items on a page.
    package static let pageMax = 500
    /// The maximum number of things in an index: four times what the largest collections have.
    package static let indexMax = 400_000
    /// The maximum number of things that are asked for by their ids at once: some windows full.
    package static let thingsAtOnceMax = 200
    /// The maximum length of a search: people type no more, and a longer one could take unbounded time.
    package static let queryBytesMax = 4096
    /// The maximum number of words, tags and qualifiers in one search.
    package static let queryTermsMax = 64
    /// The maximum nesting depth of parentheses in a search.
    package static let queryDepthMax = 16
    /// The default radius of a search around a point, in metres.
    package static let nearMetresUsual = 10_000
}
