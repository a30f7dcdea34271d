import CRDT
import Primitives

@testable import Store

/// Checks that what was withdrawn or declared dead never shows again at a node that knows it, while the verdict on what
/// counts is the same: placing it again creates another dot.
struct NoResurrection {
    static let claim = "nothing rises from the dead"

    /// The creations that have ended here, by audience.
    private var ended: [Int64: [ShownThings.Name: [Dot]]] = [:]
    /// The verdict under which they ended.
    private var verdicts: [Int64: Judgement] = [:]

    mutating func check(
        _ now: ShownThings, after before: ShownThings, at place: String
    ) throws(BrokenClaim) {
        for name in now.changed {
            guard let audience = now.audience(of: name)?.number,
                let verdict = now.fates[audience]?.verdict
            else { continue }
            if verdicts[audience] != verdict {
                verdicts[audience] = verdict
                ended[audience] = [:]
            }
            let new = now.things[name]
            let risen = ended[audience]?[name]?.first { dot in
                new?.state.creations.contains { $0.dot == dot } == true
            }
            guard risen == nil else {
                throw BrokenClaim(
                    Self.claim, "\(place): \(ObjectID(name.id).text) shows again")
            }
            // What disappeared under another verdict may come back under this one.
            guard before.fates[audience]?.verdict == verdict else { continue }
            let gone = (before.things[name]?.state.creations ?? []).map(\.dot).filter { dot in
                new?.state.creations.contains { $0.dot == dot } != true
            }
            if !gone.isEmpty, name.author != now.me {
                ended[audience]?[name, default: []] += gone
            }
        }
    }
}
