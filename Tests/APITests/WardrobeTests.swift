import API
import CRDT
import Domain
import Primitives
import Testing

/// Tests outfits and closets in JSON, and requests about them.
@Suite struct WardrobeTests {
    private func rawRequest(
        _ endpoint: OperationID, query: String = "", body: String = ""
    ) throws -> Request? {
        try RawRequest(
            endpoint: endpoint, names: ["id": "K3F9QH2M"], parameters: try Parameters(query),
            body: Array(body.utf8)
        ).request()
    }

    private func problem(_ endpoint: OperationID, query: String = "", _ body: String)
        -> ProblemJSON?
    {
        #expect(throws: ProblemJSON.self) { try rawRequest(endpoint, query: query, body: body) }
    }

    @Test func `an outfit is told with its layers, and what may not be seen is a place`() throws {
        let outfit = Samples.outfit
        let told = NamedThingJSON(outfit)

        #expect(told.layers?.map(\.z) == [1, 2])
        #expect(told.layers?.map(\.thing?.name) == ["Blue shirt", nil])
        #expect(told.layers?[0].scale == 0.8)
        #expect(told.details.map(\.name) == [.style, .season, .worn, .photo, .occasion])
        let written = text(ThingJSON(outfit))
        #expect(written.contains("\"scale\":0.8"))
        #expect(!written.contains("turn 1"))
    }

    @Test(arguments: [Samples.outfit, Samples.closet])
    func `an answer decodes to the same value`(thing: Bookmark) throws {
        let told = ThingJSON(thing)

        #expect(try JSONText.decode(ThingJSON.self, from: JSONText.encode(told)) == told)
    }

    @Test func `a closet is told with what hangs in it`() {
        let told = NamedThingJSON(Samples.closet)

        #expect(told.things?.map(\.thing?.name) == ["Blue shirt", nil])
        #expect(told.layers == nil)
    }

    @Test func `an outfit is made of garments, a closet of things`() throws {
        let body = """
            {"name":"Sunday","occasions":["party"],"things":["K3F9QH2M","ABCDEFGH"],\
            "layers":["00000001 turn 1 5"],"audience":"friends"}
            """
        let draft = BookmarkDraft(
            url: "", title: "Sunday", kind: .outfit, details: [Detail(.occasion, ["party"])])
        let things: [Reference] = [.id("K3F9QH2M"), .id("ABCDEFGH")]

        #expect(
            try rawRequest(.addOutfit, body: body)
                == .command(.wardrobe(.keep(draft, of: things, to: .friends))))
        #expect(
            try rawRequest(.addCloset, body: "{\"name\":\"Winter\"}")
                == .command(
                    .wardrobe(
                        .keep(
                            BookmarkDraft(url: "", title: "Winter", kind: .closet), of: [],
                            to: nil))))
    }

    @Test func `layers are put, taken and cleared, one after the other`() throws {
        let body = """
            {"changes":[{"put":"A","x":1,"y":-2,"scale":0.8,"rotation":5,"z":3,"again":true},\
            {"put":"B"},{"take":"C"},{"clear":true}]}
            """

        let pose = PoseChange(x: 1, y: -2, scale: 800, turn: 5, height: .number(3))
        #expect(
            try rawRequest(.arrangeOutfit, body: body)
                == .command(
                    .wardrobe(
                        .arrange(
                            .id("K3F9QH2M"),
                            [
                                .put("A", pose, isAgain: true),
                                .put("B", PoseChange(), isAgain: false), .take("C"), .clear,
                            ]))))
    }

    @Test(arguments: ["1e300", "-1e300", "20.0015", "0", "-1"])
    func `a scale out of range reaches the rules, which refuse it`(scale: String) throws {
        let body = "{\"changes\":[{\"put\":\"A\",\"scale\":\(scale)}]}"
        guard
            case .command(.wardrobe(.arrange(_, let changes, _)))? =
                try rawRequest(.arrangeOutfit, body: body),
            case .put(_, let pose, _)? = changes.first
        else {
            Issue.record("not understood")
            return
        }

        #expect(pose.problem?.code == .invalidValue)
    }

    @Test(arguments: [
        "{\"changes\":[{}]}", "{\"changes\":[{\"put\":\"A\",\"take\":\"B\"}]}",
        "{\"changes\":[{\"clear\":false}]}", "{\"changes\":[{\"put\":\"A\",\"x\":1.5}]}",
        "{\"changes\":[{\"put\":\"A\",\"x\":99999999999999999999}]}", "{\"changes\":{}}", "{}", "",
    ])
    func `a change that is none is refused with its place`(body: String) {
        #expect(problem(.arrangeOutfit, body) != nil)
    }

    @Test func `it is worn, cloned and filled`() throws {
        #expect(
            try rawRequest(.wearOutfit, body: "{\"day\":\"2026-01-31\",\"remove\":true}")
                == .command(
                    .wardrobe(.wear(.id("K3F9QH2M"), on: "2026-01-31", isTakenBack: true))))
        for endpoint in [OperationID.cloneOutfit, .cloneGarment] {
            #expect(
                try rawRequest(endpoint)
                    == .command(.wardrobe(.clone(.id("K3F9QH2M"), name: nil, to: nil))))
        }
        #expect(
            try rawRequest(.cloneOutfit, body: "{\"name\":\"N\",\"audience\":\"private\"}")
                == .command(.wardrobe(.clone(.id("K3F9QH2M"), name: "N", to: .private))))
        #expect(
            try rawRequest(.fillCloset, body: "{\"add\":[\"A\"],\"remove\":[\"B\"]}")
                == .command(
                    .wardrobe(.fill(.id("K3F9QH2M"), add: [.id("A")], remove: [.id("B")]))))
    }

    @Test func `an outfit is suggested for a day`() throws {
        #expect(
            try rawRequest(.suggestOutfit, query: "day=2026-01-31&occasion=night+out&season=winter")
                == .query(
                    .wardrobe(
                        .suggest(
                            OutfitWish(
                                occasion: "night out", season: "winter", day: "2026-01-31")))))
        #expect(problem(.suggestOutfit, "")?.fix?.contains("day=") == true)
        #expect(try rawRequest(.showStats) == .query(.wardrobe(.stats(nil))))
        #expect(try rawRequest(.showClosetStats) == .query(.wardrobe(.stats(.id("K3F9QH2M")))))
    }

    @Test func `a path leads to things of its kind`() throws {
        #expect(throws: Never.self) { try WearOutfit.check(Samples.outfit) }
        let wrong = #expect(throws: ProblemJSON.self) {
            try ArrangeOutfit.check(Samples.garment)
        }
        #expect(wrong?.detail.contains("is a garment, not an outfit") == true)
        let other = #expect(throws: ProblemJSON.self) {
            try EditThing<Closets>.check(Samples.outfit)
        }
        #expect(other?.detail.contains("is an outfit, not a closet") == true)
        #expect(other?.fix?.contains("weft outfit edit") == true)
    }
}

