import Domain

extension Schemas {
    static let places: [ObjectSchema] = [
        ObjectSchema("Place", of: shown(.place)), ObjectSchema("Clip", of: shown(.clip)),
        ObjectSchema("NewPlace", of: new(.place)), ObjectSchema("NewClip", of: new(.clip)),
        ObjectSchema("EditPlace", of: edit(.place)), ObjectSchema("EditClip", of: edit(.clip)),
    ]
}
