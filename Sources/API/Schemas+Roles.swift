// The roles of shapes: those of requests, and those of things.
extension Schemas {
    /// The names of what stands in the body of a request, and in that.
    static let ofRequests: Set<String> = {
        var found: Set<String> = []
        var waiting = RouteTopic.all.flatMap(\.routes).compactMap(\.body).flatMap(\.schema.names)
        while let name = waiting.popLast() {
            guard found.insert(name).inserted, let schema = all.first(where: { $0.name == name })
            else { continue }
            waiting += schema.members.flatMap(\.schema.names)
        }
        return found
    }()

    /// The names of what stands in the body of a PATCH.
    static let ofChanges = Set(
        RouteTopic.all.flatMap(\.routes).filter { $0.method == .patch }.compactMap(\.body)
            .flatMap(\.schema.names))

    /// The names of things as they are answered by themselves: what has a version.
    static let ofThings = Set(
        all.filter { $0.members.contains { $0.name == "etag" } }.map(\.name))
}
