/// Which members the body of a request may have besides those that are known: any where something is
/// kept or said, for whoever sends them may be of a later version; none where a misspelt word would have
/// what is there changed after all. Who writes `dryrun` does not want the deed, and who writes `ref` does
/// not mean everything.
enum KnownMembers {
    /// Holds the members of `body` against the shape that `endpoint` describes, if that may name several
    /// things (`refs`), or only be counted (`dry_run`).
    ///
    /// - Throws: `invalid_value` with the place of the first one that is not known.
    static func check(_ body: [UInt8], of endpoint: Endpoint) throws(ProblemJSON) {
        guard case .named(let name)? = Routes.route(endpoint)?.body?.schema,
            let shape = Schemas.named[name], shape.isClosed || endpoint == .addBatch,
            // What is no object is told by whoever reads it.
            let names = try? JSONText.decode(Names.self, from: body).names
        else { return }
        // A batch of links to keep changes nothing that is there.
        guard shape.isClosed || names.contains("ops") else { return }
        let known = shape.members.map(\.name)
        guard let odd = names.sorted().first(where: { !known.contains($0) }) else { return }
        throw refusal(odd, at: MemberName(stringValue: odd).pointed, known: known)
    }

    /// That a member is not known.
    static func refusal(_ name: String, at place: String, known: [String]) -> ProblemJSON {
        ProblemJSON(
            .invalidValue, "the member \(name.prefix(80)) is not known here; nothing was done",
            fix: "known here: " + known.joined(separator: ", "), pointer: place)
    }

    private struct Names: Decodable {
        let names: [String]

        init(from decoder: any Decoder) throws {
            names = try decoder.container(keyedBy: MemberName.self).allKeys.map(\.stringValue)
        }
    }
}

extension ObjectSchema {
    /// No member may stand in it that it does not name: it says which things are meant, or that they are
    /// only to be counted. A batch is so where it changes things.
    var isClosed: Bool {
        Schemas.ofRequests.contains(name) && Self.isClosed(members.map(\.name))
    }
}
