import Domain

// What a request says beside its body.
extension Fields {
    /// A name in the path, decoded; OpenAPI describes it by its name.
    func path(_ name: String, _ value: inout String) {
        if let asking { value = asking.name(name) }
        parts?.names[name] = value
    }

    /// A text behind the question mark; nil if it is absent or empty.
    func query(
        _ name: String, _ value: inout String?, as schema: @autoclosure () -> Schema = .string,
        _ about: @autoclosure () -> String
    ) {
        describe(name, schema, about)
        if let asking { value = asking.parameters.text(name) }
        if let value { parts?.query.append((name, value)) }
    }

    /// A whole number behind the question mark; nil if it is absent.
    func query(
        _ name: String, _ value: inout Int?, in range: ClosedRange<Int>,
        _ about: @autoclosure () -> String
    ) {
        describe(name, { .integer(range) }, about)
        if let asking {
            do throws(ProblemJSON) {
                value = try asking.parameters.number(name, in: range)
            } catch {
                refuse(error)
            }
        }
        if let value { parts?.query.append((name, "\(value)")) }
    }

    /// A flag behind the question mark.
    func query(_ name: String, _ value: inout Bool, _ about: @autoclosure () -> String) {
        describe(name, { .boolean }, about)
        if let asking {
            do throws(ProblemJSON) {
                value = try asking.parameters.truth(name)
            } catch {
                refuse(error)
            }
        }
        if value { parts?.query.append((name, "true")) }
    }

    /// How many items a page has, and where it begins.
    func page(_ limit: inout Int?, _ cursor: inout String?) {
        query("limit", &limit, in: 1...Limits.pageMax, "Items on a page")
        query("cursor", &cursor, "next_cursor of the page before")
    }
}

/// A request as it is sent.
package struct RequestParts: Equatable, Sendable {
    package let method: Route.Method
    /// Such as `/v1/tags/{name}:rename`, and what stands for its names.
    package let path: String
    package let names: [String: String]
    /// What stands behind the question mark.
    package let query: [String: String]
    /// Nil if the endpoint takes none.
    package let body: [UInt8]?

    /// The request that `endpoint` sends.
    package init<Sent: Endpoint>(_ endpoint: Sent) {
        let parts = Fields.Parts()
        let buffer = JSONBuffer()
        buffer.object { member in
            withoutActuallyEscaping(member) { member in
                var value = endpoint
                value.visit(Fields(writing: buffer, member, parts))
            }
        }
        method = Sent.route.method
        path = Sent.route.path
        names = parts.names
        query = Dictionary(parts.query) { $1 }
        body = Routes.route(Sent.route.id)?.body == nil ? nil : buffer.bytes
    }
}
