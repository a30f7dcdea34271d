package import Domain

/// The terms of an import: the words of `ImportFile`, read.
package struct ImportRequest: Equatable, Sendable {
    /// The program or format it was named; nil to find out.
    package var format: String?
    package var fileName: String
    package var policy: DuplicatePolicy
    package var isDryRun: Bool
    /// The audience; nil until the default one is looked up.
    package var audience: Audience?
    /// Tags that every link gets.
    package var tags: [String]
    package var folders: Folders
    /// The kind that works of a BibTeX file are read as: papers, or links.
    package var works = Kind.link

    /// The kinds that are allowed there.
    static let worksKinds: [Kind] = [.link, .paper]

    /// The treatment of a browser's folders.
    package enum Folders: String, CaseIterable, Sendable {
        case tags, collections, ignore
    }

    /// Reads the words; what is absent takes its default.
    package init(_ words: ImportFile) throws(ProblemJSON) {
        format = words.format
        fileName = words.name ?? ""
        policy = try ParameterWord.policy(words.onDuplicate, at: "") ?? .skip
        isDryRun = words.dryRun
        audience = try ParameterWord.audience(words.audience, at: "")
        tags = words.tag + words.tags.flatMap { $0.split(separator: ",").map(String.init) }
        if let typed = words.type {
            guard let kind = Kind(word: typed), Self.worksKinds.contains(kind) else {
                throw ProblemJSON(
                    .invalidValue, "type is \(typed.prefix(80))", fix: "type=paper, with BibTeX")
            }
            works = kind
        }
        guard let word = words.folders else {
            folders = .tags
            return
        }
        guard let folders = Folders(rawValue: word) else {
            throw ProblemJSON(
                .invalidValue, "folders is \(word.prefix(80))",
                fix: "one of " + Folders.allCases.map(\.rawValue).joined(separator: ", "))
        }
        self.folders = folders
    }
}
