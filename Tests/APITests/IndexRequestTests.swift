import CRDT
import Domain
import Testing

@testable import API

/// Tests requests for an index, and for things by their ids.
@Suite struct IndexRequestTests {
    private func things(_ ids: String) throws -> Domain.Request {
        try ParsedRequest.read(ListThings<Things>.self, "listThings", "ids=\(ids)").request()
            .request
    }

    private static let id = String(repeating: "0", count: 25) + "4"

    @Test func `as many ids as a window needs are read at once, and no more`() throws {
        for count in [1, Limits.thingsAtOnceMax - 1, Limits.thingsAtOnceMax] {
            let ids = Array(repeating: Self.id, count: count)

            guard case .query(.things(let named, _)) = try things(ids.joined(separator: ","))
            else {
                Issue.record("\(count)")
                continue
            }
            #expect(named.map(\.text) == ids)
        }
        let many = Array(repeating: Self.id, count: Limits.thingsAtOnceMax + 1)
        let problem = #expect(throws: ProblemJSON.self) {
            try things(many.joined(separator: ","))
        }
        #expect(problem?.status == 400 && problem?.fix != nil)
    }

    @Test(arguments: ["x", "0", String(repeating: "0", count: 27), "\(id),,\(id)x"])
    func `an incomplete id is refused`(ids: String) throws {
        let problem = #expect(throws: ProblemJSON.self) { try things(ids) }

        #expect(problem?.code == "bad_request")
    }

    @Test func `an index is told in letters`() throws {
        let id = try #require(ObjectID(text: Self.id))
        let entries = zip(TileSize.allCases, [false, true, false]).map {
            ThingIndex.Entry(id, $0, hasPicture: $1)
        }

        let json = IndexJSON(ThingIndex(entries, total: 7))

        #expect(json.total == 7)
        #expect(json.ids == String(repeating: Self.id, count: 3))
        #expect(json.shapes == "sMl")
    }

    @Test func `a wrong order or kind is refused before anything is searched`() throws {
        for query in ["sort=sideways", "type=shoe"] {
            #expect(throws: ProblemJSON.self) {
                try ParsedRequest.read(ShowIndex.self, "showIndex", query).request()
            }
        }
    }
}
