/// Finds the route that a request means.
package enum Routing: Equatable, Sendable {
    /// This route, with what stands for the names in its path, decoded.
    case found(Route, names: [String: String])
    /// The path is served, but not with this method.
    case wrongMethod(allowed: [String])
    /// `OPTIONS`.
    case options(allowed: [String])
    /// No route has such a path.
    case nowhere

    /// The route for `path`, as it stands in the request line: still percent-encoded, no query.
    ///
    /// The most exact path wins, before the method is looked at: `/v1/bookmarks/check` is never
    /// the link named `check`.
    package static func find(_ method: String, _ path: String) -> Routing {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        let fitting = Routes.all.filter { names(in: segments, of: $0) != nil }
        guard let best = fitting.max(by: { exactness($0).lexicographicallyPrecedes(exactness($1)) })
        else { return .nowhere }
        let sisters = fitting.filter { exactness($0) == exactness(best) }
        let allowed = methods(sisters)
        if method == "OPTIONS" { return .options(allowed: allowed) }
        let wanted = method == "HEAD" && allowed.contains("HEAD") ? "GET" : method
        guard let route = sisters.first(where: { $0.method.rawValue == wanted }),
            let names = names(in: segments, of: route)
        else { return .wrongMethod(allowed: allowed) }
        return .found(route, names: names)
    }

    private static func methods(_ routes: [Route]) -> [String] {
        let served = Set(routes.map(\.method))
        var result = Route.Method.allCases.filter(served.contains).map(\.rawValue)
        if routes.contains(where: { $0.method == .get && !$0.answer.isStream }) {
            result.append("HEAD")
        }
        return result + ["OPTIONS"]
    }

    private static func exactness(_ route: Route) -> [Int] {
        route.path.split(separator: "/").map { Route.Segment($0).exactness }
    }

    private static func names(
        in segments: ArraySlice<Substring>, of route: Route
    ) -> [String: String]? {
        let template = route.path.split(separator: "/").map { Route.Segment($0) }
        guard template.count == segments.count else { return nil }
        var names: [String: String] = [:]
        for (part, segment) in zip(template, segments) {
            switch part {
            case .literal(let text):
                guard segment == text else { return nil }
            case .captured(let name, let suffix):
                guard segment.hasSuffix(suffix), segment.count > suffix.count,
                    let value = PercentText.decode(segment.dropLast(suffix.count))
                else { return nil }
                names[name] = value
            }
        }
        return names
    }
}
