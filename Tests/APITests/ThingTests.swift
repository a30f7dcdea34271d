import API
import CRDT
import Domain
import Primitives
import Testing

/// Tests things of every kind in JSON, and requests about them.
@Suite struct ThingTests {
    private static let ana = "{\"id\":\"\(Samples.ana.person.text)\",\"me\":true,\"name\":\"ana\"}"
    private static let ben = "{\"id\":\"\(Samples.ben.person.text)\",\"me\":false,\"name\":\"ben\"}"
    private static let time = "2026-11-21T04:00:23.120Z"

    private func rawRequest(
        _ endpoint: OperationID, names: [String: String] = [:], query: String = "",
        body: String = ""
    ) throws -> RawRequest {
        RawRequest(
            endpoint: endpoint, names: names, parameters: try Parameters(query),
            body: Array(body.utf8))
    }

    private static let photo = Samples.photo

    private func draft(_ body: String) throws -> BookmarkDraft? {
        guard
            case .command(.addBookmarks(let drafts, _, _, _, _))? =
                try rawRequest(.addGarment, body: body).request()
        else { return nil }
        return drafts.first
    }

    private func change(_ body: String) throws -> BookmarkChange? {
        let asked = try rawRequest(.editGarment, names: ["id": "K3F9QH2M"], body: body)
        guard case .command(.edit(.id("K3F9QH2M"), let change, _))? = try asked.request() else {
            return nil
        }
        return change
    }

    private func problem(_ body: String) -> ProblemJSON? {
        #expect(throws: ProblemJSON.self) { try rawRequest(.addGarment, body: body).request() }
    }

