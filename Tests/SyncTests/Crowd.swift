import CRDT
import Domain
import Primitives
import Sodium
import Store
import Testing
import Wire

@testable import Sync

/// Bob, whose node has the product's limits, and peers that connect to it: members of a group of
/// Bob's, and others.
final class Crowd {
    let bob: SyncNode
    /// An invitation into the group, for any number of uses.
    let invitation: Invitation
    /// The peers that have connected, in order.
    private(set) var peers: [HostilePeer] = []
    /// The links that bob has closed, in order.
    private(set) var closed: [LinkID] = []
    private var calls: UInt64 = 0

    /// How far a connection goes.
    enum Manner {
        /// Nothing is shared, so nothing is missing.
        case idle
        /// The group is shared, and its contents were never sent.
        case busy
    }

    init() throws {
        bob = try SyncNode(2, name: "Bob")
        bob.engine.addresses = ["bob:1"]
        try bob.ask(.command(.newGroup(name: "lab")))
        let answer = try bob.ask(
            .command(.inviteToGroup("lab", role: .editor, uses: 500, seconds: 86_400)))
        guard case .invited(let made) = answer else { throw SyncNode.NotPaired() }
        invitation = try #require(Invitation(text: made.text))
        bob.carry = { [unowned self] in try carry($0) }
    }

    /// Connects a peer.
    @discardableResult
    func call(
        _ number: UInt8, as who: HostilePeer.Who = .stranger, claiming: Certificate? = nil,
        isInvited: Bool = false, _ manner: Manner = .idle
    ) throws -> HostilePeer {
        calls += 1
        let now = bob.now
        let peer = try HostilePeer(
            who, of: bob, number: number, from: "host\(calls):1", claiming: claiming, over: calls,
            by: isInvited ? invitation.secret : nil)
        bob.now = now
        peer.onward = { [unowned self, unowned peer] in try carry($0, butTo: peer) }
        // Sends out what is due first, as a peer receives it.
        try rest()
        peers.append(peer)
        try peer.reach(.greeting)
        guard isLinked(peer) else { return peer }
        try peer.say(.keys(HostilePeer.blankKeys))
        guard isLinked(peer) else { return peer }
        let blanks = (0..<32).map { Bytes16(high: 1, low: $0) }
        try peer.say(.interest(manner == .idle ? blanks : try peer.interest()))
        return peer
    }

    /// Makes these peers members, without links.
    func letIn(_ numbers: ClosedRange<UInt8>) throws {
        for number in numbers {
            let peer = try call(number, isInvited: true)
            try carry(try bob.step(.disconnected(peer.link)))
            peers.removeAll { $0 === peer }
        }
    }

    /// Returns a device certified by its person, with the keys of that number.
    func device(_ number: UInt8, of person: UInt8) throws -> Certificate {
        let keys = try SyncNode(8 + number, name: "").owner
        return Certificate.sign(
            device: keys.device, agreement: keys.agreement,
            root: Derivation.root(phraseSeed: try SyncNode.bytes([4, person])))
    }

    /// Lets time pass; everybody stays responsive.
    func pass(_ duration: Duration) throws {
        bob.now = bob.now + duration
        try rest()
        for peer in peers where isLinked(peer) { try peer.say(.digests([])) }
    }

    private func rest() throws {
        repeat { try carry(try bob.step(.woken)) } while bob.engine.hasMore
    }

    func isLinked(_ peer: HostilePeer) -> Bool {
        bob.engine.sessions.contains { $0.link == peer.link && $0.hasPlace }
    }

    /// The number of links with a place.
    var places: Int { bob.engine.sessions.count(where: \.hasPlace) }

    private func carry(_ effects: [Effect], butTo speaker: HostilePeer? = nil) throws {
        for peer in peers where peer !== speaker { try peer.hear(effects) }
        for case .close(let link, _) in effects {
            closed.append(link)
            try carry(try bob.step(.disconnected(link)), butTo: nil)
        }
    }
}
