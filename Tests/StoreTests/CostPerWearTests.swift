import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Tests that SQL and `Price.each` round the cost of a day of wear alike.
@Suite struct CostPerWearTests {
    private struct Worn {
        let price: Price
        let each: Price
        let draft: BookmarkDraft

        init(_ amount: String, days: Int) throws {
            price = try Price.parse("\(amount) EUR").get()
            each = price.each(of: days)
            draft = BookmarkDraft(
                url: "", title: "\(amount) by \(days)", kind: .garment,
                details: [
                    Detail(.price, [price.text]),
                    Detail(.worn, (0..<days).map { "2026-01-1\($0)" }),
                ])
        }
    }

    // Halves of a hundredth and their neighbours, zero, and the highest price.
    private func garments() throws -> [Worn] {
        let amounts = [
            ("0", 1), ("0.004", 1), ("0.005", 1), ("0.014", 1), ("0.015", 1), ("0.009", 2),
            ("0.01", 2), ("0.029", 2), ("0.03", 2), ("0.014", 3), ("0.015", 3), ("1", 3), ("2", 3),
            ("49.9", 7), ("999999999999.99", 1), ("999999999999.999", 3),
        ]
        return try amounts.map { try Worn($0, days: $1) }
    }

    @Test func `a search finds what is told`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let garments = try garments()
        let ids = try garments.map { try ana.keep($0.draft)[0] }
        func found(_ query: String) throws -> Set<ObjectID> {
            let answer = try ana.step { (store) throws(StorageError) in
                try store.answer(.list(ListRequest(query: query, limit: 50)), now: ana.wall)
            }
            guard case .page(let page)? = answer else {
                throw WriteReplica.Unexpected(what: "\(answer as Any)")
            }
            return Set(page.items.map(\.id))
        }

        for edge in garments.map(\.each) {
            let text = edge.text.filter { $0 != " " }
            for (sign, bound) in [("", DetailTest.Bound.equal), ("<", .under), (">=", .atLeast)] {
                let told = zip(ids, garments).filter {
                    bound.holds($0.1.each.thousandths, edge.thousandths)
                }
                #expect(try found("cpw:" + sign + text) == Set(told.map(\.0)), "\(sign)\(text)")
            }
        }
    }
}
