// Parameters that a route does not know. They are refused where it would be harmful to pass
// over it: who asks for the links of one audience, and gets those of all, may publish them.
extension Route {
    /// Holds what stands behind the question mark against `parameters`. Other programs send parameters
    /// of their own to `/pinboard`, `/feeds` and `/save`; there they are passed over. Those of Pinboard,
    /// and a page without a title, send what they know without a value.
    ///
    /// - Throws: `bad_request` with the name of one that is not known, and those that are; or with what is
    ///   wrong with one that is.
    package func check(_ asked: Parameters) throws(ProblemJSON) {
        let isOwn = path.hasPrefix("/v1/")
        guard isOwn || path.hasPrefix("/feeds/") else { return }
        let known = parameters.filter { $0.place == .query }.map(\.name)
        guard isOwn, let name = asked.names.first(where: { !known.contains($0) }) else {
            for parameter in parameters where parameter.place == .query {
                try check(asked, parameter)
            }
            return
        }
        var fixes = ["supported: " + known.joined(separator: ", ")]
        if known.isEmpty { fixes = ["leave it out; this request has no parameters"] }
        if known.contains("q"), let words = Self.words(for: name) {
            fixes.insert("write it in q: " + words, at: 0)
        }
        throw ProblemJSON(
            .badRequest, "the parameter \(name.prefix(80)) is not supported" + end,
            fix: fixes.joined(separator: "; "))
    }

    // A client that asks for `audience=` has lost a value on the way, and does not mean everything.
    private func check(_ asked: Parameters, _ parameter: Parameter) throws(ProblemJSON) {
        let name = parameter.name
        let isFlag = parameter.schema == .boolean
        guard asked.count(name) < 2 || parameter.isRepeatable else {
            throw ProblemJSON(
                .badRequest, "\(name) occurs \(asked.count(name)) times" + end,
                fix: "send it once")
        }
        guard !asked.isEmpty(name), isFlag || !asked.isBare(name) else {
            throw ProblemJSON(
                .badRequest, "\(name) has no value" + end,
                fix: isFlag ? "true or false" : "set a value, or leave it out")
        }
        switch parameter.schema {
        case .boolean: _ = try asked.truth(name)
        case .integer(let range):
            _ = try asked.number(name, in: range ?? Int.min...Int.max)
        case .word(let words):
            guard let value = asked.text(name), !words.contains(value) else { return }
            throw ProblemJSON(
                .badRequest, "\(name) does not accept '\(value.prefix(80))'" + end,
                fix: "one of " + words.joined(separator: ", "))
        default: break
        }
    }

    private var end: String { method == .get ? "" : "; nothing was done" }

    /// The headers that bind a request to a state of what it is for (RFC 9110, section 13.1).
    package static let conditions = ["If-Match", "If-None-Match", "If-Unmodified-Since"]

    /// Holds a condition against `parameters`: where a change cannot be bound to a version, whoever
    /// binds it must not get it unbound.
    ///
    /// - Throws: `bad_request` if this was sent to a write that does not know it.
    package func check(condition name: String) throws(ProblemJSON) {
        guard method != .get, path.hasPrefix("/v1/"),
            !(name == "If-Match" && parameters.contains(Routes.ifMatch))
        else { return }
        throw ProblemJSON(
            .badRequest, "\(name) is not supported; nothing was done",
            fix: "leave it out, and check first that nothing changed")
    }

    /// The words of a search that do what an unknown parameter was meant to do; nil if none do.
    private static func words(for name: String) -> String? {
        switch name {
        case "audience": return "in:private, in:friends, in:public, in:group:NAME"
        case "by": return "by:me, by:@NAME"
        case "collection": return "in:NAME"
        case "modified_since":
            return "after:2026-01-31, by when it was added; what changed is told by /v1/events"
        default: return nil
        }
    }
}