extension Samples {
    private static let shirt = ThingReference(Bytes16(high: 1, low: 1))
    private static let secret = ThingReference(Bytes16(high: 1, low: 2))

    static let outfit = {
        var outfit = garment
        outfit.kind = .outfit
        outfit.title = "Sunday"
        outfit.details = [
            Detail(.style, ["casual"]), Detail(.season, ["summer"]), Detail(.worn, ["2026-11-20"]),
            Detail(.photo, ["019e \(photo)"]), Detail(.occasion, ["party"]),
            Detail(
                .layers,
                [
                    "00000001 garment 1 \(shirt.text)", "00000001 at 2 120 -40",
                    "00000001 scale 1 0.8", "00000001 turn 1 5", "00000001 z 1 80",
                    "00000002 garment 1 \(secret.text)", "00000002 z 1 81",
                ]),
        ]
        outfit.parts = [Bookmark.Part(reference: shirt, thing: garment)]
        outfit.namedBy = [garment]
        return outfit
    }()

    static let closet = {
        var closet = garment
        closet.kind = .closet
        closet.title = "Winter"
        closet.details = [Detail(.things, [shirt.text, secret.text])]
        closet.parts = [Bookmark.Part(reference: shirt, thing: garment)]
        return closet
    }()

    static let highlight = {
        var highlight = garment
        highlight.kind = .highlight
        highlight.title = "the passage itself"
        highlight.details = [
            Detail(.color, ["green"]), Detail(.prefix, ["before"]), Detail(.suffix, ["behind"]),
        ]
        return highlight
    }()

    static let paper = {
        var paper = garment
        paper.kind = .paper
        paper.title = "Time, Clocks"
        paper.details = [
            Detail(.authors, ["Lamport, Leslie"]), Detail(.year, ["1978"]),
            Detail(.venue, ["CACM"]),
            Detail(.doi, ["10.1145/359545.359563"]), Detail(.citationKey, ["lamport1978time"]),
            Detail(.entry, ["article"]),
            Detail(
                .pdf,
                [
                    BlobReference(
                        place: [1], type: .pdf, size: 900, name: Bytes32(words: (1, 2, 3, 4)),
                        key: Bytes32(words: (7, 7, 7, 7))
                    ).text
                ]), Detail(.volume, ["21"]), Detail(.issue, ["7"]), Detail(.pages, ["558–565"]),
            Detail(.publisher, ["ACM"]),
        ]
        return paper
    }()

    static let advice = OutfitAdvice(
        for: OutfitWish(day: "2026-01-31"),
        of: [garment].map { garment in
            var clean = garment
            clean.details.removeAll { $0.name == .worn }
            return clean
        })
    static let stats = {
        var count = ClosetCount()
        count.add(
            ClosetCount.Garment(
                row: 1, id: garment.id, isMine: true,
                price: try? Price.parse(garment.details[.price][0]).get(),
                days: garment.details[.worn].count))
        return ClosetStats(count, hidden: 0) { (_) in garment }
    }()
}
