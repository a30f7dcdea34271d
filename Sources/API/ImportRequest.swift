package import Domain

/// How a file is to be taken in: the parameters of `POST /v1/import`.
package struct ImportRequest: Equatable, Sendable {
    /// The program or format it was named; nil to find out.
    package var format: String?
    package var fileName: String
    package var policy: DuplicatePolicy
    package var isDryRun: Bool
    /// Nil until somebody has looked which is the default one.
    package var audience: Audience?
    /// Tags that every link gets.
    package var tags: [String]
    package var folders: Folders

    /// What becomes of a browser's folders.
    package enum Folders: String, CaseIterable, Sendable {
        case tags, collections, ignore
    }

    /// Reads the parameters; what is absent takes its default.
    package init(_ parameters: Parameters) throws(ProblemJSON) {
        format = parameters.text("format")
        fileName = parameters.text("name") ?? ""
        policy = try Word.policy(parameters.text("on_dup"), at: "") ?? .skip
        isDryRun = try parameters.truth("dry_run")
        audience = try Word.audience(parameters.text("audience"), at: "")
        tags =
            parameters.texts("tag")
            + parameters.texts("tags").flatMap { $0.split(separator: ",").map(String.init) }
        guard let word = parameters.text("folders") else {
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
