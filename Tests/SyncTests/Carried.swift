import CRDT
import Domain
import Primitives
import Store
import Testing
import Wire

@testable import Sync

/// The file of a bundle without a disk: the test plays the shell.
struct Carried {
    var segments: [[UInt8]] = []
    /// What follows the last segment.
    var end = BundleNews.ended

    /// Returns what `maker` puts into a bundle for these people.
    static func made(
        by maker: SyncNode, for names: String..., isWhole: Bool = false
    ) throws -> Carried {
        let addressees = try names.map { try #require(Addressee(name: $0)) }
        var carried = Carried()
        let id = RequestID(7_000_000)
        let before = maker.answers.count
        var effects = try maker.step(
            .requested(
                id, .command(.makeBundle(path: "/b", for: addressees, isWhole: isWhole))))
        for _ in 0..<10_000 where maker.answers.count == before {
            var news: [Event] = []
            for case .bundle(id, let deed) in effects {
                if case .append(let bytes) = deed { carried.segments.append(bytes) }
                if deed != .close { news.append(.bundle(id, .written)) }
            }
            effects = try maker.engine.step(
                news.isEmpty ? [.woken] : news, at: maker.now, wall: maker.wall)
            for case .answer(_, let answer) in effects { maker.answers.append(answer) }
        }
        return carried
    }

    /// Returns the answer of `taker` after it has processed all of it.
    @discardableResult
    func apply(to taker: SyncNode) throws -> Answer? {
        let id = RequestID(8_000_000)
        let before = taker.answers.count
        var place = 0
        var effects = try taker.step(.requested(id, .command(.applyBundle(path: "/b"))))
        for _ in 0..<100_000 where taker.answers.count == before {
            var news: [Event] = []
            for case .bundle(id, let deed) in effects {
                if case .readAgain = deed { place = 0 }
                guard deed != .close else { continue }
                news.append(
                    .bundle(id, place < segments.count ? .segment(segments[place]) : end))
                place += 1
            }
            effects = try taker.engine.step(
                news.isEmpty ? [.woken] : news, at: taker.now, wall: taker.wall)
            for case .answer(_, let answer) in effects { taker.answers.append(answer) }
        }
        return taker.answers.last
    }

    /// All of it, as stored in a file.
    var bytes: [UInt8] { segments.flatMap { $0 } }
}
