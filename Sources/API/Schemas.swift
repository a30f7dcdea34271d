/// Every named shape, as OpenAPI tells it; tests hold each against what is really written.
///
/// They are found by a walk over all routes: what these take and answer, and what the members of that name.
package enum Schemas {
    /// In the order of their names.
    package static let all: [ObjectSchema] = {
        var named = NamedShapes()
        for route in Routes.all { named.add((route.body?.shapes ?? []) + route.answer.shapes) }
        // Every route may answer with a problem.
        named.add(ProblemJSON.shapes)
        return named.all
    }()

    // MARK: Roles

    /// The names of what stands in the body of a request, and in that.
    static let ofRequests: Set<String> = {
        var named = NamedShapes()
        for route in Routes.all { named.add(route.body?.shapes ?? []) }
        return Set(named.all.map(\.name))
    }()

    /// The names of what stands in the body of a PATCH.
    static let ofChanges = Set(
        Routes.all.filter { $0.method == .patch }.flatMap { $0.body?.shapes ?? [] }.map(\.name))

    /// The names of things as they are answered by themselves: what has a version.
    static let ofThings = Set(
        all.filter { $0.members.contains { $0.name == "etag" } }.map(\.name))
}
