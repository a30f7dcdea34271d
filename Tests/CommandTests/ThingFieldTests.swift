import API
import Domain
import Foundation
import Testing

@testable import weft

/// Tests the labels under which the fields of a thing are shown.
@Suite struct ThingFieldTests {
    /// The labels of a thing that has all that its kind can have, in order.
    private static func labels(of kind: Kind) -> [String] {
        var thing = NamedThingJSON()
        (thing.id, thing.type, thing.name) = ("K3", kind.word, "Loom")
        thing.url = "https://a.example"
        thing.tags = ["craft"]
        thing.author.name = "ana"
        thing.reactions.likes = 1
        thing.trashed = true
        thing.distance = 5
        thing.namedBy = [PartJSON()]
        thing.createdAt = "2026-01-01T00:00:00.000Z"
        thing.updatedAt = "2026-01-02T00:00:00.000Z"
        thing.details = kind.details.filter(\.value.isTyped).map { Detail($0.name, [value($0)]) }
        return ThingTable.details(.named(thing)).map { line in
            line.plain.components(separatedBy: "  ")[0]
        }
    }

    private static func value(_ detail: DetailForm) -> String {
        switch detail.value {
        case .price: "5 EUR"
        case .day: "2026-01-01"
        case .position: "47.5,8.5"
        default: "word"
        }
    }

    @Test(arguments: Kind.allCases.filter { $0 != .link })
    func `no kind shows two fields under one label`(kind: Kind) {
        let labels = Self.labels(of: kind)

        #expect(labels.count == Set(labels).count, "\(labels)")
        #expect(labels.count > 9 + kind.details.filter(\.value.isTyped).count)
    }

    @Test func `a paper has authors, and the author who added it`() throws {
        let labels = Self.labels(of: .paper)

        #expect(labels.count { $0 == "authors" } == 1)
        #expect(labels.count { $0 == "author" } == 1)
        let authors = try #require(labels.firstIndex(of: "authors"))
        #expect(labels[authors + 1] == "year")
    }

    @Test func `a detail whose word is taken has a label that no field has`() {
        for detail in DetailName.allCases {
            #expect(ThingField(rawValue: detail.label) == nil, "\(detail.word)")
        }
        #expect(DetailName.color.label == "color")
    }
}
