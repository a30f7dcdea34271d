/// Named shapes, each once, with those that their members name.
struct NamedShapes {
    private var found: [String: ObjectSchema] = [:]

    /// In the order of their names.
    var all: [ObjectSchema] { found.values.sorted { $0.name < $1.name } }

    /// Adds these, and what their members name. Several types may have one name if they describe the same members;
    /// clients could not tell two different shapes apart.
    mutating func add(_ shapes: [ObjectSchema]) {
        var waiting = shapes
        while let shape = waiting.popLast() {
            if let known = found[shape.name] {
                precondition(known == shape, "two different shapes are named \(shape.name)")
                continue
            }
            found[shape.name] = shape
            waiting += shape.members.flatMap { $0.type?.shapes ?? [] }
        }
    }
}
