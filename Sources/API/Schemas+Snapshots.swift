extension Schemas {
    static let snapshots: [ObjectSchema] = [
        ObjectSchema(PageForm.self)
    ]
}
