import Domain

extension Schemas {
    static let blobs: [ObjectSchema] = [
        ObjectSchema(BlobJSON.self),
        ObjectSchema(FilledShareJSON.self),
        ObjectSchema(FilesJSON.self),
    ]
}
