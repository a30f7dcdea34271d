import API
import CRDT
import Domain
import Testing

/// Tests what the OpenAPI description says of operations and schemas beside their names.
@Suite struct DescribedTests {
    private struct Document: Decodable {
        let paths: [String: [String: Operation]]
        let components: Components
        let tags: [Tag]
    }

    private struct Operation: Decodable {
        let operationId: String
        let tags: [String]
        let parameters: [Parameter]?
        let responses: [String: Response]
        let security: [[String: [String]]]?
    }

    private struct Parameter: Decodable {
        let name: String
        let required: Bool?
        let description: String
    }

    private struct Response: Decodable {
        let reference: String?
        let headers: [String: Header]?
        let content: [String: Content]?

        enum CodingKeys: String, CodingKey {
            case reference = "$ref"
            case headers, content
        }
    }

    private struct Header: Decodable {
        let required: Bool?
    }

    private struct Content: Decodable {}

    private struct Tag: Decodable {
        let name: String
    }

    private struct Components: Decodable {
        let schemas: [String: Shape]
        let responses: [String: Response]
        let securitySchemes: [String: Scheme]
    }

    private struct Scheme: Decodable {
        let type: String
    }

    private struct Shape: Decodable {
        let properties: [String: Member]
    }

    private struct Member: Decodable {
        let description: String?
        let type: Types?
        let maxLength: Int?
        let maxItems: Int?
        let pattern: String?
    }

