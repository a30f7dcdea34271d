import Domain

// Changes of many things, beside the links that the same route keeps.
extension Schemas {
    static let ops: [ObjectSchema] = [
        AddBatch.bodySchema,
        ObjectSchema(OpJSON.self),
        ObjectSchema(OpsDoneJSON.self),
        ObjectSchema(OpsDoneJSON.Op.self),
    ]
}
