import API
import Domain
import Testing

/// Tests `null` in the body of every route that takes JSON, member by member.
@Suite struct NullTests {
    /// The routes with a JSON body.
    static let routes = Routes.all.filter { $0.body?.mediaTypes == ["application/json"] }

    private static func shape(_ route: Route) -> ObjectSchema? {
        guard case .named(let name)? = route.body?.schema else { return nil }
        return Schemas.all.first { $0.name == name }
    }

    /// Returns the request that the body amounts to; where it amounts to several, the decoded body.
    private static func asked(
        _ route: Route, _ members: [String: JSONValue]
    ) throws -> Result<String, ProblemJSON> {
        let rawRequest = RawRequest(
            endpoint: route.endpoint,
            names: Dictionary(uniqueKeysWithValues: route.names.map { ($0, "1") }),
            parameters: try Parameters(""), body: JSONText.encode(JSONValue.object(members)))
        do throws(ProblemJSON) {
            let spelled = try rawRequest.decoded()
            if let request = try rawRequest.request() { return .success("\(request)") }
            return .success("\(spelled)")
        } catch {
            return .failure(error)
        }
    }

    // Some valid value.
    private static func value(_ schema: API.Schema) -> JSONValue {
        switch schema {
        case .string, .text, .pattern: return "a"
        case .time: return "2026-01-31T00:00:00Z"
        case .integer(let range): return .number(range?.lowerBound ?? 1)
        case .fraction: return .number(1)
        case .boolean: return true
        case .word(let words): return .string(words[0])
        case .list(let item), .several(let item, _): return .array([value(item)])
        case .clearable(let inner, _): return value(inner)
        case .named(let name):
            return .object(least(of: Schemas.all.first { $0.name == name }?.members ?? []))
        case .either, .page, .object, .counts, .binary: return [:]
        }
    }

    // The required members only.
    private static func least(of members: [ObjectSchema.Member]) -> [String: JSONValue] {
        Dictionary(
            uniqueKeysWithValues: members.filter(\.isRequired).map { ($0.name, value($0.schema)) })
    }

    private static func nothing(_ schema: API.Schema) -> JSONValue? {
        guard case .clearable(let inner, let text) = schema else { return nil }
        switch inner {
        case .list, .several: return []
        default: return .string(text)
        }
    }

    @Test(arguments: routes.map(\.endpoint))
    func `null is left out, takes away or is refused, as the method and the shape say`(
        endpoint: OperationID
    ) throws {
        let route = try #require(Routes.route(endpoint))
        let shape = try #require(Self.shape(route))
        let least = Self.least(of: shape.members)

        for member in shape.members {
            let with = { (value: JSONValue) in least.merging([member.name: value]) { $1 } }
            let null = try Self.asked(route, with(.null))
            let nothing = Self.nothing(member.schema)
            if member.isRequired || (route.method == .patch && nothing == nil) {
                guard case .failure(let problem) = null else {
                    Issue.record("\(endpoint) takes null for \(member.name)")
                    continue
                }
                #expect(problem.status == 400 && problem.code == "bad_json", "\(member.name)")
                #expect(problem.errors?.map(\.pointer) == ["/" + member.name])
            } else if route.method == .patch, let nothing {
                #expect(try null == Self.asked(route, with(nothing)), "\(member.name)")
            } else {
                #expect(try null == Self.asked(route, least), "\(member.name)")
            }
        }
    }

    @Test(arguments: routes.map(\.endpoint))
    func `a member that nobody knows is not known as null either`(endpoint: OperationID) throws {
        let route = try #require(Routes.route(endpoint))
        let least = Self.least(of: try #require(Self.shape(route)).members)

        #expect(
            try Self.asked(route, least.merging(["zz": .null]) { $1 })
                == Self.asked(route, least.merging(["zz": "a"]) { $1 }))
    }

    @Test func `the rule is the same for nested members`() throws {
        let batch = try #require(Routes.route(.addBatch))
        func drafts(_ draft: JSONValue, _ others: [String: JSONValue] = [:]) throws
            -> Result<String, ProblemJSON>
        {
            try Self.asked(batch, others.merging(["drafts": [draft]]) { $1 })
        }

        #expect(
            try drafts(["url": "https://a.example/", "title": .null, "tags": .null])
                == drafts(["url": "https://a.example/"]))
        #expect(
            try drafts(["url": "https://a.example/"], ["ops": .null, "on_dup": .null])
                == drafts(["url": "https://a.example/"]))
        guard case .failure(let problem) = try drafts(["url": .null]) else {
            Issue.record("a draft without an address")
            return
        }
        #expect(problem.errors?.map(\.pointer) == ["/drafts/0/url"])
        guard
            case .failure(let unknown) = try Self.asked(
                batch, ["ops": [["op": "trash", "query": "#a", "dryrun": .null]]])
        else {
            Issue.record("a member that nobody knows beside a search")
            return
        }
        #expect(unknown.errors?.map(\.pointer) == ["/ops/0/dryrun"])
    }

    @Test func `a number beside a null stays what it is`() throws {
        let rawRequest = RawRequest(
            endpoint: .arrangeOutfit, names: ["id": "04HM"], parameters: try Parameters(""),
            body: Array(#"{"changes":[{"put":"A","x":-3,"scale":0.835,"y":null}],"a":1e300}"#.utf8))

        guard case .command(.wardrobe(.arrange(_, let changes, _)))? = try rawRequest.request()
        else {
            Issue.record("no change of an outfit")
            return
        }
        var pose = PoseChange(x: -3, y: nil, turn: nil)
        pose.scale = 835
        #expect(changes == [.put("A", pose, isAgain: false)])
    }

    @Test(arguments: routes.map(\.endpoint))
    func `nullable members are described as nullable`(endpoint: OperationID) throws {
        let route = try #require(Routes.route(endpoint))
        let shape = try #require(Self.shape(route))
        let described = try decoded(Described.self, from: JSONText.encode(shape.json))

        for member in shape.members {
            let mayBe =
                route.method == .patch
                ? Self.nothing(member.schema) != nil && !member.isRequired : !member.isRequired
            #expect(described.properties[member.name]?.takesNull == mayBe, "\(member.name)")
        }
    }

    @Test func `no shape is that of a change and of something else`() {
        func names(_ isChange: Bool) -> Set<String> {
            Set(
                Self.routes.filter { ($0.method == .patch) == isChange }
                    .compactMap { Self.shape($0)?.name })
        }

        #expect(names(true).isDisjoint(with: names(false)))
        #expect(!names(true).isEmpty && Self.routes.allSatisfy { Self.shape($0) != nil })
    }

    private struct Described: Decodable {
        let properties: [String: Property]

        struct Property: Decodable {
            let type: Types?
            let anyOf: [Property]?

            var takesNull: Bool {
                type?.words.contains("null") == true || anyOf?.contains(where: \.takesNull) == true
            }
        }

        struct Types: Decodable {
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
    }
}
