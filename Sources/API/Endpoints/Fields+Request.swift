import Domain

// The parts of a request beside its body.
extension Fields {
    /// A name in the path, decoded; OpenAPI describes it by its name.
    func path(_ name: String, _ value: inout String) {
        if let rawRequest { value = rawRequest.name(name) }
        parts?.names[name] = value
    }

    /// A text behind the question mark; nil if it is absent or empty.
    func query(
        _ name: String, _ value: inout String?, as schema: @autoclosure () -> Schema = .string,
        isRequired: Bool = false, _ about: @autoclosure () -> String
    ) {
        describe(name, schema, isRequired: isRequired, about)
        if let rawRequest { value = rawRequest.parameters.text(name) }
        if let value { parts?.query.append((name, value)) }
    }

    /// `true` behind the question mark; nil if it is absent or false.
    func query(_ name: String, _ value: inout Bool?, _ about: @autoclosure () -> String) {
        describe(name, { .boolean }, about)
        if let rawRequest {
            do throws(ProblemJSON) {
                value = try rawRequest.parameters.truth(name) ? true : nil
            } catch {
                refuse(error)
            }
        }
        if value == true { parts?.query.append((name, "true")) }
    }

    /// The header that binds a change to a version, which the gateway reads.
    func ifMatch() { describe(Routes.ifMatch) }

    /// A whole number behind the question mark; nil if it is absent.
    ///
    /// - Parameter schema: what OpenAPI says of it, where that is less than `range`.
    func query(
        _ name: String, _ value: inout Int?, in range: ClosedRange<Int>,
        as schema: Schema? = nil, _ about: @autoclosure () -> String
    ) {
        describe(name, { schema ?? .integer(range) }, about)
        if let rawRequest {
            do throws(ProblemJSON) {
                value = try rawRequest.parameters.number(name, in: range)
            } catch {
                refuse(error)
            }
        }
        if let value { parts?.query.append((name, "\(value)")) }
    }

    /// A flag behind the question mark; false if it is absent.
    func query(_ name: String, _ value: inout Bool, _ about: @autoclosure () -> String) {
        describe(name, { .boolean }, about)
        if let rawRequest {
            do throws(ProblemJSON) {
                value = try rawRequest.parameters.truth(name)
            } catch {
                refuse(error)
            }
        }
        if value { parts?.query.append((name, "true")) }
    }

    /// A text behind the question mark that nothing can be done without; nil all the same if it is absent.
    func required(_ name: String, _ value: inout String?, _ about: @autoclosure () -> String) {
        describe(Routes.query(name, .string, about()).required)
        if let rawRequest { value = rawRequest.parameters.text(name) }
        if let value { parts?.query.append((name, value)) }
    }

    /// A text behind the question mark, as often as it stands there.
    ///
    /// - Parameter isRepeatable: whether it may stand there several times.
    func query(
        _ name: String, _ values: inout [String], as schema: @autoclosure () -> Schema = .string,
        isRepeatable: Bool = true, _ about: @autoclosure () -> String
    ) {
        let parameter = Routes.query(name, schema(), about())
        describe(isRepeatable ? parameter.repeatable : parameter)
        if let rawRequest { values = rawRequest.parameters.texts(name) }
        for value in values { parts?.query.append((name, value)) }
    }

    /// A text behind the question mark that OpenAPI does not name.
    func unlisted(_ name: String, _ value: inout String?) {
        if let rawRequest { value = rawRequest.parameters.text(name) }
        if let value { parts?.query.append((name, value)) }
    }

    /// A header, which is only described: what serves the request looks at it.
    func header(_ name: String, as schema: Schema = .string, _ about: @autoclosure () -> String) {
        describe(Route.Parameter(name: name, schema: schema, place: .header, about: about()))
    }

    /// The number in the path of something that a list or an answer has told.
    func path(_ name: String, _ value: inout Int, of thing: String, fix: String) {
        if let rawRequest {
            do throws(ProblemJSON) {
                value = try rawRequest.number(name, of: thing, fix: fix)
            } catch {
                refuse(error)
            }
        }
        parts?.names[name] = "\(value)"
    }

    /// `dry_run`, which may stand in the body or behind the question mark.
    ///
    /// - Parameter hasBody: whether the endpoint has a body.
    /// - Returns: whether it stands behind the question mark.
    @discardableResult func dryRun(_ value: inout Bool?, hasBody: Bool = true) -> Bool {
        if hasBody {
            member(
                "dry_run", &value, "Change nothing; the answer counts what would be changed.")
        } else if value == true {
            parts?.query.append(("dry_run", "true"))
        }
        var isBehind = false
        if let rawRequest {
            do throws(ProblemJSON) {
                isBehind = try rawRequest.parameters.truth("dry_run")
            } catch {
                refuse(error)
            }
        }
        if isBehind { value = true }
        describe("dry_run", { .boolean }, { Routes.dryRun.about })
        return isBehind
    }

    /// Names the audience of something new.
    func audience(_ audience: inout String?) {
        member(
            "audience", &audience, as: .audience,
            "The audience it goes to; absent means the default one.")
    }

    /// Names the tags that come to a thing, and those that go.
    func tagChanges(_ added: inout [String]?, _ removed: inout [String]?) {
        clearable(
            "add_tags", &added, as: .tags, nothing: [],
            "Values to add to the list: Its tags, as they are spelled here.")
        clearable(
            "remove_tags", &removed, nothing: [],
            "Values to remove from the list: Its tags, as they are spelled here.")
    }

    /// Names the number of items on a page.
    func limit(_ value: inout Int?) {
        query("limit", &value, in: 1...Limits.pageMax, Routes.limit.about)
    }

    /// Names the number of items on a page, and the cursor where it begins.
    func page(_ limit: inout Int?, _ cursor: inout String?) {
        self.limit(&limit)
        query("cursor", &cursor, "next_cursor of the page before")
    }
}

/// A request as it is sent.
package struct RequestParts: Sendable {
    package let method: Route.Method
    /// Such as `/v1/tags/{name}:rename`, and what stands for its names.
    package let path: String
    package let names: [String: String]
    /// The parameters behind the question mark, in their order.
    package let query: [(name: String, value: String)]
    /// In JSON; nil if the endpoint takes none, or needs none where nothing is said in it.
    package let body: [UInt8]?

    /// The request that `endpoint` sends.
    package init<Sent: ServedEndpoint>(_ endpoint: Sent) {
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
        query = parts.query.map { (name: $0, value: $1) }
        let isNeeded = Sent.body?.isRequired != false || buffer.bytes != Array("{}".utf8)
        body = Sent.hasBody && isNeeded ? buffer.bytes : nil
    }
}
