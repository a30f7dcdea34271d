import Domain

extension Schemas {
    static let events: [ObjectSchema] = [
        ObjectSchema(EventJSON.self),
        ObjectSchema(EventDataJSON.self),
    ]
}
