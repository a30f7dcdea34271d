import CRDT
package import Domain
package import Primitives

/// A link as Pinboard tells of one.
package struct PinboardPost: Equatable, Sendable {
    package let href: String
    /// The title.
    package let description: String
    /// The note.
    package let extended: String
    /// A word that changes whenever the link does.
    package let meta: String
    /// The name of the link: its id, where Pinboard has the MD5 of the address.
    package let hash: String
    package let time: String
    package let isShared: Bool
    package let isToRead: Bool
    /// As `PinboardTag` spells them.
    package let tags: [String]

    /// The link as a Pinboard client sees it.
    package init(_ bookmark: Bookmark) {
        href = bookmark.url
        description = bookmark.title
        extended = bookmark.note
        meta = String(bookmark.updated.milliseconds, radix: 36)
        hash = bookmark.id.text
        time = PinboardTime.text(bookmark.added)
        isShared = bookmark.placement.contains(.public)
        isToRead = bookmark.isUnread
        tags = bookmark.tags.map(PinboardTag.spelled)
    }
}

/// Tags as Pinboard has them: several in one text with blanks between them.
package enum PinboardTag {
    /// `name` without blanks and commas: `two words` is `two_words`.
    package static func spelled(_ name: String) -> String {
        String(
            String.UnicodeScalarView(
                name.unicodeScalars.map { scalar in
                    scalar.properties.isWhitespace || scalar == "," ? "_" : scalar
                }))
    }

    /// What a client calls `name` is compared by.
    package static func folded(_ name: String) -> String {
        TagName.fold(spelled(name))
    }

    /// The names in a text of a client's, with blanks or commas between them, for neither is in a tag there.
    package static func names(in text: String) -> [String] {
        text.unicodeScalars.split { $0.properties.isWhitespace || $0 == "," }.map { String($0) }
    }
}

/// Times as Pinboard has them: RFC 3339 in UTC, whole seconds.
package enum PinboardTime {
    /// The text of `time`.
    package static func text(_ time: WallTime) -> String {
        Timestamps.format(time).prefix(19) + "Z"
    }

    /// The day of `time`, `2010-11-29`.
    package static func day(_ time: WallTime) -> String {
        String(Timestamps.format(time).prefix(10))
    }

    /// A day or a time, as RFC 3339 writes it; nil for anything else, and for times before 1970.
    package static func time(_ text: String) -> WallTime? {
        guard text.prefix(5).last == "-" else { return nil }
        return Timestamps.text(text.utf8)
    }

    /// The midnight with which the day of `time` begins.
    package static func midnight(of time: WallTime) -> WallTime {
        WallTime(milliseconds: time.milliseconds - time.milliseconds % dayMilliseconds)
    }

    /// The length of a day.
    package static let dayMilliseconds: UInt64 = 86_400_000
}
