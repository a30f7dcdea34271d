/// The name of an endpoint in OpenAPI, such as `renameTag`; each stands once, in its route.
package struct OperationID: Hashable, Sendable, ExpressibleByStringLiteral {
    package let text: String

    package init(_ text: String) { self.text = text }
    package init(stringLiteral text: String) { self.text = text }
}
