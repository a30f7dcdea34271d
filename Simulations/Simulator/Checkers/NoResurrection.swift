import CRDT
import Primitives

@testable import Store

/// What was withdrawn, or declared dead, never shows again at a node that has heard of it, as long as
/// the same people's words count: what is placed anew comes by another creation.
struct NoResurrection {
    static let claim = "nothing rises from the dead"

    /// Creations that have ended here, by audience.
    private var ended: [Int64: [ShownThings.Name: [Dot]]] = [:]
    /// By what verdict they had.
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
            // One that went by another's verdict may come again by this one.
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
