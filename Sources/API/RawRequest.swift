package import Domain

/// A request as it arrived, before its endpoint reads it.
package struct RawRequest: Equatable, Sendable {
    package let endpoint: OperationID
    /// The values of the names in the path.
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

    /// The question or command that this asks of the node; nil where it takes more than one.
    ///
    /// - Throws: what is wrong with the request.
    package func request() throws(ProblemJSON) -> Request? {
        guard let endpoint = try decoded() as? any Endpoint else { return nil }
        return try request(of: endpoint)
    }

    // The same, without the type of its answer.
    private func request(of endpoint: some Endpoint) throws(ProblemJSON) -> Request {
        try typedRequest(by: endpoint).request
    }

    /// Returns the request of an endpoint; a dry run, if that is wanted.
    ///
    /// - Parameter endpoint: what `decoded()` has read.
    package func typedRequest<Target: Endpoint>(
        by endpoint: Target
    ) throws(ProblemJSON) -> TypedRequest<Target.NodeAnswer> {
        let typed = try endpoint.request()
        guard case .command = typed.request else { return typed }
        if let dry = endpoint as? any DryRunEndpoint {
            return dry.dryRun == true ? typed.preview : typed
        }
        try checkDryRun()
        return typed
    }

    /// The type that spells the endpoint.
    package var type: any ServedEndpoint.Type {
        guard let type = Endpoints.byID[endpoint] else {
            preconditionFailure("no endpoint is named \(endpoint.text)")
        }
        return type
    }

    /// The request as its endpoint spells it.
    package func decoded() throws(ProblemJSON) -> any ServedEndpoint { try type.read(self) }

    /// Checks that no dry run is asked of a command that cannot be one.
    ///
    /// - Throws: `bad_request` if `dry_run` is true in the body or behind the question mark: then the command must not
    ///   be carried out.
    private func checkDryRun() throws(ProblemJSON) {
        var isInBody = false
        if !body.isEmpty {
            isInBody = try JSONText.decode(DryRunJSON.self, from: body).dryRun ?? false
        }
        let isBehind = try parameters.truth("dry_run")
        guard isInBody || isBehind else { return }
        throw ProblemJSON(
            .badRequest, "dry run is not supported for this request; nothing was done",
            fix: "leave it out", pointer: isInBody ? "/dry_run" : "")
    }

    /// The value of this name in the path; empty if there is none.
    package func name(_ name: String) -> String { names[name] ?? "" }

    /// The thing that the path names.
    package var reference: Reference { Reference(text: name("id")) }

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
