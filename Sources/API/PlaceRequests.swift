import Domain

extension Asking {
    /// What is to change about places and clips; nil for everything else.
    func placeCommand() throws(ProblemJSON) -> Command? {
        switch endpoint {
        case .addPlace: return try read(NewThingRequest.self).command(.place)
        case .addClip: return try read(NewThingRequest.self).command(.clip)
        case .editPlace, .editClip: return try read(EditThingRequest.self).command(reference)
        case .removePlace, .removeClip: return .remove(.references([reference]))
        default: return nil
        }
    }

    /// A place's showreel: what `theme` and `tag` say must hold as well as the search.
    func reel() throws(ProblemJSON) -> ListRequest {
        var request = try list()
        request.place = reference
        var terms: [String] = []
        for (name, word) in [("theme", "theme:"), ("tag", "#")] {
            guard let text = parameters.text(name), !text.isEmpty else { continue }
            terms.append(word + Self.quoted(text))
        }
        // What cannot be understood is refused by the node, as any search is.
        guard case .success(let asked) = SearchQuery.parse(request.query) else { return request }
        let rest = SearchQuery(asked.expression).spelled
        if !rest.isEmpty { terms.append("(\(rest))") }
        request.query = terms.joined(separator: " ")
        request.sort = request.sort ?? asked.sort
        return request
    }

    private static func quoted(_ text: String) -> String {
        "\""
            + text.split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\"\"") + "\""
    }
}