    // One type, or several.
    private struct Types: Decodable, Equatable {
        let words: [String]

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let word = try? value.decode(String.self) {
                words = [word]
            } else {
                words = try value.decode([String].self)
            }
        }
    }

    private func document() throws -> Document {
        try decoded(
            Document.self, from: JSONText.encode(OpenAPI.document(version: "1")))
    }

    private func operation(_ endpoint: OperationID) throws -> Operation {
        let all = try document().paths.values.flatMap(\.values)
        return try #require(all.first { $0.operationId == endpoint.text })
    }

    @Test(arguments: [
        (OperationID.health, [200, 400, 401, 403, 431, 500, 503]),
        (.listBookmarks, [200, 304, 400, 401, 403, 404, 409, 422, 431, 500, 503]),
        (.showThing, [200, 304, 400, 401, 403, 404, 409, 422, 431, 500, 503]),
        (.addBookmark, [200, 201, 400, 401, 403, 404, 409, 413, 415, 422, 431, 500, 503]),
        (.editBookmark, [200, 400, 401, 403, 404, 409, 412, 413, 415, 422, 431, 500, 503]),
        (.removeTag, [200, 400, 401, 403, 404, 431, 500, 503]),
        (.putBlob, [201, 400, 401, 403, 404, 409, 413, 422, 431, 500, 503]),
        (.readBlob, [200, 206, 304, 400, 401, 403, 404, 416, 422, 431, 500, 503]),
        (.importFile, [202, 400, 401, 403, 404, 413, 415, 422, 431, 500, 503]),
        (.openapi, [200, 304, 400, 401, 403, 431, 500, 503]),
    ])
    func `an operation tells every status that it can have`(
        endpoint: OperationID, statuses: [Int]
    ) throws {
        let told = try operation(endpoint).responses.keys

        #expect(told.compactMap { Int($0) }.sorted() == statuses)
    }

    @Test func `a description that many members share is declared once`() throws {
        let document = try document()
        let references = document.paths.values.flatMap(\.values).flatMap(\.responses.values)
            .compactMap(\.reference)

        #expect(
            Set(references).isSubset(
                of: document.components.responses.keys.map { "#/components/responses/" + $0 }))
        let busy = try #require(document.components.responses["busy"])
        #expect(busy.headers?["Retry-After"]?.required == true)
        #expect(
            document.components.responses["token_required"]?.headers?["WWW-Authenticate"]?.required
                == true)
        #expect(document.components.responses["method_not_allowed"]?.headers?["Allow"] != nil)
    }

    @Test func `headers are told where they occur`() throws {
        func headers(_ endpoint: OperationID, _ status: Int) throws -> [String] {
            let document = try document()
            var response = try operation(endpoint).responses[String(status)]
            if let shared = response?.reference?.split(separator: "/").last {
                response = document.components.responses[String(shared)]
            }
            return (response?.headers ?? [:]).filter { $0.value.required == true }.keys.sorted()
        }

        #expect(try headers(.listBookmarks, 200) == ["ETag"])
        #expect(try headers(.listBookmarks, 304) == ["ETag"])
        #expect(try headers(.showBookmark, 200) == ["ETag"])
        #expect(try headers(.editBookmark, 200) == ["ETag"])
        #expect(try headers(.addBookmark, 201) == ["Location"])
        #expect(try headers(.cloneOutfit, 201) == ["Location"])
        #expect(try headers(.addBookmark, 200) == [])
        #expect(try headers(.addFriend, 201) == [])
        #expect(try headers(.readBlob, 206) == ["Content-Range", "ETag"])
        #expect(try headers(.readBlob, 416) == ["Content-Range"])
        #expect(try headers(.status, 200) == [])
        #expect(try headers(.exportFile, 200) == [])
    }

    @Test func `every operation is of one room`() throws {
        let document = try document()
        let rooms = document.tags.map(\.name)

        for operation in document.paths.values.flatMap(\.values) {
            #expect(operation.tags.count == 1, "\(operation.operationId)")
            #expect(rooms.contains(operation.tags[0]))
        }
        #expect(Set(rooms).count == rooms.count)
    }

    @Test(arguments: [
        (OperationID.atomFeed, ["", "basic", "bearer", "token"]),
        (.pinboardAll, ["", "auth_token", "basic", "bearer"]),
        (.showSaveForm, ["", "bearer", "token"]), (.saveFromForm, ["", "bearer", "token"]),
    ])
    func `the narrower token is described where it is accepted`(
        endpoint: OperationID, schemes: [String]
    ) throws {
        let operation = try operation(endpoint)
        let told = try #require(operation.security)

        #expect(told.map { $0.keys.joined() }.sorted() == schemes)
        let known = try document().components.securitySchemes.keys
        #expect(schemes.allSatisfy { $0.isEmpty || known.contains($0) })
        #expect((operation.parameters ?? []).allSatisfy { !$0.name.hasSuffix("token") })
    }

    @Test func `every member and every parameter says what it is`() throws {
        let document = try document()

        for (name, shape) in document.components.schemas {
            for (member, schema) in shape.properties {
                let text = schema.description ?? ""
                #expect(text.hasSuffix("."), "\(name).\(member)")
            }
        }
        for operation in document.paths.values.flatMap(\.values) {
            for parameter in operation.parameters ?? [] {
                #expect(
                    !parameter.description.isEmpty, "\(operation.operationId) \(parameter.name)")
            }
        }
    }

    @Test func `lengths and forms are told where they are looked at`() throws {
        let schemas = try document().components.schemas

        #expect(schemas["Add"]?.properties["url"]?.maxLength == Limits.urlBytesMax)
        #expect(schemas["Add"]?.properties["tags"]?.maxItems == Limits.tagsPerObjectMax)
        #expect(schemas["Batch"]?.properties["ops"]?.maxItems == Limits.bulkChangesMax)
        #expect(
            schemas["Bookmark"]?.properties["id"]?.pattern == "^[0-9A-HJKMNP-TV-Z]{26}$")
        #expect(schemas["Author"]?.properties["id"]?.pattern == "^[0-9A-HJKMNP-TV-Z]{52}$")
        #expect(Samples.id.text.wholeMatch(of: /[0-9A-HJKMNP-TV-Z]{26}/) != nil)
        #expect(Samples.ana.person.text.wholeMatch(of: /[0-9A-HJKMNP-TV-Z]{52}/) != nil)
    }

    @Test func `only in a request may a member be null that may be absent`() throws {
        let schemas = try document().components.schemas

        #expect(schemas["Add"]?.properties["title"]?.type?.words == ["string", "null"])
        #expect(schemas["Add"]?.properties["url"]?.type?.words == ["string"])
        #expect(schemas["Draft"]?.properties["unread"]?.type?.words == ["boolean", "null"])
        #expect(schemas["Bookmark"]?.properties["thumbnail"]?.type?.words == ["string"])
        let null = Array(#"{"url":"https://a.example/","title":null,"tags":null}"#.utf8)
        #expect(
            try JSONText.decode(AddLink.self, from: null).draft.title == nil)
    }

    @Test(arguments: BodyExamples.all.keys.sorted())
    func `an example is a request that is understood`(name: String) throws {
        let example = try #require(BodyExamples.all[name])
        let body = JSONText.encode(example)
        let schema = try #require(Schemas.all.first { $0.name == name })
        let routes = Routes.all.filter { $0.body?.schema == .named(name) }

        let members = try decoded([String: AnyMember].self, from: body).keys
        #expect(Set(members).isSubset(of: schema.members.map(\.name)))
        #expect(!routes.isEmpty)
        for route in routes {
            let rawRequest = RawRequest(
                endpoint: route.endpoint,
                names: Dictionary(uniqueKeysWithValues: route.names.map { ($0, "1") }),
                parameters: try Parameters(""), body: body)
            // Collections have no dry run.
            if route.path.hasPrefix("/v1/collections/"), members.contains("dry_run") { continue }
            #expect(try rawRequest.request() != nil, "\(route.path)")
        }
    }

    private struct AnyMember: Decodable {
        init(from decoder: any Decoder) {}
    }
}
