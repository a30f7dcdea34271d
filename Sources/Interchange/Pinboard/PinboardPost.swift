import CRDT
package import Domain
package import Primitives

/// A link in Pinboard's form.
package struct PinboardPost: Equatable, Sendable {
    package let href: String
    /// The title.
    package let description: String
    /// The note.
    package let extended: String
    /// The version of the link, which changes whenever the link does.
    package let meta: String
    /// The id of the link; Pinboard has the MD5 of the address here.
    package let hash: String
    package let time: String
    package let isShared: Bool
    package let isToRead: Bool
    /// The tags as spelled by `PinboardTag`.
    package let tags: [String]

    /// Creates the post for a link.
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

/// Converts tags to Pinboard's form: several in one text, separated by spaces.
package enum PinboardTag {
    /// Returns `name` without spaces and commas: `two words` becomes `two_words`.
    package static func spelled(_ name: String) -> String {
        String(
            String.UnicodeScalarView(
                name.unicodeScalars.map { scalar in
                    scalar.properties.isWhitespace || scalar == "," ? "_" : scalar
                }))
    }

    /// Returns the form in which a client's tag names are compared.
    package static func folded(_ name: String) -> String {
        TagName.fold(spelled(name))
    }

    /// Splits a client's text into names at spaces and commas, which its tags cannot contain.
    package static func names(in text: String) -> [String] {
        text.unicodeScalars.split { $0.properties.isWhitespace || $0 == "," }.map { String($0) }
    }
}

/// Converts times to Pinboard's form: RFC 3339 in UTC, whole seconds.
package enum PinboardTime {
    /// Formats a time.
    package static func text(_ time: WallTime) -> String {
        Timestamps.format(time).prefix(19) + "Z"
    }

    /// Formats the day of `time`, `2010-11-29`.
    package static func day(_ time: WallTime) -> String {
        String(Timestamps.format(time).prefix(10))
    }

    /// Parses a day or a time in RFC 3339; nil for anything else, and for times before 1970.
    package static func time(_ text: String) -> WallTime? {
        guard text.prefix(5).last == "-" else { return nil }
        return Timestamps.text(text.utf8)
    }

    /// Returns the midnight at the beginning of the day of `time`.
    package static func midnight(of time: WallTime) -> WallTime {
        WallTime(milliseconds: time.milliseconds - time.milliseconds % dayMilliseconds)
    }

    /// The length of a day.
    package static let dayMilliseconds: UInt64 = 86_400_000
}
