/// The description of an answer in OpenAPI: a schema, and the named shapes in it.
package struct AnswerForm: Sendable {
    let schema: Schema
    let shapes: [ObjectSchema]

    private init(_ schema: Schema, _ shapes: [ObjectSchema] = []) {
        self.schema = schema
        self.shapes = shapes
    }

    /// A value of this type.
    init(_ type: (some JSONConvertible).Type) {
        self.init(type.schema, type.shapes)
    }

    /// An object of this shape.
    ///
    /// - Parameter others: the shapes that its members name, where those are of no Swift type.
    static func one(_ shape: ObjectSchema, naming others: [ObjectSchema] = []) -> AnswerForm {
        AnswerForm(.named(shape.name), [shape] + others)
    }

    /// A list of objects of this shape.
    static func list(of shape: ObjectSchema) -> AnswerForm {
        AnswerForm(.list(.named(shape.name)), [shape])
    }

    /// A page of objects of this shape.
    static func page(of shape: ObjectSchema) -> AnswerForm {
        AnswerForm(.page(shape.name), [shape])
    }

    /// Numbers, under any names.
    static let counts = AnswerForm(.counts)
}
