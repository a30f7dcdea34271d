import Domain

// Responses that follow from the form of a route; the route names only those of its own.
extension Route {
    /// Every code that a problem of this route can have.
    package var codes: [ProblemJSON.Code] {
        var codes = problems
        for code in ofForm where !codes.contains(code) { codes.append(code) }
        return codes
    }

    /// The problems of the parts of a request, in the order in which they are looked at.
    private var ofForm: [ProblemJSON.Code] {
        // The request line, a parameter that is unknown or there twice, a condition that is not obeyed;
        // and who asks by loopback.
        var codes: [ProblemJSON.Code] = [.badRequest, .headTooLarge, .tokenRequired, .wrongOrigin]
        // An escape in the path that is none; what is neither an id nor the end of one.
        if !names.isEmpty { codes.append(.notFound) }
        if names.contains("id"), type != ShowJob.self { codes += [.ambiguous, .invalidValue] }
        if let body {
            codes.append(.payloadTooLarge)
            if !body.isAnything { codes.append(.unsupportedMediaType) }
            if body.mediaTypes == ["application/json"] { codes.append(.badJSON) }
        }
        if parameters.contains(Routes.ifMatch) { codes.append(.preconditionFailed) }
        if parameters.contains(Routes.idempotencyKey) { codes += Routes.keyProblems }
        return codes + [.internalError, .busy]
    }

    /// Its answer has an `ETag`, by which `If-None-Match` asks after it (304).
    package var isTagged: Bool {
        method == .get && (answer.isFile || answer.isFeed || (answer.isJSON && !type.isFleeting))
    }

    /// It changes a thing and answers it, with its `ETag`.
    package var tellsVersion: Bool {
        guard method != .get, case .named(let name) = answer.schema else { return false }
        return Schemas.ofThings.contains(name)
    }

    /// It keeps a thing of its own, and tells under which address (201).
    package var makesThing: Bool { type is any CreatingEndpoint.Type }

    /// The path of the list that the path leads into: `/v1/outfits` of `/v1/outfits/{id}/clone`.
    package var listPath: String {
        path.firstRange(of: "/{").map { String(path[..<$0.lowerBound]) } ?? path
    }
}

extension Route.Body {
    /// It is taken under any content type.
    package var isAnything: Bool { mediaTypes == ["*/*"] }
}

extension Route.Answer {
    var isJSON: Bool { mediaTypes == ["application/json"] }
    /// The bytes of a file, of which a part may be asked for.
    var isFile: Bool { schema == .binary }
    /// It is a page of a feed, whole when it is sent.
    var isFeed: Bool { [[Routes.atomType], [Routes.jsonFeedType]].contains(mediaTypes) }
}
