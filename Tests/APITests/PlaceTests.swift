import API
import CRDT
import Domain
import Primitives
import Testing

/// Tests places and clips in JSON, and requests about them.
@Suite struct PlaceTests {
    private func rawRequest(
        _ endpoint: OperationID, _ query: String = "", _ body: String = ""
    ) throws -> Request? {
        try RawRequest(
            endpoint: endpoint, names: ["id": "04HM"], parameters: Parameters(query),
            body: Array(body.utf8)
        ).request()
    }

    @Test func `a place is told with its details, and how far it is`() throws {
        let told = NamedThingJSON(Samples.place)

        #expect(told.details[.position] == ["52.520000,13.405000"])
        #expect(told.distance == 1235)
        #expect(told.place == nil)
        #expect(try JSONText.decode(NamedThingJSON.self, from: JSONText.encode(told)) == told)
    }

    @Test func `a place comes with the visible things that refer to it`() throws {
        var hidden = Samples.clip
        hidden.parts = []

        let (seen, unseen) = (NamedThingJSON(Samples.clip), NamedThingJSON(hidden))

        #expect(seen.place?.name == "Corner Shop")
        #expect(unseen.place == nil)
        #expect(unseen.details[.place] == seen.details[.place])
        #expect(try JSONText.decode(NamedThingJSON.self, from: JSONText.encode(seen)) == seen)
    }

    @Test func `a reel is a list of clips that name the place`() throws {
        let plain = try rawRequest(.reel)
        let filtered = try rawRequest(
            .reel, "theme=Opening%20%22day%22&tag=autumn&sort=likes&q=hat%20or%20coat&limit=5")
        let ordered = try rawRequest(.reel, "q=coat%20sort%3Alikes")

        #expect(plain == .query(.list(ListRequest(kind: .clip, place: .id("04HM")))))
        #expect(
            filtered
                == .query(
                    .list(
                        ListRequest(
                            query: "theme:\"Opening \"\"day\"\"\" #\"autumn\" (hat or coat)",
                            sort: .likes, limit: 5, kind: .clip, place: .id("04HM")))))
        #expect(
            ordered
                == .query(
                    .list(
                        ListRequest(
                            query: "(coat)", sort: .likes, kind: .clip, place: .id("04HM")))))
    }

    @Test func `a place is kept and changed by its members`() throws {
        let new = try rawRequest(
            .addPlace, "",
            #"{"name":"Café","position":"52.52,13.4","categories":["food/cafe"],"hours":"24/7"}"#)
        let edit = try rawRequest(
            .editPlace, "", #"{"position":null,"add_categories":["shop"],"contact":"c"}"#)

        guard case .command(.addBookmarks(let drafts, nil, .skip, nil, _))? = new else {
            Issue.record("\(new as Any)")
            return
        }
        #expect(drafts.map(\.kind) == [.place])
        #expect(
            drafts[0].details == [
                Detail(.categories, ["food/cafe"]), Detail(.position, ["52.52,13.4"]),
                Detail(.hours, ["24/7"]),
            ])
        #expect(
            edit
                == .command(
                    .edit(
                        .id("04HM"),
                        BookmarkChange(details: [
                            DetailChange(.categories, add: ["shop"]),
                            DetailChange(.position, values: []),
                            DetailChange(.contact, values: ["c"]),
                        ]))))
        #expect(try rawRequest(.removePlace) == .command(.remove(.references([.id("04HM")]))))
    }
}

extension Samples {
    static let shopReference = ThingReference(Bytes16(high: 7, low: 8))

    static let place = {
        var place = garment
        place.kind = .place
        place.title = "Corner Shop"
        place.namedBy = [garment]
        place.details = [
            Detail(.categories, ["food/cafe", "shop"]), Detail(.position, ["52.520000,13.405000"]),
            Detail(.address, ["1 High Street"]), Detail(.hours, ["mo-fr 09:00-18:00"]),
            Detail(.contact, ["+49 30 1"]),
        ]
        place.distance = 1_234_567
        return place
    }()

    static let clip = {
        var clip = garment
        clip.kind = .clip
        clip.title = "Opening"
        clip.details = [
            Detail(.price, ["5 EUR"]), Detail(.place, [shopReference.text]),
            Detail(
                .film,
                [
                    "019e video/mp4 48213 \(photo.split(separator: " ").suffix(2).joined(separator: " "))"
                ]),
            Detail(.duration, ["7.5"]), Detail(.theme, ["opening"]),
        ]
        clip.parts = [Bookmark.Part(reference: shopReference, thing: place)]
        clip.distance = 3
        return clip
    }()

    static let garmentAtPlace = {
        var thing = garment
        thing.details.append(Detail(.place, [shopReference.text]))
        thing.parts = [Bookmark.Part(reference: shopReference, thing: place)]
        thing.namedBy = [garment]
        thing.distance = 0
        return thing
    }()
}