    @Test func `a garment is told with all that is said of it`() throws {
        let written = text(ThingJSON(Samples.garment))

        #expect(
            written == """
                {"author":\(Self.ana),"barcode":"4006381333931","brand":"Acme",\
                "category":"shirts","colors":["blue","white"],\
                "conflicts":[{"at":"\(Self.time)","by":\(Self.ben),"field":"name","losing_value":"Y"}],\
                "created_at":"\(Self.time)","etag":"\(EntityTag.text(of: Samples.garment))",\
                "fabrics":["linen"],"fit":"38","for":"women",\
                "id":"\(Samples.id.text)","name":"Blue shirt","note":"n",\
                "photos":["019e \(Self.photo)"],\
                "placement":["friends"],"price":"49.90 EUR",\
                "reactions":{"comments":0,"dislikes":0,"follower_count":0,"likes":0},"seasons":["summer"],\
                "short_id":"\(Samples.id.short)","state":"clean","styles":["casual"],\
                "tags":["work"],"trashed":false,"type":"garment",\
                "updated_at":"\(Self.time)","url":"https://a.example/shirt",\
                "worn":["2026-11-20","2026-11-21"]}
                """)
    }

    @Test func `a garment with only a name has empty lists and no other members`() throws {
        var bare = Samples.garment
        (bare.details, bare.url, bare.conflicts) = ([], "", [])

        let written = text(ThingJSON(bare))

        #expect(
            written == """
                {"author":\(Self.ana),"colors":[],"conflicts":[],"created_at":"\(Self.time)",\
                "etag":"\(EntityTag.text(of: bare))","fabrics":[],"id":"\(Samples.id.text)",\
                "name":"Blue shirt","note":"n","photos":[],"placement":["friends"],\
                "reactions":{"comments":0,"dislikes":0,"follower_count":0,"likes":0},"seasons":[],\
                "short_id":"\(Samples.id.short)","styles":[],"tags":["work"],\
                "trashed":false,"type":"garment","updated_at":"\(Self.time)","worn":[]}
                """)
    }

    @Test func `a link among things is what it is among links`() throws {
        #expect(text(ThingJSON(Samples.bookmark)) == text(BookmarkJSON(Samples.bookmark)))
    }

    @Test(arguments: [Samples.bookmark, Samples.garment])
    func `a thing's JSON decodes to the same value`(thing: Bookmark) throws {
        let told = ThingJSON(thing)

        #expect(try JSONText.decode(ThingJSON.self, from: JSONText.encode(told)) == told)
    }

    @Test func `each detail has a member of its own`() {
        let members = DetailName.allCases.map(\.member)

        #expect(Set(members).count == members.count)
    }

    @Test func `the version of a garment changes with every detail`() {
        var tags = [EntityTag.text(of: Samples.garment)]
        for index in Samples.garment.details.indices {
            var other = Samples.garment
            other.details[index].values = ["x"]
            tags.append(EntityTag.text(of: other))
        }

        #expect(Set(tags).count == tags.count)
    }

    @Test func `a garment with everything is understood, unknown members are not minded`() throws {
        let body = """
            {"name":"Blue shirt","url":"https://a.example/shirt","note":"n","tags":["work"],\
            "category":"shirts","brand":"Acme","price":"49.90 EUR","barcode":"4006381333931",\
            "state":"clean","colors":["blue","white"],"for":"women","fit":"38",\
            "fabrics":["linen"],"styles":["casual"],"seasons":["summer"],\
            "worn":["2026-11-20","2026-11-21"],"photos":["019e \(Self.photo)"],\
            "audience":"friends","colour":"red"}
            """

        let asked = try rawRequest(.addGarment, body: body).request()

        let draft = BookmarkDraft(
            url: "https://a.example/shirt", title: "Blue shirt", note: "n", tags: ["work"],
            kind: .garment, details: Samples.garment.details)
        #expect(
            asked
                == .command(.addBookmarks([draft], to: .friends, onDuplicate: .skip, act: nil)))
    }

    @Test func `a garment needs a name and nothing else, and null says nothing`() throws {
        let bare = BookmarkDraft(url: "", title: "Hat", kind: .garment)

        #expect(try draft(#"{"name":"Hat"}"#) == bare)
        #expect(
            try draft(#"{"name":"Hat","url":null,"brand":null,"colors":null,"tags":null}"#) == bare)
        #expect(try draft(#"{"name":"Hat","brand":"","colors":[]}"#) == bare)
    }

    @Test func `a problem of a garment names its place`() {
        #expect(problem("{}")?.errors?.first?.pointer == "/name")
        #expect(problem(#"{"name":"Hat","colors":"blue"}"#)?.errors?.first?.pointer == "/colors")
        #expect(problem(#"{"name":"Hat","colors":[1]}"#)?.errors?.first?.pointer == "/colors/0")
        #expect(problem(#"{"name":"Hat","price":49}"#)?.errors?.first?.pointer == "/price")
        #expect(
            problem(#"{"name":"Hat","audience":"all"}"#)?.errors?.first?.pointer == "/audience")
    }

    @Test func `a change names what is to stand there, to come and to go`() throws {
        let body = """
            {"name":"Hat","note":"n","add_tags":["a"],"remove_tags":["b"],"brand":"Acme",\
            "colors":["red"],"add_worn":["2026-11-21"],"remove_seasons":["winter"]}
            """

        #expect(
            try change(body)
                == BookmarkChange(
                    title: "Hat", note: "n", addTags: ["a"], removeTags: ["b"],
                    details: [
                        DetailChange(.brand, values: ["Acme"]),
                        DetailChange(.color, values: ["red"]),
                        DetailChange(.season, remove: ["winter"]),
                        DetailChange(.worn, add: ["2026-11-21"]),
                    ]))
        #expect(try change("{}") == BookmarkChange())
    }

    @Test(arguments: ["null", "\"\""])
    func `nothing in place of a value takes it away`(nothing: String) throws {
        let body = #"{"url":\#(nothing),"note":\#(nothing),"price":\#(nothing),"colors":[]}"#

        #expect(
            try change(body)
                == BookmarkChange(
                    url: "", note: "",
                    details: [
                        DetailChange(.price, values: []), DetailChange(.color, values: []),
                    ]))
    }

    @Test func `a request's parameters decode to the same values`() throws {
        let new = AddThing<Garments>(
            name: "n", url: "u", note: "n", tags: ["t"], audience: "friends",
            details: Samples.garment.details)
        let edit = EditThing<Garments>(
            "", name: "n", url: "", note: "n", addTags: ["a"], removeTags: ["b"],
            details: [
                DetailChange(.price, values: []), DetailChange(.color, values: ["red"]),
                DetailChange(.worn, add: ["2026-11-21"], remove: ["2026-11-20"]),
            ])

        #expect(try JSONText.decode(AddThing<Garments>.self, from: JSONText.encode(new)) == new)
        #expect(try JSONText.decode(EditThing<Garments>.self, from: JSONText.encode(edit)) == edit)
    }

    @Test func `a list is of the kind that its path or its parameter names`() throws {
        func kind(_ endpoint: OperationID, _ query: String = "") throws -> Kind?? {
            guard
                case .query(.list(let list, _))? = try rawRequest(endpoint, query: query).request()
            else { return nil }
            return list.kind
        }

        #expect(try kind(.listBookmarks) == .link)
        #expect(try kind(.listGarments) == .garment)
        #expect(try kind(.listThings) == .some(nil))
        #expect(try kind(.listThings, "type=garment") == .garment)
        #expect(throws: ProblemJSON.self) { try kind(.listThings, "type=shoe") }
    }

    @Test func `a path of one kind leads to no other`() throws {
        let garment = Samples.garment
        #expect(throws: Never.self) { try ShowThing<Things>("A").output(Samples.bookmark) }
        #expect(throws: Never.self) { try ShowThing<Things>("A").output(garment) }
        #expect(throws: Never.self) { try ShowThing<Garments>("A").output(garment) }
        #expect(throws: Never.self) { try RemoveThing<Things>.check(Samples.garment) }

        let id = Samples.id.short
        #expect(
            throws: ProblemJSON(
                .notFound, "\(id) is a garment, not a link", fix: "weft show \(id)")
        ) {
            try ShowThing<Links>("A").output(garment)
        }
        #expect(
            throws: ProblemJSON(
                .notFound, "\(id) is a link, not a garment", fix: "weft edit \(id)")
        ) {
            try EditThing<Garments>.check(Samples.bookmark)
        }
    }

    @Test func `a thing is removed, or counted`() throws {
        let command = Command.remove(.references([.id("K3F9QH2M")]))
        for endpoint in [OperationID.removeThing, .removeGarment] {
            let names = ["id": "K3F9QH2M"]
            #expect(try rawRequest(endpoint, names: names).request() == .command(command))
            #expect(
                try rawRequest(endpoint, names: names, query: "dry_run=true").request()
                    == .query(.preview(command)))
        }
    }
}
