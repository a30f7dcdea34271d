import API
import Domain
import Interchange

/// Decides which profiles of a file are taken in: one's own, if nothing of it is here. A second one
/// would show instead of the first, and to those alone who see what is imported.
struct ImportedProfiles {
    private let person: String
    /// This person's profiles here.
    private let own: [Bookmark]
    private var isTaken = false
    private var isToldOfOthers = false
    private var isToldOfOwn = false
    /// Those of which a person should know that they are left out.
    private(set) var leftOut = 0

    /// - Parameters:
    ///   - person: whose node it is, by their id.
    ///   - own: what they say about themselves here.
    init(of person: String, own: [Bookmark]) {
        self.person = person
        self.own = own
    }

    /// The outcome for a profile.
    enum Outcome: Equatable {
        case taken
        /// It is here, or another one is.
        case skipped(WarningJSON?)
        /// It is somebody else's.
        case leftOut(WarningJSON?)
    }

    /// Returns the outcome for the next profile in the file.
    mutating func outcome(of link: ImportedLink) -> Outcome {
        guard link.author == person else {
            defer { isToldOfOthers = true }
            return .leftOut(
                warning("left out: another person's profile", link.line, unless: isToldOfOthers))
        }
        guard !own.isEmpty || isTaken else {
            isTaken = true
            return .taken
        }
        guard !own.contains(where: { Self.isSame($0, link.draft) }) else { return .skipped(nil) }
        defer { isToldOfOwn = true }
        let why = "left out: you already have a profile; edit it with weft profile edit"
        return .skipped(warning(why, link.line, unless: isToldOfOwn))
    }

    private mutating func warning(
        _ why: String, _ line: Int, unless isTold: Bool
    ) -> WarningJSON? {
        leftOut += 1
        guard !isTold else { return nil }
        return WarningJSON(line: line, detail: why)
    }

    private static func isSame(_ profile: Bookmark, _ draft: BookmarkDraft) -> Bool {
        profile.title == draft.title && profile.note == draft.note
            && Set(profile.details) == Set(draft.details)
    }
}
