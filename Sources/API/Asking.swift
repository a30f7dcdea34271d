package import Domain

/// What arrived over HTTP, without HTTP.
package struct Asking: Equatable, Sendable {
    package let endpoint: OperationID
    /// What stands for the names in the path.
    package let names: [String: String]
    package let parameters: Parameters
    /// All of the body; empty if there is none.
    package let body: [UInt8]

    /// All fields, in the order above.
    package init(
        endpoint: OperationID, names: [String: String], parameters: Parameters, body: [UInt8]
    ) {
        self.endpoint = endpoint
        self.names = names
        self.parameters = parameters
        self.body = body
    }

    /// What one question or command to the node answers it; nil where more is needed than one.
    ///
    /// - Throws: what is wrong with the request.
    package func request() throws(ProblemJSON) -> Request? { try request(of: spelled()) }

    /// The same, of a request that was read already.
    ///
    /// - Parameter spelled: what `spelled()` has read.
    package func request(of spelled: (any ServedEndpoint)?) throws(ProblemJSON) -> Request? {
        if let spelled {
            guard let endpoint = spelled as? any Endpoint else { return nil }
            let request = try endpoint.request()
            guard case .command(let command) = request else { return request }
            if let dry = endpoint as? any DryRunEndpoint {
                return dry.dryRun == true ? .query(.preview(command)) : request
            }
            return try planned(command, isSpelled: true)
        }
        if let query = try query() { return .query(query) }
        guard let command = try command() else { return nil }
        return try planned(command, isSpelled: false)
    }

    /// The request as its endpoint spells it; nil if that has no type of its own yet.
    package func spelled() throws(ProblemJSON) -> (any ServedEndpoint)? {
        guard let type = Endpoints.all[endpoint] else { return nil }
        return try type.read(self)
    }

    /// A command, or the question what it would do if `dry_run` is true in the body or behind the question mark.
    ///
    /// - Throws: `bad_request` where a dry run is not known: then the command must not be carried out.
    private func planned(_ command: Command, isSpelled: Bool) throws(ProblemJSON) -> Request {
        var isInBody = false
        if !body.isEmpty {
            isInBody = try JSONText.decode(DryRunJSON.self, from: body).dryRun ?? false
        }
        let isBehind = try parameters.truth("dry_run")
        guard isInBody || isBehind else { return .command(command) }
        let isKnown = isSpelled ? false : try mayBeDry()
        guard isKnown else {
            throw ProblemJSON(
                .badRequest, "dry run is not supported for this request; nothing was done",
                fix: "leave it out",
                pointer: isInBody ? "/dry_run" : "")
        }
        return .query(.preview(command))
    }

    // Whether an endpoint without a type of its own can be a dry run.
    private func mayBeDry() throws(ProblemJSON) -> Bool {
        switch endpoint {
        case .addBatch: return try read(BatchRequest.self).ops != nil
        case .removeBookmarks, .removeBookmark, .removeThing, .removeGarment, .removeOutfit,
            .removeCloset, .removeHighlight, .removePlace, .removeClip:
            return true
        default: return false
        }
    }

    /// What stands in the path under this name; empty if nothing does.
    package func name(_ name: String) -> String { names[name] ?? "" }

    /// The thing that the path names.
    package var reference: Reference { Reference(text: name("id")) }

    /// The body, read as this shape.
    package func read<Shape: JSONConvertible>(_ shape: Shape.Type) throws(ProblemJSON) -> Shape {
        let isChange = Routes.route(endpoint)?.method == .patch
        return try JSONText.decode(
            shape, from: body, as: isChange ? .change : .request, of: self)
    }

    /// The same; nil if there is no body.
    func readIfAny<Shape: JSONConvertible>(_ shape: Shape.Type) throws(ProblemJSON) -> Shape? {
        body.isEmpty ? nil : try read(shape)
    }

    private func query() throws(ProblemJSON) -> Query? {
        switch endpoint {
        case .listBookmarks, .listThings, .listGarments, .listOutfits, .listClosets,
            .listHighlights, .listPlaces, .listClips:
            return .list(try list())
        case .reel: return .list(try reel())
        case .checkAddress:
            guard let url = parameters.text("url") else {
                throw ProblemJSON(.badRequest, "url is missing", fix: "?url=https://...")
            }
            return .check(url: url)
        case .showBookmark, .showThing, .showGarment, .showOutfit, .showCloset,
            .showHighlight, .showPage, .showPlace, .showClip:
            return .show(reference)
        case .history: return .history(reference)
        case .visibility: return .visibility(reference)
        default:
            return try wardrobeQuery()
        }
    }

    private func command() throws(ProblemJSON) -> Command? {
        switch endpoint {
        case .addBookmark: return try read(AddRequest.self).command()
        case .addBatch: return try read(BatchRequest.self).command()
        case .removeBookmarks:
            return .remove(try read(SelectionRequest.self).selection.selection())
        case .editBookmark: return try read(EditRequest.self).command(reference)
        case .removeBookmark, .removeThing, .removeGarment, .removeHighlight:
            return .remove(.references([reference]))
        case .addHighlight: return try read(NewThingRequest.self).command(.highlight)
        case .addGarment: return try read(NewThingRequest.self).command(.garment)
        case .editGarment, .editHighlight: return try read(EditThingRequest.self).command(reference)
        default:
            if let command = try placeCommand() { return command }
            return try wardrobeCommand()
        }
    }

    func list() throws(ProblemJSON) -> ListRequest {
        let typed = try Word.kind(parameters.text("type"))
        return ListRequest(
            query: parameters.text("q") ?? "", sort: try Word.sort(parameters.text("sort")),
            limit: try limit(), cursor: parameters.text("cursor"),
            withTotal: try parameters.truth("total"),
            kind: endpoint.kind ?? typed)
    }

    func limit() throws(ProblemJSON) -> Int {
        try parameters.number("limit", in: 1...Limits.pageMax) ?? 50
    }

    /// The number in the path of something that a list or an answer has told.
    ///
    /// - Throws: `not_found` for what is no number.
    func number(
        _ name: String = "number", of thing: String, fix: String
    ) throws(ProblemJSON) -> Int {
        let text = self.name(name)
        guard let number = Int(text), number >= 0 else {
            throw ProblemJSON(
                .notFound, "\(text.prefix(80)) is not the number of \(thing)", fix: fix)
        }
        return number
    }
}
