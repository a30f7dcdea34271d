import CRDT
import Domain
import Primitives
import Wire

@testable import Simulator
@testable import Store
@testable import Sync

/// Leaks that a careless node might show an outsider, planted around the steps of an honest one.
enum Plant: CaseIterable {
    /// Lengths of chains also count what was written for others.
    case sequenceGap
    /// The number of private things, in a frame of the usual length.
    case count
    /// The id of a private thing, in a frame of the usual length.
    case id
    /// The interest message has no padding.
    case unpaddedInterest
    /// The heartbeat has an additional digest.
    case longerDigest
    /// There is an additional, empty frame.
    case moreFrames
    /// A node with more data responds later.
    case slowness

    var stepping: Stepping {
        var known = 0
        return { node, engine, inbox, now, wall throws(StorageError) in
            let before = engine.sessions.filter(\.sentInterest.isEmpty).map {
                ($0.link, $0.channel)
            }
            var effects = try engine.step(inbox, at: now, wall: wall)
            guard node == 0 else { return effects }
            let (count, id) = try Self.hidden(in: engine)
            switch self {
            case .sequenceGap: Self.tellGap(count, engine, &effects)
            case .count:
                let digest = Bytes16(high: 0, low: UInt64(count))
                let entry = Message.AudienceDigest(audience: 200, digest: digest)
                Self.say(.digests([entry]), by: engine, from: 2, effects: &effects)
            case .id:
                let entry = Message.AudienceDigest(audience: 200, digest: id)
                Self.say(.digests([entry]), by: engine, from: 2, effects: &effects)
            case .longerDigest where count > 0:
                let entry = Message.AudienceDigest(audience: 200, digest: .zero)
                Self.say(.digests([entry]), by: engine, from: 2, effects: &effects)
            case .moreFrames where count > 0:
                Self.say(.digests([]), by: engine, from: 2, effects: &effects)
            case .unpaddedInterest:
                Self.lengthenInterest(count, engine, before, inbox, &effects)
            case .slowness:
                for session in engine.sessions where count > known && session.phase == .open {
                    session.heartbeatAt = session.heartbeatAt + .milliseconds(1)
                }
                known = count
            case .longerDigest, .moreFrames: break
            }
            return effects
        }
    }

    /// Adds `message` to what is sent in this step to a peer at `host` anyway.
    static func say(
        _ message: Message, by engine: Engine, from host: Int, effects: inout [Effect]
    ) {
        for session in engine.sessions
        where session.address.hasPrefix("node\(host):") && session.phase == .open
            && effects.says(session.link)
        {
            session.send(message)
            effects.append(.send(session.link, session.outbox))
            session.outbox = []
        }
    }

    /// Returns bytes in SQL notation.
    static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    // The number of hidden links, and the id of the newest.
    private static func hidden(in engine: Engine) throws(StorageError) -> (Int, Bytes16) {
        let store = engine.store
        return try store.transaction { () throws(StorageError) in
            let ids = try store.database.rows(
                """
                SELECT o.object FROM objects o JOIN bookmarks b ON b.object = o.id
                WHERE b.url LIKE '%/hidden/%' OR b.url LIKE '%/imported/%' ORDER BY o.id
                """
            ) { (row) throws(StorageError) in row.bytes(0) }
            return (ids.count, ids.last.flatMap { Bytes16($0) } ?? .zero)
        }
    }

    private static func tellGap(_ count: Int, _ engine: Engine, _ effects: inout [Effect]) {
        for session in engine.sessions where session.phase == .open && effects.says(session.link) {
            guard let exchange = session.exchanges.first(where: { !$0.told.entries.isEmpty }),
                let entry = exchange.told.entries.first
            else { continue }
            let gap = Frontier.Entry(
                chain: entry.chain, length: entry.length + UInt64(count))
            session.send(
                .frontier(
                    Message.FrontierPart(
                        audience: exchange.place, isWhole: false, isLast: true, isAsking: false,
                        entries: [gap])))
            effects.append(.send(session.link, session.outbox))
            session.outbox = []
        }
    }

    // Repeats the step that sends the interest, on the channel as it was before.
    private static func lengthenInterest(
        _ count: Int, _ engine: Engine, _ before: [(LinkID, SecureChannel)], _ inbox: [Event],
        _ effects: inout [Effect]
    ) {
        guard count > 0 else { return }
        for session in engine.sessions where !session.sentInterest.isEmpty {
            let received = inbox.flatMap { event in
                if case .received(session.link, let bytes) = event { return bytes }
                return []
            }
            guard var channel = before.first(where: { $0.0 == session.link })?.1,
                (try? channel.receive(received)) != nil,
                let place = effects.firstIndex(where: {
                    if case .send(session.link, _) = $0 { return true }
                    return false
                })
            else { continue }
            let tags = session.sentInterest + Array(repeating: Bytes16.zero, count: count)
            var bytes = channel.seal(.interest(tags))
            if session.phase == .open { bytes += channel.seal(.digests([])) }
            effects[place] = .send(session.link, bytes)
            session.channel = channel
        }
    }
}

extension [Effect] {
    /// Whether anything is sent over `link`.
    fileprivate func says(_ link: LinkID) -> Bool {
        contains { effect in
            if case .send(link, _) = effect { return true }
            return false
        }
    }
}
