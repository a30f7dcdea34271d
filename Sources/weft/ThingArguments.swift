import ArgumentParser
import Domain

// Arguments that commands of several kinds take.

extension ArgumentHelp {
    /// Names a thing that has no address.
    static var reference: ArgumentHelp {
        ArgumentHelp("Its ID or the end of it.", valueName: "ref")
    }

    /// Names a thing of any kind.
    static var anyReference: ArgumentHelp {
        ArgumentHelp("Its ID, the end of it, or its address.", valueName: "ref")
    }

    /// Names one day.
    static var day: ArgumentHelp {
        ArgumentHelp("The day, such as 2026-01-31 (default: today).", valueName: "day")
    }
}

/// The tags of something new.
struct NewTagsOption: ParsableArguments {
    @Option(
        name: .shortAndLong, help: ArgumentHelp("Tags, separated by commas.", valueName: "tags"))
    var tag: [String] = []

    /// The tags one by one, without `#`.
    var all: [String] { TagList.parted(tag) }
}

/// The audience of something new.
struct AudienceOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The audience: private, friends, public, group:NAME or @NAME (default: the "
                + "audience of weft config, private at first).", valueName: "who"))
    var audience: String?

    /// The audience; nil for the default one.
    ///
    /// - Throws: `Failure` if no audience is called so.
    func checked() throws -> String? {
        try AudienceText.checked(audience, of: "--audience")
    }
}

/// Tags that come and go.
struct TagChangeOptions: ParsableArguments {
    @Option(name: .shortAndLong, help: ArgumentHelp("Add these tags.", valueName: "tags"))
    var tag: [String] = []

    @Option(help: ArgumentHelp("Remove these tags.", valueName: "tags"))
    var untag: [String] = []

    /// The tags to add, one by one.
    var added: [String] { TagList.parted(tag) }

    /// The tags to remove, one by one.
    var removed: [String] { TagList.parted(untag) }

    /// No tag comes or goes.
    var isEmpty: Bool { tag.isEmpty && untag.isEmpty }
}
